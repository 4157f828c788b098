"""Blank the short names of folders and files, which keep the first letters of a name: KESTER~1."""

import re
from collections.abc import Iterator

from backend.document.coverage import CoverageEntry, Treatment
from backend.document.spans import Span
from backend.ooxml.human_text import FIELD_INSTRUCTION, human_texts
from backend.ooxml.opc.parsed_parts import OpenParts

SHORT_NAME = re.compile(r"(?<![\w~])[^\W_][\w$%'@{}!#()&^-]{0,7}~\d{1,5}(?:\.\w{1,3})?(?![\w~])")
"""A name of eight characters and an ending, as Windows makes it ([MS-FSCC] 2.1.5.2.1)."""
_BLANK = "REDACT~1"


def blank_short_paths(parts: OpenParts) -> Iterator[CoverageEntry]:
    """Blank short names in the paths of fields, if anything is redacted."""
    if not parts.search.strings.strings:
        return
    for part, root in parts.roots():
        for human in human_texts(root):
            if human.what == FIELD_INSTRUCTION and (found := list(SHORT_NAME.finditer(human.text))):
                human.replace([(Span(*match.span()), _BLANK) for match in found])
                parts.changed(part)
                yield CoverageEntry(part, FIELD_INSTRUCTION, Treatment.REDACTED, len(found))
