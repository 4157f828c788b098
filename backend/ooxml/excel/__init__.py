"""Workbooks embedded in a document: read, redacted in place, their names changed with all that refers to them."""
