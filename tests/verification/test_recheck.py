"""What recognisers find anew in a redacted document."""

import pytest

from backend.detection.finding import Finding, FindingKind
from backend.document.model import Block, Document, Place, Replacement, Story, StoryKind
from backend.document.phrases import Phrase
from backend.document.redacted_strings import RedactedString, RedactedStrings
from backend.document.spans import Span
from backend.messages.found_in import FoundIn
from backend.messages.reasons import ReadsLikeName
from backend.verification.places import LeftPlace
from backend.verification.recheck import NewFinding, missed_replacements, new_findings

BODY, NOTES = "word/document.xml", "word/footnotes.xml"
NOTHING = RedactedStrings(())


def story(*texts, part=BODY, kind=StoryKind.BODY):
    return Story(part, kind, tuple(Block(i, text) for i, text in enumerate(texts)))


def finding(text, within, *, block=0, part=BODY, entity="PERSON"):
    start = within.index(text)
    place = Place(part, StoryKind.BODY, block, Span(start, start + len(text)))
    return Finding(FindingKind.PERSONAL, entity, text, place, 0.9, ReadsLikeName("PERSON"))


def test_a_planned_replacement_that_is_missing_is_left():
    """Of three places to change the second was not written; the third paragraph is gone with what it said."""
    before, after = (
        Document((story("for two years", "for two years", "Ann"),)),
        Document((story("for x", "for two years"),)),
    )
    replacements = [
        Replacement(Place(BODY, StoryKind.BODY, block, Span(0, 3)), "[DATE_TIME 1]") for block in (0, 1, 1, 2)
    ]
    assert missed_replacements(before, after, replacements) == (
        LeftPlace(BODY, FoundIn("paragraph", "body", 2), "[DATE_TIME 1]", None),
    )
    assert missed_replacements(before, before, []) == ()


def test_findings_that_were_never_proposed_are_reported_by_kind_and_place_without_their_text():
    text = "[PERSON 1] met Rook"
    (new,) = new_findings(Document((story("fine", text),)), [finding("Rook", text, block=1)], NOTHING)
    assert new == NewFinding(BODY, FoundIn("paragraph", "body", 2), "PERSON")
    assert "Rook" not in str(new.as_json())


def test_a_kind_is_reported_once_for_each_place():
    text = "Rook met Ann Rook and Rook"
    found = [finding("Rook", text), finding("Ann", text), finding("Rook", text, entity="ORGANIZATION")]
    new = new_findings(Document((story(text),)), found, NOTHING)
    assert [(each.entity, each.count) for each in new] == [("PERSON", 2), ("ORGANIZATION", 1)]


@pytest.mark.parametrize(
    ("strings", "rejected"),
    [
        (RedactedStrings((RedactedString("ANN  ROOK", "[PERSON 1]"),)), ()),
        (RedactedStrings((), (Phrase("Ann Rook"),)), ()),
        (NOTHING, (Phrase("ann rook"),)),
        (RedactedStrings((), (Phrase("the Ann Rook Award"),)), ()),
    ],
    ids=["left over, which the other check tells", "to stay", "rejected", "inside what is to stay"],
)
def test_decided_terms_are_not_reported_as_new(strings, rejected):
    text = "[DATE_TIME 1]: the Ann Rook Award"
    changed = Document((story(text),))
    assert new_findings(changed, [finding("Ann Rook", text)], strings, rejected) == ()


def test_a_finding_longer_than_the_decided_term_is_new():
    text = "[DATE_TIME 1]: the Ann Rook Award"
    found = [finding("Ann Rook Award", text)]
    assert len(new_findings(Document((story(text),)), found, NOTHING, [Phrase("Ann Rook")])) == 1


@pytest.mark.parametrize(
    ("found", "rejected", "new"),
    [
        ("the Moon", "Moon", 0),
        ("A  Moon", "moon", 0),
        ("the Moon", "the Moon", 0),
        ("Thea Moon", "Moon", 1),
        ("the Moon Base", "Moon", 1),
    ],
)
def test_an_article_before_a_rejected_term_is_no_new_finding(found, rejected, new):
    text = f"[DATE_TIME 1]: {found} rose"
    kinds = [finding(found, text, entity=entity) for entity in ("LOCATION", "ORGANIZATION")]
    told = new_findings(Document((story(text),)), kinds, NOTHING, [Phrase(rejected)])
    assert sum(each.count for each in told) == 2 * new


def test_findings_in_a_text_file_are_reported_by_line():
    text = "one\ntwo [PERSON 1]\nRook"
    (new,) = new_findings(Document((story(text, part=""),)), [finding("Rook", text, part="")], NOTHING)
    assert new == NewFinding("", FoundIn("line", number=3), "PERSON")
