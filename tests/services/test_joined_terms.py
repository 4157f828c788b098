"""A value that overlaps another one in the text is searched for on its own everywhere else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.detection.finding import Finding, FindingKind
from backend.detection.pii import KnownValue, find_personal_data
from backend.detection.spans.overlap_resolution import resolve_overlaps
from backend.document.model import Block, Document, Place, Story, StoryKind
from backend.document.phrases import Phrase
from backend.document.placeholders import ENTITIES
from backend.document.spans import Span
from backend.messages.reasons import ReadsLikeName
from backend.redaction.plan import plan_redaction
from backend.review.decisions import Decision, Verdict
from backend.review.suggestions import group_findings

WHY = ReadsLikeName("PERSON")
NAME = (KnownValue("PERSON", Phrase("Sarah Mbeki"), 1.0, WHY),)
ADDRESS = "sarah.mbeki@northgate.example"


def document(*texts):
    blocks = tuple(Block(number, text) for number, text in enumerate(texts))
    return Document((Story("word/document.xml", StoryKind.BODY, blocks),))


@pytest.mark.parametrize("between", [", ", " ", ",  ", "; ", " <", " (", "\n", "\t"])
def test_a_name_beside_an_address_stays_a_name(between):
    found = find_personal_data(document(f"By Sarah Mbeki{between}{ADDRESS}."), known=NAME)
    assert [(each.entity, each.text) for each in found] == [("PERSON", "Sarah Mbeki"), ("EMAIL_ADDRESS", ADDRESS)]


@pytest.mark.parametrize("between", [", ", " "])
def test_a_name_behind_an_address_stays_a_name(between):
    found = find_personal_data(document(f"To mbeki@north.example{between}Sarah Mbeki, here"), known=NAME)
    assert [(each.entity, each.text) for each in found] == [
        ("EMAIL_ADDRESS", "mbeki@north.example"),
        ("PERSON", "Sarah Mbeki"),
    ]


def test_half_a_name_that_runs_into_an_address_is_redacted():
    found = find_personal_data(document(f"Sarah Mbeki. mbeki {ADDRESS}"), known=NAME)
    assert [each.text for each in found] == ["Sarah Mbeki", "mbeki", ADDRESS]


def _placed(text, start, end, kind, entity):
    place = Place("word/document.xml", StoryKind.BODY, 0, Span(start, end))
    return Finding(kind, entity, text[start:end], place, 1.0, WHY)


kinds = st.one_of(
    st.tuples(st.just(FindingKind.PERSONAL), st.sampled_from(sorted(ENTITIES))),
    st.sampled_from([(FindingKind.CLIENT, "CLIENT"), (FindingKind.ALWAYS, "REDACTED")]),
)


@given(kinds, kinds, st.integers(1, 20), st.integers(1, 10), st.integers(1, 10))
def test_both_texts_of_every_pair_of_kinds_that_overlaps_are_redacted_everywhere(one, other, both, before, behind):
    text = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH"
    first = _placed(text, 0, before + both, *one)
    second = _placed(text, before, before + both + behind, *other)
    suggestions = group_findings(resolve_overlaps([first, second]))
    strings = plan_redaction([Decision(each, Verdict.ACCEPTED) for each in suggestions]).strings
    for each in (first, second):
        elsewhere = f"See {each.text}."
        assert Span(4, 4 + len(each.text)) in [span for _, span in strings.find(elsewhere)]


def test_both_parts_of_a_joined_value_are_found_in_other_paragraphs():
    """An address of a street that a name of an organisation runs into."""
    known = (
        KnownValue("ORGANIZATION", Phrase("Northgate Holdings Tanner"), 1.0, WHY),
        KnownValue("LOCATION", Phrase("Tanner Wharf Lane"), 1.0, WHY),
    )
    body = document("At Northgate Holdings Tanner Wharf Lane", "northgate holdings tanner", "tanner wharf lane")
    texts = [(each.place.block, each.text.lower()) for each in find_personal_data(body, known=known)]
    assert (1, "northgate holdings tanner") in texts
    assert (2, "tanner wharf lane") in texts
