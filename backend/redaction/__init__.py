"""From decisions to a plan: which places go, and what stands there instead."""
