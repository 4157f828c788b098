"""Leave terms out of a report that its reader may not learn."""

from collections.abc import Iterable
from dataclasses import replace

from backend.document.phrases import Phrase
from backend.reporting.report import FileReport
from backend.verification.places import LeftPlace


def report_without(report: FileReport, untold: frozenset[str]) -> FileReport:
    """A report that names no term with an `untold` key, unless it was redacted or is left in the document."""
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
    shown = replace(report, sought=sought, verification=verification)
    redacted = {Phrase(string.text).key for string in shown.strings.strings}
    return replace(
        shown, spared=tuple(each for each in report.spared if each.key not in untold or _holds(each, redacted))
    )


def _holds(spared: Phrase, redacted: Iterable[str]) -> bool:
    """Whether a redacted string may stand within a phrase that stays; whoever checks a file has to know."""
    return any(key in spared.key for key in redacted)
