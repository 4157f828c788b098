"""The names of a client and the words that distinguish it."""

import itertools

import pytest

from backend.detection.client.client_terms import ClientWord, find_names, find_phrases, find_words, names_of
from backend.detection.finding import FindingKind
from backend.document.model import Block, Document, Story, StoryKind
from backend.document.phrases import Phrase
from backend.messages.reasons import OnRedactionList, TermBeyondModel


def _document(*texts):
    blocks = tuple(Block(i, text) for i, text in enumerate(texts))
    return Document((Story("word/document.xml", StoryKind.BODY, blocks),))


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("ADOBE INC.", "ADOBE"),
        ("CHURCH & DWIGHT CO INC /DE/", "CHURCH & DWIGHT"),
        ("The Coca-Cola Company", "Coca-Cola"),
        ("Marchetto Ipermercati S.p.A.", "Marchetto Ipermercati"),
        ("CF INDUSTRIES HOLDINGS, INC.", "CF INDUSTRIES"),
        ("Corvane Bank", "Corvane Bank"),
    ],
)
def test_a_legal_form_belongs_to_no_name(name, short):
    assert short in [phrase.text for phrase in names_of(name, (), frozenset())]


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Société Générale S.A.", ["Societe Generale", "SOCIETE GENERALE", "societe-generale", "societegenerale"]),
        ("Müller & Söhne GmbH", ["Muller & Sohne", "Mueller & Soehne", "mueller-soehne", "Muller and Sohne"]),
        ("Nestlé", ["nestle", "Nestle", "Nestlé", "Nestle\u0301"]),
        ("Mærsk Ølfabrik A/S", ["Maersk Olfabrik", "Maersk Oelfabrik"]),
        ("Groß Łódź", ["Gross Lodz", "GROSS ŁÓDŹ"]),
    ],
)
def test_a_name_is_found_without_its_accents(name, written):
    """Addresses have none, and many keyboards have not either."""
    names = names_of(name, (), frozenset())
    assert [finding.text for finding in find_names(_document("; ".join(written)), names)] == written


def test_without_its_accent_an_ordinary_word_is_a_name_with_its_capital_only():
    for ordinary in ("rosé", "rose"):
        names = names_of("Rosé", (), frozenset({ordinary}))
        assert [finding.text for finding in find_names(_document("Rose picks a rose"), names)] == ["Rose"]
    assert [phrase.text for phrase in names_of("É&R", (), frozenset())] == ["É&R"]


def test_a_name_that_is_only_a_legal_form_stays_a_name():
    assert [phrase.text for phrase in names_of("Limited", (), frozenset())] == ["Limited"]


def test_aliases_are_names():
    texts = [phrase.text for phrase in names_of("Halden & Rook", ("H&R", "the old firm"), frozenset())]
    assert {"H&R", "the old firm", "old firm"} <= set(texts)


def test_initials_have_no_other_spellings():
    """ "HR" is a department and "h and r" two letters; only "H&R" is this client's."""
    texts = [phrase.text for phrase in names_of("Halden & Rook", ("H&R",), frozenset())]
    assert {"HR", "H and R", "H R"}.isdisjoint(texts)


def test_a_name_is_found_in_addresses_and_paths():
    names = names_of("Halden & Rook plc", (), frozenset())
    text = "https://www.halden-rook.example/a Halden_Rook.docx haldenrook.example Halden%20%26%20Rook"
    assert [finding.text for finding in find_names(_document(text), names)] == [
        "halden-rook",
        "Halden_Rook",
        "haldenrook",
        "Halden%20%26%20Rook",
    ]


def test_every_way_of_writing_the_name_is_found():
    names = names_of("Halden & Rook plc", (), frozenset())
    text = "HALDEN AND ROOK PLC; Halden & Rook’s; www.haldenrook.example; Halden only"
    found = find_names(_document(text), names)
    assert {finding.text for finding in found} == {
        "HALDEN AND ROOK PLC",
        "HALDEN AND ROOK",
        "Halden & Rook",
        "haldenrook",
    }
    assert {finding.from_level for finding in found} == {2}


def test_a_name_that_is_an_ordinary_word_wants_its_capital():
    names = names_of("Target Corp", (), frozenset({"target"}))
    found = find_names(_document("Target beat its target"), names)
    assert [(finding.place.span.start, finding.case_sensitive) for finding in found] == [(0, True)]


def test_a_term_in_hundreds_of_spellings_is_found_once_at_each_place():
    spellings = ["".join(each) for each in itertools.product(*((letter, letter.upper()) for letter in "kestrel"))]
    found = find_phrases(
        _document("a kestrel, a Kestrel", "KESTREL"),
        map(Phrase, spellings),
        FindingKind.ALWAYS,
        "",
        OnRedactionList(),
    )
    assert [each.text for each in found] == ["kestrel", "Kestrel", "KESTREL"]


def test_a_spelling_that_wants_its_capital_is_none_of_the_others():
    phrases = (Phrase("Target", case_sensitive=True), Phrase("target", case_sensitive=True))
    found = find_phrases(_document("Target and target"), phrases, FindingKind.ALWAYS, "", OnRedactionList())
    assert {each.text for each in found} == {"Target", "target"}


def test_words_of_the_model_are_found_as_whole_words_in_every_block():
    found = find_words(
        _document("The gantry, GANTRY’s", "gantries"), {"gantry": ClientWord(3, 1.5, TermBeyondModel())}
    )
    assert [(f.text, f.place.block, f.place.span.start) for f in found] == [("gantry", 0, 4), ("GANTRY", 0, 12)]
    assert {(f.entity, f.from_level, f.score) for f in found} == {("TERM", 3, 1.5)}
