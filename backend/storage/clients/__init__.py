"""Dictionaries, term lists, proposals and policies of clients."""
