"""Who says the words that are no features."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from backend.document.tokens import terms
from backend.learning.arrays import pack, pack_strings, unpack
from backend.learning.client_frequency import EncodedStrings, count_clients_by_word, unpack_clients_by_word
from backend.learning.counts import count_terms
from tests.learning.corpora import corpora, document


def test_up_to_three_clients_are_kept_in_their_order():
    texts = {"Alder": "a b c d", "Birch": "b c d", "Cedar": "c d", "Dogwood": "d x"}
    counts = count_terms([document(client, client, text) for client, text in texts.items()])
    speakers = count_clients_by_word(counts, np.array([counts.words.index("x")]))
    assert [speakers.of(word) for word in "abcd"] == [(0,), (0, 1), (0, 1, 2), (0, 1, 2)]
    assert speakers.of("x") == speakers.of("e") == speakers.of("") == ()


@given(corpora(min_size=1), st.data())
def test_speakers_are_the_clients_whose_documents_contain_the_word(documents, data):
    counts = count_terms(documents)
    features = sorted(data.draw(st.sets(st.integers(0, len(counts.words) - 1)))) if counts.words else []
    speakers = unpack_clients_by_word(
        unpack(pack(count_clients_by_word(counts, np.array(features, dtype=np.int64)).packed()))
    )
    for column, word in enumerate(counts.words):
        said_by = {each.client for each in documents if word in terms(" ".join(each.blocks))}
        expected = [i for i, client in enumerate(counts.clients) if client.name in said_by][:3]
        assert list(speakers.of(word)) == ([] if column in features else expected)


@given(st.sets(st.text(st.characters(categories=("L", "N")), min_size=1)).map(sorted))
def test_strings_are_read_as_they_were_stored(words):
    arrays = pack_strings("w", words)
    strings = EncodedStrings(arrays["w_utf8"], arrays["w_ends"])
    assert list(strings) == words == list(strings[:])
    assert len(strings) == len(words)
