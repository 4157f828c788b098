"""Names in names of files: no half of one is left, and placeholders have no brackets there."""

from pathlib import Path

from backend.document.model import Document, Place, Replacement, StoryKind
from backend.document.plain_text import read_text
from backend.document.redacted_strings import RedactedString, RedactedStrings
from backend.document.spans import Span
from backend.redaction.plan import RedactionPlan, extend_over_underscores
from backend.services.files.outputs import cleaned_name
from backend.verification.raw_search import search_text


def _extended(text: str, name: str, placeholder: str = "[ORGANIZATION 3]") -> str:
    document: Document = read_text(text.encode())
    at = text.index(name)
    place = Place("", StoryKind.BODY, 0, Span(at, at + len(name)))
    planned = RedactionPlan((Replacement(place, placeholder),), (), (), RedactedStrings(()))
    (made,) = extend_over_underscores(planned, document).replacements
    return made.place.span.of(text)


def test_a_name_goes_with_the_words_that_underscores_join_to_it():
    assert _extended("see Quarrel_Nutrition_Manuela now", "Quarrel") == "Quarrel_Nutrition_Manuela"
    assert _extended("see Manuela_Quarrel now", "Quarrel") == "Manuela_Quarrel"


def test_a_name_goes_with_no_more_than_the_name_of_a_file_may_hold():
    assert len(_extended("Quarrel" + "_a" * 1_000, "Quarrel")) == len("Quarrel") + 200


def test_a_name_is_not_extended_over_another_one():
    document = read_text(b"Quarrel_Nutrition_Manuela")
    places = [Place("", StoryKind.BODY, 0, span) for span in (Span(0, 7), Span(18, 25))]
    planned = RedactionPlan(
        tuple(Replacement(place, "[PERSON 1]") for place in places), (), (), RedactedStrings(())
    )
    assert extend_over_underscores(planned, document).replacements == planned.replacements


def test_numbers_other_words_and_other_kinds_stay():
    assert _extended("see Quarrel_2024 now", "Quarrel") == "Quarrel"
    assert _extended("see Quarrel Nutrition now", "Quarrel") == "Quarrel"
    assert _extended("see Quarrel_Nutrition now", "Quarrel", "[CLIENT]") == "Quarrel"


def test_the_name_of_an_output_has_no_brackets_and_is_searched_all_the_same():
    strings = RedactedStrings((RedactedString("Wum Takoh", "[PERSON 1]"), RedactedString("term", "[TERM]")))
    assert cleaned_name(Path("wum_takoh term.txt"), strings).as_posix() == "PERSON 1 TERM.txt"
    assert search_text(b"x", strings, "PERSON 1 TERM.txt").places == ()
    assert search_text(b"x", strings, "wum_takoh.txt").places
    assert search_text(b"x", strings, "term.txt").places
