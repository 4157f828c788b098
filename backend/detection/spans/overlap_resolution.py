"""Resolve overlapping findings: choose one at each place, and merge those that are one."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from backend.detection.finding import Finding, FindingKind
from backend.document.model import StoryKind
from backend.document.spans import Span

_PRIORITY = {FindingKind.ALWAYS: 0, FindingKind.CLIENT: 1, FindingKind.PERSONAL: 2}


def resolve_overlaps(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Resolve overlaps so that no two findings overlap and all found text stays covered; in document order.

    When one finding lies inside another, the longer stays; at equal length always-terms win over client terms, and
    these over personal data. Two that overlap partly become one that covers both, so that half a name is never
    left: it keeps the label of the first by that order, else of the longer, else of the more certain one.
    Its `parts` say what it was joined of, so that each of these is searched for on its own.
    """
    by_block: dict[tuple[str, StoryKind, int], list[Finding]] = defaultdict(list)
    for finding in findings:
        by_block[finding.place.part, finding.place.kind, finding.place.block].append(finding)
    return tuple(kept for group in by_block.values() for kept in _apart(group))


def _apart(group: list[Finding]) -> list[Finding]:
    group.sort(key=lambda finding: (finding.place.span.start, -finding.place.span.end, _PRIORITY[finding.kind]))
    kept: list[Finding] = []
    longest = group[0]
    for finding in group:
        if not kept or finding.place.span.start >= kept[-1].place.span.end:
            kept.append(finding)
            longest = finding
        elif finding.place.span.end > kept[-1].place.span.end:
            longest = min(longest, finding, key=_order)
            kept[-1] = _joined(kept[-1], finding, longest)
        elif finding.parts:
            kept[-1] = replace(kept[-1], parts=_distinct(kept[-1].parts, finding.parts))
    return kept


def _order(finding: Finding) -> tuple[int, int, float]:
    return _PRIORITY[finding.kind], -len(finding.text), -finding.score


def _joined(first: Finding, second: Finding, speaker: Finding) -> Finding:
    """What the two cover together, as the speaker names it; each keeps its capitals and its place."""
    start, end = first.place.span.start, second.place.span.end
    text = first.text + second.text[first.place.span.end - second.place.span.start :]
    only_here = first.only_here and second.only_here
    place = replace(first.place, span=Span(start, end))
    cased = first.case_sensitive or second.case_sensitive
    parts = _distinct(first.parts or (first,), second.parts or (second,))
    return replace(speaker, text=text, place=place, case_sensitive=cased, only_here=only_here, parts=parts)


def _distinct(*groups: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """The findings of all groups, each kind and text once."""
    parts = (replace(each, parts=()) for group in groups for each in group)
    return tuple({(each.kind, each.entity, each.text): each for each in parts}.values())
