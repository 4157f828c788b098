"""The list for everyone is searched for in each document, and is told to those alone who may read it.

Reviewers of every group propose terms for it, so it says what other groups' documents are about.
"""

import io
import zipfile
from datetime import timedelta

import pytest

from backend.document.phrases import Phrase
from backend.document.redacted_strings import RedactedString
from backend.messages.found_in import FoundIn
from backend.reporting.report import FileReport
from backend.storage.clients.dictionaries import Dictionary
from backend.storage.rights.roles import Role
from backend.verification.places import LeftPlace
from backend.verification.residue import Verification
from backend.web.schemas import untold_terms
from backend.web.service import EXTENSION
from tests.conftest import CLIENT
from tests.web.documents import encoded, word_file, zipped

TEXT = f"The gulls of {CLIENT} met in Leeds."
DOCUMENT = {"document": encoded(word_file(TEXT)), "client": CLIENT, "k": 2}
HERE, ELSEWHERE, STAYS, STAYS_HERE = "gulls", "Project Heron", "Project Tern", "Leeds gulls"


@pytest.fixture
def store(app):
    store = app.extensions[EXTENSION].store
    store.clients.add(Dictionary(CLIENT, group="Retail"), by="local:0")
    everyone = Dictionary("everyone", always=(ELSEWHERE, HERE), never=(STAYS, STAYS_HERE))
    store.global_terms.change(0, everyone, "local:0")
    return store


@pytest.fixture
def asked_by(app, store):
    """Asks as a user of one group, or of all."""

    def ask(groups, route, **body):
        token = store.api_keys.new("test", Role.USER, groups, timedelta(days=1)).token
        answer = app.test_client().post(f"/v1/{route}", json=body, headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code == 200, answer.text
        return answer

    return ask


def sought(told):
    return {row["term"] for row in told["sought"]} & {HERE, ELSEWHERE}


def test_a_limited_caller_sees_only_listed_terms_of_the_document(asked_by):
    analysis = asked_by(["Retail"], "analyses", **DOCUMENT).json
    redacted = asked_by(["Retail"], "redactions", **DOCUMENT).json["report"]
    assert (sought(analysis), sought(redacted)) == ({HERE}, set()), "the report tells of it as of what was redacted"
    assert HERE in {text for row in redacted["suppressed"] for text in row["spellings"]}
    assert {STAYS, STAYS_HERE} & set(redacted["spared"]) == {STAYS_HERE}, "within it a redacted term may stay"


def test_nothing_else_of_the_list_is_in_any_answer(asked_by):
    zipped_up = asked_by(
        ["Retail"], "batches", documents=encoded(zipped({"a.txt": TEXT.encode()})), client=CLIENT, k=2, report=True
    )
    with zipfile.ZipFile(io.BytesIO(zipped_up.data)) as archive:
        report = archive.read("report.json").decode()
    copied = asked_by(["Retail"], "copies", document=DOCUMENT["document"]).text
    for answer in (report, copied, asked_by(["Retail"], "analyses", **DOCUMENT).text):
        assert ELSEWHERE not in answer
        assert STAYS not in answer


def test_a_caller_who_sees_all_groups_sees_the_complete_list(asked_by):
    assert sought(asked_by(None, "analyses", **DOCUMENT).json) == {HERE, ELSEWHERE}
    assert ELSEWHERE in asked_by(None, "redactions", **DOCUMENT).text


def test_places_point_at_the_same_strings(monkeypatch):
    """Where something is left, its number is that of its string in the shorter list, too."""
    monkeypatch.setattr(
        untold_terms, "untold_terms", lambda _: {Phrase(each).key for each in (HERE, ELSEWHERE, STAYS)}
    )
    strings = tuple(RedactedString(each, "[X]") for each in (ELSEWHERE, CLIENT, STAYS, HERE))
    left = tuple(LeftPlace("part", FoundIn("text"), "[X]", at) for at in (1, 3, None))
    report = FileReport("a.docx", sought=strings, verification=Verification(left, ()))
    told = untold_terms.report_for_caller(report)
    assert [each.text for each in told.sought] == [CLIENT, HERE], "what is left stands in the document"
    assert [place.index for place in told.verification.places] == [0, 1, None]


def test_a_file_that_holds_another_term_of_the_list_is_not_met_all_the_same(asked_by):
    """A verification by the shorter report searches for the list by itself."""
    report = asked_by(["Retail"], "redactions", **DOCUMENT).json["report"]
    other = encoded(word_file(f"About {ELSEWHERE}."))
    told = asked_by(
        ["Retail"], "verifications", document=other, report=report, asked={"client": CLIENT, "k": 2}
    ).json
    assert told["outcome"] == "not_met"
    assert "always_term" in {row["kind"] for row in told["unmet"]}
