"""What the pane holds proxies of: the document and everything in it."""
