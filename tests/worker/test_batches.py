"""A folder is redacted file by file, each once, whoever goes on with it."""

import pytest

from backend.errors import InvalidRequest, JobCancelled, JobRunning
from backend.redaction.review_policy import ReviewPolicy
from backend.services.jobs import folder_batch
from backend.services.jobs.folder_batch import FolderBatch, Folders, begin_folder_batch, named_files
from backend.services.jobs.repeated_job import retry_job
from backend.services.jobs.running_job import RunningJob
from backend.services.redaction.redact import redact_content
from backend.storage.audit.actions import Action
from backend.storage.jobs.job_files import JobFiles
from backend.storage.jobs.states import FileState, JobState
from backend.storage.rights.rights import Rights
from backend.storage.rights.roles import Role
from backend.storage.tables import JobFileRow, JobRow
from backend.worker import batches
from backend.worker.batches import run_batch
from tests.further_cases import on_databases
from tests.storage.test_jobs import silent
from tests.worker.jobs import FORMS, ask_for_batch, letters_in
from tests.worker.test_training import Killed

NAMES = ("ann.txt", "bo.txt", "sub/cy.txt", "dee.txt")


@pytest.fixture
def inbox(tmp_path):
    return letters_in(tmp_path / "folders" / "in", NAMES)


@pytest.fixture
def out(inbox):
    return inbox.parent / "out"


def run(store, settings, job, holder="worker"):
    held = store.held_jobs.take(job, holder, FORMS)
    with RunningJob(store, held, every=0) as running:
        run_batch(running, settings, store)


def written(folder):
    return {path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*") if path.is_file()}


COUNTS = {"terms": 1, "places": 1, "left": 0, "new": 0}
WHOLE = dict.fromkeys(NAMES, "Write to [EMAIL_ADDRESS 1]")


def test_every_file_comes_out_under_its_name(store, settings, inbox, out):
    job = ask_for_batch(store, inbox, out).id
    assert store.jobs.get(job).total == len(NAMES)
    run(store, settings, job)
    assert written(out) == WHOLE
    told = store.jobs.get(job)
    assert (told.state, told.done, told.skipped) == (JobState.DONE, len(NAMES), 0)
    redacted = [row.content for row in store.audit.rows() if row.content["action"] == Action.DOCUMENT_REDACTED]
    assert [(row["who"], row["counts"]) for row in redacted] == [("bea", COUNTS)] * len(NAMES)


def test_outputs_are_for_their_owner_alone(store, settings, inbox, out):
    run(store, settings, ask_for_batch(store, inbox, out).id)
    assert {path.stat().st_mode & 0o777 for path in out.rglob("*") if path.is_file()} == {0o600}


def test_odd_terms_that_an_earlier_version_has_stored_fail_no_file(store, settings, inbox, out):
    """Without its odd sign an entry goes, as what stands in `never` too without it."""
    (inbox / "bo.txt").write_text("Ask b o about the depot")
    job = ask_for_batch(
        store, inbox, out, always=["\x00", "b\x07o", "---", "dep\ufdd0ot"], never=["b o", "\ufffe"]
    ).id
    run(store, settings, job)
    told = store.jobs.get(job)
    assert (told.state, told.done, told.skipped) == (JobState.DONE, len(NAMES), 0)
    assert written(out)["bo.txt"] == "Ask [REDACTED] about the depot"


KILLED_AT = [(method, after) for method in ("about_to_write", "written") for after in (0, 1, 3, 6)]


@pytest.mark.parametrize(
    ("kind", "method", "after"), on_databases(KILLED_AT, [("about_to_write", 1), ("written", 3)])
)
def test_after_a_kill_at_any_point_another_worker_resumes_without_duplicates(
    store, settings, inbox, out, monkeypatch, method, after
):
    """Before and after each output appears, and also where the one that goes on is killed at the same place."""
    job = ask_for_batch(store, inbox, out, always=["ann"]).id
    real, calls = getattr(JobFiles, method), []

    def dies(self, *of):
        calls.append(of)
        if len(calls) % (after + 1) == 0:
            raise Killed
        return real(self, *of)

    with monkeypatch.context() as patch:
        patch.setattr(JobFiles, method, dies)
        for _ in range(2):
            if store.jobs.get(job).is_over:
                break
            try:
                run(store, settings, job)
            except Killed:
                silent(store, job)
    if not store.jobs.get(job).is_over:
        run(store, settings, job)
    assert set(written(out)) == {"REDACTED.txt", *NAMES[1:]}
    assert store.jobs.get(job).state is JobState.DONE
    redacted = [row for row in store.audit.rows() if row.content["action"] == Action.DOCUMENT_REDACTED]
    assert len(redacted) == len(NAMES)


def test_partial_outputs_are_removed(store, settings, inbox, out, monkeypatch):
    def dies(path, content, **_more):
        path.parent.mkdir(parents=True, exist_ok=True)
        (path.parent / ".unsaid-a7x4dmyx").write_bytes(content[:3])
        raise Killed

    job = ask_for_batch(store, inbox, out).id
    with monkeypatch.context() as patch:
        patch.setattr(folder_batch, "prepared", dies)
        with pytest.raises(Killed):
            run(store, settings, job)
    silent(store, job)
    run(store, settings, job)
    assert written(out) == WHOLE


def test_finished_files_are_not_repeated(store, settings, inbox, out, monkeypatch):
    job = ask_for_batch(store, inbox, out).id
    redact, seen = redact_content, []

    def counted(path, *of):
        seen.append(path.name)
        if len(seen) == 3:
            raise Killed
        return redact(path, *of)

    monkeypatch.setattr(batches, "redact_content", counted)
    with pytest.raises(Killed):
        run(store, settings, job)
    silent(store, job)
    run(store, settings, job)
    assert sorted(seen) == sorted([*(name.split("/")[-1] for name in NAMES), seen[2]])


def test_a_bad_file_stops_no_other_and_is_tried_again(store, settings, inbox, out):
    (inbox / "bad.docx").write_bytes(b"no zip")
    job = ask_for_batch(store, inbox, out).id
    run(store, settings, job)
    assert written(out) == WHOLE
    assert (store.jobs.get(job).state, store.jobs.get(job).skipped) == (JobState.DONE, 1)
    failed = [each for each in named_files(store, job) if each.file.state is FileState.FAILED]
    assert [(each.path.name, each.file.error) for each in failed] == [("bad.docx", "not_a_word_document")]
    (inbox / "bad.docx").unlink()
    (inbox / "bad.docx").write_bytes(b"no zip either")
    store.jobs.retry(job, "bea")
    run(store, settings, job)
    assert store.jobs.get(job).skipped == 1
    (inbox / "bad.docx").unlink()
    store.jobs.retry(job, "bea")
    run(store, settings, job)
    assert [each.file.error for each in named_files(store, job) if each.file.error] == ["unreadable_file"]


def test_a_policy_that_is_set_meanwhile_counts_for_the_files_that_follow(store, settings, inbox, out):
    """The batch names no client and goes on; under that policy its other files may not be done."""
    job = ask_for_batch(store, inbox, out).id
    real = folder_batch._redact_row

    def changed(running, *of):
        if running.done == 1:
            store.policies.set(None, 0, ReviewPolicy(least_k=3), "ann")
        return real(running, *of)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(folder_batch, "_redact_row", changed)
        run(store, settings, job)
    files = [(each.state.value, each.error) for each in store.job_files.all(job)]
    assert sorted(files, key=str) == [("done", None), *[("failed", "policy_not_met")] * 3]


def test_a_cancelled_batch_leaves_whole_outputs_and_continues_when_it_is_wanted_again(store, settings, inbox, out):
    job = ask_for_batch(store, inbox, out).id
    real = folder_batch._redact_row

    def cancelled(running, *of):
        if running.done == 2:
            store.jobs.cancel(job, "bea")
        return real(running, *of)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(folder_batch, "_redact_row", cancelled)
        with pytest.raises(JobCancelled):
            run(store, settings, job)
    held = [row for row in store.job_files.all(job) if row.state is FileState.DONE]
    assert set(written(out).items()) <= set(WHOLE.items())
    assert len(written(out)) == len(held) == 3, "the file that was in work is whole, and no other was begun"
    store.held_jobs.stopped(_held(store, job))
    assert store.jobs.retry(job, "bea").done == 3
    run(store, settings, job)
    assert written(out) == WHOLE


def _held(store, job):
    from backend.storage.jobs.held_jobs import HeldJob

    with store._database.reading() as session:
        holder = session.get(JobRow, job).holder
    return HeldJob(job, "batch", holder, {}, "bea", 0, 0, None, ending=False)


def test_two_files_that_come_to_one_name_get_numbers(store, settings, inbox, out):
    letters_in(inbox, ["x ann.txt", "x bo.txt"])
    job = ask_for_batch(store, inbox, out, always=["ann", "bo"]).id
    run(store, settings, job)
    assert {"x REDACTED.txt", "x REDACTED (2).txt"} <= set(written(out))


def test_files_are_redacted_in_the_order_of_keyed_hashes_and_listed_in_that_of_their_names(
    store, settings, inbox, out
):
    """Their numbers and times do not show the order of their names."""
    letters_in(inbox, [f"{letter} ann.txt" for letter in "cdefghijkl"])
    job = ask_for_batch(store, inbox, out).id
    files, began = named_files(store, job), []
    with pytest.MonkeyPatch.context() as patch:
        real = folder_batch._redact_row
        patch.setattr(folder_batch, "_redact_row", lambda job, row, *of: began.append(row) or real(job, row, *of))
        run(store, settings, job)
    assert [str(each.path) for each in files] == sorted(str(each.path) for each in files)
    hashes = {store.job_files.mark_of(each.path): each.path for each in files}
    assert [hashes[row.mark] for row in began] == [hashes[each] for each in sorted(hashes)]


@pytest.mark.parametrize(
    ("groups", "inputs", "outputs", "allowed"),
    [
        ({"in"}, "in/own", "in/out", True),
        ({"in"}, "in/inner/Other/box", "in/out", False),
        ({"in"}, "in/own", "in/inner/Other/out", False),
        ({"in"}, "in/inner", "in/out", False),
        ({"in"}, "in/around", "in/out", False),
        ({"Other"}, "in/inner/Other/box", "in/inner/Other/out", True),
        ({"Other"}, "Other/box", "Other/out", True),
        ({"inner", "around"}, "in/inner/Other/box", "in/inner/Other/out", False),
    ],
)
def test_of_allowed_folders_in_one_another_the_inner_one_tells_the_group(
    tmp_path, groups, inputs, outputs, allowed
):
    """Else the group that a folder is called like would have the folders of all groups in it."""
    allowing = [tmp_path, tmp_path / "in" / "inner", tmp_path / "in" / "around" / "deep"]
    for folder in ("in/own", "in/inner/Other/box", "in/around/deep/Third"):
        (tmp_path / folder).mkdir(parents=True)
    if allowed:
        found = Folders.below(allowing, inputs, outputs, groups)
        assert found.inputs.is_dir()
    else:
        with pytest.raises(InvalidRequest, match="one of your groups"):
            Folders.below(allowing, inputs, outputs, groups)


def test_nothing_is_written_through_a_link_that_came_after_the_question(store, settings, inbox, out, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    folders = Folders.below([inbox.parent], inbox.name, "out/sub")
    job = begin_folder_batch(store, FolderBatch(folders, {}, None, None, None), "bea").id
    out.symlink_to(elsewhere)
    run(store, settings, job)
    assert not any(elsewhere.rglob("*"))
    assert {each.file.error for each in named_files(store, job)} == {"output_failed"}
    out.unlink()
    store.jobs.retry(job, "bea")
    run(store, settings, job)
    assert written(out / "sub") == WHOLE


def test_a_link_that_leaves_the_folder_is_not_followed(store, settings, inbox, out, tmp_path):
    (tmp_path / "secret.txt").write_text("Quixotrade")
    (inbox / "link.txt").symlink_to(tmp_path / "secret.txt")
    job = ask_for_batch(store, inbox, out).id
    run(store, settings, job)
    assert written(out) == WHOLE
    assert [each.file.error for each in named_files(store, job) if each.file.error] == ["unreadable_file"]


@pytest.mark.parametrize(
    ("inputs", "outputs"),
    [
        ("in", "in/out"),
        ("in", "in"),
        ("in", "../out"),
        ("in/sub", "in"),
        ("nothing", "out"),
        ("../folders/../..", "out"),
        ("in/ann.txt", "out"),
        ("in", "in/ann.txt"),
        ("in", "full"),
        ("in", "/etc"),
        (".", "out"),
        ("i\0n", "out"),
    ],
)
def test_folders_that_do_not_fit_are_refused(inbox, inputs, outputs):
    letters_in(inbox.parent / "full", ["ann.txt"])
    with pytest.raises(InvalidRequest):
        Folders.below([inbox.parent], inputs, outputs)


def test_nothing_is_redacted_below_no_folder(inbox):
    with pytest.raises(InvalidRequest):
        Folders.below([], "in", "out")


def test_two_batches_do_not_write_to_one_folder(store, inbox, out):
    ask_for_batch(store, inbox, out)
    with pytest.raises(JobRunning):
        ask_for_batch(store, inbox, out)


def test_no_name_is_in_a_row(store, settings, inbox, out):
    letters_in(inbox, ["Quixotrade.txt"])
    job = ask_for_batch(store, inbox, out, always=["Zanzibar"]).id
    with store._database.reading() as session:
        rows = [session.get(JobRow, job), *session.query(JobFileRow)]
        told = repr([[getattr(row, column.name) for column in row.__table__.columns] for row in rows])
    assert "Quixotrade" not in told
    assert "Zanzibar" not in told
    run(store, settings, job)
    assert store.jobs.request(job) is None, "what is done is forgotten"
    assert {each.path for each in named_files(store, job)} == {None}


@pytest.mark.parametrize(("first", "second"), [("out", "out/sub"), ("out/sub", "out"), ("out/a/b", "out")])
def test_no_batch_writes_into_the_outputs_of_another_that_is_not_over(store, settings, inbox, first, second):
    """One would remove or replace the outputs of the other, of which the trail tells."""

    def ask_for(outputs):
        folders = Folders.below([inbox.parent], inbox.name, outputs)
        return begin_folder_batch(store, FolderBatch(folders, {}, None, None, None), "bea").id

    job = ask_for(first)
    with pytest.raises(JobRunning):
        ask_for(second)
    ask_for("outer")  # it is called alike, and lies beside
    store.jobs.cancel(job, "bea")
    other = ask_for(second)
    with pytest.raises(JobRunning):
        retry_job(store, job, "bea", None, Rights({Role.USER: None}))
    run(store, settings, other)
    retry_job(store, job, "bea", None, Rights({Role.USER: None}))
    run(store, settings, job)
    assert store.jobs.get(job).state is store.jobs.get(other).state is JobState.DONE
