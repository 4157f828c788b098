"""Promises are measured on texts that were redacted by a model that did not learn from them."""

from datetime import date, timedelta

import pytest

from backend.blocking.held_out_promises import HeldOutPromise, Lack, MissingPromise, Split
from backend.blocking.known_attackers import LADDER, AttackResults, MeasuredProtection
from backend.learning.counts import count_terms
from backend.learning.model import TrainingOptions
from backend.learning.origins import Origin
from backend.panel import PROMISING
from backend.services.models.held_out_measure import HeldOutTexts, measure_held_out, needed_texts
from backend.services.models.held_out_splits import split_documents
from tests.services.drawn_clients import corpus

LEVEL = MeasuredProtection(LADDER[0], 5, 9, AttackResults(1.0, 1.0), AttackResults(1.0, 1.0), 0.9)
DOCUMENTS = corpus()
COUNTS = count_terms(DOCUMENTS)
ORIGINS = {each.id: Origin(date(2020, 1, 1) + timedelta(days=int(each.id[-1]))) for each in DOCUMENTS}


def _promises(texts, level=LEVEL):
    held_out = HeldOutTexts(split_documents(COUNTS, ORIGINS), texts)
    return measure_held_out(COUNTS, held_out, TrainingOptions(), level)


@pytest.fixture(scope="module")
def texts():
    return {each.id: each.blocks[0] for each in DOCUMENTS}


def test_a_promise_is_made_for_each_split_that_the_columns_allow(texts):
    at_random, by_time, by_author = _promises(texts)
    assert by_author == MissingPromise(Split.AUTHOR, Lack.AUTHORS)
    for promise, split in ((at_random, Split.RANDOM), (by_time, Split.TIME)):
        assert isinstance(promise, HeldOutPromise)
        assert (promise.split, promise.k, promise.documents, promise.attackers) == (split, 5, 9, len(PROMISING))
        for share in (promise.not_named, promise.k_holds, promise.worst_not_named):
            assert 0 <= share.low <= share.value <= share.high <= 1
        assert promise.worst_not_named.value <= promise.not_named.value
        assert promise.worst in {each.name for each in PROMISING}
        # Nine documents never prove more than seven of ten: 9 / (9 + 1.96²) = .70.
        assert promise.not_named.low <= 0.701


def test_words_that_redaction_does_not_know_give_the_client_away(texts):
    """The model never saw the signatures: they are in the texts alone, so no program can remove them."""
    signed = {each.id: f"{texts[each.id]} sign{each.client.casefold()} " * 3 for each in DOCUMENTS}
    honest, betrayed = _promises(texts)[0], _promises(signed)[0]
    assert betrayed.not_named.value < honest.not_named.value


def test_documents_that_are_gone_when_they_are_read_again_are_left_out(texts):
    needed = needed_texts(COUNTS, split_documents(COUNTS, ORIGINS))
    assert needed <= texts.keys()
    hidden = COUNTS.documents[split_documents(COUNTS, ORIGINS)[0].hidden[0]]
    assert _promises({name: text for name, text in texts.items() if name != hidden})[0].documents == 8
    assert _promises({})[0] == MissingPromise(Split.RANDOM, Lack.DOCUMENTS)


@pytest.mark.parametrize("beginning", ["{\\rtf1 ", "\0", "\ud800 "], ids=["as RTF", "a zero", "half a character"])
def test_a_document_that_no_text_file_could_hold_takes_no_promise_away(texts, beginning):
    """A Word file or a JSON line may hold it, and Unsaid learns from it."""
    hidden = COUNTS.documents[split_documents(COUNTS, ORIGINS)[0].hidden[0]]
    one = _promises(texts | {hidden: beginning + texts[hidden]})[0]
    assert one.documents in (8, 9)
    every_one = _promises({name: beginning + text for name, text in texts.items()})[0]
    assert every_one == MissingPromise(Split.RANDOM, Lack.MEASUREMENT) or every_one.documents == 9
