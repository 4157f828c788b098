"""Validate what people enter: names, terms, labels and notes.

All entry points use these checks: the fields of the service, the options and files of the command line, imported
dictionaries, manifests and corpora. Entries of an older store or of a list on disk were never checked. They must
not make a document fail, so `searchable_part` and `word_safe_text` keep as much of them as can be used.
"""

import re
from collections.abc import Iterable, Mapping

from backend.document.phrases import is_searchable, normal_form
from backend.messages.warning_words import FAULTS
from backend.messages.warnings import EntryList, EntryNotUsable, Fault, Owner

LONGEST_TERM = 300
"""Characters of a name, a term or a label: a longer one is a pasted document."""

LONGEST_FOLDED = 2 * LONGEST_TERM
"""Characters of a name or a term once it is folded: 60 signs of Arabic that stand for a sentence each are 1,080."""

LONGEST_NOTE = 2_000
"""Characters of a note that one person leaves for another."""

LONGEST_REPLACEMENT = 200
"""Characters of what somebody wants to stand in place of a term."""

# The last two code points of each plane of Unicode, and 32 in the midst of the first.
_NONCHARACTERS = "\ufdd0-\ufdef" + "".join(
    chr(plane + last) for plane in range(0, 0x110000, 0x10000) for last in (0xFFFE, 0xFFFF)
)

_UNUSABLE: Mapping[Fault, str] = {
    "control_character": "\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f",  # all but tabs and the ends of lines and pages
    "half_character": "\ud800-\udfff",
    "no_character": _NONCHARACTERS,
    "picture_sign": "\ufffc",
}
"""What no entry may hold: nobody types it, no Word file holds it, or it is a sign of ours."""

_KINDS = {what: re.compile(f"[{signs}]") for what, signs in _UNUSABLE.items()}
_ANY = re.compile(f"[{''.join(_UNUSABLE.values())}]")


def label_fault(text: str, longest: int = LONGEST_TERM) -> str | None:
    """Return what is wrong with a label or note, as a clause that does not quote it; None when it is valid.

    >>> label_fault("Retail"), label_fault("Re\\x07tail"), label_fault("Retail", 3)
    (None, 'contains a control character', 'has more than 3 characters')
    """
    if len(text) > longest:
        return f"has more than {longest} characters"
    return _in_words(_fault_in(text))


def displayed_label(text: str) -> str | None:
    """Return a label that another program has sent, with U+FFFD for what no label may hold; None if it is blank.

    >>> displayed_label(" Ada\\x1b\\ud800 ") == "Ada\\ufffd\\ufffd", displayed_label(" ")
    (True, None)
    """
    return _ANY.sub("\ufffd", text.strip())[:LONGEST_TERM] or None


def term_fault(text: str) -> str | None:
    """Return what is wrong with a name or term, as `label_fault` does; it must hold something searchable.

    White space does not count, because terms are stored with single spaces.

    >>> term_fault("Halden & Rook"), term_fault("\\u200b")
    (None, 'contains only spaces, dashes, placeholders or the like')
    """
    fault = _fault_in_term(text)
    if fault is None and len(normal_form(text)) > LONGEST_FOLDED:
        return f"has signs that stand for words, and more than {LONGEST_FOLDED} characters with these words"
    return f"has more than {LONGEST_TERM} characters" if fault == "too_long" else _in_words(fault)


def _in_words(fault: Fault | None) -> str | None:
    return None if fault is None else FAULTS[fault]


def _fault_in(text: str) -> Fault | None:
    return next((fault for fault, signs in _KINDS.items() if signs.search(text)), None)


def _fault_in_term(text: str) -> Fault | None:
    if not text.strip():
        return "empty"
    if fault := _fault_in(text):
        return fault
    if len(with_single_spaces(text)) > LONGEST_TERM:
        return "too_long"
    return None if is_searchable(text) else "not_searchable"


def with_single_spaces(text: str) -> str:
    """Return a name or term with single spaces, and none at its ends.

    >>> with_single_spaces(" Halden\\t&\\nRook ")
    'Halden & Rook'
    """
    return " ".join(text.split())


def searchable_part(text: str) -> str | None:
    """Return the part of a stored name or term that can be searched for; None when nothing can.

    >>> searchable_part("Project\\x07Heron"), searchable_part("\\x00")
    ('Project Heron', None)
    """
    kept = text if _ANY.search(text) is None else with_single_spaces(_ANY.sub(" ", text))
    return kept if is_searchable(kept) else None


def word_safe_text(text: str) -> str:
    """Return a stored replacement without the characters that a Word file cannot hold.

    >>> word_safe_text("the\\x0bcompany\\ud800")
    'the company'
    """
    return _ANY.sub("", re.sub("[\x0b\x0c\x85]", " ", text))


def searchable_entries(
    terms: Iterable[str], list_name: EntryList, owner: Owner
) -> tuple[tuple[str, ...], tuple[EntryNotUsable, ...]]:
    """Return the searchable entries of a stored list, and a warning about each that had to be changed.

    The warnings name the list and the number of the entry, never the term.

    >>> searchable_entries(["Heron", "Project\\x07Kestrel", "---"], "always", "client_dictionary")[0]
    ('Heron', 'Project Kestrel')
    """
    found, warnings = [], []
    for number, text in enumerate(terms, start=1):
        kept = searchable_part(text)
        if kept is not None:
            found.append(kept)
        if kept != text:
            fault = _fault_in_term(text) or "not_searchable"
            warnings.append(EntryNotUsable(number, list_name, owner, fault, kept is not None))
    return tuple(found), tuple(warnings)
