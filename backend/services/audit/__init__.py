"""The audit trail for documents and for people."""
