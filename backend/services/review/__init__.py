"""Reviews: decisions of people on suggestions."""
