"""What people decide on: suggestions, and their decisions."""
