"""Workers that run jobs: beside the service, or alone on another machine."""
