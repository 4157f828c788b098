"""Remove redacted strings from everything outside the text; each module handles one kind of place."""
