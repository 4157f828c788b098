"""The command line and the pane say the same of a content that was not read: what was done instead."""

import re
from pathlib import Path
from typing import get_args

from backend.messages.message import wording
from backend.messages.reason_words import REASON_WORDS
from backend.messages.reasons import Content, ContentNotRead

OF_THE_PANE = Path(__file__).parents[2] / "addin" / "src" / "state" / "reasons.ts"

in_words = wording(REASON_WORDS, {})


def test_the_pane_says_of_each_content_what_the_command_line_says():
    source = OF_THE_PANE.read_text("utf-8")
    table = source[source.index("const CONTENT:") :].partition("\n};")[0]
    of_the_pane = dict(re.findall(r'^ {2}(\w+): "[^:"]+: ([^"]+)",$', table, re.MULTILINE))
    said = {content: in_words(ContentNotRead(content)).partition(": ")[2] for content in get_args(Content)}
    assert all(said.values())
    assert of_the_pane == said
