"""Leave the list for everyone out of responses to callers without permission to read it.

Every document is searched for all terms of that list. A term that stands in the document is in the response as
whatever else was found; the others would tell each group what the other groups' documents are about.
"""

from collections.abc import Iterable
from typing import Any

from backend.document.phrases import Phrase
from backend.reporting.report import FileReport
from backend.reporting.untold_terms import report_without
from backend.web.auth.current_caller import caller
from backend.web.schemas.redaction_options import lists_in_view
from backend.web.service import service


def untold_terms(own: Iterable[Phrase]) -> frozenset[str]:
    """The keys of the terms of the list for everyone that the caller must not learn; their `own` they know."""
    if caller().groups is None:
        return frozenset()
    everyone = service().dictionaries.lists(lists_in_view()).everyone
    return frozenset(Phrase(term).key for term in (*everyone.deny, *everyone.allow)) - {each.key for each in own}


def report_for_caller(report: FileReport) -> FileReport:
    """A report that names no untold term, unless the term was redacted or is left in the document."""
    record = report.asked
    return report_without(
        report, untold_terms(() if record is None else (*record.always, *record.never, *record.left))
    )


def analysis_for_caller(content: dict[str, Any], own: Iterable[Phrase]) -> dict[str, Any]:
    """The JSON of an analysis that names no untold term, unless it is a suggestion."""
    untold = untold_terms(own)
    if not untold:
        return content
    found = {Phrase(text).key for row in content["suggestions"] for text in row["spellings"]}
    stays = [row for row in content["sought"] if (key := Phrase(row["term"]).key) not in untold or key in found]
    return {**content, "sought": stays}
