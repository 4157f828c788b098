"""Run the service: web servers, worker processes, sockets."""
