"""Redact, check and certify documents."""
