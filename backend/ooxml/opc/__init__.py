"""Open Packaging Conventions: the zip, its parts and their relationships."""
