"""Documents as values: stories of blocks of text, places in them, and their words."""
