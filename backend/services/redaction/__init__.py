"""Documents redacted, checked, certified."""
