"""The one place where another version of the library is named as such."""

import json

from addin.wordhost.making import docx, runs
from addin.wordhost.profiles import MODULES

KNOWN = "1.1.110"


def test_the_protocol_of_the_pinned_library_is_the_one_that_the_host_speaks(pane):
    version = json.loads((MODULES / "@microsoft" / "office-js" / "package.json").read_text("utf-8"))["version"]
    beside = pane(docx(runs("Alice")))
    text = beside.run(
        "const body = context.document.body; body.load('text'); await context.sync(); return body.text;"
    )
    assert (version, text, beside.host.batches > 0) == (KNOWN, "Alice", True), (
        f"office-js {version} does not speak the protocol of {KNOWN}: read how its batches look "
        "(word-mac-16.00.debug.js) and bring addin/wordhost/protocol.py in line before anything else"
    )
