"""One document redacted, and what is said of the result."""

import json
import re
from pathlib import Path

import pytest

from backend.detection.custom.recognisers import CustomRecogniser, Expression
from backend.document import plain_text
from backend.document.cleaning import CLEAN
from backend.document.phrases import Phrase
from backend.messages.found_in import FoundIn
from backend.messages.warnings import FoundInResult, FoundPlace, RedactedUndecided
from backend.reporting.outcome import Approver, Outcome, Shortfall
from backend.review.decisions import SubmittedDecision, Verdict
from backend.services.analysis.pane_analysis import analyse_content
from backend.services.redaction import redact
from backend.services.redaction.redact import GivenDecisions, redact_content
from backend.services.request.effective import EffectiveRequest
from backend.services.request.request import Terms
from backend.web.message_words import HTTP
from tests.ooxml.building import body, docx_parts, paragraph, zipped
from tests.ooxml.building import text as text_run
from tests.ooxml.structure import texts_of

TEXT = "The secret agent 007 was here.\nAn agent 12 was not, and no secret agent 99 either."
AGENTS = CustomRecogniser("agents", "AGENT", (Expression(r"(?<!\w )agent \d+", 0.9),))
"""Finds no agent that a word stands before: at first none of the three."""


def asking(*, never=(), copy=None):
    asked = Terms((Phrase("secret"),), tuple(map(Phrase, never)))
    return EffectiveRequest(
        entities=frozenset({"AGENT"}), asked=asked, recognisers=(AGENTS,), own_kinds=frozenset({"AGENT"}), copy=copy
    )


def redacted(text, *, never=()):
    """With *secret* taken out, the agents behind it are found."""
    path = Path("notes.txt")
    return redact_content(path, path, text.encode(), asking(never=never))


def redacted_by_decisions(content, request, *, name="notes.txt", rejected=()):
    """Whoever decides accepts all suggestions, without the `rejected` terms."""
    analysis = analyse_content(name, content, request).analysis
    verdicts = {
        each.id: SubmittedDecision(Verdict.REJECTED if each.term in rejected else Verdict.ACCEPTED)
        for each in analysis.suggestions
    }
    return redact_content(Path(name), Path(name), content, request, GivenDecisions(verdicts))


def test_personal_data_exposed_by_a_placeholder_are_redacted_too():
    done = redacted(TEXT)
    assert done.report.outcome == Outcome()
    assert done.content.decode() == (
        "The [REDACTED] [CUSTOM_AGENT 1] was here.\nAn agent 12 was not, and no [REDACTED] [CUSTOM_AGENT 2] either."
    )
    assert done.report.warnings == ()


def test_they_are_redacted_too_if_level_k_then_needs_other_words(monkeypatch):
    """Whether k holds without them is counted; here it is said not to."""
    expected = redacted(TEXT).content
    monkeypatch.setattr(redact, "_is_short_of_k", lambda *_: True)
    done = redacted(TEXT)
    assert done.content == expected
    assert done.report.outcome == Outcome()


def test_never_terms_are_kept_if_a_placeholder_exposes_them():
    done = redacted(TEXT, never=["agent 007"])
    assert "agent 007" in done.content.decode()
    assert "agent 99" not in done.content.decode()
    assert done.report.outcome == Outcome((Shortfall("CUSTOM", 1, Approver.USER),))


def test_they_are_redacted_too_where_all_suggestions_were_accepted():
    done = redacted_by_decisions(TEXT.encode(), asking())
    assert done.content == redacted(TEXT).content
    assert done.report.outcome == Outcome()
    assert done.report.warnings == (RedactedUndecided(2),)


def test_they_are_left_where_someone_kept_one_of_their_kind():
    text = f"{TEXT}\nagent 3"
    done = redacted_by_decisions(text.encode(), asking(), rejected={"agent 3"})
    assert [word in done.content.decode() for word in ("agent 007", "agent 99", "agent 3")] == [True, True, True]
    assert [(each.entity, each.how) for each in done.report.verification.new] == [
        ("AGENT", "line 1"),
        ("AGENT", "line 2"),
    ]


def test_they_are_redacted_too_in_a_clean_copy_with_fewer_paragraphs():
    gone = "<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr><w:del><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>"
    lines = "".join(paragraph(text_run(line)) for line in TEXT.splitlines())
    content = zipped(docx_parts(body(gone + lines)))
    done = redacted_by_decisions(content, asking(copy=CLEAN), name="notes.docx")
    text = "".join(texts_of(done.content))
    assert not re.search("agent 0|99|gone", text)
    assert "[CUSTOM_AGENT 2]" in text
    assert done.report.verification.new == ()


class TestWhatIsStillFound:
    """What comes to light in the last look is reported and left."""

    @pytest.fixture(autouse=True)
    def as_decided(self, monkeypatch):
        monkeypatch.setattr(redact, "LOOKS", 1)

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
        line = "a secret agent 1"
        (warning,) = redacted(f"{line}\n{line}\n{line}, {line}\n{line}, {line}").report.warnings
        assert (warning.places[2], warning.more) == (
            FoundPlace("AGENT", "", "line 3", FoundIn("line", number=3), count=2),
            2,
        )
        assert HTTP(warning).startswith(
            "A second check of the redacted copy found more personal data: AGENT in line 1; AGENT in line 2; "
            "AGENT in line 3, 2 times and 2 more."
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
