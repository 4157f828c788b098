"""Resolve overlapping and adjacent findings."""
