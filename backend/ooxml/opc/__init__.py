"""Open packaging: the zip, its parts, and how they point at each other."""
