"""The raw search's own idea of what is the same."""

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.document.redacted_strings import RedactedString
from backend.verification.matching import Needle, Needles


def needles(*texts, **options):
    return Needles([RedactedString(text, "[CLIENT]", **options) for text in texts])


@pytest.mark.parametrize(
    "text",
    [
        "for HALDEN & ROOK, we",
        "halden&rook",
        "Halden\u00a0&\u2009Rook",
        "Hal\u00adden & R\u200book",
        "halden_&_rook-plan",
        "Halden\t&\nRook",
        "\uff28alden & Rook",
        "Halden & Rook™",
        "Halden & Rook²",
        "Halden & Rook2024",
        "[TERM]Halden & Rook[TERM]",
    ],
)
def test_a_name_is_found_however_it_is_written(text):
    assert needles("Halden & Rook").find(text) == {0}


@pytest.mark.parametrize(
    "text",
    [
        "Halden, Rook",
        "Haldens & Rook",
        "McHalden & Rook",
        "Halden & Rooke",
        "Halden\0& Rook",
        "Halden &",
        "[CLIENT]",
    ],
)
def test_similar_names_are_not_found(text):
    assert needles("Halden & Rook").find(text) == set()


def test_a_number_touches_no_letter_and_no_digit():
    number = needles("123-45-6789")
    assert number.find("123 45\u20116789") == {0}
    assert number.find("9123-45-6789, 123-45-67890, a123-45-6789, 123-45-6789b") == set()


def test_a_word_of_the_model_matches_only_as_a_complete_word():
    word = needles("retail", is_word=True)
    assert word.find("Retail-led") == {0}
    assert word.find("retail2, 3retail, retailer") == set()
    assert word.find("retail", words=False) == set()


@pytest.mark.parametrize("text", ["[TERM]'s plan", "[TERM]’s", "Ford's", "Ford＇S plan"])
def test_the_ending_of_a_possessive_is_not_a_word(text):
    assert needles("s", is_word=True).find(text) == set()
    assert not RedactedString("s", "[TERM]", is_word=True).spans(text)


@pytest.mark.parametrize("text", ["an s", "'s", "x-s", "Ford's s"])
def test_the_same_letter_alone_is_a_word(text):
    assert needles("s", is_word=True).find(text) == {0}


def test_a_name_with_a_possessive_in_it_is_found():
    assert needles("Halden's Bakery", "Halden").find("at Halden’s Bakery") == {0, 1}


def test_a_case_sensitive_name_needs_its_capital():
    target = needles("Target", case_sensitive=True)
    assert target.find("at TARGET") == target.find("Target’s") == {0}
    assert target.find("the target, targeT") == set()


@pytest.mark.parametrize("name", ["Target", "İnce", "Straß", "ẞan", "Ann Okafor"])
@pytest.mark.parametrize("before", ["", "ß", "İ. ", "ﬁ—", "ŉ ẞ e\u0301 ", "Zoë’s  \n\t", "\u00ad½"])
def test_the_capital_is_checked_at_the_place_of_the_match(name, before):
    """Letters of which case folding makes two stand before it."""
    name_at = needles(name, case_sensitive=True)
    assert name_at.find(f"{before} {name}, {name.lower()}") == {0}
    assert name_at.find(f"{before} {name.lower()} and {name.lower()}") == set()


def test_every_match_is_checked_for_its_capital():
    assert needles("Will", "Cook", case_sensitive=True).find("will cook, Will will cook. cook") == {0}


def test_a_placeholder_is_no_match_for_its_own_word():
    assert needles("client", "person").find("[CLIENT] and [PERSON 1]") == set()
    assert needles("client").find("[CLIENT] and client") == {0}


def test_signs_alone_are_found():
    assert needles("§§").find("see §§ 3") == {0}


def test_a_picture_between_two_letters_is_not_a_character():
    assert needles("X\ufffcN(A)").find("an XN(A) of") == {0}


@pytest.mark.parametrize("text", ["Zoë Halden", "ZOE\u0308 HALDEN"])
def test_composed_and_decomposed_letters_are_the_same(text):
    assert needles("Zoë Halden").find(text) == {0}


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("https://x.example/?q=Halden%20%26%20Rook", "percent_encoded"),
        ("https://x.example/?u=https%3A%2F%2Fy%2FHalden%2520%2526%2520Rook", "percent_encoded"),
        ("q=Halden+%26+Rook", "percent_encoded"),
        ("&lt;b&gt;Halden &amp; Rook&lt;/b&gt;", "entity_encoded"),
        ("&#72;alden &amp; Rook", "entity_encoded"),
    ],
)
def test_another_spelling_of_the_characters_is_found_and_named(text, how):
    assert set(needles("Halden & Rook").find_encoded(text, words=False)) == {(how, 0)}


@pytest.mark.parametrize(
    ("text", "leaks"),
    [
        ("C:/gisela.kirsten/x", True),
        ("gisela\u00ad.\u200bkirsten", True),
        ("of Gisela. Kirsten", False),
        ("gisela.kirstenx.eu", False),
    ],
)
def test_dots_between_words_are_read_as_spaces_if_no_other_separator_is_there(text, leaks):
    found = list(needles("Gisela Kirsten").find_encoded(text, words=True))
    assert found == [("dotted_words", 0)] * leaks


@pytest.mark.parametrize("before", ["", "a", "ab", "abc", "über "])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le"])
def test_base64_is_found_at_every_alignment_of_the_string(before, encoding):
    code = base64.b64encode(f"{before} halden & rook plan".encode(encoding)).decode()
    assert ("base64", 0) in needles("Halden & Rook").find_encoded(f'src="data:text;base64,{code}"', words=False)
    assert ("base64", 0) in needles("Halden & Rook").find_encoded(code.rstrip("="), words=False)


@pytest.mark.parametrize("glued", ["", "x", "xy", "xyz"])
def test_base64_is_found_behind_letters_that_are_none_of_it(glued):
    code = base64.b64encode(b"for Halden & Rook").decode()
    assert ("base64", 0) in needles("Halden & Rook").find_encoded(glued + code, words=False)


def test_base64_of_a_short_string_is_left_to_chance_unless_it_is_a_printed_text():
    code, bytes_of_program = (
        base64.b64encode(each).decode() for each in (b"for Acme only", b"for Acme only\xfe\0")
    )
    assert {i for _, i in needles("Acme").find_encoded(code, words=False)} == {0}
    assert list(needles("Acme").find_encoded(bytes_of_program, words=False)) == []


PIECES = st.sampled_from(
    ["Halden", "&", "Rook", " ", "-", ".", "x", "7", "\u00ad", "%20", "[CLIENT]", "\0", "²", "ß"]
)


@given(st.lists(PIECES, max_size=12).map("".join))
def test_the_raw_search_finds_what_backend_document_finds(text):
    """The two share no code for it, so they are second implementations of each other, but for percent signs."""
    strings = [
        RedactedString("Halden & Rook", "[CLIENT]"),
        RedactedString("rook", "[TERM]", is_word=True),
        RedactedString("Rook Halden", "[PERSON 1]"),
    ]
    search = Needles(strings)
    found = search.find(text) | {i for _, i in search.find_encoded(text, words=True)}
    # To the document room a placeholder is white space, to the raw search it is a border.
    bordered = text.replace("[CLIENT]", "\0")
    assert {i for i, string in enumerate(strings) if string.spans(bordered)} <= found


def test_many_strings_that_begin_alike_are_not_each_tried_at_each_place(monkeypatch):
    """2,000 addresses, and their first word 2,000 times: four million trials once took minutes for longer texts."""
    tried = []
    stands_at = Needle.stands_at
    monkeypatch.setattr(Needle, "stands_at", lambda *at: tried.append(at) or stands_at(*at))
    search = needles(*(f"ann{i}@halden.example" for i in range(2_000)))
    assert search.find("ann " * 2_000 + "ann7@halden.example, ann1999@halden.example") == {7, 1999}
    assert len(tried) < 10


def test_strings_that_begin_alike_are_all_found_with_signs_before_and_behind_them():
    search = needles("Halden", "Halden & Rook", "(Halden) Ltd", "+44 20 7946", "+44 20", "44", "Halden & Rook.")
    assert search.find("for (Halden) Ltd") == {0, 2}
    assert search.find("Halden & Rook. Call +44 20 7946") == {0, 1, 3, 4, 5, 6}


@pytest.mark.parametrize(
    ("text", "kept", "found"),
    [
        ("to plan.office@haldenrook.example", "plan.office@haldenrook.example", False),
        ("in HaldenRookPlan", "HaldenRookPlan", False),
        ("in HaldenRookPlan, Halden Rook Plan", "HaldenRookPlan", True),
        ("to plan.office@haldenrook.example", "office@other.example", True),
    ],
)
def test_a_kept_term_is_kept_also_where_its_words_are_taken_apart(text, kept, found):
    search = Needles([RedactedString("Halden Rook", "[CLIENT]"), RedactedString("HaldenRook", "[CLIENT]")], [kept])
    assert bool(search.find(text) | {i for _, i in search.find_encoded(text, words=True)}) is found


@pytest.mark.parametrize(
    ("text", "found"),
    [("npm  @kestrelux/editor", False), ("npm @kestrelux, kestrelux", True), ("npm @kestrelux2", True)],
)
def test_a_kept_term_with_a_sign_at_its_edge_is_kept_where_no_space_is_left_before_it(text, found):
    """Without spaces around signs, the text reads "npm@kestrelux"."""
    assert bool(Needles([RedactedString("kestrelux", "[REDACTED]")], ["@kestrelux"]).find(text)) is found


def test_many_names_that_begin_or_end_alike_are_each_found_once():
    """10,000 names with one first word, and a text that says it 50,000 times, take look-ups and no comparisons."""
    texts = [f"Ann Number{i}" for i in range(10_000)]
    search = needles(*texts)
    assert search.find("ann " * 50_000 + "number77, ann; Number78s") == {77}


class TestPlaceholdersOfCustomKinds:
    """`[CUSTOM_HALDEN_ROOK]` hides a name from nobody; the placeholders of kinds that exist are no words."""

    def test_an_unknown_kind_is_read_as_words(self):
        search = needles("Halden Rook")
        assert search.find("for [CUSTOM_HALDEN_ROOK 2], and") == {0}
        assert search.find("for [C_HALDEN_ROOK\u00a0], and") == {0}

    def test_names_over_two_paragraphs_are_read_alike(self):
        assert needles("Halden Rook").find_across("by [CUSTOM_Halden]\nRook") == set(), "no such placeholder"
        search = Needles([RedactedString("HALDEN ROOK", "[CLIENT]")])
        assert search.find_across("by [CUSTOM_HALDEN]\nROOK") == {0}
        assert search.find_parted(["[C_HALDEN\u00a0]", "ROOK"], in_column=True) == {0}

    @pytest.mark.parametrize("text", ["[CUSTOM_ZIP 1]", "[C_ZIP\u00a02]"])
    def test_a_known_kind_is_no_word(self, text):
        zip_code = RedactedString("zip", "[TERM]", is_word=True)
        assert Needles([zip_code]).find(text) == {0}
        assert Needles([zip_code], own_kinds=frozenset({"ZIP"})).find(text) == set()
        assert Needles([zip_code, RedactedString("12345", "[CUSTOM_ZIP 1]")]).find(text) == set()
