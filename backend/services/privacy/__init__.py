"""Measure what a release gives away: the privacy index, linkability, privacy policies."""
