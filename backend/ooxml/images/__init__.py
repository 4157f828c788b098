"""Pictures: remove metadata, or replace the picture by a grey box."""
