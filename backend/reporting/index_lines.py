"""The anonymous index as text for people."""

from collections.abc import Mapping, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from backend.messages.message import counted
from backend.reporting.index_reports import AddReport, BuildReport, FoundGroup, FoundGroups, IndexInfo, RemoveReport
from backend.reporting.privacy import problem_lines
from backend.reporting.render import table

_MEMBERS_SHOWN = 10


def build_lines(report: BuildReport) -> RenderableType:
    """Describe an index that was built."""
    lines = [
        Text(
            f"{counted(report.documents, 'document')} in {counted(report.groups, 'group')}; "
            f"each group has documents of {report.smallest} to {report.largest} clients.",
            style="bold",
        ),
        Text(f"A group shows only words that documents of {report.shared_by} of its clients have."),
        Text(f"Information loss: {report.sse_per_document:.3f} (0: none, 1: all), the mean squared distance."),
    ]
    if report.shared_by < report.k:
        lines.append(Text(f"That is fewer than k ({report.k}), and reveals more of each document."))
    if report.largest_share > 1 / report.k:
        lines.append(Text(_share(report.largest_share, report.k)))
    if report.without_placeholders:
        lines.append(
            Text(
                f"{counted(report.without_placeholders, 'document')} without a placeholder. Are they redacted? "
                "The index shows the words of its groups."
            )
        )
    return Group(*lines, *problem_lines(report.problems))


def addition_lines(report: AddReport) -> RenderableType:
    """Describe what was added."""
    lines = [Text(f"{counted(len(report.added), 'document')} added.", style="bold")]
    return Group(*lines, *_uneven(report.uneven), *problem_lines(report.problems))


def removal_lines(report: RemoveReport) -> RenderableType:
    """Describe what was removed."""
    lines = [
        Text(
            f"{counted(len(report.removed), 'document')} removed, {counted(report.dissolved, 'group')} dissolved.",
            style="bold",
        )
    ]
    lines += _uneven(report.uneven)
    lines += [Text(f"The index has no document {each!r}.") for each in report.unknown]
    if not report.held:
        lines.append(Text("Documents of too few clients are left: the index answers no search. Build it again."))
    return Group(*lines)


def found_lines(found: FoundGroups) -> RenderableType:
    """List the groups that a search has found."""
    if not found.groups:
        return Text("No group has any of these words.")
    rows = [
        (
            _ranks(each),
            f"{1 - each.distance:.3f}",
            each.documents,
            ", ".join(each.stems),
            _members(each.members),
        )
        for each in found.groups
    ]
    lines = [
        Text("The documents of a group are a tie: the search cannot say which of them is nearest to the words.")
    ]
    if found.left_out:
        lines.append(Text(f"{counted(found.left_out, 'more group')} at the distance of the last one."))
    return Group(table(("ranks", "similarity", "documents", "stems of the group", "members"), rows), *lines)


def industry_lines(shares: Mapping[str, float]) -> RenderableType:
    """List the industries that a text may belong to."""
    if not shares:
        return Text("No group that shares a word with the text has an industry.")
    return table(("industry", "share of the vote"), [(name, f"{share:.0%}") for name, share in shares.items()])


def info_lines(info: IndexInfo) -> RenderableType:
    """Describe an index."""
    held = "each vector is of this many clients or more" if info.held else "too few clients are left: no search"
    rows = [
        ("documents", f"{info.documents:,}", f"in {info.groups:,} groups"),
        ("k", info.k, held),
        ("words", info.shared_by, "clients of a group have each word that the group shows"),
        ("clients in a group", f"{info.smallest} to {info.largest}", f"at most {info.largest_documents} documents"),
        ("largest share", f"{info.largest_share:.0%}", "of the documents of one group are of one client"),
        ("information loss", f"{info.sse_per_document:.3f}", "mean squared distance, an estimate; 0: none, 1: all"),
        ("drift", f"{info.drift:+.0%}", "growth of the information loss since the index was built"),
        ("changes", f"{info.changes:,}", "documents added or removed since then"),
    ]
    lines = [Text(each, style="bold") for each in (*info.faults, *filter(None, [info.advice]))]
    return Group(table(("", "value", "meaning"), rows), *lines)


def _uneven(shares: Mapping[int, float]) -> list[Text]:
    if not shares:
        return []
    share = max(shares.values())
    return [Text(f"In {counted(len(shares), 'group')} one client has up to {share:.0%} of the documents now.")]


def _ranks(group: FoundGroup) -> str:
    return str(group.first) if group.first == group.last else f"{group.first}–{group.last}"


def _members(members: Sequence[str]) -> str:
    more = len(members) - _MEMBERS_SHOWN
    return ", ".join(members[:_MEMBERS_SHOWN]) + (f" and {more} more" if more > 0 else "")


def _share(share: float, k: int) -> str:
    return (
        f"In one group, one client has {share:.0%} of the documents, more than 1/{k}. Whoever guesses this client "
        "for a document of the group is right that often."
    )
