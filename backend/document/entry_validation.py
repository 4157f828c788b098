"""Validate what people enter: names, terms, labels and notes.

Every door asks here: the fields of the service, the options and files of the command line, imported dictionaries,
manifests and corpora. What stands in an older store or in a list on the disk has never been checked, and no
document may fail because of it: `searchable` and `writable` make the best of it.
"""

import re
from collections.abc import Iterable

from backend.document.phrases import can_be_looked_for

LONGEST_TERM = 300
"""Characters of a name, a term or a label: a longer one is a pasted document."""

LONGEST_NOTE = 2_000
"""Characters of a note that one person leaves for another."""

LONGEST_REPLACEMENT = 200
"""Characters of what somebody wants to stand in place of a term."""

# The last two code points of each plane of Unicode, and 32 in the midst of the first.
_NONCHARACTERS = "\ufdd0-\ufdef" + "".join(
    chr(plane + last) for plane in range(0, 0x110000, 0x10000) for last in (0xFFFE, 0xFFFF)
)

_UNUSABLE = {
    "a control character": "\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f",  # all but tabs and the ends of lines and pages
    "half of a character": "\ud800-\udfff",
    "a code point that stands for no character": _NONCHARACTERS,
    "the sign that stands for a picture": "\ufffc",
}
"""What no entry may hold, as people are told: nobody types it, no Word file holds it, or it is a sign of ours."""

_KINDS = {what: re.compile(f"[{signs}]") for what, signs in _UNUSABLE.items()}
_ANY = re.compile(f"[{''.join(_UNUSABLE.values())}]")
_NOTHING = "holds no letter, digit or sign that could be looked for"


def fault_of(text: str, longest: int = LONGEST_TERM) -> str | None:
    """What is wrong with a label or a note: a clause that does not repeat it; None where it can be used.

    >>> fault_of("Retail"), fault_of("Re\\x07tail"), fault_of("Retail", 3)
    (None, 'holds a control character', 'has more than 3 characters')
    """
    if len(text) > longest:
        return f"has more than {longest} characters"
    return next((f"holds {what}" for what, signs in _KINDS.items() if signs.search(text)), None)


def fault_of_term(text: str) -> str | None:
    """What is wrong with a name or a term, likewise: it must hold something that can be looked for.

    White space around and within does not count, since it is stored without.

    >>> fault_of_term("Halden & Rook"), fault_of_term("\\u200b")
    (None, 'holds no letter, digit or sign that could be looked for')
    """
    if not text.strip():
        return "is empty"
    fault = fault_of(text, len(text)) or fault_of(tidied(text))
    return fault or (None if can_be_looked_for(text) else _NOTHING)


def tidied(text: str) -> str:
    """A name or term with single spaces, and none around it.

    >>> tidied(" Halden\\t&\\nRook ")
    'Halden & Rook'
    """
    return " ".join(text.split())


def searchable(text: str) -> str | None:
    """As much of a stored name or term as can be looked for; None where nothing can.

    >>> searchable("Project\\x07Heron"), searchable("\\x00")
    ('Project Heron', None)
    """
    kept = text if _ANY.search(text) is None else tidied(_ANY.sub(" ", text))
    return kept if can_be_looked_for(kept) else None


def writable(text: str) -> str:
    """A stored replacement as it can stand in a Word file.

    >>> writable("the\\x0bcompany\\ud800")
    'the company'
    """
    return _ANY.sub("", re.sub("[\x0b\x0c\x85]", " ", text))


def usable(terms: Iterable[str], where: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The entries of a stored list as they can be looked for, and a warning about each that is another than stored.

    The warnings name the list and the number of the entry, never the term.

    >>> usable(["Heron", "Project\\x07Kestrel", "---"], "always of this client")[0]
    ('Heron', 'Project Kestrel')
    """
    found, warnings = [], []
    for number, text in enumerate(terms, start=1):
        kept = searchable(text)
        if kept is not None:
            found.append(kept)
        if kept != text:
            done = "nothing was looked for" if kept is None else "it was looked for without"
            warnings.append(f"entry {number} of {where} {fault_of_term(text)}; {done}; correct the list")
    return tuple(found), tuple(warnings)
