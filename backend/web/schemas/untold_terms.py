"""Leave the list for everyone out of responses to callers who may not read it.

Every document is searched for all terms of that list. A term that stands in the document is in the response as
whatever else was found; the others would tell each group what the other groups' documents are about.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from backend.document.phrases import Phrase
from backend.reporting.report import FileReport
from backend.verification.places import LeftPlace
from backend.web.auth.current_caller import caller
from backend.web.service import service
from backend.wiring.requests import lists_here


def untold_terms(own: Iterable[Phrase]) -> frozenset[str]:
    """The keys of the terms of the list for everyone that the caller must not learn; their `own` they know."""
    if caller().groups is None:
        return frozenset()
    everyone = service().dictionaries.lists(lists_here(service().settings)).everyone
    return frozenset(Phrase(term).key for term in (*everyone.deny, *everyone.allow)) - {each.key for each in own}


def report_for_caller(report: FileReport) -> FileReport:
    """A report that names no untold term, unless the term was redacted or is left in the document."""
    asked = report.asked
    untold = untold_terms(() if asked is None else (*asked.always, *asked.never, *map(Phrase, asked.left)))
    if not untold or report.verification is None:
        return report
    found = {Phrase(text).key for row in report.suppressed for text in row.suggestion.spellings}
    before = sum(len(row.suggestion.spellings) for row in report.suppressed)
    left = {place.index for place in report.verification.places}
    stays = [
        at
        for at, string in enumerate(report.sought, start=before)
        if (key := Phrase(string.text).key) not in untold or key in found or at in left
    ]
    now = {at: new for new, at in enumerate(stays, start=before)} | {at: at for at in range(before)}

    def moved(place: LeftPlace) -> LeftPlace:
        return place if place.index is None else replace(place, index=now[place.index])

    verification = replace(report.verification, places=tuple(map(moved, report.verification.places)))
    sought = tuple(report.sought[at - before] for at in stays)
    told = replace(report, sought=sought, verification=verification)
    redacted = {Phrase(string.text).key for string in told.strings.strings}
    return replace(
        told, spared=tuple(each for each in report.spared if each.key not in untold or _holds(each, redacted))
    )


def _holds(spared: Phrase, redacted: Iterable[str]) -> bool:
    """Whether a redacted string may stand within a phrase that stays; whoever checks a file has to know."""
    return any(key in spared.key for key in redacted)


def analysis_for_caller(told: dict[str, Any], own: Iterable[Phrase]) -> dict[str, Any]:
    """The JSON of an analysis that names no untold term, unless it is a suggestion."""
    untold = untold_terms(own)
    if not untold:
        return told
    found = {Phrase(text).key for row in told["suggestions"] for text in row["spellings"]}
    stays = [row for row in told["sought"] if (key := Phrase(row["term"]).key) not in untold or key in found]
    return {**told, "sought": stays}
