"""Rows that somebody else wrote are found and refused."""
