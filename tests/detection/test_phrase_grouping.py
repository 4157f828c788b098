"""Suppressed words that form one term; no place is lost when they are joined."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.detection.client.client_terms import ClientWord, find_words
from backend.detection.client.phrase_grouping import group_phrases, merge_phrases
from backend.document.model import Block, Document, Story, StoryKind
from backend.document.tokens import terms
from backend.messages.reasons import TermBeyondModel
from backend.review.suggestions import group_findings


def _document(*texts):
    blocks = tuple(Block(i, text) for i, text in enumerate(texts))
    return Document((Story("word/document.xml", StoryKind.BODY, blocks),))


def _phrases(text, **levels):
    return {" ".join(term) for term in group_phrases(_document(text), levels)}


def test_capitalised_words_that_meet_are_a_name_even_once():
    assert _phrases("Sold by General Motors to dealers.", general=5, motors=5) == {"general motors"}


def test_common_words_that_are_adjacent_once_are_separate():
    assert _phrases("The quarterly reduction was small.", quarterly=5, reduction=5) == {"quarterly", "reduction"}


@pytest.mark.parametrize(
    ("text", "together"),
    [
        ("forward-looking, forward looking", True),  # 2 of 2
        ("the end market. " * 4 + "the market", True),  # 4 of 5 = .8
        ("the end market. " * 3 + "the market", False),  # 3 of 4 = .75
        ("forward looking; only looking", False),  # 1 of 2, and once
    ],
)
def test_other_words_must_nearly_always_be_adjacent(text, together):
    words = dict.fromkeys({*terms(text)} - {"the"}, 5)
    assert any(len(term) > 1 for term in group_phrases(_document(text), words)) == together


@pytest.mark.parametrize(
    ("text", "together"),
    [("Visa Europe, Visa Europe and Visa", True), ("Visa Europe, Visa and Visa", False)],  # 2/3 and 1/3
)
def test_a_name_is_one_term_while_its_words_mostly_meet(text, together):
    assert _phrases(text, visa=5, europe=5) == ({"visa europe"} if together else {"visa", "europe"})


def test_a_pair_in_small_letters_as_well_is_no_name():
    """1 of 2 meetings has capitals, and the words meet in 2 of 3 places: neither rule holds."""
    assert _phrases("Net Income. The net income was net.", net=5, income=5) == {"net", "income"}


@pytest.mark.parametrize(
    "gap", [", ", ". ", "\t", "\n\n", "; ", " (", " of ", "’s ", " [CLIENT] ", " — "], ids=repr
)
def test_separators_between_words_also_separate_phrases(gap):
    text = f"General{gap}Motors, then General{gap}Motors"
    assert _phrases(text, general=5, motors=5) == {"general", "motors"}


@pytest.mark.parametrize("gap", [" ", "  ", "\u00a0", "-", "\u2011", "\n", " & ", "\u00ad "], ids=repr)
def test_white_space_and_hyphens_do_not(gap):
    assert _phrases(f"by General{gap}Motors.", general=5, motors=5) == {"general motors"}


def test_words_of_two_levels_are_decided_on_by_themselves():
    assert _phrases("Sold by General Motors.", general=3, motors=5) == {"general", "motors"}


def test_a_phrase_may_be_long_and_never_bites_its_tail():
    text = "Litigation Reform Act. To and fro: Litigation Reform Act Litigation Reform Act"
    assert _phrases(text, litigation=5, reform=5, act=5) == {"litigation reform act"}


def _joined(text, **levels):
    document = _document(text)
    words = {
        word: ClientWord(levels[word], 1.0, TermBeyondModel(), term)
        for term in group_phrases(document, levels)
        for word in term
    }
    return merge_phrases(document, find_words(document, words))


def test_a_phrase_goes_with_the_lone_places_of_its_words():
    (one,) = group_findings(
        _joined("General Motors, general\nmotors, GENERAL-MOTORS, General Motors; Motors", general=5, motors=5)
    )
    assert one.term == "General Motors"
    assert [(place.span.start, place.span.end) for place in one.places] == [
        (0, 14),
        (16, 30),
        (32, 46),
        (48, 62),
        (64, 70),
    ]
    assert {"General Motors", "GENERAL-MOTORS", "General", "Motors", "motors"} <= set(one.spellings)


def test_a_phrase_has_the_same_id_however_it_is_written():
    texts = ("by General Motors.", "by GENERAL-MOTORS", "by General\n  Motors; Motors, General Motors")
    assert len({group_findings(_joined(text, general=5, motors=5))[0].id for text in texts}) == 1


def test_the_pieces_of_a_phrase_join_in_its_own_order_only():
    """In "Motors General" the end of one General Motors meets the beginning of the next."""
    found = _joined("General Motors General Motors", general=5, motors=5)
    assert [each.text for each in found] == ["General Motors", "General Motors"]


_texts = st.lists(
    st.tuples(
        st.sampled_from(["General", "Motors", "general", "plan", "ACT", "act", "reform", "the"]),
        st.sampled_from([" ", "-", ", ", "\n", ". ", " & ", "\u00ad"]),
    ),
    max_size=25,
).map(lambda pairs: "".join(word + gap for word, gap in pairs))


@given(_texts, st.dictionaries(st.sampled_from(["general", "motors", "plan", "act", "reform"]), st.integers(2, 3)))
def test_every_occurrence_is_found_and_every_word_belongs_to_one_suggestion(text, levels):
    document = _document(text)
    single = find_words(
        document, {word: ClientWord(level, 1.0, TermBeyondModel()) for word, level in levels.items()}
    )
    found = _joined(text, **levels)
    covered = {i for each in found for i in range(each.place.span.start, each.place.span.end)}
    assert covered >= {i for each in single for i in range(each.place.span.start, each.place.span.end)}
    assert [term for each in found for term in terms(each.text)] == [
        term for each in single for term in terms(each.text)
    ]
    assert all(each.text == text[each.place.span.start : each.place.span.end] for each in found)
    deciding = [word for each in group_findings(found) for word in set(terms(" ".join(each.spellings)))]
    assert len(deciding) == len(set(deciding))
    for each in found:
        assert {levels[word] for word in terms(each.text)} == {each.from_level}


def test_words_that_take_turns_are_all_in_a_term():
    """Of "Walla Pago Walla Pago Walla" either order stands twice, in 2 of 3 places; one of them must give way."""
    found = _joined("to Walla Pago Walla Pago Walla now", walla=5, pago=5)
    assert [each.text for each in found] == ["Walla", "Pago Walla", "Pago Walla"]
