"""Training reports and model versions as text for people."""

from collections.abc import Sequence
from itertools import islice

from rich.console import Group, RenderableType
from rich.text import Text

from backend.blocking.known_attackers import LADDER, MeasuredProtection, weakest_sufficient_level
from backend.learning.json_lines import CorpusProblem
from backend.learning.registry import Version
from backend.learning.train import ClientFigures, HeldOut, TrainingReport
from backend.reporting.render import held_out_lines, table

_PROBLEMS_SHOWN = 20
_TELLING_SHOWN = 5
_UNMEASURABLE = "could not be measured: it takes three clients with three documents each."


def training_lines(
    version: Version,
    report: TrainingReport,
    promises: Sequence[MeasuredProtection],
    problems: Sequence[CorpusProblem],
) -> RenderableType:
    """The text of `train`: what identifies each client, how well it can be guessed and hidden, what was skipped."""
    rows = [
        (each.name, each.utility or "—", each.documents, each.words, ", ".join(each.telling_words[:_TELLING_SHOWN]))
        for each in report.clients
    ]
    serving = "it is in use" if version.promoted else "not in use yet: `unsaid model promote`"
    parts: list[RenderableType] = [
        table(("client", "industry", "documents", "words", "most telling"), rows),
        Text(),
        Text(
            f"Version {version.name}: {len(report.clients)} clients, {report.documents:,} documents, "
            f"{report.words:,} words, {report.features:,} features; {serving}.",
            style="bold",
        ),
        Text(_accuracy("client", report.by_client)),
    ]
    if report.by_utility is not None:
        parts.append(Text(_accuracy("industry", report.by_utility)))
    parts += _promised(promises)
    parts += [Text(f"Note: {warning}") for warning in report.warnings]
    parts += [Text(_problem(each)) for each in islice(problems, _PROBLEMS_SHOWN)]
    if len(problems) > _PROBLEMS_SHOWN:
        parts.append(Text(f"… and {len(problems) - _PROBLEMS_SHOWN} more (--json lists all)"))
    return Group(*parts)


def client_lines(version: str, clients: Sequence[ClientFigures]) -> RenderableType:
    """The text of `clients`."""
    rows = [(each.name, each.utility or "—", each.documents, each.words) for each in clients]
    return Group(Text(f"Version {version}"), table(("client", "industry", "documents", "words"), rows))


def version_lines(versions: Sequence[Version]) -> RenderableType:
    """The text of `model list`."""
    if not versions:
        return Text("No version yet; run `unsaid train CORPUS`.")
    rows = [
        (
            "in use" if each.promoted else "",
            "" if each.authentic else "not authenticated",
            each.name,
            f"{each.created:%Y-%m-%d %H:%M}",
            each.clients,
            each.documents,
        )
        for each in versions
    ]
    return table(("", "", "version", "trained (UTC)", "clients", "documents"), rows)


def version_promises(version: str, promises: Sequence[MeasuredProtection]) -> RenderableType:
    """The text of `model show`: what a stored version promises."""
    return Group(Text(f"Version {version}", style="bold"), *_promised(promises))


def _promised(promises: Sequence[MeasuredProtection]) -> list[RenderableType]:
    """How strong a margin can be, what it costs, and how well it holds."""
    if not promises:
        return [Text(f"Protection against held-out attackers {_UNMEASURABLE}")]
    first, default = promises[0], weakest_sufficient_level(promises)
    rows = [
        (
            f"{number}{' (default)' if each.hardness == default else ''}",
            f"{each.kept:.1%}",
            f"{1 - each.same.not_named:.0%}",
            f"{each.same.k_holds:.0%}",
            f"{1 - each.others.not_named:.0%}",
            f"{each.others.k_holds:.0%}",
        )
        for number, each in enumerate(promises, start=1)
    ]
    held_out = next(each.held_out for each in promises if each.hardness == default)
    return [
        Text(),
        *held_out_lines(held_out),
        Text(
            "\nA margin is how much better redaction hides the client than k requires. Unsaid chose it with "
            f"classifiers that redaction does not use, tested on {first.documents} documents kept out of training, "
            f"at level {first.k}. These classifiers learnt from the documents of the model, or from other "
            "documents of the same clients. These figures are not promises."
        ),
        table(("margin", "words kept", "same: named", "k held", "other: named", "k held (--assurance)"), rows),
        Text(_beyond(len(promises))),
    ]


def _beyond(measured: int) -> str:
    """How to measure the margins that were not measured."""
    if measured == len(LADDER):
        return ""
    further = f"the margins up to {len(LADDER)}, which protect better and keep fewer words"
    return f"`unsaid train --every-margin` also measures {further}.\n"


def _problem(problem: CorpusProblem) -> str:
    return f"{'Skipped' if problem.skipped else 'Note:'} {problem.where}: {problem.reason}"


def _accuracy(what: str, held_out: HeldOut | None) -> str:
    if held_out is None:
        return f"Unsaid could not measure how often the model names the right {what}: no document can be held out."
    return (
        f"The model names the right {what} in {held_out.accuracy:.1%} of {held_out.documents:,} held-out documents."
    )
