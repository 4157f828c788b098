"""A partly redacted term is gone from its redacted places and may remain in the others."""

import pytest

from backend.document.model import Block, Document, Place, Story, StoryKind
from backend.document.redacted_strings import RedactedString
from backend.document.spans import Span
from backend.messages.found_in import FoundIn
from backend.verification.partial_terms import KeptTerm, PartlyRedactedTerm, check_partial_terms
from backend.verification.places import LeftPlace

PART = "word/document.xml"
BODY = ("Heron met Heron Ltd.", "Nothing.", "heron and herons")
HERON = (RedactedString("Heron", "[TERM]", is_word=True), RedactedString("Heron Ltd", "[TERM]"))
"""Of the paragraphs, the first says it twice: "Heron Ltd" is found by both spellings, and is one place."""


def document(*texts, kind=StoryKind.BODY):
    return Document((Story(PART, kind, tuple(Block(ordinal, text) for ordinal, text in enumerate(texts))),))


FIRST = Place(PART, StoryKind.BODY, 0, Span(0, 5))
WENT = PartlyRedactedTerm.of(HERON, [FIRST], document(*BODY))


def test_a_term_may_remain_as_often_as_its_kept_places_in_the_paragraph():
    assert dict(WENT.stays) == {(PART, "body", 0): 1}


@pytest.mark.parametrize(
    ("first", "left"),
    [
        ("[TERM] met Heron Ltd.", False),
        ("Heron met Heron Ltd.", True),
        ("[TERM] met [TERM] Ltd.", False),
        ("Heron met [TERM].", False),  # which of two it was, nobody can tell from the text alone
    ],
)
def test_where_it_was_to_go_it_is_counted(first, left):
    places, stays = check_partial_terms(document(first, *BODY[1:]), [WENT])
    assert places == ((LeftPlace(PART, FoundIn("paragraph", "body", 1), "[TERM]", None),) if left else ())
    assert KeptTerm(PART, FoundIn("paragraph", "body", 3), "[TERM]", 0, 1) in stays


def test_kept_places_elsewhere_are_listed():
    _, stays = check_partial_terms(document("[TERM] met Heron Ltd.", "Heron, Heron", "Other"), [WENT])
    assert stays == (
        KeptTerm(PART, FoundIn("paragraph", "body", 1), "[TERM]", 0, 1),
        KeptTerm(PART, FoundIn("paragraph", "body", 2), "[TERM]", 0, 2),
    )


def test_a_paragraph_of_that_number_in_another_story_is_another_one():
    places, _ = check_partial_terms(document("Heron Heron Heron", kind=StoryKind.HEADER), [WENT])
    assert places == ()
