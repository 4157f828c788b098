"""Documents as values: stories, blocks, places and words, and other values that all rooms share."""
