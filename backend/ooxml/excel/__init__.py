"""Read embedded workbooks, redact them in place, and rename sheets with all references."""
