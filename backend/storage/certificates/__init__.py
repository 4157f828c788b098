"""Keys that sign certificates."""
