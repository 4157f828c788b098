"""Detection: find client terms and personal data."""
