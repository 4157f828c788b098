"""The stories of a Word file: read, and replaced in place."""
