"""What does jobs: beside the service, or by itself on another machine."""
