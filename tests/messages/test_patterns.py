"""The pane and the command line call each pattern the same: the pane's words begin with a capital letter."""

import re
from pathlib import Path

from backend.messages.patterns import PATTERNS

OF_THE_PANE = Path(__file__).parents[2] / "addin" / "src" / "state" / "patterns.ts"


def test_the_pane_calls_each_pattern_what_the_command_line_calls_it():
    of_the_pane = dict(re.findall(r'^ {2}(\w+): "([^"]+)",$', OF_THE_PANE.read_text("utf-8"), re.MULTILINE))
    typeset = {code: words.replace("'", "’") for code, words in PATTERNS.items()}
    assert of_the_pane == {code: words[0].upper() + words[1:] for code, words in typeset.items()}
