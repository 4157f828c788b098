"""Measure readers who know the method: everything but the key that draws ranks, and the document."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import floor
from pathlib import Path

import numpy as np

from backend.blocking.industries import needed_to_keep
from backend.blocking.objectives import Objective
from backend.blocking.target_rank import RankKey
from backend.document.tokens import terms
from backend.evaluation.company_hiding import Redactor, early_and_later
from backend.evaluation.data import CHARACTERS, Filing
from backend.evaluation.repeated_releases import reading_once, selector_of
from backend.evaluation.result import Advance, Cell, Result, Table, paragraphs, silent
from backend.learning.arrays import Floats
from backend.learning.model import ClientModel
from backend.learning.visible_clients import EVERYBODY
from backend.services.request.request import DEFAULT_SELECTION
from backend.services.terms.industry import clients_alike
from backend.services.terms.term_selection import TermSelector

K = 5
DOCUMENTS = 100
KEYS = 40

_Place = Callable[[Floats], int]
"""Answers with a place, from 0, in the descending scores of the clients that a reader compares."""


@dataclass(frozen=True, slots=True, eq=False)
class Release:
    """A redacted filing as a reader sees it: descending scores, and the place of the true company among them.

    `key` is the number of the key that it was made with, None without one.
    """

    company: str
    key: int | None
    scores: Floats
    place: int
    kept: float


def releases(
    redactor: Redactor, documents: Sequence[Filing], keys: Sequence[RankKey], advance: Advance = silent
) -> tuple[Release, ...]:
    """Redact each filing without a key, and with the first of these keys that draws each rank.

    The other keys that draw the same rank at k are taken to release the same. They may draw other ranks at other
    levels, which are chosen together with level k.
    """
    found: list[Release] = []
    known = redactor.model.by_client.column
    for done, filing in enumerate(documents, 1):
        releasing = _Releasing.of(redactor, filing)
        found.append(releasing.with_key(None, None))
        by_rank: dict[int, Release] = {}
        for number, key in enumerate(keys):
            step = floor(key.drawn(filing.company, [filing.beginning], known) * K)
            if step not in by_rank:
                by_rank[step] = releasing.with_key(key, number)
            found.append(replace(by_rank[step], key=number))
        advance(done, len(documents))
    return tuple(found)


@dataclass(frozen=True, slots=True, eq=False)
class _Releasing:
    """A filing and what selects its words, the same for all keys."""

    redactor: Redactor
    filing: Filing
    selector: TermSelector

    @classmethod
    def of(cls, redactor: Redactor, filing: Filing) -> "_Releasing":
        redactor = reading_once(redactor)
        return cls(redactor, filing, selector_of(redactor, filing, K))

    def with_key(self, key: RankKey | None, number: int | None) -> Release:
        """Return what `unsaid redact` releases with a key.

        Where the industry is not kept, what is written may lack more words than were selected, so it is written.
        """
        alike = clients_alike(self.selector.subject, EVERYBODY)
        if alike is None or len(alike) < needed_to_keep(K):
            return self._written(key, number)
        known = self.redactor.model.by_client.column
        drawn = None if key is None else key.drawn(self.filing.company, [self.filing.beginning], known)
        level = replace(self.selector, drawn=drawn).select(DEFAULT_SELECTION, nested=True).levels[-1]
        if level.among is None:
            return self._written(key, number)
        left = Counter(self.selector.said)
        for word in level.words:
            del left[word]
        kept = left.total() / max(len(terms(self.filing.beginning)), 1)
        return self._seen(" ".join(left.elements()), kept, number, keeps=True)

    def _written(self, key: RankKey | None, number: int | None) -> Release:
        hidden = self.redactor.hide(self.filing, K, Objective.FLOOR, robust=True, rank_key=key)
        if hidden.file is None:
            raise ValueError("a filing that was not redacted")
        keeps = hidden.file.report.objective == Objective.FLOOR
        return self._seen(hidden.file.content.decode(), hidden.kept, number, keeps=keeps)

    def _seen(self, text: str, kept: float, number: int | None, *, keeps: bool) -> Release:
        """Return a release as a reader sees it, who compares the clients of the industry where it is kept."""
        clients, company = self.redactor.model.clients, self.filing.company
        industry = clients[self.selector.subject.client].utility
        scores = scores_of(self.redactor.model, text)
        order = sorted(
            (each.name for each in clients if not keeps or each.utility == industry), key=lambda name: -scores[name]
        )
        return Release(company, number, np.array([scores[name] for name in order]), order.index(company), kept)


def scores_of(model: ClientModel, text: str) -> Mapping[str, float]:
    """Return each client's log-likelihood, in nats, from the counts of a model; the product's code is not used."""
    column = {word: place for place, word in enumerate(model.vocabulary)}
    said = Counter(column[word] for word in terms(text) if word in column)
    places, times = list(said), np.array(list(said.values()), dtype=np.float64)
    counts = model.counts.toarray().astype(np.float64)
    likely = np.log(counts[:, places] + model.options.alpha)
    totals = np.log(counts.sum(axis=1) + model.options.alpha * counts.shape[1])
    scores = likely @ times - totals * times.sum()
    return {client.name: float(score) for client, score in zip(model.clients, scores, strict=True)}


def fixed_answer(found: Sequence[Release]) -> float:
    """Return how often a reader is right who answers with one rank, the best on the releases of other companies."""
    all_places = Counter(each.place for each in found)
    own: dict[str, Counter[int]] = {}
    for each in found:
        own.setdefault(each.company, Counter())[each.place] += 1
    right = 0
    for places in own.values():
        others = all_places - places
        if others:
            right += places[min(others, key=lambda place: (-others[place], place))]
    return right / len(found)


def _closely_ahead(within: float) -> _Place:
    """The place with most others ahead of it by at most so many nats."""
    return lambda scores: max(_possible(scores), key=lambda at: ((scores[:at] - scores[at] < within).sum(), -at))


def _first_within(nats: float) -> _Place:
    """The first place that is within so many nats of the last possible one."""
    return lambda scores: next(at for at in _possible(scores) if scores[at] - scores[_possible(scores)[-1]] <= nats)


def _smallest_step(scores: Floats) -> int:
    return min(_possible(scores), key=lambda at: float(scores[at - 1] - scores[at]))


def _largest_step_after(scores: Floats) -> int:
    after = [*(scores[:-1] - scores[1:]).tolist(), -np.inf]
    return max(_possible(scores), key=lambda at: after[at])


def _possible(scores: Floats) -> range:
    return range(K - 1, min(2 * K - 1, len(scores)))


READERS: Mapping[str, _Place] = {
    "most others ahead within 1 nat": _closely_ahead(1),
    "most others ahead within 3 nats": _closely_ahead(3),
    "most others ahead within 10 nats": _closely_ahead(10),
    "first within 1 nat of the last": _first_within(1),
    "first within 3 nats of the last": _first_within(3),
    "smallest step from the one ahead": _smallest_step,
    "largest step to the one behind": _largest_step_after,
}
"""Readers who look for the client that others were lifted over, among the ranks of k to 2k - 1."""


def known_method(folder: Path, advance: Advance = silent) -> Result:
    """Run `known-method`: how often a reader who knows the method names the company of a filing.

    Raises DataMissing, UnreadableFile.
    """
    counts, documents = early_and_later(folder, DOCUMENTS)
    keys = [RankKey(number.to_bytes(32, "big")) for number in range(KEYS)]
    return result_of(releases(Redactor.learn(counts), documents, keys, advance), len(documents))


def result_of(found: Sequence[Release], documents: int) -> Result:
    """Return what readers answer to the releases of so many filings."""
    ways = {
        "without a key": [each for each in found if each.key is None],
        "with a key": [each for each in found if each.key is not None],
    }
    fixed = {way: fixed_answer(some) for way, some in ways.items()}
    worst = {way: max(_right(some, place) for place in READERS.values()) for way, some in ways.items()}
    kept = {way: float(np.mean([each.kept for each in some])) for way, some in ways.items()}
    return Result(
        "known-method",
        "readers who know the method",
        "No table of the papers, which do not ask what a reader learns from knowing how words were chosen.",
        paragraphs(
            f"""
            {documents} later filings (first {CHARACTERS:,} characters) are redacted at k = {K} as `unsaid redact`
            does by default, level {K} chosen together with the others, without personal data, without a key and
            with {KEYS} keys: {len(ways["with a key"]):,} releases. Of the keys that draw the same rank of a filing
            at k = {K}, one is tried, and its release counts for all of them. A reader knows the model, k, the
            industry where it is kept, and the method; not the key, and not the document. *Fixed rank* answers with
            the rank that is most frequent in releases of other companies; the others look at the scores of each
            release. They compute these from the counts of the model with code of their own.
            """
        ),
        paragraphs(
            f"""
            A fixed rank is right in {fixed["without a key"]:.1%} of releases without a key and in
            {fixed["with a key"]:.1%} with one (goal: at most {1 / K + 0.03:.0%}). The best reader of scores is
            right in {worst["without a key"]:.1%} and {worst["with a key"]:.1%}.

            {kept["without a key"]:.1%} and {kept["with a key"]:.1%} of words are kept.
            """
        ),
        (),
        tables=(
            Table("Right answers", ("reader", *ways), (("fixed rank", *fixed.values()), *_answers(ways))),
            Table(
                "Releases by the rank of the company, and words kept",
                ("", *ways),
                (*_by_rank(ways), ("words kept", *kept.values())),
            ),
        ),
    )


def _answers(ways: Mapping[str, Sequence[Release]]) -> tuple[tuple[Cell, ...], ...]:
    return tuple((name, *(_right(some, place) for some in ways.values())) for name, place in READERS.items())


def _by_rank(ways: Mapping[str, Sequence[Release]]) -> tuple[tuple[Cell, ...], ...]:
    ranks = sorted({each.place + 1 for some in ways.values() for each in some})
    return tuple((f"rank {rank}", *(_share(some, rank) for some in ways.values())) for rank in ranks)


def _share(found: Sequence[Release], rank: int) -> float:
    return sum(each.place + 1 == rank for each in found) / len(found)


def _right(found: Sequence[Release], place: _Place) -> float:
    return sum(place(each.scores) == each.place for each in found) / len(found)
