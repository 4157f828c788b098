"""Recognisers and term lists that users bring."""
