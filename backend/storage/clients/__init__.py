"""Dictionaries, lists, proposals and policies of clients."""
