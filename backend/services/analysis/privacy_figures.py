"""Add to an analysis what the document, its levels and its suggestions give away."""

from dataclasses import replace

from backend.document.model import Document
from backend.services.analysis.analyse import Analysis
from backend.services.analysis.panel_answers import clients_shown
from backend.services.privacy.document_figures import privacy_of_analysis
from backend.services.request.effective import EffectiveRequest


def with_privacy(document: Document, request: EffectiveRequest, analysis: Analysis) -> Analysis:
    """Add the figures; nothing is added where privacy is not measured."""
    if request.sensitivity is None:
        return analysis
    levels = [(level.k, level.among) for level in analysis.levels]
    now = clients_shown(document, request)
    return replace(analysis, privacy=privacy_of_analysis(document, request, analysis.suggestions, levels, now))
