"""Clients, their dictionaries, and who may see them."""
