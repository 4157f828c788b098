"""Detect and refuse rows that were not written by Unsaid."""
