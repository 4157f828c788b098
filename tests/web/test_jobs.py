"""Folders are redacted by a worker; whoever has asked for it sees how far it is, and nobody else sees a name."""

import base64
import io
import json
import os
import zipfile
from datetime import timedelta
from pathlib import Path

import pytest

from backend.errors import NotOfAllGroups
from backend.services.jobs.repeated_job import retry_job
from backend.settings import Settings
from backend.storage.jobs.job_files import JobFiles
from backend.storage.rights.rights import Rights
from backend.storage.rights.roles import Role
from backend.web.app import create_app
from backend.web.auth.sign_in import SignInMethods
from backend.web.routes import jobs
from backend.web.service import EXTENSION
from backend.worker.job_runs import JobRunner
from tests.conftest import CLIENT
from tests.worker.jobs import letters_in

NAMES = ("ann.txt", "bo.txt", "Quixotrade.txt")
FOLDERS = {"inputs": "in", "outputs": "out"}


@pytest.fixture
def settings(sample_registry, tmp_path):
    letters_in(tmp_path / "folders" / "in", NAMES)
    return Settings.from_environment(
        {
            "UNSAID_DATA": str(tmp_path / "data"),
            "UNSAID_REGISTRY": str(sample_registry),
            "UNSAID_NER": "none",
            "UNSAID_BATCH_FOLDERS": str(tmp_path / "folders"),
        }
    )


@pytest.fixture
def store(app):
    return app.extensions[EXTENSION].store


@pytest.fixture
def work(settings, store):
    """Does all that waits, as a worker would."""

    def do():
        runs = JobRunner(settings, store, "worker")
        for job in store.held_jobs.claimable(runs.forms):
            runs.run(job)

    return do


@pytest.fixture
def people(settings, store):
    """Asks as somebody with a role; each is somebody else."""
    app = create_app(settings, sign_in_methods=SignInMethods())
    app.extensions[EXTENSION].models.refresh()

    def of(role, groups=None):
        client = app.test_client()
        token = store.api_keys.new(f"a {role}", role, groups, timedelta(days=1)).token
        client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {token}"
        return client

    return of


def test_a_folder_is_redacted_while_nobody_waits(client, work, tmp_path):
    asked = client.post("/v1/batches/folders", json={**FOLDERS, "always": ["bo"]})
    assert (asked.status_code, asked.json["state"], asked.json["total"]) == (202, "waiting", 3), asked.text
    at = f"/v1/jobs/{asked.json['id']}"
    assert [each["state"] for each in client.get(f"{at}/files").json["files"]] == ["waiting"] * 3
    work()
    done = client.get(at).json
    assert (done["kind"], done["state"], done["done"], done["skipped"]) == ("batch", "done", 3, 0)
    assert {path.name for path in (tmp_path / "folders" / "out").iterdir()} == {
        "ann.txt",
        "REDACTED.txt",
        "Quixotrade.txt",
    }
    files = client.get(f"{at}/files").json["files"]
    assert {(each["state"], each["verification"], each["error"]) for each in files} == {("done", "clean", None)}
    assert client.get("/v1/jobs").json["jobs"] == [done]


def test_an_account_with_its_share_of_batches_is_told_to_wait(app, people, store):
    service = app.extensions[EXTENSION].settings.service
    assert (service.waiting_batches, service.waiting_files) == (20, 20_000)
    mallory, bob = people(Role.USER), people(Role.USER)
    told = [mallory.post("/v1/batches/folders", json={**FOLDERS, "outputs": f"o{n}"}) for n in range(21)]
    assert [each.status_code for each in told] == [202] * 20 + [429]
    assert told[-1].json["code"] == "too_many_jobs"
    assert int(told[-1].headers["Retry-After"]) > 0
    assert bob.post("/v1/batches/folders", json=FOLDERS).status_code == 202
    assert len(store.jobs.all()) == 21


def test_files_come_in_pages_with_their_names(client, work, tmp_path):
    (tmp_path / "folders" / "in" / "bad.docx").write_bytes(b"no zip")
    at = f"/v1/jobs/{client.post('/v1/batches/folders', json=FOLDERS).json['id']}/files"
    for _ in range(2):
        whole = client.get(at).json
        assert (len(whole["files"]), whole["next"]) == (4, None)
        assert {each["path"] for each in whole["files"]} == {*NAMES, "bad.docx"}
        pages, offset = [], 0
        while offset is not None:
            page = client.get(f"{at}?offset={offset}&limit=3").json
            pages.append(page["files"])
            offset = page["next"]
        assert [len(page) for page in pages] == [3, 1]
        assert [each for page in pages for each in page] == whole["files"]
        work()
    assert sum(each["output"] is not None for each in whole["files"]) == 3
    assert client.get(f"{at}?offset=4").json == {"files": [], "next": None}
    for odd in ("limit=0", "limit=1001", "offset=-1", "limit=a"):
        assert client.get(f"{at}?{odd}").status_code == 422


def test_only_the_files_of_a_page_are_named(client, store, monkeypatch):
    """Names cost a keyed hash each, of files that are not asked for too."""
    job, hashed = client.post("/v1/batches/folders", json=FOLDERS).json["id"], []
    original = JobFiles.mark_of
    monkeypatch.setattr(JobFiles, "mark_of", lambda marks, path: hashed.append(path) or original(marks, path))
    page = client.get(f"/v1/jobs/{job}/files?offset=1&limit=1").json
    assert [each["path"] for each in page["files"]] == [path.as_posix() for path in hashed]
    assert (len(hashed), page["next"]) == (1, 2)


def test_a_client_is_hidden_with_the_version_that_was_in_use(client, work, store):
    asked = client.post("/v1/batches/folders", json={**FOLDERS, "client": CLIENT, "k": 3})
    assert asked.status_code == 202, asked.text
    assert store.jobs.request(asked.json["id"])["model"] == "sample"
    work()
    files = client.get(f"/v1/jobs/{asked.json['id']}/files").json["files"]
    assert len([each for each in files if each["k_reached"] is not None]) == 3


def _figures(content):
    """What a batch gives away, by numbers alone."""
    told = {name: content[name] for name in ("word", "document", "partial", "findings", "sentence")}
    return told, [{**each, "path": Path(each["path"]).name} for each in content["documents"]]


def test_a_batch_says_what_it_gives_away_as_the_same_files_in_a_zip_do(client, work, tmp_path):
    (tmp_path / "folders" / "in" / "bad.docx").write_bytes(b"no zip")
    asked = {"client": CLIENT, "k": 3}
    at = f"/v1/jobs/{client.post('/v1/batches/folders', json={**FOLDERS, **asked}).json['id']}"
    assert client.get(f"{at}/privacy").json == {"privacy": None}
    work()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for path in sorted((tmp_path / "folders" / "in").iterdir()):
            archive.write(path, path.name)
    sent = {**asked, "documents": base64.b64encode(packed.getvalue()).decode(), "report": True}
    with zipfile.ZipFile(io.BytesIO(client.post("/v1/batches", json=sent).data)) as archive:
        report = json.loads(archive.read("report.json"))
    given_away = client.get(f"{at}/privacy").json["privacy"]
    assert _figures(given_away) == _figures(report["privacy"])
    assert (given_away["measured"], given_away["left_out"]) == (3, 1)
    without_words = {
        each["path"]: None
        if (figures := each["privacy"]) is None
        else {name: value for name, value in figures.items() if name not in {"words", "terms", "earlier"}}
        for each in report["files"]
    }
    files = client.get(f"{at}/files").json["files"]
    assert {each["path"]: each["privacy"] for each in files} == without_words


def test_what_a_batch_gives_away_names_no_file_once_its_names_are_deleted(client, work):
    at = f"/v1/jobs/{client.post('/v1/batches/folders', json=FOLDERS).json['id']}/privacy"
    work()
    assert {each["path"] for each in client.get(at).json["privacy"]["documents"]} == {"file 0", "file 1", "file 2"}


def test_a_batch_with_a_name_that_is_not_utf_8_says_what_it_gives_away(client, work, tmp_path):
    inputs = tmp_path / "folders" / "in"
    (inputs / "bad.docx").write_bytes(b"no zip")  # one that fails, so that the names are kept
    Path(os.fsdecode(os.fsencode(inputs) + b"/caf\xe9.txt")).write_text("The ship is late.", "utf-8")
    at = f"/v1/jobs/{client.post('/v1/batches/folders', json=FOLDERS).json['id']}/privacy"
    work()
    told = client.get(at)
    assert told.status_code == 200, told.text
    assert "caf\ufffd.txt" in {each["path"] for each in told.json["privacy"]["documents"]}


def test_whoever_no_longer_sees_all_clients_learns_nothing_of_them_from_a_batch(store, people, work, monkeypatch):
    asks = people(Role.USER)
    at = f"/v1/jobs/{asks.post('/v1/batches/folders', json={**FOLDERS, 'client': CLIENT, 'k': 3}).json['id']}"
    work()
    assert asks.get(f"{at}/privacy").json["privacy"]["documents"][0]["after"]["k"] >= 1
    monkeypatch.setattr(jobs, "_sees_all_clients", lambda: False)
    told = asks.get(f"{at}/privacy").json["privacy"]
    assert {each["after"] for each in told["documents"]} == {None}
    assert set(told["findings"]) <= {"changed", "unchanged"}
    for each in asks.get(f"{at}/files").json["files"]:
        assert (each["k_reached"], each["privacy"]["before"], each["privacy"]["required"]) == (None, None, None)


def test_options_that_fail_for_every_file_are_refused_at_once(client, store):
    for more, code in (
        ({"client": "Quixotrade"}, "unknown_client"),
        ({"inputs": "../data"}, "invalid_request"),
        ({"outputs": "in/out"}, "invalid_request"),
        ({"pii": ["NOTHING_KNOWN"]}, "invalid_request"),
        ({"outputs": ""}, "does_not_fit"),
        ({"stories": []}, "does_not_fit"),
    ):
        assert client.post("/v1/batches/folders", json={**FOLDERS, **more}).json["code"] == code
    assert store.jobs.all() == ()


def test_a_name_that_is_no_utf_8_is_reported_as_far_as_it_can_be(client, work, tmp_path):
    """Bytes of Latin-1, as older systems have written them; names are told as long as a file is left to do."""
    (tmp_path / "folders" / "in" / "bad.docx").write_bytes(b"no zip")
    (tmp_path / "folders" / "in" / os.fsdecode(b"M\xfcller.txt")).write_text("Write to ann@halden.example")
    asked = client.post("/v1/batches/folders", json=FOLDERS)
    work()
    told = client.get(f"/v1/jobs/{asked.json['id']}/files")
    assert told.status_code == 200, told.text
    assert {each["output"] for each in told.json["files"]} == {*NAMES, "M\ufffdller.txt", None}


@pytest.mark.parametrize("where", ["inputs", "outputs"])
def test_a_circle_of_links_is_no_folder(client, tmp_path, where):
    for one, other in (("one", "other"), ("other", "one")):
        (tmp_path / "folders" / one).symlink_to(tmp_path / "folders" / other)
    refused = client.post("/v1/batches/folders", json={**FOLDERS, where: "one/x"})
    assert (refused.status_code, refused.json["code"]) == (400, "invalid_request"), refused.text


def test_jobs_are_cancelled_and_wanted_again(client, work):
    at = f"/v1/jobs/{client.post('/v1/batches/folders', json=FOLDERS).json['id']}"
    assert client.post(f"{at}/retry").json["code"] == "nothing_to_repeat"
    assert client.post(f"{at}/cancel").json["state"] == "cancelled"
    assert client.post(f"{at}/cancel").json["state"] == "cancelled"
    work()
    assert client.get(at).json["done"] == 0
    assert client.post(f"{at}/retry").json["state"] == "waiting"
    work()
    assert client.get(at).json["state"] == "done"
    assert client.post(f"{at}/cancel").json["code"] == "job_too_late"
    assert client.post(f"{at}/retry").json["code"] == "nothing_to_repeat"
    assert client.post("/v1/jobs/quixotrade/retry").json["code"] == "unknown_job"


def test_nobody_sees_what_others_have_requested_but_those_who_run_it(people):
    asks, other, runs, looks = (people(role) for role in (Role.USER, Role.USER, Role.ADMIN, Role.AUDITOR))
    job = asks.post("/v1/batches/folders", json=FOLDERS).json["id"]
    at = f"/v1/jobs/{job}"
    assert [each["id"] for each in asks.get("/v1/jobs").json["jobs"]] == [job]
    assert other.get("/v1/jobs").json["jobs"] == []
    for answer in (other.get(at), other.get(f"{at}/files"), other.post(f"{at}/cancel"), other.post(f"{at}/retry")):
        assert (answer.status_code, answer.json["code"]) == (404, "unknown_job")
    for sees in (runs, looks):
        assert sees.get(at).json["state"] == "waiting"
        assert sees.get(f"{at}/files").status_code == 403, "names of files are for whoever has asked"
        assert "Quixotrade" not in sees.get("/v1/jobs").text
    assert looks.post(f"{at}/cancel").status_code == 403
    assert runs.post(f"{at}/cancel").json["state"] == "cancelled"


def test_limited_callers_cannot_request_jobs_for_other_clients(people):
    limited = people(Role.USER, ["Ports"])
    assert limited.post("/v1/batches/folders", json={**FOLDERS, "client": CLIENT}).status_code == 404


@pytest.mark.parametrize(
    "names",
    [("in/box", "elsewhere"), ("other", "in/out"), ("in/../other", "in/out"), ("in/link", "in/out"), ("in", "out")],
)
def test_folders_of_other_groups_are_out_of_reach(people, store, tmp_path, names):
    """Also by a link that lies in a folder of the group's own."""
    folders = tmp_path / "folders"
    letters_in(folders / "in" / "box", NAMES)
    letters_in(folders / "other", NAMES)
    (folders / "in" / "link").symlink_to(folders / "other")
    asked = dict(zip(("inputs", "outputs"), names, strict=True))
    for groups in (["in"], ["IN", "Other"], [".."], [""], []):
        limited = people(Role.USER, groups)
        if groups == ["in"] and names[0] == "in":
            asked["outputs"] = "out"
        refused = limited.post("/v1/batches/folders", json=asked)
        assert (refused.status_code, refused.json["code"]) == (400, "invalid_request")
    assert store.jobs.all() == ()


def test_a_batch_is_wanted_again_by_whoever_still_belongs_to_its_groups(people, store):
    """Its owner was of every group then; what they hold since is less."""
    every = people(Role.USER)
    job = every.post("/v1/batches/folders", json=FOLDERS).json["id"]
    assert every.post(f"/v1/jobs/{job}/cancel").status_code == 200
    owner = store.jobs.get(job).owner
    some = frozenset({"in"})
    for rights in ({}, {Role.USER: some}, {Role.USER: some, Role.ADMIN: frozenset({"out"})}, {Role.AUDITOR: None}):
        with pytest.raises(NotOfAllGroups):
            retry_job(store, job, owner, owner, Rights(rights))
    assert store.jobs.get(job).state == "cancelled"
    assert every.post(f"/v1/jobs/{job}/retry").json["state"] == "waiting"


def test_an_administrator_of_a_group_repeats_no_batch_that_takes_a_user_of_it(people, store):
    """Whoever was a user of two groups, and is an administrator of one of them by now, works with one alone."""
    both = people(Role.USER, ["in", "out"])
    job = both.post("/v1/batches/folders", json=FOLDERS).json["id"]
    both.post(f"/v1/jobs/{job}/cancel")
    owner = store.jobs.get(job).owner
    now = {Role.USER: frozenset({"in"}), Role.ADMIN: frozenset({"in", "out"})}
    with pytest.raises(NotOfAllGroups):
        retry_job(store, job, owner, owner, Rights(now))
    assert both.post(f"/v1/jobs/{job}/retry").json["state"] == "waiting"


def test_a_batch_sees_no_more_than_whoever_has_asked(people, store, work):
    limited = people(Role.USER, ["in", "out"])
    job = limited.post("/v1/batches/folders", json=FOLDERS).json["id"]
    assert store.jobs.request(job)["groups"] == ["in", "out"]
    work()
    assert store.jobs.get(job).state == "done"
