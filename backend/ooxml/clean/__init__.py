"""The clean copy: comments, revisions, hidden text and traces resolved or removed."""
