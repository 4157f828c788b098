"""The rules of claims about words that stay inside terms that are not accepted, or where nothing was suggested."""

import re
from typing import Any

from tests.browser.pane.evidence import SECOND_READINGS, Evidence, partly, taken
from tests.browser.pane.saved_text import readings

NAMED = 3
"""So many terms are named in a sentence; the others are counted."""


def _decided(file: Evidence) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The suggestions that go in all their places, and all others."""
    verdicts = file.verdicts(file.before)
    rows = file.before["suggestions"]
    gone = [each for each in rows if verdicts.get(each["id"]) == "accepted" and taken(each) and not partly(each)]
    return gone, [each for each in rows if each not in gone]


def _counted(value: dict[str, Any]) -> bool:
    return value["terms"] != [] and value["more"] == max(len(value["terms"]) - NAMED, 0)


def inside(file: Evidence, value: dict[str, Any]) -> bool:
    """The named terms are not accepted and stand in the file; each that plainly says an accepted one is named."""
    gone, others = _decided(file)
    texts = [re.escape(text) for each in gone for text in each["spellings"]]
    accepted = re.compile(rf"(?<!\w)(?:{'|'.join(texts) or '(?!)'})(?!\w)", re.IGNORECASE)
    own = {each["term"] for each in others if accepted.search(each["term"]) and places(each) > 0}
    known = {each["term"] for each in others}
    stand = [term for term in value["terms"] if file.stands(term) > 0]
    return _counted(value) and own <= set(value["terms"]) <= known and stand != []


def in_place(file: Evidence, value: dict[str, Any]) -> bool:
    """Exactly the accepted terms that nobody looks for elsewhere are named."""
    gone, _ = _decided(file)
    return _counted(value) and set(value["terms"]) == {each["term"] for each in gone if not each["spellings"]}


def places(row: dict[str, Any]) -> int:
    """The places of a suggestion; second readings of the text do not count."""
    return sum(each["story"]["kind"] not in SECOND_READINGS for each in row["places"])


def elsewhere(file: Evidence, claim: dict[str, Any]) -> bool:
    """As many whole words stand outside all suggestions."""
    rows = [each for each in file.now["suggestions"] if each["term"] == claim["term"]]
    return any(places(each) + claim["places"] in _standing(file, each) for each in rows)


def adds_up(file: Evidence, row: dict[str, Any]) -> bool:
    """A term that only its context tells stands as often as its row says, the places not suggested included."""
    if row.get("spellings", True) or "places" not in row or file.gives_no_file:  # near misses have no spellings
        return True
    told = [each["term.elsewhere"] for each in file.claims if "term.elsewhere" in each]
    more = sum(each["places"] for each in told if each["term"] == row["term"])
    return places(row) + more in _standing(file, row)


def _standing(file: Evidence, row: dict[str, Any]) -> set[int]:
    """How often the words of a term stand outside all other suggestions.

    Tabs and breaks are no letters here, so that two words may be read as one: the text is also read run by run.
    """
    own = {each["text"] for each in row["places"]}
    others = {at["text"] for each in file.now["suggestions"] if each["id"] != row["id"] for at in each["places"]}
    counts = set()
    for between in ("", " "):
        said = "\n".join(
            between.join(piece.text for piece in each.pieces if not piece.deleted and not piece.second)
            for each in readings(file.sent_file)
        )
        for text in sorted(others, key=len, reverse=True):
            said = re.sub(rf"(?<!\w){re.escape(text)}(?!\w)", "\0", said)
        counts.add(sum(len(re.findall(rf"(?<!\w){re.escape(text)}(?!\w)", said)) for text in own))
    return counts


KEPT_APART = {"left.inside": inside, "decisions.in-place": in_place, "term.elsewhere": elsewhere}
"""The rule of each claim."""
