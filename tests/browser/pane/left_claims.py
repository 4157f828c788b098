"""Recompute what the pane says of places that are left: at each location as many as the saved file has."""

from typing import Any

from tests.browser.pane.evidence import ELSEWHERE, Evidence, Unknown
from tests.browser.pane.file_places import (
    goes_with_the_copy,
    is_of_another_program,
    places_of_values,
    search_for,
)
from tests.browser.pane.saved_text import texts


def left_term(file: Evidence, claim: dict[str, Any]) -> bool:
    """A term that is left stands in the text, unless the reason says that it no longer does.

    All lines of one location have as many places as it holds of all that had to be redacted.
    """
    term, why, where = claim["term"], claim["why"], claim["where"]
    if where is not None:
        if goes_with_the_copy(where):
            if claim["remedy"] == "unreadable":
                return False
        elif is_of_another_program(file.told_of, where) and claim["remedy"] != "unreadable":
            return False
        return claim["places"] > 0 and _numbered(file, where) and file.stands_at(term, where)
    if why in {"deleted", "second_copy"}:
        return file.stands_apart(term, why) == claim["places"]
    if why in ELSEWHERE:
        return texts(file.saved) != texts(file.sent_file)
    return 0 < claim["places"] <= file.stands(term)


def _numbered(file: Evidence, where: str) -> bool:
    try:
        number = file.number_at(where)
    except Unknown:
        return True
    here = (each for each in _lines(file) if each["where"] == where)
    # A date in another notation, say, is not what our own search looks for.
    listed = sum(each["places"] for each in here if file.stands_at(each["term"], where))
    return number is None or file.shown["more"] or number[0] <= listed <= number[1]


def _lines(file: Evidence) -> list[dict[str, Any]]:
    """What the pane lists as left."""
    return [each["left.term"] for each in file.claims if "left.term" in each]


def left_remedy(file: Evidence, value: dict[str, Any]) -> bool:
    """The places that need one thing are those that are listed."""
    listed = sum(each["places"] for each in _lines(file) if each["remedy"] == value["remedy"])
    return value["places"] > 0 and (file.shown["more"] or value["places"] == listed)


def left_unchecked(file: Evidence, value: bool) -> bool:
    """What stands outside the text was not checked since."""
    return value is True and not _is_checked(file)


def _is_checked(file: Evidence) -> bool:
    return any("check.status" in each for each in file.claims)


def _says_unchecked(file: Evidence) -> bool:
    """Before the check a count is of the text alone. Where more is in the file, the pane has to say so."""
    if _is_checked(file) or any("left.unchecked" in each for each in file.claims):
        return True
    try:
        return places_of_values(file.saved, search_for(file.sought)) == 0
    except Unknown:
        return True


def left_places(file: Evidence, value: int) -> bool:
    """As many as are listed, and none only where no accepted term stands in the text."""
    if not _says_unchecked(file):
        return False
    if value == 0:
        return file.left_of(file.saved) == []
    return file.shown["more"] or value == sum(each["places"] for each in _lines(file))


def left_still(file: Evidence, value: int) -> bool:
    """The same without places beside which the text changed."""
    still = sum(each["places"] for each in _lines(file) if each["why"] != "beside_changed")
    return (
        _says_unchecked(file)
        and (value > 0 or file.left_of(file.saved) == [])
        and (file.shown["more"] or value == still)
    )
