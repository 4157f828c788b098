"""Messages about a document or a request: codes with parameters, which each surface words."""
