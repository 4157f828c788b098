"""The papers' experiments, with our figures beside theirs."""
