"""Recognisers by pattern: one module for each kind of value."""
