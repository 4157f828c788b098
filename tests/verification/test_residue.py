"""Both checks together."""

import io
import zipfile

import pytest

from backend.document.model import Block, Document, Story, StoryKind
from backend.document.plain_text import read_text
from backend.document.redacted_strings import RedactedString
from backend.messages.found_in import FoundIn
from backend.messages.reasons import ContentNotRead
from backend.reporting.command_line import COMMAND_LINE
from backend.verification.places import LeftPlace, PartStatus
from backend.verification.residue import Status, Verification
from tests.string_search import check, verify

STRINGS = [
    RedactedString("Halden & Rook", "[CLIENT]"),
    RedactedString("retail", "[TERM]", is_word=True),
    RedactedString("Target", "[CLIENT]", case_sensitive=True),
]


def document(*texts, kind=StoryKind.BODY):
    return Document((Story("word/document.xml", kind, tuple(Block(i, text) for i, text in enumerate(texts))),))


@pytest.mark.parametrize("kind", StoryKind)
def test_a_string_that_survived_is_found_in_every_kind_of_story(kind):
    left = check(document("fine", "HALDEN\u00a0& Rook, and retail", kind=kind), STRINGS)
    assert left == (
        LeftPlace("word/document.xml", FoundIn("paragraph", kind.value, 2), "[CLIENT]", 0),
        LeftPlace("word/document.xml", FoundIn("paragraph", kind.value, 2), "[TERM]", 1),
    )


def test_similar_strings_are_not_reported_as_left():
    assert check(document("[CLIENT] meets its target in retailing; Halden Crook"), STRINGS) == ()


@pytest.mark.parametrize("between", [" [PERSON 2] ", "[TERM]", " [CLIENT]’s ", "\n[PERSON 12], "])
def test_a_string_does_not_survive_around_a_placeholder(between):
    """Once "Bo" is gone, the "Ann" before it and the "Okafor" behind it are no "Ann Okafor"."""
    strings = [RedactedString("Ann Okafor", "[PERSON 1]"), RedactedString("s", "[TERM]", is_word=True)]
    assert check(document(f"Ann{between}Okafor"), strings) == ()
    (left,) = check(document(f"Ann{between}Ann Okafor"), strings)
    assert left.index == 0


def test_a_text_without_leftovers_is_clean():
    text = b"[CLIENT] meets its target"
    verification = verify(text, read_text(text), STRINGS, "plan.md")
    assert verification.status is Status.CLEAN
    assert verification.as_json(COMMAND_LINE) == {
        "status": "clean",
        "places": [],
        "parts": [{"part": "the file", "examined": True, "why": "", "accepted": False}],
        "new": [],
        "stays": [],
    }


def test_both_checks_report_a_leak():
    text = b"Halden & Rook"
    verification = verify(text, read_text(text), STRINGS, "plan.txt")
    assert [place.where for place in verification.places] == ["body, paragraph 1", "text"]


def test_a_string_that_the_reader_misses_is_found_in_the_bytes():
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("word/odd.xml", "<a>Target</a>")
    verification = verify(buffer.getvalue(), document("nothing"), STRINGS, "Plan.DOCX")
    assert [place.where for place in verification.places] == ["word/odd.xml: text"]


PLACE = LeftPlace("", FoundIn("text"), "[CLIENT]", 0)
READ, UNREAD = PartStatus("a", examined=True), PartStatus("b", examined=False, reason=ContentNotRead("font"))


@pytest.mark.parametrize(
    ("places", "parts", "status"),
    [
        ((), (READ,), "clean"),
        ((), (READ, UNREAD), "not_examined"),
        ((PLACE,), (READ,), "left"),
        ((PLACE,), (UNREAD,), "left"),
    ],
)
def test_left_outranks_not_examined_and_that_outranks_clean(places, parts, status):
    assert Verification(places, parts).status == status


ACCEPTED = PartStatus("c", examined=False, reason=ContentNotRead("picture"), accepted=True)


@pytest.mark.parametrize(
    ("places", "parts", "needed"),
    [
        ((), (READ,), False),
        ((), (READ, ACCEPTED), False),
        ((), (ACCEPTED, UNREAD), True),
        ((PLACE,), (READ, ACCEPTED), True),
    ],
)
def test_accepted_parts_need_no_attention_but_are_never_clean(places, parts, needed):
    verification = Verification(places, parts)
    assert verification.needs_attention == needed
    assert (verification.status == "clean") == (parts == (READ,))
