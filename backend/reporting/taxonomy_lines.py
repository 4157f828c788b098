"""What stands above a word, as text for people."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from backend.reporting.render import table
from backend.taxonomy.broader import Broader, Kind, Meaning

KIND_NAMES = {
    "word": Kind.WORD,
    "location": Kind.LOCATION,
    "date": Kind.DATE_TIME,
    "amount": Kind.QUANTITY,
    "age": Kind.AGE,
    "job-title": Kind.JOB_TITLE,
    "organisation": Kind.ORGANIZATION,
}
"""What people call the kinds of terms."""

_CALLED = {kind: name for name, kind in KIND_NAMES.items()}


def meaning_lines(meanings: Sequence[Meaning]) -> RenderableType:
    """List the meanings of a word, each with its broader forms from narrow to broad."""
    if not meanings:
        return Text("The taxonomy has no broader form for this word. Is it a noun, a place, a date or an amount?")
    rows = [row for meaning in meanings for row in _rows(meaning)]
    listed = table(("kind", "meaning", "in", "frequency", "level", "broader form", "stands for"), rows)
    if len(meanings) == 1:
        return listed
    return Group(listed, Text("The word has several meanings. Which one a document has depends on its text."))


def _rows(meaning: Meaning) -> list[tuple[object, ...]]:
    about = (_CALLED[meaning.kind], meaning.gist, meaning.domain or "", _number(meaning.frequency))
    if not meaning.broader:
        return [(*about, "", "none", "")]
    first, *others = (_form(each) for each in meaning.broader)
    return [(*about, *first), *(("", "", "", "", *form) for form in others)]


def _form(broader: Broader) -> tuple[object, ...]:
    return broader.level, broader.phrase, _number(broader.below)


def _number(value: int | None) -> str:
    return "" if value is None else f"{value:,}"
