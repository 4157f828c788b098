"""The use cases of Unsaid: everything that the command line, HTTP and jobs call."""
