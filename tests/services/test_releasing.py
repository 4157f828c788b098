"""Which outcomes let a written file into the index."""

import dataclasses

import pytest

from backend.redaction.indexing import Indexing, ToIndex, least_revealing
from backend.reporting.indexed import IndexRefusal
from backend.reporting.outcome import Approver, Outcome, Shortfall
from backend.reporting.report import FileReport
from backend.services.index.releasing import released
from backend.settings import Settings
from backend.wiring.index import index_here
from tests.reporting.test_certificate import suppressed
from tests.web.released import K, make_index

WORDS = ToIndex({"harvest": 2, "wheat": 1}, "Client A", allowed=True, with_exceptions=False, least_k=1)
REPORT = FileReport(
    "a.docx", result_sha256="ab" * 32, suppressed=(suppressed("Ann Rook", "PERSON", 1),), outcome=Outcome()
)
EXCUSED = Outcome(exceptions=(Shortfall("URL", 1, Approver.REVIEWER),))
UNMET = Outcome(unmet=(Shortfall("k", 1),))


@pytest.fixture
def index(tmp_path):
    settings = Settings(tmp_path, tmp_path, tmp_path)
    make_index(settings)
    return index_here(settings)


@pytest.mark.parametrize(
    ("to_index", "report", "refusal"),
    [
        ({}, {}, None),
        ({"allowed": False}, {}, IndexRefusal.POLICY),
        ({}, {"suppressed": ()}, IndexRefusal.ORIGINAL),
        ({}, {"outcome": None}, IndexRefusal.OUTCOME),
        ({}, {"outcome": UNMET}, IndexRefusal.OUTCOME),
        ({"with_exceptions": True}, {"outcome": UNMET}, IndexRefusal.OUTCOME),
        ({}, {"outcome": EXCUSED}, IndexRefusal.OUTCOME),
        ({"with_exceptions": True}, {"outcome": EXCUSED}, None),
        ({"least_k": K}, {}, None),
        ({"least_k": K + 1}, {}, IndexRefusal.K),
        ({"words": {"zyrqtextum": 1}}, {}, IndexRefusal.NO_WORDS),
    ],
)
def test_a_file_is_added_or_its_report_says_why_not(index, to_index, report, refusal):
    told = released(index, dataclasses.replace(REPORT, **report), dataclasses.replace(WORDS, **to_index), "ann")
    assert told.index.refusal is refusal
    with index.opened() as opened:
        assert opened.certificate().documents == 12 + (refusal is None)
    assert told.index.as_json() == {"indexed": refusal is None, "reason": refusal}
    assert told.index.sentence.endswith(".")


def test_the_answer_is_the_same_whether_or_not_another_has_the_file_there(index):
    """An attacker indexes a file that a client may have indexed, and the client indexes it after the attacker."""
    documents = 12
    for owner, contact in (("Client A", "ann"), ("Client B", "bob"), ("Client A", "bob"), (None, "eve")):
        told = released(index, REPORT, dataclasses.replace(WORDS, owner=owner), contact)
        assert told.index.as_json() == {"indexed": True, "reason": None}
        documents += 1
        with index.opened() as opened:
            assert opened.certificate().documents == documents
            assert told.index.state == opened.state
    again = released(index, REPORT, WORDS, "ann")
    assert again.index.indexed
    with index.opened() as opened:
        assert opened.certificate().documents == documents


def test_a_file_that_nobody_wants_there_or_that_failed_is_left_alone(index):
    assert released(index, REPORT, None, "ann") is REPORT
    failed = FileReport.failed("a.docx", "damaged")
    assert released(index, failed, WORDS, "ann") is failed


def test_of_two_wishes_the_one_counts_by_which_less_is_revealed():
    never, on_request, always = Indexing
    assert least_revealing(always, on_request) is least_revealing(on_request, always) is on_request
    assert always.reveals_more_than(never)
    assert not never.reveals_more_than(never)
