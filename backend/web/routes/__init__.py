"""One module for each group of routes, the table of blueprints, and the audit events of documents."""
