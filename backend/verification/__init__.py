"""Proving that nothing is left: by reading the output again, and by a search that trusts no reader."""
