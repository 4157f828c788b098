"""The reports of `redact` and `verify` as text: short sentences first, then bars and tables.

People read "industry" where the code and the contract say utility.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from backend.blocking.confusability import Guess
from backend.blocking.held_out_promises import HeldOutPromise, Interval, Lack, MissingPromise, Promise, Split
from backend.blocking.known_attackers import AttackResults, MeasuredProtection
from backend.blocking.objectives import Objective
from backend.document.coverage import CoverageEntry, Treatment
from backend.panel.answer import GroupAnswer, PanelAnswer
from backend.reporting.command_line import COMMAND_LINE
from backend.reporting.outcome import KINDS, Approver, Outcome, OutcomeStatus, Shortfall
from backend.reporting.release_lines import release_figure_lines
from backend.reporting.report import FileReport
from backend.verification.places import number_of_places
from backend.verification.residue import Verification

_BAR = 24

_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Categories of characters that are not seen, or move what is: controls, directions, ends of lines."""

_TERMS_SHOWN = 12

_KINDS_SHOWN = 6
_PARTS_SHOWN = 5

_TREATED = {
    Treatment.REDACTED: "Redacted in place",
    Treatment.REMOVED: "Removed",
    Treatment.NOT_EXAMINED: "Not examined",
}

_GAP_THAT_MATTERS = 0.02
"""Nobody would choose other words for less than 2 %."""

_FOLLOWED = {
    Objective.SIMPLE: "redacts word by word, the most revealing word first",
    Objective.UNIFORM: "redacts as few words as possible",
    Objective.FLOOR: "redacts as few words as possible, and keeps the industry",
}


def guess_bars(guesses: Iterable[Guess], client: str | None = None) -> RenderableType:
    """One bar per client, as long as its calibrated probability; the true client is marked in words."""
    grid = Table.grid(padding=(0, 2))
    for guess in guesses:
        cells = round(guess.probability * _BAR)
        name = f"{guess.name} (this client)" if guess.name == client else guess.name
        grid.add_row(f"    {name}", "█" * cells or "▏", f"{guess.probability:.0%}")
    return grid


def on_one_line(text: str | None) -> str:
    """Escape a path or a message, so that it stays on one line and sends no terminal commands.

    >>> on_one_line("a.txt: Verified clean\\nb.txt"), on_one_line("Über uns.docx")
    ('a.txt: Verified clean\\\\nb.txt', 'Über uns.docx')
    """
    return "".join(_escaped(char) if unicodedata.category(char) in _UNSEEN else char for char in text or "")


def _escaped(char: str) -> str:
    return ascii(char)[1:-1]


def file_lines(file: FileReport) -> RenderableType:
    """The text of `redact` for one file."""
    if file.error is not None:
        return Text(f"{on_one_line(file.path)}\n  failed: {on_one_line(file.error)}\n", style="bold")
    written = f"{on_one_line(file.path)} → {on_one_line(file.output)}"
    parts: list[RenderableType] = [Text(written, style="bold")]
    if file.client is not None and file.k is not None:
        parts += _client_lines(file)
    parts.append(Text(f"  Words kept: {file.kept_share or 0:.1%}. {_terms(file)}"))
    parts += release_figure_lines(file.privacy)
    parts += [Text(f"  {line}") for line in coverage_lines(file.coverage)]
    parts.append(_verification_line(file.verification, file.outcome))
    parts += outcome_lines(file.outcome)
    parts += [] if file.index is None else [Text(f"  {file.index.sentence}")]
    parts += [Text(f"  Note: {COMMAND_LINE(each)}") for each in file.warnings]
    return Group(*parts, Text())


def coverage_lines(covered: Iterable[CoverageEntry]) -> list[str]:
    """What the file contained and how it was treated, in at most four lines."""
    rows = list(covered)
    if not rows:
        return []
    kinds = {row.kind for row in rows}
    parts = _many(len({row.part for row in rows}), "part")
    lines = [f"The file contains {_many(len(kinds), 'kind')} of text in {parts}."]
    for treatment, words in _TREATED.items():
        counts = Counter[str]()
        for row in rows:
            if row.treatment is treatment:
                counts[row.kind] += 1 if treatment is Treatment.NOT_EXAMINED else row.count
        if listed := [f"{kind} {count}×" for kind, count in counts.most_common() if count]:
            lines.append(f"{words}: {_first(listed, _KINDS_SHOWN)}.")
    return lines


def selection_method(objective: str, gap: float | None, *, robust: bool) -> Text:
    """The objective that selected the words, the attackers, and the gap to the optimum if it is large."""
    followed = _FOLLOWED.get(Objective(objective), "weighs how much each word shows the industry")
    before = "the model and from the attackers trained with it" if robust else "the model only"
    short = (
        f" The selection may be {gap:.1%} short of the optimum."
        if gap is not None and gap > _GAP_THAT_MATTERS
        else ""
    )
    return Text(f"  Objective {objective}: {followed}.\n  The client is hidden from {before}.{short}")


def promise_lines(promises: Iterable[MeasuredProtection | None]) -> RenderableType:
    """How held-out attackers did on documents redacted in this way; None if it was not measured."""
    parts: list[RenderableType] = []
    for promise in dict.fromkeys(promises):
        if promise is None:
            parts.append(
                Text("Protection against held-out attackers was not measured for documents redacted like these.")
            )
            continue
        tried = f"{promise.documents} documents kept out of training, at level {promise.k}"
        parts += [
            *held_out_lines(promise.held_out),
            Text(f"Attackers that read texts as redaction does, tried on {tried}:"),
            table(
                ("  trained on", "named the client", "k held"),
                [
                    ("  the same documents as the model", *_shares(promise.same)),
                    ("  other documents of the same clients", *_shares(promise.others)),
                ],
            ),
        ]
    return Group(*parts)


def held_out_lines(promises: Sequence[Promise]) -> list[RenderableType]:
    """What is promised against held-out attackers for each split, and which promises cannot be made."""
    if not promises:
        return [Text("No promise: this version was not measured with held-out attackers. Train again.")]
    made = [each for each in promises if isinstance(each, HeldOutPromise)]
    rows = [
        (
            f"  {_SPLITS[each.split]}",
            f"{each.not_named.low:.0%} ({_measured(each.not_named)})",
            f"{each.k_holds.low:.0%} ({_measured(each.k_holds)})",
            each.documents,
        )
        for each in made
    ]
    parts: list[RenderableType] = []
    if made:
        attackers = "They share no code with redaction, and compare the first 8,000 characters of documents"
        fail = "the shares of documents in which held-out attackers (classifiers that redaction does not use) fail"
        parts = [
            Text(f"Promise at level {made[0].k}: {fail}. {attackers}:"),
            table(("  held out", "client not named, at least", "k held, at least", "documents"), rows),
            *(Text(f"  {_SPLITS[each.split]}, worst attacker ({each.worst}): {_worst(each)}") for each in made),
        ]
    missing = [each for each in promises if isinstance(each, MissingPromise)]
    return [*parts, *(Text(f"No promise {_FOR[each.split]}: {_LACKS[each.lacks]}.") for each in missing)]


def _worst(promise: HeldOutPromise) -> str:
    share = promise.worst_not_named
    return f"client not named in at least {share.low:.0%} ({_measured(share)})"


_SPLITS = {Split.RANDOM: "at random", Split.TIME: "later documents", Split.AUTHOR: "other authors"}
_FOR = {
    Split.RANDOM: "for further documents",
    Split.TIME: "for later documents",
    Split.AUTHOR: "for documents by other authors",
}
_LACKS = {
    Lack.TEXTS: "the texts were not available when this version was completed; train again",
    Lack.DATES: "the corpus has no dates of documents",
    Lack.AUTHORS: "the corpus names no authors",
    Lack.DOCUMENTS: "at least three clients need enough documents for both training and testing",
    Lack.MEASUREMENT: "the measurement failed; train again",
}


def _measured(share: Interval) -> str:
    return f"measured {share.value:.0%}, 95 % confidence interval {share.low:.0%}–{share.high:.0%}"


def _shares(odds: AttackResults) -> tuple[str, str]:
    return f"{1 - odds.not_named:.0%}", f"{odds.k_holds:.0%}"


def outcome_lines(outcome: Outcome | None) -> list[RenderableType]:
    """The outcome in one line, and one line for each exception and shortfall."""
    if outcome is None:
        return []
    lines: list[RenderableType] = [Text(f"  {_OUTCOME[outcome.status]}", style=_STYLE[outcome.status])]
    lines += [Text(f"    {_shortfall(row)}", style="bold") for row in outcome.unmet]
    lines += [
        Text(f"    {_shortfall(row)}; not redacted because of {_BY[row.role]}")
        for row in outcome.exceptions
        if row.role
    ]
    return lines


_OUTCOME = {
    OutcomeStatus.MET: "All requirements are met.",
    OutcomeStatus.MET_WITH_EXCEPTIONS: "All requirements are met, with exceptions:",
    OutcomeStatus.NOT_MET: "Requirements are NOT met:",
}
_STYLE = {OutcomeStatus.MET: "", OutcomeStatus.MET_WITH_EXCEPTIONS: "", OutcomeStatus.NOT_MET: "bold"}
_BY = {
    Approver.USER: "a decision",
    Approver.REVIEWER: "an approval",
    Approver.ADMIN: "a list or a setting",
}


def _shortfall(row: Shortfall) -> str:
    return f"{KINDS[row.kind]} ({row.count}×)" if row.count > 1 else KINDS[row.kind]


def verification_lines(
    path: str, verification: Verification | None, error: str | None, outcome: Outcome | None = None
) -> RenderableType:
    """The text of `verify` for one file."""
    if error is not None:
        return Text(f"{on_one_line(path)}\n  could not be verified: {on_one_line(error)}")
    return Group(
        Text(on_one_line(path), style="bold"), _verification_line(verification, outcome), *outcome_lines(outcome)
    )


def table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Table:
    """A plain table with right-aligned numbers."""
    result = Table(box=None, pad_edge=False, header_style="bold")
    cells = [list(row) for row in rows]
    for i, column in enumerate(columns):
        number = bool(cells) and all(isinstance(row[i], int | float) for row in cells)
        result.add_column(column, justify="right" if number else "left", overflow="fold")
    for row in cells:
        result.add_row(*(_cell(value) for value in row))
    return result


def _cell(value: object) -> Text:
    """A value as text, in which brackets are not markup."""
    if isinstance(value, float):
        return Text(f"{value:.3g}")
    return Text(f"{value:,}" if isinstance(value, int) else on_one_line(str(value)))


def _client_lines(file: FileReport) -> list[RenderableType]:
    if file.k == 1:
        return [Text(f"  {file.client}, level 1: client terms are not redacted.")]
    reached = "reached" if file.k_held else "NOT reached"
    likelier = (file.k_reached or 1) - 1
    lines: list[RenderableType] = [
        Text("  Whom the model guesses before redaction"),
        guess_bars(file.guess_before, file.client),
        Text("  and after redaction"),
        guess_bars(file.guess_after, file.client),
        Text(
            f"  Level {file.k} is {reached}: under the model, {_many(likelier, 'other client')} "
            f"{'is' if likelier == 1 else 'are'} likelier than {file.client}."
        ),
    ]
    lines += panel_lines(file.panel, "In the output")
    if file.rank_guess is not None:
        lines.append(_rank_line(file.rank_guess))
    if file.objective is not None:
        lines.append(selection_method(file.objective, file.lp_gap, robust=file.robust))
    if file.utility_before is not None:
        same = "still" if file.utility_before == file.utility_after else f"was {file.utility_before}, now"
        lines.append(Text(f"  Industry: {same} {file.utility_after}."))
    return lines


def named_by(answer: PanelAnswer | None) -> str:
    """How many of the attackers that read single words name the client, for a table."""
    return "–" if answer is None else f"{len(answer.content_words.named_by)} of {answer.content_words.attackers}"


def panel_lines(answer: PanelAnswer | None, where: str) -> list[RenderableType]:
    """Which held-out attackers name the client of a text."""
    if answer is None:
        return []
    among = f"{where}, held-out attackers among {_many(answer.clients, 'client')}"
    groups = (
        (answer.content_words, "that read single words"),
        (answer.others, "that read pairs, style or sentences"),
    )
    lines = (_group_line(group, what, answer.clients) for group, what in groups if group.attackers)
    return [Text(f"  {among}:"), *(Text(f"    {line}") for line in lines)]


def _group_line(group: GroupAnswer, what: str, clients: int) -> str:
    named = f"{len(group.named_by)} of {group.attackers} {what} name the client"
    if group.named_by:
        return f"{named}: {', '.join(f'“{each}”' for each in group.named_by)}."
    if group.worst is None:
        return f"{named}."
    attacker, rank = group.worst
    return f"{named}. The closest, “{attacker}”, ranks it {rank} of {clients}."


def _rank_line(chance: float) -> Text:
    if chance == 1:
        return Text("  Its rank is predictable: anyone who knows the method and has the model can name the client.")
    return Text(
        "  The rank of the client was drawn at random. A reader who always names the same rank is right in "
        f"{chance:.0%} of documents; one who also has the model is right more often."
    )


def _many(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _terms(file: FileReport) -> str:
    rows = sorted(file.suppressed, key=lambda row: -row.count)
    shown = [f"{row.suggestion.term} {row.count}×" for row in rows]
    return f"Redacted: {_first(shown, _TERMS_SHOWN)}." if rows else "Nothing was redacted."


def _first(items: Sequence[str], most: int) -> str:
    """The first entries of many, and the number of the rest."""
    more = f" and {len(items) - most} more" if len(items) > most else ""
    return ", ".join(items[:most]) + more


_SEEN_AS_SHOWN = frozenset({"client_name", "always_term"})
"""Shortfalls that the outcome finds in the text as its reader sees it, and the verification may not find."""


def _verification_line(verification: Verification | None, outcome: Outcome | None = None) -> Text:
    if verification is None:
        return Text("  Not verified.")
    if verification.status == "clean":
        examined = f"  Verified: {_many(len(verification.parts), 'part')} examined twice, no redacted term is left"
        if outcome is not None and any(row.kind in _SEEN_AS_SHOWN for row in outcome.unmet):
            shown = "a check of the text as Word shows it found one"
            return Text(f"{examined} as the file stores it, but {shown}.", style="bold")
        return Text(f"{examined}.")
    if verification.status == "left":
        where = ", ".join(sorted({place.where for place in verification.places}))
        count = _many(number_of_places(verification.places), "place")
        return Text(f"  LEFT: redacted terms are still in {count} ({where}).", style="bold")
    parts = ["No redacted term is left in the examined parts"]
    for accepted, how in ((False, "not examined"), (True, "accepted without being examined")):
        if names := [part.name for part in verification.parts if not part.examined and part.accepted is accepted]:
            parts.append(f"{how}: {_first(names, _PARTS_SHOWN)}")
    return Text(f"  {'; '.join(parts)}.", style="bold" if verification.needs_attention else "")
