"""Which of several findings at one place speaks for it."""

from collections import defaultdict
from collections.abc import Iterable

from backend.detection.finding import Finding, FindingKind
from backend.document.model import StoryKind

_PRIORITY = {FindingKind.ALWAYS: 0, FindingKind.CLIENT: 1, FindingKind.PERSONAL: 2}


def settled(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Drop each finding that lies inside another one, in document order.

    The longer one wins; at equal length always-terms before client terms before personal data. Findings that
    overlap only in part both stay: dropping either would leave a piece of it in the document.
    """
    by_block: dict[tuple[str, StoryKind, int], list[Finding]] = defaultdict(list)
    for finding in findings:
        by_block[finding.place.part, finding.place.kind, finding.place.block].append(finding)
    return tuple(kept for group in by_block.values() for kept in _outermost(group))


def _outermost(group: list[Finding]) -> list[Finding]:
    group.sort(key=lambda finding: (finding.place.span.start, -finding.place.span.end, _PRIORITY[finding.kind]))
    kept: list[Finding] = []
    for finding in group:
        # Starts ascend, so among the kept the last has the furthest end: it alone could contain this one.
        if not kept or finding.place.span.end > kept[-1].place.span.end:
            kept.append(finding)
    return kept
