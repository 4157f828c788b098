"""Training reports and versions of the client models, for people."""

from collections.abc import Sequence
from itertools import islice

from rich.console import Group, RenderableType
from rich.text import Text

from backend.learning.corpus import Problem
from backend.learning.registry import Version
from backend.learning.train import ClientFigures, HeldOut, TrainingReport
from backend.reporting.render import table

_PROBLEMS_SHOWN = 20
_TELLING_SHOWN = 5


def training_lines(version: Version, report: TrainingReport, problems: Sequence[Problem]) -> RenderableType:
    """What `train` tells: what gives each client away, how good the model is, what was skipped or changed."""
    rows = [
        (each.name, each.utility or "—", each.documents, each.words, ", ".join(each.telling_words[:_TELLING_SHOWN]))
        for each in report.clients
    ]
    serving = "it is in use" if version.promoted else "not in use yet: `unsaid model promote`"
    parts: list[RenderableType] = [
        table(("client", "utility", "documents", "words", "most telling"), rows),
        Text(),
        Text(
            f"Version {version.name}: {len(report.clients)} clients, {report.documents:,} documents, "
            f"{report.words:,} words, {report.features:,} features; {serving}.",
            style="bold",
        ),
        Text(_accuracy("client", report.by_client)),
    ]
    if report.by_utility is not None:
        parts.append(Text(_accuracy("utility class", report.by_utility)))
    parts += [Text(f"Note: {warning}") for warning in report.warnings]
    parts += [Text(_problem(each)) for each in islice(problems, _PROBLEMS_SHOWN)]
    if len(problems) > _PROBLEMS_SHOWN:
        parts.append(Text(f"… and {len(problems) - _PROBLEMS_SHOWN} more (--json lists all)"))
    return Group(*parts)


def client_lines(version: str, clients: Sequence[ClientFigures]) -> RenderableType:
    """What `clients` tells."""
    rows = [(each.name, each.utility or "—", each.documents, each.words) for each in clients]
    return Group(Text(f"Version {version}"), table(("client", "utility", "documents", "words"), rows))


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


def _problem(problem: Problem) -> str:
    return f"{'Skipped' if problem.skipped else 'Note:'} {problem.where}: {problem.reason}"


def _accuracy(what: str, held_out: HeldOut | None) -> str:
    if held_out is None:
        return f"Guessing the {what} could not be measured: no document can be held out."
    return (
        f"Guessing the {what} of a document that was held out: right in {held_out.accuracy:.1%} "
        f"of {held_out.documents:,}."
    )
