"""Authentication and authorisation of requests, and limits for each caller."""
