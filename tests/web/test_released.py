"""Redacted documents go to the index where their policy allows it, on every surface, and nothing else does."""

import dataclasses
import hashlib
import io
import json
import os
import zipfile

import docx
import pytest

from backend.redaction.indexing import Indexing
from backend.redaction.review_policy import ReviewPolicy
from backend.reporting.indexed import IndexRefusal
from backend.services.index.releasing import released
from backend.services.jobs.running_job import RunningJob
from backend.storage.index.stored_index import StoredIndex
from backend.storage.store import Store
from backend.web.app import create_app
from backend.web.auth.sign_in import SignInMethods
from backend.web.auth.start_up_token import StartUpToken
from backend.web.schemas.documents_in import DOCX
from backend.web.service import EXTENSION
from backend.wiring.index import dictionary, index_keys
from backend.worker.batches import run_batch
from tests.conftest import CLIENT
from tests.storage.test_jobs import silent
from tests.web.documents import REPORT, decoded, encoded, word_file, zipped
from tests.web.released import document_id, make_index
from tests.worker.jobs import FORMS

TEXT = "Ann Rook wrote to ann@halden.example about the harvest of wheat."
ASKED = {"document": encoded(word_file(TEXT)), "pii": ["EMAIL_ADDRESS"], "index": True}
OF_CLIENT = {"document": encoded(REPORT), "client": CLIENT, "clean": {"images": "keep"}}
IN_IT = {"indexed": True, "reason": None}


@pytest.fixture
def policy(app):
    """Set the policy for all."""
    policies = app.extensions[EXTENSION].store.policies

    def set_to(index=Indexing.ON_REQUEST, **more):
        versions = policies.versions(None)
        policies.set(None, versions[-1].version if versions else 0, ReviewPolicy(index=index, **more), "root")

    return set_to


@pytest.fixture
def index(settings):
    make_index(settings)


def entries(settings):
    with StoredIndex(settings.index, index_keys(settings), dictionary()) as opened:
        return {each.id: each for group in opened.groups() for each in opened.entries(group)}


def refused(reason):
    return {"indexed": False, "reason": reason.value}


def redacted(by, **asked):
    told = by.post("/v1/redactions", json={**ASKED, **asked})
    assert told.status_code == 200, told.text
    return told.json


def test_a_redaction_is_added_with_its_client_and_its_account_and_no_name(client, policy, settings, index):
    policy()
    before = entries(settings)
    done = redacted(client, **OF_CLIENT)
    assert done["report"]["index"] == IN_IT
    (added,) = set(entries(settings)) - set(before)
    assert added == hashlib.sha256(decoded(done)).hexdigest()
    entry = entries(settings)[added]
    (row,) = client.post("/v1/admin/audit/search", json={"action": "index.added"}).json["rows"]
    assert (entry.owner, entry.contact, entry.reference) == (CLIENT, row["who"], None)
    assert entry.industry == "Grocery retail"
    assert (row["counts"], row["result"], row["code"]) == ({"documents": 1, "skipped": 0}, added, None)
    assert row["subject"] == Store.of(settings).audit.mark_of(CLIENT)


def test_a_document_without_a_client_stands_for_itself(client, policy, settings, index):
    policy()
    done = redacted(client)
    assert entries(settings)[done["report"]["result_sha256"]].owner is None


def test_a_document_that_is_there_already_is_no_error(client, policy, settings, index):
    policy()
    assert [redacted(client)["report"]["index"] for _ in range(2)] == [IN_IT] * 2
    assert len(entries(settings)) == 13


def test_without_a_wish_nothing_is_added_unless_the_policy_always_does(client, policy, settings, index):
    policy()
    assert redacted(client, index=False)["report"]["index"] is None
    assert len(entries(settings)) == 12
    policy(Indexing.ALWAYS)
    assert redacted(client, index=False)["report"]["index"] == IN_IT
    assert len(entries(settings)) == 13


def test_what_may_not_go_there_says_why(client, policy, settings):
    policy(Indexing.NEVER)
    assert redacted(client)["report"]["index"] == refused(IndexRefusal.POLICY)
    policy()
    assert redacted(client)["report"]["index"] == refused(IndexRefusal.NO_INDEX)
    make_index(settings)
    nothing_known = {"document": encoded(word_file("ann@halden.example Zyrqtextum")), "index": True}
    assert redacted(client, **nothing_known)["report"]["index"] == refused(IndexRefusal.NO_WORDS)
    untouched = {"document": encoded(word_file("The harvest of wheat.")), "index": True}
    assert redacted(client, **untouched)["report"]["index"] == refused(IndexRefusal.ORIGINAL)
    policy(least_k=4)  # the index has 3
    assert redacted(client, **OF_CLIENT)["report"]["index"] == refused(IndexRefusal.K)
    (settings.index / "vectors.bin").write_bytes(b"")
    assert redacted(client, **OF_CLIENT)["report"]["index"] == refused(IndexRefusal.UNUSABLE)
    codes = [
        row["code"] for row in client.post("/v1/admin/audit/search", json={"action": "index.added"}).json["rows"]
    ]
    assert codes[::-1] == ["policy", "no_index", "no_words", "original", "k", "index_unusable"]


def test_only_what_meets_the_policy_is_added(client, policy, settings, index):
    policy(personal=frozenset({"EMAIL_ADDRESS"}))
    done = redacted(client, decisions=[], always=["harvest"])
    assert done["report"]["outcome"] == "not_met"
    assert not done["report"]["index"]["indexed"]
    assert len(entries(settings)) == 12


def test_the_text_of_the_result_is_indexed_and_not_the_original(client, policy, settings, index):
    policy()
    text, terms = "The loan, the bank, the interest.", ["loan", "bank", "interest"]
    done = redacted(client, document=encoded(word_file(text)), always=terms)
    assert done["report"]["index"] == refused(IndexRefusal.NO_WORDS)


def test_the_clean_copy_of_the_pane_is_added_as_any_redaction(client, policy, settings, index):
    """The pane sends the analysed document with what was decided, and no wish of its own."""
    policy(Indexing.ALWAYS)
    sent = {"document": encoded(word_file(TEXT)), "pii": ["EMAIL_ADDRESS"]}
    suggested = client.post("/v1/analyses", json=sent).json["suggestions"]
    decisions = [{"id": each["id"], "verdict": "accepted"} for each in suggested]
    done = client.post("/v1/redactions", json={**sent, "decisions": decisions, "copy": {}}).json
    assert done["report"]["index"] == IN_IT
    assert hashlib.sha256(decoded(done)).hexdigest() in entries(settings)


IN_WORD = TEXT.replace("ann@halden.example", "[EMAIL_ADDRESS 1]")
"""The document after the pane has replaced what was accepted, in Word itself."""

ACCEPTED = {"suppressed": [{"spellings": ["ann@halden.example"], "placeholder": "[EMAIL_ADDRESS 1]"}]}


def saved_by_word(text):
    """A document without the picture of its first page, which nobody examines: python-docx adds one."""
    document = docx.Document()
    document.add_paragraph(text)
    relations = document.part.package.rels
    for name in [name for name, each in relations.items() if each.reltype.endswith("/thumbnail")]:
        relations.pop(name)
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def finished(client, text=IN_WORD, accepted=ACCEPTED, **more):
    body = {
        "document": encoded(saved_by_word(text)),
        "report": accepted,
        "asked": {"pii": ["EMAIL_ADDRESS"]},
        "index": True,
    }
    told = client.post("/v1/verifications", json={**body, **more})
    assert told.status_code == 200, told.text
    return told.json


def test_a_document_that_was_redacted_in_word_is_added_when_it_is_checked(client, policy, settings, index):
    assert finished(client)["index"] == refused(IndexRefusal.POLICY)
    policy()
    told = finished(client)
    assert (told["outcome"], told["index"]) == ("met", IN_IT)
    assert entries(settings)[told["document_sha256"]].owner is None
    assert told["document_sha256"] == hashlib.sha256(saved_by_word(IN_WORD)).hexdigest()
    row = client.post("/v1/admin/audit/search", json={"action": "index.added"}).json["rows"][0]
    assert (row["result"], row["counts"]) == (told["document_sha256"], {"documents": 1, "skipped": 0})
    assert entries(settings)[told["document_sha256"]].contact == row["who"]


def test_the_client_of_a_document_that_was_redacted_in_word_owns_it(client, policy, settings, index):
    policy(index_with_exceptions=True)
    told = finished(client, asked={"client": CLIENT, "k": 1, "pii": ["EMAIL_ADDRESS"]})
    assert told["index"] == IN_IT, told["unmet"]
    entry = entries(settings)[told["document_sha256"]]
    assert (entry.owner, entry.industry) == (CLIENT, "Grocery retail")


def test_checks_that_are_not_the_last_add_nothing(client, policy, settings, index):
    """A check is made whenever somebody likes, of a document that is not finished: it has to say that it is."""
    policy(Indexing.ALWAYS)
    assert finished(client, index=False)["index"] is None
    assert len(entries(settings)) == 12


def test_a_document_in_which_terms_are_left_or_nothing_was_redacted_is_not_added(client, policy, settings, index):
    policy()
    assert finished(client, text=TEXT)["index"] == refused(IndexRefusal.ORIGINAL), "it has no placeholder"
    assert finished(client, accepted={"suppressed": []})["index"] == refused(IndexRefusal.ORIGINAL)
    assert finished(client, text=f"{IN_WORD} {TEXT}")["index"] == refused(IndexRefusal.OUTCOME)
    assert len(entries(settings)) == 12


@pytest.mark.parametrize("asks", [{"second_approver": True}, {"blind_share": 0.5}])
def test_where_a_policy_asks_for_approvals_a_check_adds_nothing(client, policy, settings, index, asks):
    policy(**asks)
    assert finished(client)["index"] == refused(IndexRefusal.POLICY)


def test_the_documents_of_a_zip_are_added_and_its_summary_says_so(client, policy, settings, index):
    policy()
    files = {"a.docx": word_file(TEXT), "b.txt": b"Zyrqtextum ann@halden.example"}
    body = {"documents": encoded(zipped(files)), "pii": ["EMAIL_ADDRESS"], "index": True, "report": True}
    back = zipfile.ZipFile(io.BytesIO(client.post("/v1/batches", json=body).data))
    summary, report = (json.loads(back.read(f"{name}.json"))["files"] for name in ("summary", "report"))
    assert [each["index"] for each in summary] == [IN_IT, refused(IndexRefusal.NO_WORDS)]
    assert [each["index"] for each in report] == [each["index"] for each in summary]
    assert report[0]["result_sha256"] in entries(settings)


def test_a_response_that_is_the_document_alone_says_so_in_a_header(client, policy, settings):
    def told(**asked):
        answer = client.post("/v1/redactions", json={**ASKED, **asked}, headers={"Accept": DOCX})
        return answer.headers.get("Unsaid-Index"), answer.data

    assert told()[0] == "policy"
    policy()
    assert told()[0] == "no_index"
    make_index(settings)
    result, document = told()
    assert result == "indexed"
    assert hashlib.sha256(document).hexdigest() in entries(settings)
    assert told(index=False)[0] is None


def folder_job(settings, tmp_path):
    """A job over two files: its id, its settings, its store, and a client that asks for its files."""
    (tmp_path / "folders" / "in").mkdir(parents=True)
    (tmp_path / "folders" / "in" / "a.docx").write_bytes(word_file(TEXT))
    (tmp_path / "folders" / "in" / "b.txt").write_text("Zyrqtextum ann@halden.example")
    service = dataclasses.replace(settings.service, batch_folders=(tmp_path / "folders",))
    settings = dataclasses.replace(settings, service=service)
    store = Store.of(settings)
    store.policies.set(None, 0, ReviewPolicy(index=Indexing.ON_REQUEST), "root")
    token, told = StartUpToken.make()
    asked = create_app(settings, sign_in_methods=SignInMethods(start_up_token=token)).test_client()
    asked.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {told}"
    body = {"inputs": "in", "outputs": "out", "pii": ["EMAIL_ADDRESS"], "index": True}
    job = asked.post("/v1/batches/folders", json=body)
    assert job.status_code == 202, job.text
    return job.json["id"], settings, store, asked


def work(settings, store, job, worker="worker"):
    held = store.held_jobs.take(job, worker, FORMS)
    with RunningJob(store, held, every=0) as running:
        run_batch(running, settings, store)


def results(asked, job):
    return [each["index"] for each in asked.get(f"/v1/jobs/{job}/files").json["files"]]


def added(store):
    rows = [row.content for row in store.audit.rows(most=50) if row.content["action"] == "index.added"]
    return sorted((row["code"] or "indexed") for row in rows)


def test_the_documents_of_a_job_are_added_and_its_files_say_so(settings, tmp_path, index):
    job, settings, store, asked = folder_job(settings, tmp_path)
    assert results(asked, job) == [None, None]
    work(settings, store, job)
    written = tmp_path / "folders" / "out" / "a.docx"
    assert hashlib.sha256(written.read_bytes()).hexdigest() in entries(settings)
    assert results(asked, job) == [IN_IT, refused(IndexRefusal.NO_WORDS)]
    assert added(store) == ["indexed", "no_words"]


KILLED = 77


def killed(settings, job, *, after):
    """Let another process do the job, and be killed once a file is written: before or after it is indexed."""
    child = os.fork()
    if child == 0:
        try:

            def dies(*of):
                if after:
                    released(*of)
                os._exit(KILLED)

            pytest.MonkeyPatch().setattr("backend.worker.batches.released", dies)
            work(settings, Store.of(settings), job, "the one that is killed")
        except BaseException:  # noqa: BLE001 - a forked test must not go on
            os._exit(1)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == KILLED


@pytest.mark.parametrize("after", [False, True])
def test_after_a_kill_between_writing_and_indexing_the_next_worker_indexes_the_file(
    settings, tmp_path, index, after
):
    job, settings, store, asked = folder_job(settings, tmp_path)
    killed(settings, job, after=after)
    (written,) = (tmp_path / "folders" / "out").iterdir()
    assert [each for each in results(asked, job) if each] == [refused(IndexRefusal.INTERRUPTED)]
    assert added(store) == []
    silent(store, job)
    before = written.read_bytes()
    work(settings, store, job)
    assert written.read_bytes() == before
    assert len(entries(settings)) == 13
    assert results(asked, job) == [IN_IT, refused(IndexRefusal.NO_WORDS)]
    assert added(store) == ["indexed", "no_words"], "each once"
    redacted = [row for row in store.audit.rows(most=50) if row.content["action"] == "document.redacted"]
    assert len(redacted) == 2


def test_an_output_that_cannot_be_made_again_is_not_indexed(settings, tmp_path, index):
    """Somebody has changed it, or it would be another one by now: what is indexed is what was written."""
    job, settings, store, asked = folder_job(settings, tmp_path)
    killed(settings, job, after=False)
    (written,) = (tmp_path / "folders" / "out").iterdir()
    changed = ("a.docx", "b.txt").index(written.name)
    written.write_bytes(word_file("Something else about wheat."))
    silent(store, job)
    work(settings, store, job)
    assert results(asked, job)[changed] == refused(IndexRefusal.INTERRUPTED)
    assert hashlib.sha256(written.read_bytes()).hexdigest() not in entries(settings)


def test_the_command_line_adds_what_it_has_written(unsaid, settings, tmp_path, monkeypatch):
    monkeypatch.setenv("UNSAID_DATA", str(settings.data))
    monkeypatch.setenv("UNSAID_INDEX", str(tmp_path / "released"))
    make_index(dataclasses.replace(settings, index_named=tmp_path / "released"))
    (tmp_path / "a.txt").write_text(TEXT)
    redact = ("redact", "a.txt", "--no-cii", "--pii", "EMAIL_ADDRESS", "--index")
    assert "policy does not allow it" in unsaid(*redact, "--out", "out").output
    assert unsaid("policy", "set", "--index", "on_request").exit_code == 0
    done = unsaid(*redact, "--out", "out2", "--json")
    assert done.exit_code == 0, done.output
    (file,) = json.loads(done.stdout)["files"]
    assert file["index"] == IN_IT
    named = dataclasses.replace(settings, index_named=tmp_path / "released")
    assert file["result_sha256"] in entries(named)
    rows = json.loads(unsaid("audit", "list", "--json").stdout)["rows"]
    assert [each["code"] for each in rows if each["action"] == "index.added"] == [None, "policy"]
    assert unsaid("policy", "show").output.count("on_request") == 1


def test_the_command_line_removes_the_documents_of_a_client(unsaid, settings, monkeypatch):
    monkeypatch.setenv("UNSAID_DATA", str(settings.data))
    make_index(settings)
    assert unsaid("client", "add", "Client A").exit_code == 0
    told = json.loads(unsaid("client", "remove", "Client A", "--json").stdout)["index"]
    assert (told["removed"], told["dissolved_groups"], told["k_held"]) == ([document_id(0)], 1, True)
    assert document_id(0) not in entries(settings)
    assert unsaid("client", "add", "Client B").exit_code == 0
    assert "1 document removed" in unsaid("client", "remove", "Client B").output
