"""Measure personal data in generated and hand-written labelled data sets, and in texts with look-alikes."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path

from backend.evaluation.agreement import Agreement, labels_table, ways_table
from backend.evaluation.findings import Finder, shipped
from backend.evaluation.personal_sets import (
    DIARIES,
    DIARY,
    GENERATED,
    HAND_WRITTEN,
    Scheme,
    diaries,
    generated,
    hand_written,
)
from backend.evaluation.result import Advance, Cell, Result, Table, paragraphs, silent
from backend.evaluation.span_scores import Match

F2_GOAL = 0.95
STRICTER = (2, 4, 8, 16)
"""How many times surer a word must be to be named, in odds; whether hard negatives are a matter of thresholds."""

_GENERATED, _OWN_KINDS, _HAND_WRITTEN, _DIARIES = (
    "generated",
    "generated, its kinds alone",
    "hand-written",
    "diaries",
)


def pii(folder: Path, advance: Advance = silent) -> Result:
    """Run `pii`: F2 on generated texts, recall on hand-written ones, false positives on look-alikes.

    Raises DataMissing, UnreadableFile, PipelineUnusable.
    """
    return measured(folder, shipped(), advance)


def measured(folder: Path, finder: Finder, advance: Advance = silent) -> Result:
    """Return the figures of any finder."""
    texts = {_GENERATED: generated(folder), _HAND_WRITTEN: hand_written(folder), _DIARIES: diaries(folder)}
    schemes = {_GENERATED: GENERATED, _HAND_WRITTEN: HAND_WRITTEN, _DIARIES: DIARY}
    found: dict[str, Agreement] = {}
    steps = len(texts) + len(STRICTER) + 1
    for step, (name, text) in enumerate(texts.items(), 1):
        found[name] = Agreement.of(name, text, schemes[name], finder)
        advance(step, steps)
    rows = [_at("1", found[_GENERATED], found[_HAND_WRITTEN])]
    for step, (setting, stricter) in enumerate(_stricter(finder), len(texts) + 1):
        with stricter as find:
            at = (Agreement.of(name, texts[name], schemes[name], find) for name in (_GENERATED, _HAND_WRITTEN))
            rows.append(_at(setting, *at))
        advance(step, steps)
    own_kinds = _own_kinds(found[_GENERATED])
    sets = tuple(found.values())
    return Result(
        "pii",
        "personal data in generated and hand-written texts",
        "presidio-research (templates and measure), DataFog's corpus, LifeBench.",
        _setup(sets, finder.told),
        _findings(found),
        (),
        tables=(
            _goals(found),
            ways_table("However they are counted", (found[_GENERATED], own_kinds, *sets[1:])),
            labels_table("By label, mentions that overlap", sets),
            _negatives(found[_HAND_WRITTEN]),
            _alarms(found[_HAND_WRITTEN]),
            _stricter_table(rows),
            _schemes(schemes),
        ),
    )


def _stricter(finder: Finder) -> Iterator[tuple[str, AbstractContextManager[Finder]]]:
    """Return the finder with higher thresholds for names, and without names, each with a caption."""
    for odds in STRICTER:
        yield str(odds), _asking(finder, odds)
    yield "no names", nullcontext(Finder(None))


@contextmanager
def _asking(finder: Finder, odds: float) -> Iterator[Finder]:
    with finder.asking(odds):
        yield finder


def _at(odds: str, generated: Agreement, hand: Agreement) -> tuple[Cell, ...]:
    negatives = _without_marks(hand)
    return odds, _alarmed(negatives), _alarmed(_odd(negatives)), generated.tokens(blind=True).f(2)


def _stricter_table(rows: Sequence[tuple[Cell, ...]]) -> Table:
    columns = (
        "odds",
        "hard negatives, something found",
        "of these never looked at",
        "F2 on generated texts, by token",
    )
    return Table("What it would cost to ask more of a name (odds 1 ships)", columns, tuple(rows))


def _own_kinds(generated: Agreement) -> Agreement:
    """Return the agreement without findings of kinds that the data set never labels."""
    known = {label for label in GENERATED.gold.values() if label}
    texts = (
        replace(each, found=tuple(one for one in each.found if one.label in known)) for each in generated.texts
    )
    return Agreement(_OWN_KINDS, tuple(texts))


def _setup(sets: Sequence[Agreement], pipeline: str) -> tuple[str, ...]:
    generated_, hand, diary = (len(each.texts) for each in sets)
    return paragraphs(
        f"""
        *Generated*: {generated_:,} texts of templates with odd numbers, the large set and the small one; those with
        even numbers may be learnt from, and a text that reads like one of them beside its values is left out.
        *Hand-written*: all {hand} sentences. *Diaries*: every {DIARIES}th text of the users who are not learnt from
        ({diary}); their spans were labelled by machine. Which pipeline ships was chosen with every second of the
        generated texts as well (decision 11), and of the hand-written sentences with nothing marked (*hard
        negatives*) every second, from the first on, was looked at for families of mistakes; so the others are told
        apart. {pipeline}

        What is found is everything that `unsaid redact --pii all --no-cii` takes out of the text. In *generated*
        and *hand-written* a finding of any kind counts, also of one that the set never marks; in *{_OWN_KINDS}*
        those are left out, as presidio-research does; the diaries mark no dates, links or nationalities, so nothing
        is said of findings of these.

        *Token, label-blind* is the F2 that presidio-research prints: a token that bears any label and is given any
        is right; P and R are summed over all tokens, F2 = 5PR / (4P + R). Tokens are words and single marks. A
        *mention* is found when a finding overlaps it, of its label or (label-blind) of any; a finding is right when
        it overlaps a mention so. *Strict* wants the same place and label. Titles and prefixes may be found or not.
        """
    )


def _goals(found: dict[str, Agreement]) -> Table:
    generated = found[_GENERATED]
    negatives = _without_marks(found[_HAND_WRITTEN])
    unseen = _odd(negatives)
    rows: tuple[tuple[Cell, ...], ...] = (
        ("F2 on generated texts, by token, label-blind", F2_GOAL, generated.tokens(blind=True).f(2)),
        ("F2 on generated texts, by mention, overlap, label-blind", F2_GOAL, generated.mentions(Match.BLIND).f(2)),
        (f"hard negatives in which something is found, of {len(negatives.texts)}", 0, _alarmed(negatives)),
        (
            f"hard negatives never looked at in which something is found, of {len(unseen.texts)}",
            0,
            _alarmed(unseen),
        ),
    )
    return Table("Goals", ("measure", "goal", "ours"), rows)


def _without_marks(generated: Agreement) -> Agreement:
    return Agreement(generated.name, tuple(each for each in generated.texts if not each.marked.gold))


def _odd(negatives: Agreement) -> Agreement:
    """Return every second text, from the second on; the others were used during development."""
    return Agreement(negatives.name, negatives.texts[1::2])


def _alarmed(negatives: Agreement) -> int:
    return sum(bool(each.found) for each in negatives.texts)


def _group(name: str) -> str:
    """Return the file of the data set that contains a sentence."""
    return name.partition(":")[0]


def _negatives(generated: Agreement) -> Table:
    texts = _without_marks(generated).texts
    there = Counter(_group(each.marked.id) for each in texts)
    calm = Counter(_group(each.marked.id) for each in texts if not each.found)
    rows = tuple((group, many, calm[group]) for group, many in sorted(there.items()))
    return Table("Sentences with nothing marked", ("file", "sentences", "left alone"), rows)


def _alarms(generated: Agreement) -> Table:
    alarms = Counter(
        (_group(each.marked.id), kind)
        for each in _without_marks(generated).texts
        for kind in {one.label for one in each.found}
    )
    rows = tuple((group, kind, many) for (group, kind), many in sorted(alarms.items()))
    return Table("What is found in them", ("file", "kind found", "sentences"), rows)


def _schemes(schemes: dict[str, Scheme]) -> Table:
    rows = [
        (name, label, common or "may be found or not")
        for name, scheme in schemes.items()
        for label, common in scheme.gold.items()
        if label != common
    ]
    rows += [
        (name, f"found {kind}", common) for name, scheme in schemes.items() for kind, common in scheme.found.items()
    ]
    return Table("Labels that are called otherwise", ("set", "label", "counted as"), tuple(rows))


def _findings(found: dict[str, Agreement]) -> tuple[str, ...]:
    generated = found[_GENERATED]
    lost = {label: generated.mentions(Match.BLIND, label).recall for label in generated.labels}
    missed = sorted(((share.whole - share.part, label) for label, share in lost.items()), reverse=True)
    most = ", ".join(f"{label} {count:.0f}" for count, label in missed if count)
    wrong = Counter(
        one.label
        for each in generated.texts
        for one in each.found
        if not any(one.span.overlaps(gold.span) for gold in each.marked.gold)
    )
    needless = ", ".join(f"{label} {count}" for label, count in wrong.most_common())
    return (
        f"Of the generated texts' mentions these are not found at all: {most or 'none'}.",
        f"Findings in them that overlap no mention: {needless or 'none'}.",
    )
