"""Find personal data that a policy requires to be redacted within findings that somebody decided to keep."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from backend.detection.finding import Finding
from backend.document.model import Document, StoryKind
from backend.document.spans import Span, SpanCover
from backend.redaction.review_policy import ANY
from backend.services.analysis.analyse import personal_in
from backend.services.request.effective import EffectiveRequest


def required_within(
    document: Document, request: EffectiveRequest, kinds: frozenset[str], kept: Iterable[Finding]
) -> Sequence[Finding]:
    """Return the findings of the required kinds that overlap what was kept.

    Of two findings at one place the longer one stays: an e-mail address in a link is a part of the URL. Here the
    required kinds are searched for alone, so that no other kind takes their place.
    """
    covered: dict[tuple[str, StoryKind, int], list[Span]] = defaultdict(list)
    for each in kept:
        covered[each.place.part, each.place.kind, each.place.block].append(each.place.span)
    if not covered or not kinds:
        return ()
    alone = personal_in(document, replace(request, entities=kinds, policy=ANY))
    covers = {block: SpanCover(spans) for block, spans in covered.items()}
    return tuple(
        each
        for each in alone.findings
        if (cover := covers.get((each.place.part, each.place.kind, each.place.block))) is not None
        and cover.overlaps(each.place.span)
    )
