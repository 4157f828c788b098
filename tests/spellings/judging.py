"""Draw cases (a transformation in a place), redact them, and judge each: redacted, reported or silent."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from backend.document.phrases import Phrase
from backend.services.redaction.redact import RedactedFile, redact_content
from backend.services.request.effective import EffectiveRequest
from backend.services.request.request import Terms
from tests.ooxml.building import paragraph, text
from tests.spellings.drawn_names import Names
from tests.spellings.oracle import everything_said, says
from tests.spellings.places import FILE_NAME, PLACES, Draft, Place
from tests.spellings.spelled import Spelled, Transformation
from tests.spellings.transformations import TRANSFORMATIONS


class Judgement(StrEnum):
    """What became of a case."""

    REDACTED = "redacted"
    REPORTED = "reported"
    SILENT = "silent"


@dataclass(frozen=True)
class Case:
    """A spelled name in a place."""

    transformation: Transformation
    place: str
    spelled: Spelled


@dataclass(frozen=True)
class Judged:
    case: Case
    judgement: Judgement


def drawn(transformations: Iterable[Transformation], place: str, names: Names) -> list[Case]:
    """One case of each transformation in a place."""
    return [Case(each, place, each.draw(names)) for each in transformations]


def judged(place: Place, cases: Sequence[Case], request: EffectiveRequest | None = None) -> list[Judged]:
    """Redact one document that has all these cases in a place, and each term once as it is in its body."""
    draft = Draft()
    place.fill(draft, [case.spelled.written for case in cases])
    before = everything_said(draft.content())
    unseen = [case for case in cases if not all(says(before, piece) for piece in case.spelled.tells)]
    assert not unseen, unseen
    draft.body += [paragraph(text(_escaped(case.spelled.term))) for case in cases]
    content = draft.content()
    done = redact_content(Path("report.docx"), Path("report.docx"), content, request or always_of(cases))
    after, told = everything_said(done.content), _told(done, place.parts)
    return [Judged(case, _judgement(case, after, told)) for case in cases]


def judged_by_name(case: Case, request: EffectiveRequest | None = None) -> Judged:
    """Redact a document whose file name has the case."""
    draft = Draft([paragraph(text("words"))])
    name = Path(case.spelled.written.replace("/", "_").replace("\0", "") + ".docx")
    done = redact_content(name, name, draft.content(), request or always_of([case]))
    left = done.name.stem.casefold()
    tells = (piece.replace("/", "_") for piece in case.spelled.tells)
    if not any(piece.casefold() in left for piece in tells):
        return Judged(case, Judgement.REDACTED)
    return Judged(case, _judgement(case, left, _told(done, ())))


def every_judgement(
    seed: int, transformations: Sequence[Transformation] = TRANSFORMATIONS, part: int = 0, parts: int = 1
) -> Iterator[Judged]:
    """One of the `parts` of the product of transformations and places; each part has all of either."""
    names = Names(seed)
    for number, place in enumerate(PLACES):
        yield from judged(place, drawn(transformations[(part + number) % parts :: parts], place.name, names))
    for case in drawn(transformations[part::parts], FILE_NAME, names):
        if "<" in case.spelled.written:
            continue  # no file is called so
        yield judged_by_name(case)


def always_of(cases: Iterable[Case]) -> EffectiveRequest:
    """The terms of the cases as an always-list."""
    return EffectiveRequest(asked=Terms(tuple(Phrase(case.spelled.term) for case in cases)))


def _escaped(term: str) -> str:
    return term.replace("&", "&amp;").replace("<", "&lt;")


@dataclass(frozen=True)
class _Told:
    """What a report says: which strings are left, and whether the part of the place was examined."""

    left: Collection[str]
    unexamined: bool


def _told(done: RedactedFile, parts: tuple[str, ...]) -> _Told:
    verification, strings = done.report.verification, done.report.strings.strings
    assert verification is not None
    unread = [each.name for each in verification.parts if not each.examined]
    left = {strings[place.index].text.casefold() for place in verification.places if place.index is not None}
    return _Told(left, any(name.startswith(part) for name in unread for part in parts))


def _judgement(case: Case, after: str, told: _Told) -> Judgement:
    if not any(says(after, piece) for piece in case.spelled.tells):
        return Judgement.REDACTED
    term = case.spelled.term.casefold()
    reported = (
        told.unexamined or term in told.left or any(piece.casefold() in told.left for piece in case.spelled.tells)
    )
    return Judgement.REPORTED if reported else Judgement.SILENT
