"""What may be shown of a redaction: that it was done, how, and how it was checked, without a word that it took out.

A report holds originals; a certificate holds none. Where a name could stand, of a client or of a part of the file,
what was redacted is put out of it first. Clients are named as the asker may see them, but for the client itself.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import accumulate
from pathlib import PurePath
from typing import Any

from backend import __version__
from backend.detection.pii import DEFAULT_ENTITIES
from backend.document.coverage import Treatment
from backend.document.model import replaced
from backend.document.policy import Policy
from backend.document.spans import joined
from backend.ooxml.page import Page, Section
from backend.reporting.report import FileReport
from backend.verification.residue import Status, Verification

LIMITS = (
    "where k and guesses stand above, they speak of the model named there and of the words that are left; nobody "
    "has read what is not examined, and a name that no recogniser knows and no list holds may remain."
)

_THIS_CLIENT = "the document's own client"
_ANOTHER = "another client"
_ROOM, _LONGEST = 180, 40
"""Characters of a list and of a name on the page; the JSON has all of them."""


@dataclass(frozen=True, slots=True)
class Run:
    """What was asked for in a run; `model` is the version of the client models, if there is one."""

    model: str | None
    entities: frozenset[str]
    reads_names: bool


@dataclass(frozen=True, slots=True)
class Certificate:
    """One file that was redacted and verified in a run."""

    file: FileReport
    run: Run
    made: datetime

    def as_json(self) -> dict[str, Any]:
        """For programs; `result_sha256` tells the document that it is of."""
        file = self.file
        return {
            "certificate": 1,
            "version": __version__,
            "made": self.made.astimezone(UTC).isoformat(timespec="seconds"),
            "document": self._name,
            "source_sha256": file.source_sha256,
            "result_sha256": file.result_sha256,
            "asked": {
                "personal": sorted(self.run.entities),
                "names": self.run.reads_names,
                "policy": file.policy.as_json(),
            },
            "hidden": self._hidden(),
            "taken_out": [
                {"kind": kind, "terms": terms, "places": places} for kind, terms, places in _taken_out(file)
            ],
            "coverage": [
                {"kind": kind, "treatment": treatment.value, "parts": parts, "count": count}
                for kind, treatment, parts, count in _coverage(file)
            ],
            "verification": self._verification(),
            "limits": LIMITS,
        }

    def as_docx(self) -> bytes:
        """For people: one page of A4."""
        sections = (
            Section("The document", tuple(self._document_rows())),
            Section("What was done", tuple(self._done_rows())),
            Section("What was checked", tuple(self._checked_rows())),
            *([Section("Who would be guessed now", tuple(self._guess_rows()))] if self.file.guess_after else []),
        )
        return Page(
            "Certificate of redaction", f"made by Unsaid {__version__}", sections, f"Limits: {LIMITS}"
        ).as_docx()

    @property
    def _name(self) -> str:
        """The output's name, which was cleaned with the output."""
        return PurePath(self.file.output or "").name

    def _hidden(self) -> dict[str, Any] | None:
        file = self.file
        if file.k is None:
            return None
        return {
            "model": self.run.model,
            "k": file.k,
            "k_reached": file.k_reached,
            "kept_share": None if file.kept_share is None else round(file.kept_share, 4),
            "guess_now": [
                {"client": name, "probability": round(probability, 6)} for name, probability in self._guesses()
            ],
        }

    def _verification(self) -> dict[str, Any] | None:
        found = self.file.verification
        if found is None:
            return None
        return {
            "status": found.status.value,
            "examined": sum(part.examined for part in found.parts),
            "not_examined": [{"part": self._without_originals(name), "why": why} for name, why in _unread(found)],
            "left": len(found.places),
            "new": [
                {"kind": kind, "places": places}
                for kind, places in Counter(new.entity for new in found.new).items()
            ],
            "stays": sum(each.count for each in found.stays),
        }

    def _guesses(self) -> list[tuple[str, float]]:
        """Never the client itself, nor a name that stood in the document."""
        return [(self._told(each.name), each.probability) for each in self.file.guess_after]

    def _told(self, name: str) -> str:
        if name == self.file.client:
            return _THIS_CLIENT
        return _ANOTHER if any(self.file.strings.find(name)) else name

    def _without_originals(self, name: str) -> str:
        strings = self.file.strings
        found = ((span, strings.strings[position].placeholder) for position, span in strings.find(name))
        return replaced(name, joined(found))

    def _document_rows(self) -> Iterable[tuple[str, str]]:
        file = self.file
        yield "Redacted copy", _short(self._name)
        yield "SHA-256 of it", file.result_sha256 or "not known"
        yield "SHA-256 of the source", file.source_sha256 or "not known"
        yield "Redacted and checked", f"{self.made.astimezone(UTC):%d %B %Y, %H:%M:%S} UTC"

    def _done_rows(self) -> Iterable[tuple[str, str]]:
        file, run = self.file, self.run
        taken = [f"{kind} {places}×" for kind, _, places in _taken_out(file)]
        yield "Taken out of the text", _listed(taken)
        yield "Looked for", _looked_for(run.entities, reads_names=run.reads_names)
        if file.k is not None:
            reached = "reached" if file.k_held else "NOT reached"
            yield "Client hidden at", f"k = {file.k}, {reached}, under the model version {_short(str(run.model))}"
        if file.utility_after is not None:
            yield (
                "Likeliest industry",
                f"{_short(file.utility_after)}, before it was {_short(str(file.utility_before))}",
            )
        yield "Words kept", f"{file.kept_share or 0:.1%}"
        yield "Policy", "; ".join(f"{what} {how}" for what, how in _policy_in_words(file.policy))
        yield "Redacted in place", _listed(_met(file, Treatment.REDACTED))
        yield "Removed", _listed(_met(file, Treatment.REMOVED))

    def _checked_rows(self) -> Iterable[tuple[str, str]]:
        found = self.file.verification
        if found is None:
            yield "Verified", "no"
            return
        examined = _many(sum(part.examined for part in found.parts), "part")
        yield "Verified", f"{_STATUS[found.status]}: {examined} read again and searched by a second reader"
        if found.places:
            yield "Left", f"{_many(len(found.places), 'place')}; do not hand the document on"
        if found.stays:
            places = _many(sum(each.count for each in found.stays), "place")
            yield "Left by decision", f"{places} of terms that were taken out elsewhere"
        unread = [f"{_short(self._without_originals(name))} ({why})" for name, why in _unread(found)]
        yield "Not examined", _listed(unread, longest=_ROOM)
        again = [f"{kind} {places}×" for kind, places in Counter(each.entity for each in found.new).most_common()]
        yield "New on reading again", _listed(again)

    def _guess_rows(self) -> Iterable[tuple[str, str]]:
        for name, probability in self._guesses():
            yield f"{probability:.0%}", _short(name)


_STATUS = {
    Status.CLEAN: "clean",
    Status.LEFT: "NOT clean",
    Status.NOT_EXAMINED: "nothing is left in what was examined",
}
_IN_WORDS = {
    "tell": "kept, not examined",
    "keep": "kept",
    "remove": "removed",
    "accept": "accepted",
    "anonymise": "without their authors",
    True: "removed",
    False: "kept",
}


def _policy_in_words(policy: Policy) -> Iterable[tuple[str, str]]:
    subjects = ("pictures", "tracked changes", "comments", "hidden text", "traces of editing")
    return zip(subjects, (_IN_WORDS[value] for value in policy.as_json().values()), strict=True)


def _taken_out(file: FileReport) -> list[tuple[str, int, int]]:
    """Kind, terms and their places in the text that people read; the most frequent kind first."""
    terms, places = Counter[str](), Counter[str]()
    for row in file.suppressed:
        terms[row.suggestion.entity] += 1
        places[row.suggestion.entity] += row.count
    return [(kind, terms[kind], count) for kind, count in places.most_common()]


def _coverage(file: FileReport) -> list[tuple[str, Treatment, int, int]]:
    """The rows of the coverage map that were met: kind, treatment, in how many parts, how many places changed."""
    parts, counts = Counter[tuple[str, Treatment]](), Counter[tuple[str, Treatment]]()
    for row in file.coverage:
        parts[row.kind, row.treatment] += 1
        counts[row.kind, row.treatment] += row.count
    return [(*key, parts[key], counts[key]) for key in sorted(parts)]


def _met(file: FileReport, treatment: Treatment) -> list[str]:
    """The kinds of that treatment, those with most changes first."""
    rows = [(count, kind) for kind, how, _, count in _coverage(file) if how is treatment]
    return [kind for _, kind in sorted(rows, key=lambda row: (-row[0], row[1]))]


def _unread(found: Verification) -> list[tuple[str, str]]:
    return [(part.name, part.why) for part in found.parts if not part.examined]


def _looked_for(entities: frozenset[str], *, reads_names: bool) -> str:
    if not entities:
        return "no personal data"
    kinds = "every kind of personal data" if entities >= DEFAULT_ENTITIES else _listed(sorted(entities))
    return kinds if reads_names else f"{kinds}; names by lists alone"


def _listed(told: Sequence[str], longest: int = _LONGEST) -> str:
    """As many as there is room for, and how many more there are; none longer than so many characters."""
    if not told:
        return "nothing"
    shown = [_short(each, longest) for each in told]
    fits = max(1, sum(length <= _ROOM for length in accumulate(len(each) + 2 for each in shown)))
    more = f" and {len(told) - fits} more" if len(told) > fits else ""
    return ", ".join(shown[:fits]) + more


def _short(text: str, longest: int = _LONGEST) -> str:
    return text if len(text) <= longest else f"{text[: longest // 2]}…{text[-longest // 2 :]}"


def _many(number: int, what: str) -> str:
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"
