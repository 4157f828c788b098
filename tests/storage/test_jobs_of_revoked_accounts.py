"""No job goes on in the name of an account whose rights were taken away, and no other job is touched."""

from datetime import timedelta

import pytest

from backend.errors import JobCancelled
from backend.storage.accounts.users import pseudonym
from backend.storage.audit.actions import Action
from backend.storage.jobs.jobs import NewJob
from backend.storage.jobs.states import JobState
from backend.storage.rights.current_account import CurrentAccount
from backend.storage.rights.rights import Rights
from backend.storage.rights.roles import Role

FORMS = {"training": 1, "batch": 1}
ISSUER = "https://issuer.example"


def key(store):
    made = store.api_keys.new("x", Role.ADMIN, None, timedelta(days=1)).key
    return made.id, lambda: store.api_keys.revoke(made.id)


def granted(store):
    user = store.users.grant(ISSUER, "ann", [Role.ADMIN], None, "local:0").id
    return user, lambda: store.users.revoke(user, None, None, "local:0")


def less(store):
    user = store.users.grant(ISSUER, "ann", [Role.ADMIN, Role.USER], None, "local:0").id
    return user, lambda: store.users.revoke(user, [Role.ADMIN], None, "local:0")


def forgotten(store):
    user = store.users.grant(ISSUER, "ann", [Role.ADMIN], None, "local:0").id
    return user, lambda: store.users.forget(user, "local:0")


@pytest.fixture(params=[key, granted, less, forgotten])
def account(request, store):
    """The id of an account, and what takes its rights away."""
    return request.param(store)


def ask(store, owner, kind="training"):
    return store.jobs.ask(NewJob(kind, {"corpus": "Quixotrade"}, owner, files=("a",) if kind == "batch" else ())).id


def state(store, job):
    return store.jobs.get(job).state


def test_a_waiting_job_is_cancelled(store, account):
    owner, revoke = account
    job, others = ask(store, owner), ask(store, "bea")
    revoke()
    assert (state(store, job), state(store, others)) == (JobState.CANCELLED, JobState.WAITING)
    assert store.held_jobs.take(job, "worker", FORMS) is None
    noted = [row.content["action"] for row in store.audit.rows(most=100) if row.content["subject"] == job]
    assert Action.JOB_CANCELLED in noted


@pytest.mark.parametrize("kind", ["training", "batch"])
def test_a_running_job_is_told_to_stop_and_stores_nothing(store, account, kind):
    owner, revoke = account
    held = store.held_jobs.take(ask(store, owner, kind), "worker", FORMS)
    revoke()
    with pytest.raises(JobCancelled):
        store.held_jobs.tell(held, 1)
    with pytest.raises(JobCancelled):
        store.held_jobs.about_to_store(held, "v1", 0)
    with pytest.raises(JobCancelled):
        store.held_jobs.finish(held, done=1, skipped=0)


def test_a_job_that_is_over_or_stores_its_result_stays_as_it_is(store, account):
    owner, revoke = account
    over = store.held_jobs.take(ask(store, owner), "worker", FORMS)
    store.held_jobs.finish(over, done=1, skipped=0)
    storing = store.held_jobs.take(ask(store, owner), "worker", FORMS)
    store.held_jobs.about_to_store(storing, "v1", 0)
    revoke()
    store.held_jobs.finish(storing, done=1, skipped=0)
    assert {state(store, each.id) for each in (over, storing)} == {JobState.DONE}


def test_an_administrator_of_some_groups_cancels_no_job_of_others_so(settings, opened):
    """A grant of theirs for anybody, and its revocation, would be a way to cancel what somebody else asked for."""
    shell, theirs = opened(settings), opened(settings)
    ada = shell.users.grant(ISSUER, "ada", [Role.ADMIN, Role.USER], ["Retail"], "local:0").id
    held = Rights(dict.fromkeys([Role.ADMIN, Role.USER], frozenset({"Retail"})))
    theirs.identify_accounts_by(lambda: CurrentAccount(ada, held, lambda _session: held))
    bob = pseudonym(ISSUER, "bob")
    job = ask(shell, bob)
    theirs.users.grant(ISSUER, "bob", [Role.USER], ["Retail"], ada)
    theirs.users.revoke(bob, None, None, ada)
    assert state(shell, job) is JobState.WAITING


def test_the_audit_finds_nothing_wrong_with_such_jobs(store, account):
    owner, revoke = account
    for _ in range(3):
        ask(store, owner)
    revoke()
    verdict = store.audit.verify()
    assert verdict.holds
    assert not verdict.stored
