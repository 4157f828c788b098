"""A request, resolved in one place for the command line, HTTP, the pane and jobs."""
