"""Word files: open safely, read, redact in place, scrub, write.

The steps are `opc.package.open_package`, `word.reader.read_document`, `word.writer.redact`, `scrub.scrub` and
`Package.to_bytes`. Each takes a frozen value and returns one. This room alone knows XML: nothing of lxml leaves it.
"""
