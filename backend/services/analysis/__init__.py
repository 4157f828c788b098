"""Find what identifies the client, and personal data."""
