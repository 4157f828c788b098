"""Ask the held-out attackers of a model version about a text, and about each level of an analysis."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from backend.blocking.confusability import count_model_words
from backend.document.model import Document, Place
from backend.panel.answer import PanelAnswer, ask_panel
from backend.review.suggestions import Suggestion
from backend.services.analysis.analyse import Analysis
from backend.services.request.effective import EffectiveRequest
from backend.services.terms.industry import industry_shown
from backend.services.terms.residual_text import ResidualText


def with_panel(document: Document, request: EffectiveRequest, analysis: Analysis) -> Analysis:
    """Add what the panel says of the document as it is, and of each level if all that is suggested goes.

    Nothing is added without a client, or without a panel that knows the client.
    """
    redacted = [
        ResidualText.without(document, _places(analysis.suggestions, level.k)).document for level in analysis.levels
    ]
    among = [clients_shown(document, request), *(level.among for level in analysis.levels)]
    answers = _asked(request, [document, *redacted], among)
    if not answers:
        return analysis
    levels = zip(analysis.levels, answers[1:], strict=True)
    return replace(analysis, levels=tuple(replace(level, panel=each) for level, each in levels), panel=answers[0])


def panel_about(document: Document, request: EffectiveRequest) -> PanelAnswer | None:
    """Return what the panel says of a document as it is; None without a client or a panel that knows the client."""
    answers = _asked(request, [document], [clients_shown(document, request)])
    return answers[0] if answers else None


def _places(suggestions: Iterable[Suggestion], k: int) -> Iterable[Place]:
    return (
        place for each in suggestions if each.from_level is None or each.from_level <= k for place in each.places
    )


def clients_shown(document: Document, request: EffectiveRequest) -> tuple[int, ...] | None:
    """Return the clients of the industry that a document shows; None: it shows none."""
    subject = request.subject
    if subject is None:
        return None
    seen = count_model_words(subject.model.by_client, document.counted_texts())
    return industry_shown(subject, request.selection.objective, request.visible, seen)


def _asked(
    request: EffectiveRequest, documents: Sequence[Document], among: Sequence[Collection[int] | None]
) -> tuple[PanelAnswer, ...]:
    if request.subject is None or request.panel is None:
        return ()
    texts = ["\n".join(each.counted_texts()) for each in documents]
    considered = [None if each is None else [str(client) for client in each] for each in among]
    return ask_panel(request.panel, texts, str(request.subject.client), considered)
