"""Reports, certificates and outcomes: as JSON for programs, as text and tables for people."""
