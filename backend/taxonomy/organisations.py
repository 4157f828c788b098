"""Organisations: what their name says they are, their industry, "a company"."""

import re
from collections.abc import Iterator, Sequence

from backend.document.phrases import normal_form
from backend.taxonomy.broader import Article, Kind, Meaning, Source, Step, levels

_SORTS = (
    *("university", "college", "school", "academy", "hospital", "clinic", "bank", "insurer", "ministry", "council"),
    *("court", "tribunal", "parliament", "museum", "library", "foundation", "charity", "association", "federation"),
    *("union", "institute", "laboratory", "church", "airport", "airline", "hotel", "theatre", "party", "police"),
)
"""What an organisation says of itself in its name, and a reader needs no more to know its sort."""
_PUBLIC = frozenset({"ministry", "council", "court", "tribunal", "parliament", "police"})
_NO_COMPANIES = _PUBLIC | {
    *("university", "college", "school", "academy", "hospital", "museum", "library", "foundation", "charity"),
    *("association", "federation", "union", "institute", "church", "party"),
}
_SORT = re.compile(rf"\b(?:{'|'.join(_SORTS)})\b")


def organisation_meanings(text: str, industries: Sequence[str] = ()) -> tuple[Meaning, ...]:
    """Return the one meaning of an organisation with its broader forms.

    `industries` are the industries of the organisation, from narrow to broad, as the caller knows them: the levels
    of `clients.csv`.
    """
    if not normal_form(text):
        return ()
    sort = _sort(text)
    gist = sort or "organisation"
    return (Meaning(Kind.ORGANIZATION, gist, levels(text, Source.INDUSTRY, _steps(sort, industries))),)


def _sort(text: str) -> str | None:
    found = _SORT.findall(normal_form(text))
    return found[-1] if found else None


def _steps(sort: str | None, industries: Sequence[str]) -> Iterator[Step]:
    if sort is not None:
        yield Step(sort, Article.NONE if sort == "police" else Article.INDEFINITE)
    for industry in industries:
        if name := " ".join(industry.split()):
            yield Step(f"company in the {_lowered(name)} industry", Article.INDEFINITE)
    if sort in _PUBLIC:
        yield Step("public body", Article.INDEFINITE)
    elif sort not in _NO_COMPANIES:
        yield Step("company", Article.INDEFINITE)
    yield Step("organisation", Article.INDEFINITE)


def _lowered(name: str) -> str:
    """The name of an industry as it stands within a sentence: "food retail", but "IT services"."""
    return name if name[1:2].isupper() else name[0].lower() + name[1:]
