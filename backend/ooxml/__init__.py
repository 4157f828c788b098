"""Word files: open them safely, read every story, replace across runs, clean what is not text, write them back.

`package.open_package` → `reader.read_document` → `writer.redact` → `scrub.scrub` → `Package.to_bytes`. Each takes a
frozen value and returns one. This room alone knows XML: nothing of lxml leaves it.
"""
