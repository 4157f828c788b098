"""Which files a run reads and writes."""
