"""Privacy measures of releases: divergences, sensitivity, the privacy index, linkability, privacy policies."""
