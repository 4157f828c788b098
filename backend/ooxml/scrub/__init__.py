"""Remove redacted strings from everything beside the text; one module for each kind of place."""
