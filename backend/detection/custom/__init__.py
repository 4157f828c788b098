"""Recognisers and term lists that users supply."""
