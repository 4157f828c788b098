"""Embedded workbooks: read, redacted in place, and renamed with all references."""
