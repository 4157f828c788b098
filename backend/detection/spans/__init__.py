"""Overlapping and adjacent findings resolved."""
