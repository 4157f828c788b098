import pytest
from tokenizers import Tokenizer
from tokenizers.models import WordPiece
from tokenizers.normalizers import BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer

from backend.detection.names.encoder_input import FIRST, LAST, MAX_PIECES_OF_A_WORD, UNKNOWN, prepare_windows
from backend.detection.names.word_features import Shape, WordLists


@pytest.fixture
def tokenizer():
    pieces = {"[UNK]": UNKNOWN, "ann": 1, "halden": 2, "##er": 3, "met": 4, ".": 5, "a": 6, "##a": 7}
    made = Tokenizer(WordPiece(pieces, unk_token="[UNK]"))  # noqa: S106 - a piece, no secret
    made.normalizer, made.pre_tokenizer = BertNormalizer(lowercase=True), BertPreTokenizer()
    return made


def test_a_word_of_two_pieces_is_answered_at_its_first(tokenizer):
    (reading,) = prepare_windows(["Ann", "met", "Haldener", "."], tokenizer, {"ann": WordLists.GIVEN_NAME})

    assert reading.pieces == [FIRST, 1, 4, 2, 3, 5, LAST]
    assert reading.heads == [1, 2, 3, 5]
    assert reading.words == [0, 1, 2, 3]
    assert reading.lists == [0, 1, 0, 0, 0, 0, 0]
    assert reading.shapes[3] == reading.shapes[4] == Shape.TITLE


def test_white_space_is_not_a_word_and_a_line_break_ends_a_paragraph(tokenizer):
    (reading,) = prepare_windows(["Ann", "\n\n", "met", " ", "Ann"], tokenizer, {})

    assert reading.pieces == [FIRST, 1, LAST, 4, 1, LAST]
    assert reading.words == [0, 2, 4]


def test_a_word_without_end_is_read_by_its_beginning(tokenizer):
    (reading,) = prepare_windows(["a" * 90], tokenizer, {})
    assert len(reading.pieces) == MAX_PIECES_OF_A_WORD + 2


def test_nothing_is_read_in_white_space(tokenizer):
    assert list(prepare_windows([" ", "\n"], tokenizer, {})) == []


def test_characters_that_no_piece_holds_are_still_words(tokenizer):
    (reading,) = prepare_windows(["\u0001", "Ann"], tokenizer, {})
    assert reading.words == [0, 1]
    assert reading.pieces[reading.heads[1]] == 1
