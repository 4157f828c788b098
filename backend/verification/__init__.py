"""Prove that nothing is left: read the output again, and search it with independent code."""
