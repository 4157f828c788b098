"""Text among bytes: a part as the text that it is, or the readable runs of one that is none."""

import re
from collections.abc import Iterator

from backend.verification.spellings import BORDER

_MARKS = (
    (b"\xff\xfe\0\0", "utf-32-le"),
    (b"\0\0\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
    (b"\xef\xbb\xbf", "utf-8"),
)
_WITHOUT_MARK = {b"<\0": "utf-16-le", b"\0<": "utf-16-be"}
_BINARY = re.compile(r"[\x00-\x08\x0e-\x1f]")
_UTF8_RUNS = re.compile(rb"[\t\x20-\x7e\x80-\xff]{3,}")
_UTF16_RUNS = (
    ("utf-16-le", re.compile(rb"(?:[\x20-\x7e\xa0-\xff]\x00|[\x00-\xff][\x01-\x06]){3,}")),
    ("utf-16-be", re.compile(rb"(?:\x00[\x20-\x7e\xa0-\xff]|[\x01-\x06][\x00-\xff]){3,}")),
)

_SMALL, _SMALLISH = 1024, 16 * 1024
_LETTERS = 3, 4, 5
"""How many letters a string needs in few, in some and in many bytes, so as not to stand there by chance."""


def as_text(content: bytes) -> tuple[str | None, str]:
    """The text of a part that is text, and "utf-16" when it is in that; None when it is something else."""
    encoding = next((name for mark, name in _MARKS if content.startswith(mark)), None)
    if encoding is None:
        encoding = _WITHOUT_MARK.get(content[:2], "utf-8")
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        # XML may be in any encoding that its first line names; expat knows it.
        return (content.decode("latin-1"), "") if content.lstrip()[:5] == b"<?xml" else (None, "")
    if _BINARY.search(text):
        return None, ""
    return text.removeprefix("\ufeff"), encoding[:6] if encoding != "utf-8" else ""


def readable(content: bytes) -> Iterator[tuple[str, str]]:
    """The runs of readable characters among bytes, joined by borders, per encoding."""
    runs = (run.decode("utf-8", "ignore") for run in _UTF8_RUNS.findall(content))
    yield "", BORDER.join(runs)
    for encoding, pattern in _UTF16_RUNS:
        yield "utf-16", BORDER.join(run.decode(encoding, "ignore") for run in pattern.findall(content))


def shortest_in(content: bytes) -> int:
    """How long a string must be to be looked for among so many bytes; by chance every short one turns up."""
    few, some, many = _LETTERS
    return few if len(content) <= _SMALL else some if len(content) <= _SMALLISH else many
