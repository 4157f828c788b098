"""Client models: trained, served, promoted, attacked."""
