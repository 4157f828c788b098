"""Measure the cost of nested levels compared with levels that are selected one by one."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from backend.blocking.confusability import k_reached
from backend.document.tokens import terms
from backend.evaluation.company_hiding import Redactor, early_and_later
from backend.evaluation.data import CHARACTERS, LAST_TRAINING_YEAR, Filing, filings, newsgroups
from backend.evaluation.repeated_releases import selector_of
from backend.evaluation.result import Advance, Figure, Panel, Result, Series, Table, paragraphs, silent
from backend.evaluation.simple_runs import count_posts, hide, learn
from backend.learning.arrays import Floats
from backend.learning.corpus import CorpusDocument
from backend.learning.counts import count_terms
from backend.learning.naive_bayes import NaiveBayes
from backend.services.terms.term_selection import SelectionOptions, TermSelector

K_MAX = 10
_POSTS = 1_000
_FILINGS = 60
"""Of which all levels are solved by programs, which takes longer than going word by word."""

_PROGRAMS = "Programs before attackers"
_SEED = 10


@dataclass(frozen=True, slots=True)
class Documents:
    """Documents to redact, with their true classes, and the model."""

    name: str
    model: NaiveBayes
    documents: tuple[tuple[str, str], ...]
    """Text and class."""


@dataclass(frozen=True, slots=True, eq=False)
class Kept:
    """The share of word occurrences kept at each level, [document, k - 1]; `reached` likewise, 1 or 0."""

    nested: Floats
    free: Floats
    reached: Floats


def compare(
    corpus: Documents, advance: Advance = silent, done: int = 0, total: int = 0, k_max: int = K_MAX
) -> Kept:
    """Redact every document at all levels, nested and not; `done` of `total` documents are already done."""
    ways: dict[bool, list[list[float]]] = {True: [], False: []}
    reached: list[list[bool]] = []
    for place, (text, name) in enumerate(corpus.documents, done + 1):
        for nested, rows in ways.items():
            hidden = hide(corpus.model, text, name, k_max, nested=nested)
            rows.append([hidden.kept_share(k) for k in range(1, k_max + 1)])
        reached.append([level.reached for level in hidden.levels])
        advance(place, total or len(corpus.documents))
    return Kept(np.array(ways[True]), np.array(ways[False]), np.array(reached, dtype=np.float64))


def compare_programs(
    redactor: Redactor, documents: Sequence[Filing], advance: Advance = silent, done: int = 0, total: int = 0
) -> Kept:
    """Compare `floor` with the default attackers in the same way, after the company's names are redacted."""
    k_max = min(K_MAX, len(redactor.model.clients))
    nested, free, reached = [], [], []
    for place, filing in enumerate(documents, done + 1):
        levels = [selector_of(redactor, filing, k) for k in range(2, k_max + 1)]
        selection = SelectionOptions(None, None, None)
        together = [each.words for each in levels[-1].select(selection, nested=True).levels]
        alone = [each.select(selection, nested=False).levels[-1].words for each in levels]
        nested.append([1.0, *(_kept(levels[0], filing, words) for words in together)])
        free.append([1.0, *(_kept(levels[0], filing, words) for words in alone)])
        reached.append([True, *(_reaches(levels[0], k, words) for k, words in enumerate(together, 2))])
        advance(place, total or len(documents))
    return Kept(np.array(nested), np.array(free), np.array(reached, dtype=np.float64))


def _kept(chooser: TermSelector, filing: Filing, words: Iterable[str]) -> float:
    """Return the share of all words of the filing that are kept, including those of the company's names."""
    removed = sum(chooser.said[word] for word in words)
    return (sum(chooser.said.values()) - removed) / max(len(terms(filing.beginning)), 1)


def _reaches(chooser: TermSelector, k: int, words: Iterable[str]) -> bool:
    return k_reached(chooser.remaining.without(words).scores(), chooser.subject.client) >= k


def nesting_cost(folder: Path, advance: Advance = silent) -> Result:
    """Run `nesting-cost`: words kept at k = 2 to 10 with nested and with independent levels.

    Raises DataMissing, UnreadableFile.
    """
    corpora = (_filings(folder), _posts(folder))
    counts, hidden = early_and_later(folder, _FILINGS)
    total = sum(len(each.documents) for each in corpora) + len(hidden)
    found: dict[str, Kept] = {}
    for each in corpora:
        found[each.name] = compare(each, advance, sum(len(kept.free) for kept in found.values()), total)
    found[_PROGRAMS] = compare_programs(Redactor.learn(counts), hidden, advance, total - len(hidden), total)
    worst = {name: float(_cost(kept).mean(axis=0).max()) for name, kept in found.items()}
    losing = {name: float((_cost(kept) > _NOTHING).any(axis=1).mean()) for name, kept in found.items()}
    return Result(
        "nesting-cost",
        "what a slider that only adds costs",
        "No table of the paper; it asks what Unsaid's pane costs against the paper's levels.",
        paragraphs(
            f"""
            The paper decides each k for itself, so that a word may be suppressed at k = 3 and stand again at k
            = 4. In the pane level k + 1 suppresses what level k does. By
            SIMPLEREDACTOR each level starts from the words of the one below; programs choose all levels together.
            Words kept are a share of all word
            occurrences, stop words included; documents are of classes that the model knows and never in its
            training.

            SEC filings: learnt from fiscal years to {LAST_TRAINING_YEAR}, the company of later ones hidden,
            first {CHARACTERS:,} characters. 20 Newsgroups: learnt from the training split without header lines,
            the group of {_POSTS:,} test posts hidden, drawn once. Both by SIMPLEREDACTOR. {_PROGRAMS}: `floor`
            with the default margin, on {_FILINGS} of the filings, drawn once, without their companies' names.
            """
        ),
        tuple(
            f"{name}: nesting takes {cost:.1%} of the words more on average at the k where it takes most; "
            f"{losing[name]:.0%} of documents lose a word by it at some k."
            for name, cost in worst.items()
        ),
        paragraphs(
            """
            A nested level may also keep *more* than one of its own: SIMPLEREDACTOR is greedy and programs pick
            rivals by their prices, so neither is the least that would do.
            """
        ),
        tables=tuple(_table(name, kept) for name, kept in found.items()),
        figures=(_figure(found),),
    )


_NOTHING = 1e-9


def _cost(kept: Kept) -> Floats:
    """Return how many more words nesting removes, [document, k - 1]; negative if it removes fewer."""
    return kept.free - kept.nested


def _filings(folder: Path) -> Documents:
    found = filings(folder)
    counts = count_terms(
        CorpusDocument(each.id, each.company, each.sector, (each.text,)) for each in found if each.early
    )
    model = learn(counts)
    later = (each for each in found if not each.early and each.company in model.classes)
    return Documents("SEC filings", model, tuple((each.beginning, each.company) for each in later))


def _posts(folder: Path) -> Documents:
    posts = newsgroups(folder)
    model = learn(count_posts(post for post in posts if post.split == "train"))
    test: Sequence[tuple[str, str]] = [
        (post.body, post.group) for post in posts if post.split == "test" and post.body.strip()
    ]
    chosen = np.sort(np.random.default_rng(_SEED).choice(len(test), min(_POSTS, len(test)), replace=False))
    return Documents("20 Newsgroups", model, tuple(test[row] for row in chosen.tolist()))


def _table(name: str, kept: Kept) -> Table:
    cost = _cost(kept)
    rows = tuple(
        (
            k,
            float(kept.reached[:, k - 1].mean()),
            float(kept.free[:, k - 1].mean()),
            float(kept.nested[:, k - 1].mean()),
            float(cost[:, k - 1].mean()),
            float((cost[:, k - 1] > _NOTHING).mean()),
            float((cost[:, k - 1] < -_NOTHING).mean()),
        )
        for k in range(2, K_MAX + 1)
    )
    columns = (
        "k",
        "k reached",
        "kept, un-nested",
        "kept, nested",
        "cost",
        "documents it costs",
        "documents it serves",
    )
    return Table(f"{name}, {len(kept.free):,} documents: mean share of words kept", columns, rows)


def _figure(found: dict[str, Kept]) -> Figure:
    levels = tuple(float(k) for k in range(2, K_MAX + 1))
    panels = tuple(
        Panel(
            name,
            tuple(
                Series(label, levels, tuple(shares[:, 1:].mean(axis=0).tolist()))
                for label, shares in (("un-nested", kept.free), ("nested", kept.nested))
            ),
        )
        for name, kept in found.items()
    )
    return Figure(
        "nesting-cost",
        "Share of words kept at each k, with nested levels and with levels of their own.",
        "k (one of how many)",
        "words kept (share of occurrences)",
        panels,
        y_range=None,
    )
