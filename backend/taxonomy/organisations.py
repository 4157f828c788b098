"""Organisations: what their name says they are, their industry, "a company"."""

import re
from collections.abc import Iterator, Sequence

from backend.document.company_names import has_legal_form
from backend.document.phrases import normal_form
from backend.taxonomy.broader import Article, Kind, Meaning, Source, Step, levels

_SORTS = (
    *("university", "college", "school", "academy", "hospital", "clinic", "bank", "insurer", "ministry", "council"),
    *("court", "tribunal", "parliament", "museum", "library", "foundation", "charity", "association", "federation"),
    *("union", "institute", "laboratory", "church", "airport", "airline", "hotel", "theatre", "party", "police"),
    *("commission", "authority", "agency", "committee", "company"),
)
"""What an organisation says of itself in its name, and a reader needs no more to know its sort."""
_PUBLIC = frozenset(
    {"ministry", "council", "court", "tribunal", "parliament", "police", "commission", "authority", "agency"}
)
_COMPANIES = frozenset({"bank", "insurer", "airline", "hotel", "company"})
_SORT = re.compile(rf"\b(?:{'|'.join(_SORTS)})\b")


def organisation_meanings(text: str, industries: Sequence[str] = ()) -> tuple[Meaning, ...]:
    """Return the one meaning of an organisation with its broader forms.

    `industries` are the industries of the organisation, from narrow to broad, as the caller knows them: the levels
    of `clients.csv`.
    """
    if not normal_form(text):
        return ()
    sort = _sort(text)
    is_company = bool(industries) or has_legal_form(text)
    gist = sort or ("company" if is_company else "organisation")
    steps = _steps(sort, industries, is_company=is_company)
    return (Meaning(Kind.ORGANIZATION, gist, levels(text, Source.INDUSTRY, steps)),)


def _sort(text: str) -> str | None:
    found = _SORT.findall(normal_form(text))
    return found[-1] if found else None


def _steps(sort: str | None, industries: Sequence[str], *, is_company: bool) -> Iterator[Step]:
    if sort is not None:
        yield Step(sort, Article.NONE if sort == "police" else Article.INDEFINITE)
    for industry in industries:
        if name := " ".join(industry.split()):
            yield Step(f"company in the {_lowered(name)} industry", Article.INDEFINITE)
    if sort in _PUBLIC:
        yield Step("public body", Article.INDEFINITE)
    elif sort in _COMPANIES or (sort is None and is_company):
        yield Step("company", Article.INDEFINITE)
    yield Step("organisation", Article.INDEFINITE)


def _lowered(name: str) -> str:
    """The name of an industry as it stands within a sentence: "food retail", but "IT services"."""
    return name if name[1:2].isupper() else name[0].lower() + name[1:]
