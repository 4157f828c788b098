"""Measure names in news, web texts, mail, tweets and calls, on parts of public data sets not used for training."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from backend.evaluation.agreement import Agreement, labels_table, ways_table
from backend.evaluation.findings import Finder, shipped
from backend.evaluation.personal_sets import (
    CALLS,
    NEWS,
    SPOKEN,
    TWEETS,
    WEB,
    Marked,
    Scheme,
    calls,
    news,
    passages,
    tweets,
    user_texts,
    web,
)
from backend.evaluation.result import Advance, Cell, Result, Table, paragraphs, silent
from backend.evaluation.span_scores import Match

PERSON_GOAL = 0.95

TOGETHER = 5
"""So many sentences that follow each other are read as one text, where they do."""


@dataclass(frozen=True, slots=True)
class _Set:
    """A data set, its reader and its labels; `goal` tells whether there is a goal for finding persons in it."""

    name: str
    read: Callable[[Path], Sequence[Marked]]
    scheme: Scheme
    goal: bool = False


_SETS = (
    _Set("news (GMB)", news, NEWS, goal=True),
    _Set("news, in passages", lambda folder: passages(news(folder), TOGETHER), NEWS, goal=True),
    _Set("web and mail (UNER EWT)", web, WEB, goal=True),
    _Set("web and mail, in passages", lambda folder: passages(web(folder), TOGETHER), WEB, goal=True),
    _Set("tweets (BTC)", tweets, WEB),
    _Set("comments (WNUT 2017)", user_texts, TWEETS),
    _Set("calls (Earnings-21)", calls, SPOKEN),
)


def ner(folder: Path, advance: Advance = silent) -> Result:
    """Run `ner`: persons, organisations, locations and dates in five data sets, persons regardless of the label.

    Raises DataMissing, UnreadableFile, PipelineUnusable.
    """
    return measured(folder, shipped(), advance)


def measured(folder: Path, finder: Finder, advance: Advance = silent) -> Result:
    """Return the figures of any finder."""
    found: list[Agreement] = []
    for step, each in enumerate(_SETS, 1):
        found.append(Agreement.of(each.name, each.read(folder), each.scheme, finder))
        advance(step, len(_SETS))
    return Result(
        "ner",
        "names in news, web texts, tweets and calls",
        "GMB, UNER EWT, BTC, WNUT 2017, Earnings-21.",
        paragraphs(
            f"""
            News are the last twentieth of the sentences of GMB (silver: corrected by experts and players, not
            throughout), web texts and mail the development part of UNER's English Web Treebank, tweets that of the
            Broad Twitter Corpus, comments that of WNUT 2017, calls the turns of the last {CALLS} of Earnings-21
            (silver). Nothing was learnt from them. By every second text, from the first on, it was chosen which
            pipeline ships and from where on a person is named (decision 11). Tokens are those of the set, written
            as people write; a sentence or turn is read on its own, *in passages* {TOGETHER} that follow each other
            in the set as one text (in GMB and EWT they mostly come from one article or mail). {finder.told}

            What is found is what `unsaid redact --pii all --no-cii` takes out. A set says nothing of kinds that it
            does not mark (tweets mark no dates), so findings of these are not counted; GMB's geo and gpe, and
            Unsaid's LOCATION and NRP, are one label there, PLACE; products, works and events may be found or not.
            *PERSON, label-blind*: of the persons that are marked, those that a finding of any counted kind
            overlaps; of the findings as PERSON, those that overlap anything marked.
            """
        ),
        _findings(found),
        (),
        tables=(
            _persons(found),
            labels_table("By label, mentions that overlap", found),
            ways_table("However they are counted", found),
        ),
    )


def _findings(sets: Sequence[Agreement]) -> tuple[str, ...]:
    """Return remarks about what the figures do not show: tweets label handles as persons."""
    handles = {each.name: _handles(each) for each in sets}
    return tuple(
        f"Of the persons of {name} {many} are handles such as @name." for name, many in handles.items() if many
    )


def _handles(agreement: Agreement) -> int:
    return sum(
        gold.label == "PERSON" and each.marked.text.startswith("@", gold.span.start)
        for each in agreement.texts
        for gold in each.marked.gold
    )


def _persons(sets: Sequence[Agreement]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for each, known in zip(sets, _SETS, strict=True):
        mentions = each.mentions(Match.BLIND, "PERSON")
        tokens = each.tokens(blind=True, label="PERSON")
        rows.append(
            (
                each.name,
                len(each.texts),
                int(mentions.recall.whole),
                PERSON_GOAL if known.goal else None,
                *(
                    cell
                    for score in (mentions, tokens)
                    for cell in (score.recall.value, score.precision.value, score.f())
                ),
            )
        )
    counted = [f"{figure}, {level}s" for level in ("mention", "token") for figure in ("recall", "precision", "F1")]
    return Table("PERSON, label-blind", ("set", "texts", "persons", "goal", *counted), tuple(rows))
