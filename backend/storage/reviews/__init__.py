"""Reviews and their decisions."""
