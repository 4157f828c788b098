"""What counts changes, or the job is lost, while a file of a batch is redacted: at each stage of it."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from backend.errors import JobLost
from backend.redaction.review_policy import ReviewPolicy
from backend.services.jobs import folder_batch
from backend.services.redaction.redact import redact_content
from backend.storage.audit.actions import Action
from backend.storage.clients.dictionaries import Dictionary
from backend.storage.jobs.job_files import JobFiles
from backend.storage.jobs.states import JobState
from backend.worker import batches
from tests.further_cases import MOSTLY_SQLITE, on_both_databases
from tests.storage.test_jobs import silent
from tests.worker.jobs import ask_for_batch, letters_in
from tests.worker.test_batches import run, written

STAGES = {
    "resolved": (batches, "redact_content"),
    "redacted": (JobFiles, "about_to_write"),
    "prepared": (folder_batch, "prepared"),
    "recorded": (JobFiles, "written"),
}
"""What is called when a stage is over."""


@pytest.fixture(params=MOSTLY_SQLITE)
def kind(request):
    """On PostgreSQL the same statements run: `make check` runs one test of each sort there."""
    return request.param


@pytest.fixture
def inbox(tmp_path):
    return letters_in(tmp_path / "folders" / "in", ("ann.txt", "bo.txt"))


@pytest.fixture
def out(inbox):
    return inbox.parent / "out"


def once(monkeypatch, stage, change):
    """Make a change at a stage of the first file."""
    where, name = STAGES[stage]
    real, left = getattr(where, name), [change]

    def hooked(*of, **more):
        if left:
            left.pop()()
        return real(*of, **more)

    monkeypatch.setattr(where, name, hooked)


def rows(store):
    return [row.content for row in reversed(store.audit.rows(most=1000))]


@on_both_databases
@pytest.mark.parametrize("stage", STAGES)
def test_a_policy_that_is_raised_meanwhile_counts_for_the_file(store, settings, inbox, out, monkeypatch, stage):
    job = ask_for_batch(store, inbox, out).id
    with monkeypatch.context() as patch:
        once(patch, stage, lambda: store.policies.set(None, 0, ReviewPolicy(least_k=3), "ann"))
        run(store, settings, job)
    assert [(each.state.value, each.error) for each in store.job_files.all(job)] == [
        ("failed", "policy_not_met")
    ] * 2
    assert written(out) == {}, "nothing was released by the policy that was replaced"


@pytest.mark.parametrize("stage", STAGES)
def test_a_term_that_is_added_meanwhile_goes(store, settings, inbox, out, monkeypatch, stage):
    everyone = Dictionary("everyone", always=("Write",))
    with monkeypatch.context() as patch:
        once(patch, stage, lambda: store.global_terms.change(0, everyone, "ann"))
        run(store, settings, ask_for_batch(store, inbox, out).id)
    assert written(out) == dict.fromkeys(("ann.txt", "bo.txt"), "[REDACTED] to [EMAIL_ADDRESS 1]")


LETTER = "Write to [EMAIL_ADDRESS 1]"
LISTS = {
    "a term is added": ("allow_list: [nobody]", "deny_list: [Write]", "[REDACTED] to [EMAIL_ADDRESS 1]"),
    "another term of its length": ("deny_list: [Heron]", "deny_list: [Write]", "[REDACTED] to [EMAIL_ADDRESS 1]"),
    "a term that stayed is removed": ("allow_list: [ann@halden.example]", "allow_list: [nobody]", LETTER),
    "a recogniser is added": (
        "allow_list: [nobody]",
        "recognizers: [{supported_entity: VERB, deny_list: [Write]}]",
        "[CUSTOM_VERB 1] to [EMAIL_ADDRESS 1]",
    ),
    "an expression is changed": (
        "recognizers: [{supported_entity: VERB, patterns: [{name: v, regex: Wr0te, score: 1}]}]",
        "recognizers: [{supported_entity: VERB, patterns: [{name: v, regex: Write, score: 1}]}]",
        "[CUSTOM_VERB 1] to [EMAIL_ADDRESS 1]",
    ),
    "a file appears": (None, "deny_list: [Write]", "[REDACTED] to [EMAIL_ADDRESS 1]"),
    "a file vanishes": ("deny_list: [Write]", None, LETTER),
}
"""The list for everyone before and after a change, and the letters by the later one."""


def _put(settings, text):
    path = settings.lists / "everyone.yaml"
    settings.lists.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    if text is not None:
        path.write_text(text)


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("change", LISTS)
def test_a_list_file_that_is_changed_meanwhile_counts(store, settings, inbox, out, monkeypatch, change, stage):
    """For the file that is redacted when it changes, and for those after it."""
    before, after, letter = LISTS[change]
    _put(settings, before)
    once(monkeypatch, stage, lambda: _put(settings, after))
    run(store, settings, ask_for_batch(store, inbox, out).id)
    assert written(out) == dict.fromkeys(("ann.txt", "bo.txt"), letter)


@pytest.mark.parametrize("stage", STAGES)
def test_a_list_that_is_none_any_more_fails_the_files(store, settings, inbox, out, monkeypatch, stage):
    once(monkeypatch, stage, lambda: _put(settings, "deny_list: ["))
    job = ask_for_batch(store, inbox, out).id
    run(store, settings, job)
    assert [each.error for each in store.job_files.all(job)] == ["list_unusable"] * 2
    assert written(out) == {}


@pytest.mark.parametrize("stage", STAGES)
def test_a_list_of_another_client_is_no_reason_to_redact_a_file_again(
    store, settings, inbox, out, monkeypatch, stage
):
    done, real = [], redact_content
    monkeypatch.setattr(batches, "redact_content", lambda *of: done.append(of) or real(*of))
    settings.lists.mkdir()
    once(monkeypatch, stage, lambda: (settings.lists / "Somebody.yaml").write_text("deny_list: [Write]"))
    run(store, settings, ask_for_batch(store, inbox, out).id)
    assert len(done) == 2
    assert written(out) == dict.fromkeys(("ann.txt", "bo.txt"), LETTER)


@pytest.mark.parametrize("stage", STAGES)
def test_what_does_not_concern_the_file_is_no_reason_to_redact_it_again(
    store, settings, inbox, out, monkeypatch, stage
):
    done, real = [], redact_content
    monkeypatch.setattr(batches, "redact_content", lambda *of: done.append(of) or real(*of))
    once(monkeypatch, stage, lambda: store.clients.add(Dictionary("Somebody Else", always=("Write",)), by="ann"))
    run(store, settings, ask_for_batch(store, inbox, out).id)
    assert len(done) == 2
    assert set(written(out)) == {"ann.txt", "bo.txt"}


def test_somebody_who_changes_something_all_the_time_fails_the_file(store, settings, inbox, out, monkeypatch):
    job, number, real = ask_for_batch(store, inbox, out).id, iter(range(1000)), JobFiles.written

    def changed_before(*of, **more):
        at = next(number)
        store.global_terms.change(at, Dictionary("everyone", always=(f"term {at}",)), "ann")
        return real(*of, **more)

    monkeypatch.setattr(JobFiles, "written", changed_before)
    run(store, settings, job)
    assert [each.error for each in store.job_files.all(job)] == ["stale_version"] * 2
    assert written(out) == {}


@pytest.mark.parametrize("stage", STAGES)
def test_a_worker_that_has_lost_its_job_overwrites_nothing(store, settings, inbox, out, monkeypatch, stage):
    """It stops for longer than its lease, at each stage; meanwhile another one does all, by a newer list."""
    job = ask_for_batch(store, inbox, out).id

    def lost():
        silent(store, job)
        store.global_terms.change(0, Dictionary("everyone", always=("Write",)), "ann")
        with ThreadPoolExecutor(1) as another:
            another.submit(run, store, settings, job, "another").result()

    with monkeypatch.context() as patch:
        once(patch, stage, lost)
        with pytest.raises(JobLost):
            run(store, settings, job)
    assert store.jobs.get(job).state is JobState.DONE
    assert written(out) == dict.fromkeys(("ann.txt", "bo.txt"), "[REDACTED] to [EMAIL_ADDRESS 1]")
    assert [row["action"] for row in rows(store)].count(Action.DOCUMENT_REDACTED) == 2
