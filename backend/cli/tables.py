"""The results of `guess`, `suggest` and `attack` as text; `reporting.render` has those of `redact` and `verify`."""

from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from backend.reporting.command_line import COMMAND_LINE
from backend.reporting.release_lines import earlier_lines, fits
from backend.reporting.render import guess_bars, named_by, on_one_line, panel_lines, selection_method, table
from backend.services.analysis.suggest import SuggestedFile
from backend.services.models.attack import AttackedFile, AttackerFigures, AttackReport
from backend.services.models.guess import GuessedFile
from backend.services.privacy.document_figures import AnalysedPrivacy


def guess_lines(file: GuessedFile) -> RenderableType:
    """The text of `guess` for one file."""
    if file.error is not None:
        return Text(f"{on_one_line(file.path)}\n  could not be read: {on_one_line(file.error)}\n")
    parts: list[RenderableType] = [Text(on_one_line(file.path), style="bold"), guess_bars(file.guess)]
    if file.utility is not None:
        parts.append(Text(f"  Industry: {file.utility.name} ({file.utility.probability:.0%})"))
    parts += [Text(f"  Note: {COMMAND_LINE(each)}") for each in file.warnings]
    return Group(*parts, Text())


def suggestion_lines(file: SuggestedFile) -> RenderableType:
    """The text of `suggest` for one file: the levels first, then the terms."""
    if file.error is not None:
        return Text(f"{on_one_line(file.path)}\n  could not be analysed: {on_one_line(file.error)}\n")
    analysis = file.analysis
    if analysis is None:
        return Text(on_one_line(file.path))
    parts: list[RenderableType] = [Text(on_one_line(file.path), style="bold")]
    if analysis.levels:
        rows = [
            (
                level.k,
                level.k_reached,
                f"{level.kept_share:.1%}",
                named_by(level.panel),
                f"{level.guess[0].name} {level.guess[0].probability:.0%}",
            )
            for level in analysis.levels
        ]
        parts.append(table(("k", "reached", "words kept", "named by", "likeliest client"), rows))
        parts += panel_lines(analysis.levels[-1].panel, f"At level {analysis.levels[-1].k}")
    if analysis.choice is not None:
        choice = analysis.choice
        parts.append(selection_method(choice.objective, choice.gap, robust=choice.robust))
    terms = [
        (each.term, each.entity, each.from_level or "always", f"{each.count}×", COMMAND_LINE(each.why))
        for each in sorted(analysis.suggestions, key=lambda each: (each.from_level or 0, -each.score))
    ]
    parts += (
        [Text(), table(("term", "kind", "from k", "times", "why"), terms)] if terms else [Text("  Nothing found.")]
    )
    near = [(each.term, f"{each.count}×", COMMAND_LINE(each.why)) for each in analysis.near_misses]
    if near:
        parts += [
            Text("\n  Near misses: not redacted, but each may point to the client; --always WORD redacts one"),
            table(("word", "times", "why"), near),
        ]
    parts += [Text(f"  Note: {COMMAND_LINE(each)}") for each in analysis.warnings]
    return Group(*parts, Text())


def given_away_lines(files: Sequence[SuggestedFile]) -> RenderableType:
    """Print what each document gives away: last, since people do not see it above long lists and promises."""
    parts: list[RenderableType] = []
    for file in files:
        if file.analysis is not None and (lines := _standing_lines(file.analysis.privacy)):
            parts += [Text(on_one_line(file.path), style="bold"), *lines]
    return Group(*parts)


def _standing_lines(privacy: AnalysedPrivacy) -> list[RenderableType]:
    """How many clients the words of a document fit as it stands and at the last level, and the earlier texts."""
    lines: list[RenderableType] = []
    if privacy.now is not None and privacy.now.crowd is not None:
        lines.append(Text(f"  The words of the document {fits(privacy.now.crowd)}."))
        if privacy.levels and (last := privacy.levels[-1].crowd) is not None:
            lines.append(Text(f"  Those left at the last level {fits(last)}."))
    return [*lines, *earlier_lines(privacy.earlier)]


def attacked_lines(file: AttackedFile) -> RenderableType:
    """The text of `attack` for one file: the rank that each attacker gives its client, and its guess."""
    if file.error is not None:
        return Text(f"{on_one_line(file.path)}\n  could not be attacked: {on_one_line(file.error)}\n")
    rows = [
        (f"  {each.attacker}", each.rank, "THIS CLIENT" if each.named else each.guess or "nobody: several lead")
        for each in file.verdicts
    ]
    heading = Text(on_one_line(f"{file.path} ({file.client})"), style="bold")
    notes = [Text(f"  Note: {COMMAND_LINE(each)}") for each in file.warnings]
    held_out = panel_lines(file.panel, "In this file")
    return Group(heading, table(("  attacker", "rank", "would name"), rows), *held_out, *notes, Text())


def attack_summary(report: AttackReport) -> RenderableType:
    """The success of each attacker over all files, compared with chance, and its training documents."""
    rows, held_out = _figures(report.attackers), _figures(report.panel)
    blind = (
        f"A blind guess among {report.clients} clients names the right one in {1 / report.clients:.1%} of cases."
    )
    learnt = f"Attackers learnt from {report.learnt_from:,} of the {report.documents:,} documents of {report.model}"
    drawn = "" if report.learnt_from == report.documents else ", drawn so that every client keeps some"
    columns = "names the client", "rank below k", "files"
    summary: list[RenderableType] = [table(("attacker", *columns), rows)] if rows else []
    if held_out:
        summary += [Text(), table(("held-out attacker", *columns), held_out), Text(_HELD_OUT), Text()]
    return Group(
        *summary, Text(blind), Text(f"{learnt}{drawn}. The rank is 1 plus the number of strictly likelier clients.")
    )


_HELD_OUT = (
    "Redaction does not use held-out attackers; they only measure. They learnt when the model was trained. "
    "Their rank counts every client that is at least as likely as the true one."
)


def _figures(attackers: Iterable[AttackerFigures]) -> list[tuple[str, str, str, int]]:
    return [
        (each.attacker, f"{each.top1:.1%}", f"{each.below_k:.1%}", each.documents)
        for each in attackers
        if each.top1 is not None and each.below_k is not None
    ]
