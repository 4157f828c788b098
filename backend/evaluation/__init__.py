"""Repeat the papers' experiments, and show our figures beside theirs."""
