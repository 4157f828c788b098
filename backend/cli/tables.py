"""Results of the services as tables and sentences for a terminal."""

from collections.abc import Sequence
from itertools import islice

from rich.console import Group, RenderableType
from rich.text import Text

from backend.learning.registry import Version
from backend.learning.train import HeldOut
from backend.reporting.render import guess_bars, table
from backend.services.guess import GuessedFile, KnownClients
from backend.services.retrain import TrainedVersion
from backend.services.suggest import SuggestedFile

_PROBLEMS_SHOWN = 20
_TELLING_SHOWN = 5


def guess_lines(file: GuessedFile) -> RenderableType:
    """What `guess` tells about one file."""
    if file.error is not None:
        return Text(f"{file.path}\n  could not be read: {file.error}\n")
    parts: list[RenderableType] = [Text(file.path, style="bold"), guess_bars(file.guess)]
    if file.utility is not None:
        parts.append(Text(f"  Industry: {file.utility.name} ({file.utility.probability:.0%})"))
    parts += [Text(f"  Note: {warning}") for warning in file.warnings]
    return Group(*parts, Text())


def client_lines(known: KnownClients) -> RenderableType:
    """What `clients` tells."""
    rows = [(each.name, each.utility or "—", each.documents, each.words) for each in known.clients]
    return Group(Text(f"Version {known.version}"), table(("client", "utility", "documents", "words"), rows))


def suggestion_lines(file: SuggestedFile) -> RenderableType:
    """What `suggest` tells about one file: the levels first, then the terms."""
    if file.error is not None:
        return Text(f"{file.path}\n  could not be analysed: {file.error}\n")
    analysis = file.analysis
    if analysis is None:
        return Text(file.path)
    parts: list[RenderableType] = [Text(file.path, style="bold")]
    if analysis.levels:
        rows = [
            (
                level.k,
                level.k_reached,
                f"{level.kept_share:.1%}",
                f"{level.guess[0].name} {level.guess[0].probability:.0%}",
            )
            for level in analysis.levels
        ]
        parts.append(table(("k", "reached", "words kept", "likeliest then"), rows))
    terms = [
        (each.term, each.entity, each.from_level or "always", f"{each.count}×", each.why)
        for each in sorted(analysis.suggestions, key=lambda each: (each.from_level or 0, -each.score))
    ]
    parts += (
        [Text(), table(("term", "kind", "from k", "times", "why"), terms)] if terms else [Text("  Nothing found.")]
    )
    if analysis.near_misses:
        parts.append(Text("  Next would be: " + ", ".join(each.term for each in analysis.near_misses)))
    parts += [Text(f"  Note: {warning}") for warning in analysis.warnings]
    return Group(*parts, Text())


def training_lines(done: TrainedVersion) -> RenderableType:
    """What `train` tells: whether the model is any good, and what gives each client away."""
    report = done.report
    rows = [
        (each.name, each.utility or "—", each.documents, each.words, ", ".join(each.telling_words[:_TELLING_SHOWN]))
        for each in report.clients
    ]
    serving = "it is in use" if done.version.promoted else "not in use yet: `unsaid model promote`"
    parts: list[RenderableType] = [
        table(("client", "utility", "documents", "words", "most telling"), rows),
        Text(),
        Text(
            f"Version {done.version.name}: {len(report.clients)} clients, {report.documents:,} documents, "
            f"{report.words:,} words, {report.features:,} features; {serving}.",
            style="bold",
        ),
        Text(_accuracy("client", report.by_client)),
    ]
    if report.by_utility is not None:
        parts.append(Text(_accuracy("industry", report.by_utility)))
    parts += [Text(f"Note: {warning}") for warning in report.warnings]
    parts += [Text(f"Skipped {each.where}: {each.reason}") for each in islice(done.problems, _PROBLEMS_SHOWN)]
    if len(done.problems) > _PROBLEMS_SHOWN:
        parts.append(Text(f"… and {len(done.problems) - _PROBLEMS_SHOWN} more (--json lists all)"))
    return Group(*parts)


def version_lines(versions: Sequence[Version]) -> RenderableType:
    """What `model list` tells."""
    if not versions:
        return Text("No version yet; run `unsaid train CORPUS`.")
    rows = [
        (
            "in use" if each.promoted else "",
            each.name,
            f"{each.created:%Y-%m-%d %H:%M}",
            each.clients,
            each.documents,
        )
        for each in versions
    ]
    return table(("", "version", "trained (UTC)", "clients", "documents"), rows)


def _accuracy(what: str, held_out: HeldOut | None) -> str:
    if held_out is None:
        return f"Guessing the {what} could not be measured: no document can be held out."
    return (
        f"Guessing the {what} of a document that was held out: right in {held_out.accuracy:.1%} "
        f"of {held_out.documents:,}."
    )
