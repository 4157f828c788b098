"""Check promises: compare what training promised with what filings of later years show."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import numpy as np

from backend.blocking.attackers import sample_documents
from backend.blocking.held_out_promises import HeldOutPromise, Promise, Split
from backend.blocking.known_attackers import MeasuredProtection, weakest_sufficient_level
from backend.blocking.promises import measure_protection
from backend.evaluation.data import Filing, filings
from backend.evaluation.result import Advance, Result, Table, paragraphs, silent
from backend.learning.arrays import Integers
from backend.learning.corpus import CorpusDocument
from backend.learning.counts import TermCounts, count_terms
from backend.learning.model import TrainingOptions
from backend.learning.origins import Origin
from backend.services.models.held_out_measure import CHARACTERS, HeldOutTexts, measure_held_out
from backend.services.models.held_out_splits import HeldOutDocuments, split_documents

SPLITS = tuple((year, seed) for year in (2012, 2013, 2014, 2015, 2016) for seed in (0, 1))
"""The last year of training, and the seed that draws companies and later filings."""

COMPANIES, LATER, LEARN_FROM = 60, 36, 600


@dataclass(frozen=True, slots=True)
class Checked:
    """The promises of one training, and what filings of later years showed."""

    year: int
    seed: int
    trained: int
    promised: Sequence[HeldOutPromise]
    observed: HeldOutPromise

    def within(self, promised: HeldOutPromise) -> bool:
        """Tell whether clients are named no more often than a promise says, by all and by the worst attacker."""
        return (
            self.observed.not_named.value >= promised.not_named.low
            and self.observed.worst_not_named.value >= promised.worst_not_named.low
        )


def held_out_promises(folder: Path, advance: Advance = silent) -> Result:
    """Run `promises`: promises of ten trainings, and what filings of later years show.

    Raises DataMissing, UnreadableFile.
    """
    everything = filings(folder)
    counts = count_terms(CorpusDocument(each.id, each.company, each.sector, (each.text,)) for each in everything)
    found: list[Checked] = []
    for done, (year, seed) in enumerate(SPLITS, start=1):
        checked = check(everything, counts.words_alone(), year, seed)
        found += [] if checked is None else [checked]
        advance(done, len(SPLITS))
    return Result(
        "promises",
        "promises, and what came",
        "No table of the papers.",
        _setup(),
        _findings(found),
        (),
        tables=(_table(found),),
    )


def check(everything: Sequence[Filing], counts: TermCounts, year: int, seed: int) -> Checked | None:
    """Train on filings to a year of some companies, and attack later filings of the same companies.

    `counts` are those of all filings. Return None when there are too few of them to measure anything.
    """
    chance = np.random.default_rng(seed)
    names = sorted({each.company for each in everything if each.year <= year})
    drawn = set(chance.permutation(names)[:COMPANIES].tolist())
    by_id = {each.id: each for each in everything if each.company in drawn}
    counts = counts.without([document for document in counts.documents if document not in by_id])
    early = np.array([by_id[document].year <= year for document in counts.documents], bool)
    known = counts.without([counts.documents[row] for row in np.flatnonzero(~early).tolist()])
    measured = measure_protection(known, everything=False)
    if not measured:
        return None
    level = _default(measured)
    origins = {document: Origin(date(by_id[document].year, 12, 31)) for document in known.documents}
    texts = {each.id: each.text[:CHARACTERS] for each in by_id.values()}
    promised = measure_held_out(
        known, HeldOutTexts(split_documents(known, origins), texts), TrainingOptions(), level
    )
    later = _later(counts, early, chance)
    came = _measured(measure_held_out(counts, HeldOutTexts((later,), texts), TrainingOptions(), level))
    return Checked(year, seed, len(known.documents), _measured(promised), came[0]) if came else None


def _default(measured: Sequence[MeasuredProtection]) -> MeasuredProtection:
    hardness = weakest_sufficient_level(measured)
    return next(each for each in measured if each.hardness == hardness)


def _later(counts: TermCounts, early: Integers, chance: np.random.Generator) -> HeldOutDocuments:
    known, later = np.flatnonzero(early), np.flatnonzero(~early)
    later = later[np.isin(counts.client_of[later], counts.client_of[known])]
    panel = known[sample_documents(counts.client_of[known], LEARN_FROM)]
    return HeldOutDocuments(Split.TIME, known, panel, np.sort(chance.permutation(later)[:LATER]))


def _measured(promises: Sequence[Promise]) -> tuple[HeldOutPromise, ...]:
    return tuple(each for each in promises if isinstance(each, HeldOutPromise))


def _table(found: Sequence[Checked]) -> Table:
    rows = [
        (
            f"to {each.year}, draw {each.seed + 1}",
            each.trained,
            promise.split.value,
            promise.not_named.value,
            promise.not_named.low,
            each.observed.not_named.value,
            promise.worst_not_named.low,
            each.observed.worst_not_named.value,
            promise.k_holds.low,
            each.observed.k_holds.value,
            "yes" if each.within(promise) else "no",
        )
        for each in found
        for promise in each.promised
    ]
    columns = (
        "training",
        "filings",
        "held out",
        "not named, measured",
        "promised",
        "came",
        "worst, promised",
        "worst, came",
        "k held, promised",
        "k held, came",
        "within",
    )
    return Table("Promised by training, and what filings of later years showed (k = 5)", columns, tuple(rows))


def _setup() -> tuple[str, ...]:
    return paragraphs(
        f"""
        Ten trainings: {COMPANIES} companies are drawn twice for each of five years, and their filings to that year
        are the corpus. Training holds filings out at random and by year, redacts their first {CHARACTERS:,}
        characters as `unsaid redact` does, and lets held-out attackers compare them with as many characters of the
        others. The promise is the lower end of the 95 % interval. *Came*: {LATER} filings of all later years,
        redacted with the model of all filings to the year, under the same attackers, which learn from up to
        {LEARN_FROM} of these filings. *Within*: neither the mean of the attackers nor the worst one names more
        companies than the promise says. Filings of one company and year are in several trainings, so these ten are
        not independent.
        """
    )


def _findings(found: Sequence[Checked]) -> tuple[str, ...]:
    lines = []
    for split in (Split.RANDOM, Split.TIME):
        promises = [(each, promise) for each in found for promise in each.promised if promise.split is split]
        mean = sum(each.observed.not_named.value >= promise.not_named.low for each, promise in promises)
        both = sum(each.within(promise) for each, promise in promises)
        way = "at random" if split is Split.RANDOM else "by time"
        lines.append(
            f"Held out {way}: the mean of the attackers is within the promise in {mean} of {len(promises)} "
            f"trainings, the mean and the worst attacker in {both}."
        )
    return tuple(lines)
