"""Workers that run jobs: together with the service, or alone on another machine."""
