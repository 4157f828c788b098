"""A corpus of leaks: each file hides one name in one way, and it is gone, told or refused."""

import pytest

from backend.ooxml.coverage import KINDS, MAP
from tests.leaks.checking import assert_handled, pieces, redacted
from tests.leaks.corpus import LEAKS
from tests.leaks.independent import found_in, pieces_of
from tests.leaks.leak import MAIL, Leak, Outcome

IN_A_CLEAN_COPY = {
    *("attached template", "data binding", "document id", "formatting change", "hidden drawing", "hidden text"),
    "identity",
    *("page break as last shown", "people", "proofing mark", "rsid", "task", "tracked deletion", "unused part"),
}
"""Only a clean copy tells these apart; otherwise they are text, authors and attributes like others."""
ELSEWHERE = {"oversized file", "packed data", "sub-document", "toolbar"}


def test_the_corpus_is_large_and_every_leak_has_its_own_name_and_a_row_of_the_map():
    assert len(LEAKS) >= 350
    assert len({leak.name for leak in LEAKS}) == len(LEAKS)
    assert {leak.kind for leak in LEAKS} <= KINDS.keys()


def test_every_row_of_the_map_has_a_leak_but_those_of_workbooks():
    hidden = {leak.kind for leak in LEAKS} | IN_A_CLEAN_COPY | ELSEWHERE
    bare = [kind.names for kind in MAP if hidden.isdisjoint(kind.names) and not kind.source.startswith("18.")]
    assert bare == []


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.name)
def test_a_hidden_name_is_removed_reported_or_refused(leak: Leak):
    assert_handled(leak)


@pytest.mark.parametrize("leak", [leak for leak in LEAKS if leak.mail], ids=lambda leak: leak.name)
def test_an_email_address_in_the_same_place_is_detected_and_removed(leak: Leak):
    done = redacted(leak, mail=True)
    assert found_in(done.content, pieces_of(MAIL)) == []
    assert done.report.verification is not None
    assert done.report.verification.places == ()


@pytest.mark.parametrize(
    "leak", [leak for leak in LEAKS if leak.outcome is Outcome.GONE], ids=lambda leak: leak.name
)
def test_the_independent_search_finds_the_name_in_the_original_file(leak: Leak):
    assert found_in(leak.build(leak.hides), pieces(leak), leak.file_name)
