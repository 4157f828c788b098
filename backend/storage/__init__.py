"""Persistent storage: clients, policies, reviews, jobs, accounts and the audit trail, in SQLite or PostgreSQL."""
