"""Names behind titles and roles."""

import pytest

from backend.detection.names.word_evidence import Lexicon
from tests.detection.names.refining import refine


@pytest.mark.parametrize(
    "written",
    [
        "represented by [PERSON Mr K.H. Christoph], a lawyer",
        "and [PERSON Mrs A. Wittling-Vogel] spoke",
        "by [PERSON Prof. Dr. H. Müller].",
        "to [PERSON Ms Gisela Kirsten], who",
        "asked [PERSON Dr van der Berg] to",
        "[PERSON Sir Peter O'Neill] agreed",
        "with [PERSON Capt. Haddock]’s ship",
        "before [PERSON Mr J.S.] Further, she claimed",
        "[PERSON MR. STEPHANOPOULOS]: Well",
        "the late [PERSON Mme Duclos-Lassalle] and",
        "[PERSON Messrs. Rook] left",
    ],
)
@pytest.mark.parametrize("lexicon", ["lists", "none"])
def test_a_title_belongs_to_the_name_that_it_is_before(written, lexicon):
    text = written.replace("[PERSON ", "").replace("]", "")
    given = {} if lexicon == "lists" else {"lexicon": Lexicon()}
    if lexicon == "none" and "Further" in text:
        text, written = text.replace(" Further,", " further,"), written.replace(" Further,", " further,")
    assert refine(text, **given) == written


@pytest.mark.parametrize(
    "text",
    [
        "12 Elm Dr. Leeds",
        "WD1002 Rev. C and Rev. D",
        "Dear Sir or Madam",
        "the Dr. The",
        "Mr. and so on",
        "No. Ms.",
    ],
)
def test_a_title_without_a_name_is_not_a_person(text):
    assert refine(text) == text


def test_a_title_makes_a_person_of_what_was_taken_for_something_else():
    assert refine("then Mr [LOCATION London] paid") == "then [PERSON Mr London] paid"


def test_a_title_is_added_to_a_name_that_was_found_without_it():
    assert refine("then Ms [PERSON Okafor] paid") == "then [PERSON Ms Okafor] paid"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("before Judge Rook and", "before Judge [PERSON Rook] and"),
        ("of Ambassador K. Vasak, who", "of Ambassador [PERSON K. Vasak], who"),
        ("says Professor Copperud", "says Professor [PERSON Copperud]"),
        ("the Judge Advocate General", "the Judge Advocate General"),
        ("a Justice Department memo", "a Justice Department memo"),
        ("Professor Emeritus of law", "Professor Emeritus of law"),
        ("the President Hotel Group", "the President Hotel Group"),
        ("Mayor London", "Mayor London"),
    ],
)
def test_a_role_is_evidence_of_a_name_and_no_part_of_it(text, written):
    assert refine(text) == written


def test_without_lists_a_role_needs_an_initial():
    assert (
        refine("by Judge K. Rook of Judge Rooke", lexicon=Lexicon()) == "by Judge [PERSON K. Rook] of Judge Rooke"
    )
