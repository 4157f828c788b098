"""Redact the company in SEC filings as the product does, and attack the result."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from time import perf_counter

import numpy as np

from backend.blocking.attackers import AttackerKind, named_first
from backend.blocking.confusability import count_model_words, k_reached
from backend.blocking.known_attackers import Defence, MeasuredProtection
from backend.blocking.objectives import Objective
from backend.blocking.promises import measure_protection
from backend.blocking.target_rank import RankKey
from backend.blocking.trained_defence import train_defence
from backend.evaluation.data import Filing, filings
from backend.learning.corpus import CorpusDocument
from backend.learning.counts import TermCounts, count_terms
from backend.learning.model import ClientModel
from backend.learning.train import train
from backend.services.models.attack import AttackResult, HiddenDocument, attack_documents
from backend.services.redaction.redact import RedactedFile, redact_content
from backend.services.request.effective import EffectiveRequest
from backend.services.terms.subject import Subject
from backend.services.terms.term_selection import SelectionOptions

DOCUMENTS = 100
_SEED = 2014
_FILE = Path("filing.txt")


def early_and_later(
    folder: Path, documents: int = DOCUMENTS, *, apart: bool = False
) -> tuple[TermCounts, tuple[Filing, ...]]:
    """Return the counts of the filings to 2014, and a fixed sample of later ones of the same companies.

    Those set `apart` are others, on which nothing was developed.

    Raises DataMissing, UnreadableFile.
    """
    found = filings(folder)
    counts = count_terms(
        CorpusDocument(each.id, each.company, each.sector, (each.text,)) for each in found if each.early
    )
    known = {client.name for client in counts.clients}
    later = [each for each in found if not each.early and each.company in known]
    draw = np.random.default_rng(_SEED).choice(len(later), min(documents, len(later)), replace=False)
    if apart:
        seen = np.random.default_rng(_SEED).choice(len(later), min(DOCUMENTS, len(later) // 2), replace=False)
        rest = np.setdiff1d(np.arange(len(later)), seen)
        draw = np.random.default_rng(_SEED + 1).choice(rest, min(documents, len(rest)), replace=False)
    return counts, tuple(later[row] for row in draw.tolist())


def halves(counts: TermCounts) -> tuple[TermCounts, TermCounts]:
    """Return every other filing of each company, and the rest, without companies that have a single filing."""
    order = np.argsort(counts.client_of, kind="stable")
    sizes = np.bincount(counts.client_of)
    turn = np.empty(len(order), dtype=np.int64)
    turn[order] = np.arange(len(order)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    single = sizes[counts.client_of] < 2
    even, odd = (
        counts.without([counts.documents[row] for row in np.flatnonzero(single | (turn % 2 != side)).tolist()])
        for side in (0, 1)
    )
    return even, odd


@dataclass(frozen=True, slots=True, eq=False)
class RedactedFiling:
    """A filing as attackers see it; `file` is None if it was not redacted.

    `rank` is that of the company under the model. `sector_first` tells whether the model still ranks the sector
    first, None if the sector is unknown. `seconds` is the time of the whole redaction.
    """

    document: HiddenDocument
    file: RedactedFile | None
    rank: int
    sector_first: bool | None
    seconds: float

    @property
    def kept(self) -> float:
        """Return the share of word occurrences that are kept."""
        share = self.file.report.kept_share if self.file else None
        return 1.0 if share is None else share


@dataclass(frozen=True, slots=True, eq=False)
class Redactor:
    """The models and attackers of a version, with the measured protection, to redact the company of a filing."""

    model: ClientModel
    defence: Defence

    @classmethod
    def learn(cls, counts: TermCounts, *, every_level: bool = False) -> "Redactor":
        """Train as `unsaid train` does; protection levels above the default are measured on request only."""
        promises = measure_protection(counts, everything=every_level)
        return cls(train(counts).model, replace(train_defence(counts), promises=promises))

    @property
    def default(self) -> MeasuredProtection | None:
        """Return the measured protection of the default level."""
        return self.defence.promise(self.defence.hardness())

    def holding(self, promise: MeasuredProtection) -> "Redactor":
        """Return the same redactor with the protection level of this measurement."""
        return replace(self, defence=replace(self.defence, promises=(promise,)))

    def hide(
        self,
        filing: Filing,
        k: int,
        objective: Objective,
        *,
        robust: bool = False,
        rank_key: RankKey | None = None,
    ) -> RedactedFiling:
        """Redact the beginning of a filing as `unsaid redact` does, after the names of its company.

        The objectives of the paper solve level k alone, as the paper does.
        """
        subject = Subject(self.model, self.model.find(filing.company), k, self.defence if robust else None)
        selection, nested = SelectionOptions(objective), not objective.of_the_paper
        request = EffectiveRequest(subject, selection=selection, nested=nested, rank_key=rank_key)
        began = perf_counter()
        file = redact_content(_FILE, _FILE, filing.beginning.encode(), request)
        return self._seen(subject.client, file.content.decode(), file, perf_counter() - began)

    def untouched(self, filing: Filing) -> RedactedFiling:
        """Return the beginning of a filing without redaction."""
        return self._seen(self.model.find(filing.company), filing.beginning, None, 0.0)

    def _seen(self, client: int, text: str, file: RedactedFile | None, seconds: float) -> RedactedFiling:
        seen = count_model_words(self.model.by_client, (text,))
        utility = int(self.model.utility_of[client])
        first = None
        if self.model.by_utility is not None and utility >= 0:
            first = named_first(seen.under(self.model.by_utility).scores()) == utility
        return RedactedFiling(
            HiddenDocument.of(client, (text,)), file, k_reached(seen.scores(), client), first, seconds
        )


@dataclass(frozen=True, slots=True)
class AttackSummary:
    """The results of attacks on filings that were redacted in one way: shares of them, 0…1, and means.

    For each attacker, `named` is how often it names the company, and `hidden` how often it ranks it k-th or below.
    `sector_first` is for the filings whose sector is known. `gap` is None without a program.
    """

    reached: float
    kept: float
    sector_first: float
    gap: float | None
    named: Mapping[AttackerKind, float]
    hidden: Mapping[AttackerKind, float]
    milliseconds: float

    @classmethod
    def of(
        cls, k: int, found: Sequence[RedactedFiling], verdicts: Sequence[tuple[AttackResult, ...]]
    ) -> "AttackSummary":
        """Summarise attacks on filings redacted at `k`; `verdicts` are [filing][attacker]."""
        gaps = [each.file.report.lp_gap for each in found if each.file]
        known = [gap for gap in gaps if gap is not None]
        by_attacker = list(zip(*verdicts, strict=True))
        return cls(
            reached=_mean(each.rank >= k for each in found),
            kept=_mean(each.kept for each in found),
            sector_first=_mean(each.sector_first for each in found if each.sector_first is not None),
            gap=_mean(known) if known else None,
            named={of[0].attacker: _mean(each.named for each in of) for of in by_attacker},
            hidden={of[0].attacker: _mean(each.rank >= k for each in of) for of in by_attacker},
            milliseconds=1000 * _mean(each.seconds for each in found),
        )

    def mean_named(self, kinds: Iterable[AttackerKind]) -> float:
        """Return how often these attackers name the company, on average."""
        return _mean(self.named[kind] for kind in kinds)

    def mean_hidden(self, kinds: Iterable[AttackerKind]) -> float:
        """Return how often these attackers rank the company k-th or below, on average."""
        return _mean(self.hidden[kind] for kind in kinds)


def _mean(values: Iterable[float | bool]) -> float:
    listed = list(values)
    return float(np.mean(listed)) if listed else 0.0


def attack_filings(
    learnt: TermCounts,
    ways: Sequence[tuple[int, Sequence[RedactedFiling]]],
    kinds: Sequence[AttackerKind] = tuple(AttackerKind),
) -> tuple[AttackSummary, ...]:
    """Attack the filings of each way, redacted at its k, with attackers trained on the same documents."""
    verdicts = iter(attack_documents(learnt, [each.document for _, found in ways for each in found], kinds))
    return tuple(AttackSummary.of(k, found, tuple(islice(verdicts, len(found)))) for k, found in ways)
