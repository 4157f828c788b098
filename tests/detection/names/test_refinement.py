"""What holds of all rules together."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.detection.names.refinement import refine_names
from backend.detection.patterns.template import PatternMatch
from backend.document.spans import Span
from backend.messages.reasons import ReadsLikeName
from tests.detection.names.refining import LEXICON, read, refine

WORDS = (
    *(
        "Mr",
        "Dr.",
        "Ann",
        "Okafor",
        "Kirsten",
        "K.",
        "Mark",
        "mark",
        "Will",
        "van",
        "Halden",
        "Ltd",
        "(EWE)",
        "said",
    ),
    *(
        "the",
        "Judge",
        "Leeds,",
        "Texas",
        "Dear",
        "From:",
        "ann.okafor@halden.example",
        "Smith-Rook",
        "REPORT",
        "\n",
    ),
    *("Regards,\n", "May", "2012", "18403/91", ".", "Net", "é\u200bAnn"),
)
ENTITIES = ("PERSON", "ORGANIZATION", "LOCATION", "DATE_TIME", "CODE", "NRP")


@st.composite
def documents(draw):
    """Stories of blocks of such words, and names that stand on some of them."""
    stories, matches = [], []
    for _ in range(draw(st.integers(1, 2))):
        texts, names = [], []
        for words in draw(st.lists(st.lists(st.sampled_from(WORDS), max_size=12), max_size=4)):
            text, found = "", []
            for word in words:
                text += " " if text else ""
                if any(map(str.isalnum, word)) and draw(st.integers(0, 3)) == 0:
                    score = draw(st.sampled_from((0.5, 0.65, 0.9)))
                    span = Span(len(text), len(text) + len(word.rstrip()))
                    found.append(
                        PatternMatch(draw(st.sampled_from(ENTITIES)), span, score, ReadsLikeName("PERSON"))
                    )
                text += word
            texts.append(text)
            names.append(found)
        stories.append(texts)
        matches.append(names)
    return stories, matches


@given(documents())
def test_names_are_in_order_inside_the_text_and_never_overlap(document):
    stories, matches = document
    for story, answer in zip(stories, refine_names(stories, matches, LEXICON), strict=True):
        for text, found in zip(story, answer, strict=True):
            assert all(one.span.end <= other.span.start for one, other in pairwise(found))
            assert all(any(map(str.isalnum, each.span.of(text))) for each in found)
            assert not found or found[-1].span.end <= len(text)


@given(documents())
def test_an_unrelated_paragraph_takes_no_name_away(document):
    stories, matches = document
    before = refine_names(stories, matches, LEXICON)
    after = refine_names([*stories, ["zzz yyy"]], [*matches, [[]]], LEXICON)
    assert after == (*before, ((),))


BUSINESS = (Path(__file__).parent / "business.txt").read_text(encoding="utf-8").splitlines()
"""Invented letters and reports with their names marked; lines of one text are parted by a backslash and an n."""


@pytest.mark.parametrize("number", range(len(BUSINESS)))
def test_the_names_of_a_business_text_are_left_as_they_are(number):
    text, names = read(BUSINESS[number].replace("\\n", "\n"))
    answer = refine_names([[text]], [[names]], LEXICON)
    assert answer == (((*names,),),)


@given(documents())
def test_names_found_in_one_story_are_found_in_another(document):
    stories, matches = document
    twice = refine_names([*stories, *stories], [*matches, *matches], LEXICON)
    assert twice[: len(stories)] == twice[len(stories) :]


def test_a_document_of_many_stories_is_answered_in_its_order():
    answer = refine_names([["a", "b"], [], ["by Mr Rook"]], [[[], []], [], [[]]], LEXICON)
    assert [[len(block) for block in story] for story in answer] == [[0, 0], [], [1]]


def test_added_names_are_propagated_to_other_places():
    assert refine("by Mr K. Vasak here", "then Vasak left") == [
        "by [PERSON Mr K. Vasak] here",
        "then [PERSON Vasak] left",
    ]


def test_names_in_a_text_without_spaces_are_left_as_they_are():
    text, names = read("[LOCATION Leeds]" * 2000 + " by [PERSON Ann]" + "x" * 100)
    assert refine_names([[text]], [[names]], LEXICON) == ((tuple(names),),)
