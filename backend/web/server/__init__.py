"""How the service is run: servers, processes, sockets."""
