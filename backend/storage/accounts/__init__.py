"""API keys and users."""
