"""The service that Word talks to: HTTP in, the services below, HTTP out."""
