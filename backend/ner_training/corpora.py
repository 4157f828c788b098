"""Read the public data sets with names as passages."""

import gzip
import json
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from backend.document.spans import Span
from backend.ner_training.passage import Labels, Name, Passage, written

_PERSON, _ORGANIZATION, _LOCATION = ("PERSON",), ("ORGANIZATION",), ("LOCATION",)
_DATE, _NRP, _ANYTHING = ("DATE_TIME",), ("NRP",), ()

GMB = {
    "per": _PERSON,
    "org": _ORGANIZATION,
    "geo": _LOCATION,
    "gpe": ("NRP", "LOCATION"),
    "tim": _DATE,
    "art": _ANYTHING,
    "eve": _ANYTHING,
    "nat": _ANYTHING,
}
SOCIAL = {
    "PER": _PERSON,
    "ORG": _ORGANIZATION,
    "LOC": _LOCATION,
    "person": _PERSON,
    "location": _LOCATION,
    "group": _ORGANIZATION,
    "corporation": _ORGANIZATION,
    "product": _ANYTHING,
    "creative-work": _ANYTHING,
}
_CROSSNER_PERSONS = ("person", "politician", "scientist", "writer", "musicalartist", "researcher")
_CROSSNER_ORGANIZATIONS = ("organisation", "politicalparty", "university", "band")
CROSSNER = {
    **dict.fromkeys(_CROSSNER_PERSONS, _PERSON),
    **dict.fromkeys(_CROSSNER_ORGANIZATIONS, _ORGANIZATION),
    "country": _LOCATION,
    "location": _LOCATION,
}
RE3D = {
    "Person": _PERSON,
    "Organisation": _ORGANIZATION,
    "Location": _LOCATION,
    "Temporal": _DATE,
    "Nationality": _NRP,
}
EARNINGS = {
    "PERSON": _PERSON,
    "ORG": _ORGANIZATION,
    "GPE": _LOCATION,
    "LOC": _LOCATION,
    "FAC": _LOCATION,
    "DATE": _DATE,
    "TIME": _DATE,
    "YEAR": _DATE,
    "NORP": _NRP,
}
_SILENT_EARNINGS = {"CONTRACTION", "CARDINAL", "MONEY", "PERCENT", "ORDINAL", "RANGE", "FALLBACK", "ABBREVIATION"}
LIFEBENCH = {"PERSON": _PERSON, "ORG": _ORGANIZATION, "LOCATION": _LOCATION}
GENERATED = {
    "PERSON": _PERSON,
    "ORGANIZATION": _ORGANIZATION,
    "LOCATION": _LOCATION,
    "ADDRESS": _LOCATION,
    "DATE_TIME": _DATE,
}
TAB = {
    "PERSON": _PERSON,
    "ORG": _ORGANIZATION,
    "LOC": _LOCATION,
    "DATETIME": _DATE,
    "CODE": ("CODE",),
    "QUANTITY": ("QUANTITY",),
    "DEM": ("DEMOGRAPHIC", "NRP"),
    "MISC": ("MISC",),
}
_ROLES = frozenset(
    "borrower lender agent bank company tenant landlord guarantor seller buyer holder trustee".split()
)

_HANDLE = re.compile(r"(?<!\w)@\w+")

Row = Mapping[str, Any]


def rows(path: Path) -> list[Row]:
    """The objects of a gzipped file of lines of JSON."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def tagged(
    found: Sequence[Row], labels: Mapping[str, Labels], unlabelled: Sequence[str], together: int
) -> Iterator[Passage]:
    """Token and tag rows as passages of up to `together` sentences that follow each other."""
    draw = random.Random(len(found))
    at = 0
    while at < len(found):
        many = draw.randint(1, together)
        text, names = written((row["tokens"], row["tags"]) for row in found[at : at + many])
        at += many
        yield Passage(text, tuple(_name(span, label, labels) for span, label in names), frozenset(unlabelled))


def _name(span: Span, label: str, labels: Mapping[str, Labels]) -> Name:
    meant = labels.get(label, _ANYTHING)
    return Name(span, meant, may_be_outside=not meant)


def loan_agreements(found: Sequence[Row]) -> Iterator[Passage]:
    """SEC loan agreements: what they call persons are mostly defined terms, which are nobody."""
    for passage in tagged(found, SOCIAL, ("DATE_TIME", "NRP"), 3):
        kept = tuple(
            name
            for name in passage.names
            if not (name.labels == _PERSON and name.span.of(passage.text).split()[-1].lower().rstrip("s") in _ROLES)
        )
        yield Passage(passage.text, kept, passage.unlabelled)


def comments(found: Sequence[Row]) -> Iterator[Passage]:
    """WNUT 2017: of handles (@rook) nothing is said, for only this set calls them nobody."""
    for passage in tagged(found, SOCIAL, ("DATE_TIME", "NRP"), 5):
        named = [name.span for name in passage.names]
        handles = (Span(*handle.span()) for handle in _HANDLE.finditer(passage.text))
        free = (Name(each, _PERSON, may_be_outside=True) for each in handles if not any(map(each.overlaps, named)))
        yield Passage(passage.text, (*passage.names, *free), passage.unlabelled)


def court_cases(found: Sequence[Row]) -> Iterator[Passage]:
    """Cases of the Text Anonymization Benchmark; what need not be masked is PUBLIC."""
    for row in found:
        names = (
            Name(
                Span(entity["start"], entity["end"]),
                ("PUBLIC",) if entity["identifier_type"] == "NO_MASK" else TAB[entity["type"]],
            )
            for entity in sorted(row["entities"], key=lambda entity: entity["identifier_type"] == "NO_MASK")
        )
        yield Passage(row["text"], tuple(names))


def reports(found: Sequence[Row]) -> Iterator[Passage]:
    """The documents of re3d."""
    for row in found:
        names = tuple(_name(Span(start, end), label, RE3D) for start, end, label in row["entities"])
        yield Passage(row["text"], names)


def calls(found: Sequence[Row]) -> Iterator[Passage]:
    """Earnings calls, a few turns at a time; amounts there are nobody's."""
    for row in found:
        turns = row["turns"]
        for first in range(0, len(turns), 4):
            text, names = "", []
            for i, turn in enumerate(turns[first : first + 4], first):
                offset = len(text)
                text += turn["text"] + "\n"
                names += [
                    _name(Span(offset + start, offset + end), label, EARNINGS)
                    for at, start, end, label in row["entities"]
                    if at == i and label not in _SILENT_EARNINGS
                ]
            yield Passage(text, tuple(names))


def generated(found: Sequence[Row]) -> Iterator[Passage]:
    """Generated requests, letters and cards with their values."""
    for row in found:
        names = tuple(
            _name(Span(entity["start"], entity["end"]), entity["label"], GENERATED) for entity in row["entities"]
        )
        yield Passage(row["text"], names, frozenset(("NRP",)))


def diaries(found: Sequence[Row]) -> Iterator[Passage]:
    """LifeBench: messages and notes; its spans were labelled by machine."""
    for row in found:
        names = tuple(
            _name(Span(entity["start"], entity["end"]), entity["label"], LIFEBENCH) for entity in row["entities"]
        )
        yield Passage(row["text"], names, frozenset(("NRP", "DATE_TIME")))
