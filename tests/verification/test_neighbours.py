"""The words beside each placeholder are those of the original; whatever else they are is reported."""

import random

import pytest

from backend.document.redacted_strings import RedactedString
from backend.messages.found_in import FoundIn
from backend.verification.neighbours import DamagedPlace, find_damaged
from backend.verification.open_paragraphs import ParagraphText
from backend.verification.package_paragraphs import read_paragraphs
from tests.ooxml.building import body, docx_parts, zipped
from tests.verification.damaged_documents import damages

PART = "word/document.xml"
STRINGS = (
    RedactedString("Halden & Rook", "[CLIENT]"),
    RedactedString("Ann", "[PERSON 1]"),
    RedactedString("Müller", "[PERSON 2]"),
    RedactedString("Bob", "[PERSON 3]"),
    RedactedString("Rook Fund", "[ORGANIZATION 1]"),
    RedactedString("secret plan", "a project"),
)
WORDS = ("the", "plan", "of", "and", "who", "said", "that", "it", "was", "very", "good", "for", "them", "all")


def texts(*paragraphs):
    return {PART: tuple(ParagraphText(i, each, each, each) for i, each in enumerate(paragraphs))}


def damaged(original, result):
    paragraphs = {(PART, i): FoundIn("paragraph", "body", i) for i in range(9)}
    found = find_damaged(texts(*result), texts(*original), STRINGS, paragraphs)
    return [(f"at {each.found_in.number}", each.placeholder) for each in found]


@pytest.mark.parametrize(
    ("original", "result"),
    [
        ("to Halden & Rook, who", "to [CLIENT], who"),
        ("to HALDEN \u00a0&\trook who", "to [CLIENT] who"),
        ("Müllers Haus", "[PERSON 2]s Haus"),
        ("Ann", "[PERSON 1]"),
        ("by Ann, Bob and Ann.", "by [PERSON 1], [PERSON 3] and [PERSON 1]."),
        ("AnnBob", "[PERSON 1][PERSON 3]"),
        ("of Ann to Ann", "of [PERSON 1] to Ann"),
        ("by [PERSON 1] and Bob", "by [PERSON 1] and [PERSON 3]"),
        ("for Halden & Rook Fund now", "for [CLIENT] now"),
        ("the secret plan is secret", "the a project is secret"),
        ("by X and Ann", "by [TERM] and [PERSON 1]"),
    ],
)
def test_an_honest_replacement_gives_no_report(original, result):
    assert damaged([original], [result]) == []


@pytest.mark.parametrize(
    ("original", "result", "placeholder"),
    [
        ("Ann sells", "A[PERSON 1]lls", "[PERSON 1]"),
        ("to Ann sells", "to[PERSON 1] sells", "[PERSON 1]"),
        ("to Ann, sells", "to [PERSON 1] sells", "[PERSON 1]"),
        ("very very Ann", "very [PERSON 1]", "[PERSON 1]"),
        ("Ann and Bob said", "[PERSON 1] an [PERSON 3] said", "[PERSON 1]"),
        ("Ann Bob said", "[PERSON 1] [PERSON 3] aid", "[PERSON 3]"),
        ("the Ann and Ann and", "[PERSON 1] and [PERSON 1] and", "[PERSON 1]"),
        ("for the Ann and for Ann and", "for [PERSON 1] and for [PERSON 1] and", "[PERSON 1]"),
        ("a Bob is", "a [PERSON 1] is", "[PERSON 1]"),
        ("the secret plan is", "th a project is", "a project"),
    ],
)
def test_a_changed_neighbour_is_reported(original, result, placeholder):
    assert ("at 0", placeholder) in damaged([original], [result])


def test_a_short_paragraph_is_compared_with_its_own_original():
    assert damaged(["Ann IV. Closing", "Ann I. Opening"], ["[PERSON 1] I.V Closing", "[PERSON 1] I. Opening"]) == [
        ("at 0", "[PERSON 1]")
    ]


def test_what_changed_away_from_the_placeholder_is_not_reported():
    assert damaged(["Ann said that it was good"], ["[PERSON 1] said that it was bad"]) == []


def test_paragraphs_that_were_added_or_moved_are_found_again():
    original = ["One said", "Ann came", "to Bob they went", "Two"]
    assert damaged(original, ["One said", "New", "[PERSON 1] came", "to [PERSON 3] they went", "Two"]) == []
    assert damaged(original, ["to [PERSON 3] they went", "[PERSON 1] came", "One said", "Two"]) == []
    assert damaged(original, ["One said", "New", "[PERSON 1] cam", "to [PERSON 3] they went", "Two"]) == [
        ("at 2", "[PERSON 1]")
    ]


def test_a_paragraph_that_now_reads_like_another_one_is_reported():
    assert damaged(["to Ann", "Ann"], ["[PERSON 1]", "[PERSON 1]"]) == [("at 0", "[PERSON 1]")]


def _paragraphs(inside):
    return read_paragraphs(zipped(docx_parts(body(inside))))


def _p(*runs):
    return "<w:p>" + "".join(runs) + "</w:p>"


def _r(text):
    return f'<w:r><w:t xml:space="preserve">{text}</w:t></w:r>'


MARKED = '<w:{0} w:id="1" w:author="x">{1}</w:{0}>'
FIELD = (
    '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>PAGE</w:instrText></w:r>'
    '<w:r><w:fldChar w:fldCharType="separate"/></w:r>{}<w:r><w:fldChar w:fldCharType="end"/></w:r>'
)
BRANCHES = (
    '<w:r><mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice>'
    "<w:txbxContent>{}</w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent>{}</w:txbxContent></mc:Fallback>"
    "</mc:AlternateContent></w:r>"
)
DELETED = MARKED.format("del", "<w:r><w:delText>old </w:delText></w:r>")


@pytest.mark.parametrize(
    ("before", "after", "bad"),
    [
        (_p(_r("to An"), _r("n, wh"), _r("o")), _p(_r("to "), _r("[PERSON 1]"), _r(", who")), None),
        (
            _p(_r("to"), "<w:r><w:tab/></w:r>", _r("Ann")),
            _p(_r("to"), "<w:r><w:tab/></w:r>", _r("[PERSON 1]")),
            None,
        ),
        (_p(_r("to"), "<w:r><w:br/></w:r>", _r("Ann")), _p(_r("to"), _r("[PERSON 1]")), "[PERSON 1]"),
        (_p(FIELD.format(_r("Ann")), _r(" said")), _p(FIELD.format(_r("[PERSON 1]")), _r(" said")), None),
        (_p(FIELD.format(_r("Ann")), _r(" said")), _p(FIELD.format(_r("[PERSON 1]")), _r(" aid")), "[PERSON 1]"),
        (_p(DELETED, _r("Ann said")), _p(DELETED, _r("[PERSON 1] said")), None),
        (_p(DELETED, _r("Ann said")), _p(_r("[PERSON 1] said")), None),  # accepting a change leaves a known reading
        (_p(DELETED, _r("Ann said")), _p(DELETED, _r("[PERSON 1] aid")), "[PERSON 1]"),
        (_p(_r("A"), MARKED.format("ins", _r("nn")), _r(" said")), _p(_r("[PERSON 1] said")), None),
        (
            _p(_r("an "), MARKED.format("ins", _r("odd ")), _r("Ann")),
            _p(_r("an "), MARKED.format("ins", _r("dd ")), _r("[PERSON 1]")),
            "[PERSON 1]",
        ),
        (
            _p(_r("a"), BRANCHES.format(_p(_r("by Ann")), _p(_r("by Ann")))),
            _p(_r("a"), BRANCHES.format(_p(_r("by [PERSON 1]")), _p(_r("by Ann")))),
            None,
        ),
        (
            _p(_r("a"), BRANCHES.format(_p(_r("by Ann")), _p(_r("by Ann")))),
            _p(_r("a"), BRANCHES.format(_p(_r("by [PERSON 1]")), _p(_r("y [PERSON 1]")))),
            "[PERSON 1]",
        ),
    ],
)
def test_files_are_read_as_word_shows_them(before, after, bad):
    found = find_damaged(_paragraphs(after), _paragraphs(before), STRINGS, {})
    assert [each.placeholder for each in found] == ([] if bad is None else [bad])


def test_each_part_is_compared_and_the_place_is_named():
    def parts(header, text):
        return {"word/header1.xml": texts(header)[PART], PART: texts(text)[PART]}

    found = find_damaged(
        parts("by [PERSON 1]", "a [PERSON 3]"),
        parts("for Ann", "a Bob"),
        STRINGS,
        {("word/header1.xml", 0): FoundIn("paragraph", "header", 1)},
    )
    assert found == (DamagedPlace("word/header1.xml", FoundIn("paragraph", "header", 1), "[PERSON 1]"),)


@pytest.mark.parametrize("seed", range(40))
def test_random_damage_is_found_and_random_documents_give_no_report(seed):
    """The documents are built of words, so what the redacted text has to be is known without any search."""
    chance = random.Random(seed)  # noqa: S311 - repeated by its seed
    named = [
        ("Ann", "[PERSON 1]"),
        ("Bob", "[PERSON 3]"),
        ("Müller", "[PERSON 2]"),
        ("Halden &amp; Rook", "[CLIENT]"),
    ]
    named = [(text.replace("&amp;", "&"), placeholder) for text, placeholder in named]
    original, result = [], []
    for _ in range(chance.randrange(1, 6)):
        words = [
            chance.choice(named) if chance.random() < 0.3 else (chance.choice(WORDS),) * 2
            for _ in range(chance.randrange(3, 15))
        ]
        signs = [chance.choice([" ", " ", " ", ", ", " – ", " ("]) for _ in words]
        original.append("".join(word + sign for (word, _), sign in zip(words, signs, strict=True)).strip())
        result.append("".join(word + sign for (_, word), sign in zip(words, signs, strict=True)).strip())
    assert damaged(original, result) == []
    if any(" 1]" in each or " 2]" in each or " 3]" in each for each in result):
        for name, broken, _ in damages(result, chance):
            assert damaged(original, broken), name
