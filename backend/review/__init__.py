"""Suggestions, decisions and the states of a review."""
