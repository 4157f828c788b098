"""Finding what gives a document away: client terms and personal data."""
