"""Word files: open safely, read, redact in place, scrub, write.

`package.open_package` → `reader.read_document` → `writer.redact` → `scrub.scrub` → `Package.to_bytes`. Each takes a
frozen value and returns one. This room alone knows XML: nothing of lxml leaves it.
"""
