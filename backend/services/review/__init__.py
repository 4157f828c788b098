"""Reviews: people's decisions on suggestions."""
