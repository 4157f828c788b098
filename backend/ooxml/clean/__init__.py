"""The clean copy: resolve or remove comments, revisions, hidden text and traces."""
