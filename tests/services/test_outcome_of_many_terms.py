"""However many terms always go, the saved file is searched for all of them at once."""

from pathlib import Path

import pytest

from backend.detection.pii import DEFAULT_ENTITIES
from backend.document.phrase_lookup import PhraseIndex
from backend.document.phrases import Phrase
from backend.services.redaction.redact import redact_content
from backend.services.request.effective import EffectiveRequest
from backend.services.request.request import Terms

CONTENT = b"for Halden & Rook, and a a a 7\n" * 20


def looks(monkeypatch: pytest.MonkeyPatch, terms: int) -> int:
    """How often an index is asked about a text while a file is redacted."""
    asked: list[str] = []
    find = PhraseIndex.find
    with monkeypatch.context() as patch:
        patch.setattr(PhraseIndex, "find", lambda self, text, *more: asked.append(text) or find(self, text, *more))
        always = (Phrase("Halden & Rook"), *(Phrase("a " * (i % 100 + 1) + str(i)) for i in range(terms)))
        request = EffectiveRequest(entities=DEFAULT_ENTITIES, asked=Terms(always))
        done = redact_content(Path("a.txt"), Path("a.txt"), CONTENT, request)
    assert b"Halden" not in done.content
    return len(asked)


def test_more_terms_cause_no_more_calls(monkeypatch):
    assert looks(monkeypatch, 200) == looks(monkeypatch, 2)
