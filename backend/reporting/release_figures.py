"""What the release of a document or of a batch gives away, as JSON of private reports and in one sentence."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from backend.messages.message import counted
from backend.privacy.client_profiles import Crowd
from backend.privacy.document_release import Gain
from backend.privacy.documents import DocumentCollector
from backend.privacy.earlier_texts import EarlierText
from backend.privacy.release_figures import (
    Finding,
    ReleaseFigures,
    ReleaseSummary,
    Standing,
    UserRelease,
    worst_first,
)
from backend.privacy.spi import release_privacy

DIGITS = 6
"""Decimals of figures in bits."""

MOST_DOCUMENTS = 10
"""How many documents of a batch are named: those that give away most."""


def figures_as_json(figures: ReleaseFigures | None) -> dict[str, Any] | None:
    """The figures of a release as JSON; None where nothing was measured."""
    if figures is None:
        return None
    release = figures.release
    return {
        **_summary(figures.summary),
        "words": [
            {
                "word": each.word,
                "before": each.before,
                "after": each.after,
                "bits": round(each.bits, DIGITS),
                "sensitivity": round(each.sensitivity, DIGITS),
            }
            for each in release.words
        ],
        "terms": figures.terms,
        "earlier": earlier_as_json(figures.earlier),
        "finding": figures.finding.value,
        "sentence": sentence_of(figures),
    }


def summary_as_json(summary: ReleaseSummary | None) -> dict[str, Any] | None:
    """The figures of a release that name no word, as JSON; None where nothing was measured."""
    return None if summary is None else _summary(summary)


def _summary(summary: ReleaseSummary) -> dict[str, Any]:
    return {
        "unit": "word",
        "spi": round(summary.spi, DIGITS),
        "jsd": round(summary.jsd, DIGITS),
        "hidden_share": round(summary.hidden, DIGITS),
        "sensitive_share": None if summary.sensitive is None else round(summary.sensitive, DIGITS),
        "before": crowd_as_json(summary.before),
        "after": crowd_as_json(summary.after),
        "required": summary.required,
        "finding": summary.finding.value,
        "sentence": sentence_of_summary(summary),
    }


def crowd_as_json(crowd: Crowd | None) -> dict[str, Any] | None:
    """How many clients a text fits, as JSON."""
    return None if crowd is None else {"k": crowd.k, "d": round(crowd.d, DIGITS), "clients": crowd.clients}


def standing_as_json(standing: Standing | None) -> dict[str, Any] | None:
    """The figures of one state of an analysis, as JSON."""
    if standing is None:
        return None
    return {**gain_as_json(Gain(standing.spi, standing.jsd)), "crowd": crowd_as_json(standing.crowd)}


def gain_as_json(gain: Gain) -> dict[str, float]:
    """What redacting something adds to the index and the divergence, in bits, as JSON."""
    return {"spi": round(gain.spi, DIGITS), "jsd": round(gain.jsd, DIGITS)}


def earlier_as_json(earlier: Sequence[EarlierText]) -> list[dict[str, Any]]:
    """The closest earlier texts as JSON."""
    return [
        {
            "name": each.name,
            "distance": round(each.distance, DIGITS),
            "shared": round(each.shared, DIGITS),
            "terms": each.terms,
            "quoted": each.quoted,
            "reveals": each.reveals,
        }
        for each in earlier
    ]


def sentence_of(figures: ReleaseFigures) -> str:
    """Say in one sentence what the release gives away."""
    if figures.finding is Finding.STANDS_ELSEWHERE:
        worst = figures.earlier[0]
        is_it = "is a version of" if worst.is_version else "has passages in common with"
        return (
            f"“{worst.name}” {is_it} this document and contains the words of {worst.revealed:,} of "
            f"{counted(figures.terms, 'redacted term')}, so someone who has both can read these."
        )
    return sentence_of_summary(figures.summary)


def sentence_of_summary(summary: ReleaseSummary) -> str:
    """Say in one sentence what the release gives away, as far as no earlier text is known."""
    if summary.jsd == 0:
        hides = "No word is missing from the redacted copy"
    else:
        hides = f"{summary.hidden:.1%} of the words are missing from the redacted copy"
    crowd, finding = summary.after, summary.finding
    if crowd is None:
        return f"{hides}."
    if crowd.clients == 1:
        return f"{hides}, but no other client was compared, so the words that are left can only fit this one."
    if finding is Finding.STANDS_OUT:
        return f"{hides}, but the words that are left fit this client better than {other_clients(crowd)}."
    others = counted(crowd.clients - 1, "other client")
    fits = f"the words that are left fit {crowd.k - 1:,} of {others} at least as well as this client"
    if finding is Finding.TOO_FEW:
        return f"{hides}, and {fits}, which is fewer than level {summary.required} asks for."
    return f"{hides}, and {fits}."


def other_clients(crowd: Crowd) -> str:
    """Say than which clients this one fits better."""
    return "the other one" if crowd.clients == 2 else f"any other of {crowd.clients:,}"


@dataclass(frozen=True, slots=True)
class BatchFigures:
    """The figures of a batch: of its words (means over the documents), and of its documents (over the clients).

    A redacted document is another document; where documents match partly, it is its original as far as their words
    are the same. `left_out` counts the files that failed or have no words.
    """

    word: Gain
    document: Gain
    partial: Gain
    documents: int
    left_out: int
    worst: tuple[UserRelease, ...]
    findings: Mapping[Finding, int]

    @classmethod
    def of(cls, releases: Sequence[UserRelease], files: int) -> "BatchFigures | None":
        """Return the figures of the measured documents among some files; None if none was measured."""
        if not releases:
            return None
        found = [each.finding for each in releases]
        gains = [(each.spi, each.jsd) for each in releases]
        mean = Gain(*(sum(each) / len(gains) for each in zip(*gains, strict=True)))
        return cls(
            mean,
            _of_documents(releases, partly=False),
            _of_documents(releases, partly=True),
            len(releases),
            files - len(releases),
            tuple(worst_first(releases)[:MOST_DOCUMENTS]),
            {finding: found.count(finding) for finding in Finding if finding in found},
        )

    def as_json(self) -> dict[str, Any]:
        """The figures as JSON of a private report."""
        return {
            "word": gain_as_json(self.word),
            "document": gain_as_json(self.document),
            "partial": gain_as_json(self.partial),
            "measured": self.documents,
            "left_out": self.left_out,
            "findings": {finding.value: count for finding, count in self.findings.items()},
            "documents": [
                {
                    "path": each.path,
                    **gain_as_json(Gain(each.spi, each.jsd)),
                    "after": crowd_as_json(each.after),
                    "finding": each.finding.value,
                }
                for each in self.worst
            ],
            "sentence": self.sentence,
        }

    @property
    def sentence(self) -> str:
        """What the batch gives away, in one sentence."""
        many = counted(self.documents, "document")
        exposed = [each for each in Finding if each in self.findings and each in _EXPOSED]
        if not exposed:
            hidden = self.findings.get(Finding.HIDDEN, 0)
            if hidden and self.documents == 1:
                return "The words that are left in the document do not point to one client."
            if hidden == self.documents:
                return f"In none of {many} do the words that are left point to one client."
            if hidden:
                return (
                    f"Of {many}, {hidden:,} {'has' if hidden == 1 else 'have'} a client; the words that are left "
                    "there do not point to one client."
                )
            return f"The words of {many} differ from their originals by {self.word.jsd:.3f} of 1 on average."
        told = ", ".join(f"{self.findings[each]:,} {_EXPOSED[each][self.findings[each] > 1]}" for each in exposed)
        return f"Of {many}: {told}; “{self.worst[0].path}” gives away most."


_EXPOSED = {
    Finding.STANDS_ELSEWHERE: ("can be read in an earlier text",) * 2,
    Finding.STANDS_OUT: ("fits its client better than any other", "fit their client better than any other"),
    Finding.TOO_FEW: ("fits fewer clients than its level asks for", "fit fewer clients than their level asks for"),
}
"""What one document does, and what several do."""


def _of_documents(releases: Sequence[UserRelease], *, partly: bool) -> Gain:
    """Return the index of the documents of the clients, as a whole or partly matched."""
    originals = DocumentCollector()
    for each in releases:
        originals.add(each.user, each.source, each.sensitivity[0])
    released = originals.beside()
    for each in releases:
        before, after = each.sensitivity
        unchanged = each.jsd == 0
        same = 1.0 if unchanged else each.same if partly else 0.0
        released.add_share(each.user, released.element(each.source), before, same)
        released.add_share(each.user, released.element(each.result), after, 1 - same)
    measured = release_privacy(originals.elements(), released.elements(), originals.names)
    return Gain(measured.spi, measured.jsd)
