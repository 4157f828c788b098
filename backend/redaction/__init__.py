"""From decisions to a redaction plan."""
