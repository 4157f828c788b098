"""Underlines of runs, by the names of `Word.UnderlineType` and those of the file."""

from addin.wordhost import tracked
from addin.wordhost.edits import Edits
from addin.wordhost.errors import WordError
from addin.wordhost.highlights import FOLLOWING, put
from addin.wordhost.names import Element, new, w

NAMES = {
    "None": "none",
    "Single": "single",
    "Word": "words",
    "Double": "double",
    "Thick": "thick",
    "Dotted": "dotted",
    "DottedHeavy": "dottedHeavy",
    "DashLine": "dash",
    "Wave": "wave",
}
"""Typings of `Word.UnderlineType`, and ST_Underline (ECMA-376 part 1, 17.18.99); the rest is not emulated."""
MIXED = "Mixed"
BEHIND = FOLLOWING - {w("u")}


def underline(edits: Edits, paragraph: Element, start: int, end: int, name: str) -> None:
    """Set the underline of a span; "None" takes it out, since no style of the host underlines (unsourced)."""
    if name not in NAMES:
        raise WordError("InvalidArgument")
    for run in edits.runs(paragraph, start, end):
        properties = run.find(w("rPr"))
        if properties is None:
            if name == "None":
                continue
            properties = new("rPr")
            run.insert(0, properties)
        if edits.tracking:
            tracked.remember_format(properties, edits.number())
        for old in properties.findall(w("u")):
            properties.remove(old)
        if name != "None":
            put(properties, new("u", val=NAMES[name]), BEHIND)
        elif not len(properties):
            run.remove(properties)


def underlines(edits: Edits, paragraph: Element, start: int, end: int) -> set[str]:
    """The underlines in a span; it splits nothing."""
    spelled = {value: name for name, value in NAMES.items()}
    found = set()
    for piece in edits.stories.reading(paragraph).between(start, end):
        if not piece.deleted and piece.text:
            mark = piece.run.find(f"{w('rPr')}/{w('u')}")
            found.add("None" if mark is None else spelled.get(mark.get(w("val"), "single"), "Single"))
    return found


def told(found: set[str]) -> str:
    """What `Font.underline` says: the name, "None", or "Mixed" (typings)."""
    return MIXED if len(found) > 1 else next(iter(found), "None")
