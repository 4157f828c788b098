"""One document redacted, and what is said of the result."""

import json
import re
from pathlib import Path

import pytest

from backend.detection.custom.recognisers import CustomRecogniser, Expression
from backend.document import plain_text
from backend.document.phrases import Phrase
from backend.messages.found_in import FoundIn
from backend.messages.warnings import FoundInResult, FoundPlace
from backend.reporting.outcome import Approver, Outcome, Shortfall
from backend.services.redaction import redact
from backend.services.redaction.redact import redact_content
from backend.services.request.effective import EffectiveRequest
from backend.services.request.request import Terms
from backend.web.message_words import HTTP

TEXT = "The secret agent 007 was here.\nAn agent 12 was not, and no secret agent 99 either."
AGENTS = CustomRecogniser("agents", "AGENT", (Expression(r"(?<!\w )agent \d+", 0.9),))
"""Finds no agent that a word stands before: at first none of the three."""


def redacted(text, *, never=()):
    """With *secret* taken out, the agents behind it are found."""
    asked = Terms((Phrase("secret"),), tuple(map(Phrase, never)))
    request = EffectiveRequest(
        entities=frozenset({"AGENT"}), asked=asked, recognisers=(AGENTS,), own_kinds=frozenset({"AGENT"})
    )
    path = Path("notes.txt")
    return redact_content(path, path, text.encode(), request)


def test_personal_data_exposed_by_a_placeholder_are_redacted_too():
    done = redacted(TEXT)
    assert done.report.outcome == Outcome()
    assert done.content.decode() == (
        "The [REDACTED] [CUSTOM_AGENT 1] was here.\nAn agent 12 was not, and no [REDACTED] [CUSTOM_AGENT 2] either."
    )
    assert done.report.warnings == ()


def test_never_terms_are_kept_if_a_placeholder_exposes_them():
    done = redacted(TEXT, never=["agent 007"])
    assert "agent 007" in done.content.decode()
    assert "agent 99" not in done.content.decode()
    assert done.report.outcome == Outcome((Shortfall("CUSTOM", 1, Approver.USER),))


class TestOnlyWhatWasDecided:
    """People decide what goes, so that what comes to light afterwards is reported and left."""

    @pytest.fixture(autouse=True)
    def as_decided(self, monkeypatch):
        monkeypatch.setattr(redact, "_LOOKS", 1)

    def test_personal_data_that_only_the_result_shows_makes_the_outcome_not_met(self):
        done = redacted(TEXT)
        verification = done.report.verification
        assert (verification.status, done.report.needs_attention) == ("clean", True)
        assert done.report.outcome == Outcome(unmet=(Shortfall("CUSTOM", 2),))
        assert [(each.entity, each.how) for each in verification.new] == [("AGENT", "line 1"), ("AGENT", "line 2")]
        (warning,) = done.report.warnings
        places = (
            FoundPlace("AGENT", "", "line 1", FoundIn("line", number=1)),
            FoundPlace("AGENT", "", "line 2", FoundIn("line", number=2)),
        )
        assert warning == FoundInResult(places, more=0)
        assert not re.search("agent 0|007|99", repr(warning) + json.dumps(verification.as_json(HTTP)))

    def test_many_places_are_counted(self):
        (warning,) = redacted("a secret agent 1\n" * 5).report.warnings
        assert (warning.places[2], warning.more) == (
            FoundPlace("AGENT", "", "line 3", FoundIn("line", number=3)),
            2,
        )


@pytest.mark.parametrize("text", ["no agent 12 stands here", ""])
def test_unchanged_text_is_not_searched_again(text):
    warnings = redacted(text).report.warnings
    assert not any(isinstance(each, FoundInResult) for each in warnings)


def test_a_place_that_was_not_written_is_left(monkeypatch):
    """What is told by its context alone is looked for nowhere else."""
    monkeypatch.setattr(plain_text, "redact_text", lambda content, _: content)
    request = EffectiveRequest(entities=frozenset({"AGE"}))
    path = Path("a.txt")
    done = redact_content(path, path, b"She is 8 years old.", request)
    assert done.report.suppressed
    assert [place.where for place in done.report.verification.places] == ["body, paragraph 1"]
    assert done.report.needs_attention
