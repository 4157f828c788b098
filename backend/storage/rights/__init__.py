"""Roles, the rights of accounts, and which of them an account may grant."""
