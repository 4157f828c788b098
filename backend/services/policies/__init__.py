"""Policies as they are stored and listed."""
