"""The review policy, placeholders, and the redaction plan."""
