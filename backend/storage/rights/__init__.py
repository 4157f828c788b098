"""Roles, and what an account holds and may pass on."""
