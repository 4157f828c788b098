"""What counts changes while a document is redacted or approved: nothing is released by what was replaced before.

At each stage of a request somebody else makes a change, in the middle of it. The audit trail tells the order: each
row of a release names a policy, which has to be the one that the rows before it have set.
"""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from backend.errors import WorkFailed
from backend.redaction.review_policy import ReviewPolicy
from backend.services.review import approvals
from backend.storage.audit.actions import Action
from backend.storage.audit.trail import Audit
from backend.storage.clients.dictionaries import Dictionary
from backend.storage.reviews.reviews import Reviews
from backend.storage.rights.roles import Role
from backend.web.routes import batches, copies, redactions
from backend.web.schemas import redaction_options
from backend.web.service import EXTENSION
from backend.wiring.requests import lists_here
from tests.conftest import CLIENT
from tests.further_cases import further
from tests.web.documents import encoded, word_file, zipped

TEXT = f"Ann Rook of {CLIENT} wrote to ann@halden.example about the gull."
DOCUMENT = encoded(word_file(TEXT))
SHELL = "local:0"
RELEASED = {Action.DOCUMENT_REDACTED, Action.DOCUMENT_COPIED, Action.REVIEW_APPROVED}


class Service:
    """The service, with a client, a review of each stage, and two people."""

    def __init__(self, app):
        self.app, self.store = app, app.extensions[EXTENSION].store
        self.lists = app.extensions[EXTENSION].settings.lists
        self.stored = self.store.clients.add(Dictionary(CLIENT, group="Retail", always=("heron",)), by=SHELL)
        self.store.policies.set(None, 0, ReviewPolicy(least_k=1), SHELL)
        self.keys = [self.store.api_keys.new("test", Role.REVIEWER, None, timedelta(days=1)) for _ in range(2)]
        self.sent = {"document": DOCUMENT, "client": CLIENT, "k": 2, "pii": ["EMAIL_ADDRESS"]}

    def ask(self, path, body, who=0, method="POST"):
        headers = {"Authorization": f"Bearer {self.keys[who].token}"}
        return self.app.test_client().open(path, method=method, json=body, headers=headers, buffered=True)

    def done(self, *of, **more):
        answer = self.ask(*of, **more)
        assert answer.status_code < 300, answer.text
        return answer.json

    def review(self, *steps):
        """A review with everything accepted, after these steps."""
        begun = self.done("/v1/reviews", {"client": CLIENT})
        path = f"/v1/reviews/{begun['id']}"
        told = self.done("/v1/analyses", {**self.sent, "review": begun["id"]})
        moves = [{"id": each["id"], "move": "accept"} for each in told["suggestions"]]
        begun = self.done(f"{path}/decisions", {"version": 1, "decisions": moves}, method="PATCH")
        for step in steps:
            more = self.to_approve(begun["id"]) if step == "approve" else {}
            begun = self.done(f"{path}/{step}", {"version": begun["version"], **more}, who=int(step != "submit"))
        return begun["id"], begun["version"]

    def to_approve(self, review):
        told = self.done("/v1/redactions", {**self.sent, "review": review})["report"]["unmet"]
        return {**self.sent, "exceptions": [{"kind": each["kind"], "count": each["count"]} for each in told]}

    def rows(self):
        """The rows of the audit trail, oldest first."""
        return [row.content for row in reversed(self.store.audit.rows(most=1000))]


@pytest.fixture
def service(app):
    return Service(app)


def plain(service):
    return "/v1/redactions", service.sent


def released(service):
    review, _ = service.review("submit", "claim", "approve")
    service.reviewed = review
    return "/v1/redactions", {**service.sent, "review": review}


def approved(service):
    review, version = service.review("submit", "claim")
    service.reviewed = review
    return f"/v1/reviews/{review}/approve", {"version": version, **service.to_approve(review)}


def copied(_service):
    return "/v1/copies", {"document": DOCUMENT}


def zipped_up(service):
    body = {"documents": encoded(zipped({"a.txt": TEXT.encode()})), "client": CLIENT, "k": 2}
    return "/v1/batches", body


RELEASES = (plain, released, approved, copied, zipped_up)


def raise_for_all(service):
    service.store.policies.set(None, 1, ReviewPolicy(least_k=4, personal=frozenset({"PHONE_NUMBER"})), SHELL)


def raise_for_client(service):
    service.store.policies.set(CLIENT, 0, ReviewPolicy(least_k=4), SHELL)


def rename(service):
    new = Dictionary("Halden Group", (CLIENT,), group="Retail", always=("heron",))
    service.store.clients.change(service.stored.id, service.stored.version, new, SHELL)


def remove(service):
    service.store.clients.remove(service.stored.id, service.stored.version, SHELL)


def add_terms(service):
    new = Dictionary(CLIENT, group="Retail", always=("gull",))
    service.store.clients.change(service.stored.id, service.stored.version, new, SHELL)


def add_terms_for_everyone(service):
    service.store.global_terms.change(0, Dictionary("everyone", always=("gull",)), SHELL)


def put_on_list(service, text='{"deny_list": ["gull"]}', name="everyone.json"):
    service.lists.mkdir(exist_ok=True)
    (service.lists / name).write_text(text)


def add_to_list_file(service):
    put_on_list(service)


def add_to_list_file_of_client(service):
    put_on_list(service, name=f"{CLIENT}.yaml")


def add_recogniser(service):
    put_on_list(service, '{"recognizers": [{"supported_entity": "BIRD", "deny_list": ["gull"]}]}')


def revoke(service):
    for key in service.keys:
        service.store.api_keys.revoke(key.key.id, by=SHELL)


LIST_FILES = (add_to_list_file, add_to_list_file_of_client, add_recogniser)
CHANGES = (
    raise_for_all,
    raise_for_client,
    rename,
    remove,
    add_terms,
    add_terms_for_everyone,
    revoke,
    *LIST_FILES,
)

REDACTS = [
    (approvals, "redact_content"),
    (copies, "redact_content"),
    (redactions, "redact_content"),
    (batches, "redact_entry"),
]

STAGES: dict = {
    "resolved": REDACTS,
    "redacted": REDACTS,
    "recorded": [(Audit, "record"), (Reviews, "take")],
}
"""What is called at each stage: before it, after it, and right before the transaction begins."""


def at(monkeypatch, stage, change):
    """Make a change once, at a stage of the next request."""
    left = [change]

    def once():
        if left:
            with ThreadPoolExecutor(1) as somebody_else:  # nobody's request, so by the shell
                somebody_else.submit(left.pop()).result()

    for where, name in STAGES[stage]:
        real = getattr(where, name)

        def hooked(*of, real=real, **more):
            if stage != "redacted":
                once()
            done = real(*of, **more)
            if stage == "redacted":
                once()
            return done

        monkeypatch.setattr(where, name, hooked)
    return left


def in_force(rows, client_mark):
    """The name of the policy of the client by the rows of the trail: its own, else that for all."""
    for_all = own = None
    for row in rows:
        if row["action"] == Action.POLICY_SET:
            if row["subject"] is None:
                for_all = row["policy"]
            elif row["subject"] == client_mark:
                own = row["policy"]
    return own or for_all


REFUSED = {
    "stale_version",
    "policy_not_met",
    "unknown_client",
    "not_held",
    "sign_in_refused",
    "approval_does_not_fit",
}
ADD_GULL = {add_terms, add_terms_for_everyone, *LIST_FILES}
OF_CLIENT = {raise_for_client, add_terms, rename, remove, add_to_list_file_of_client}


CASES = [
    *((release, change, "recorded") for release in RELEASES for change in CHANGES),
    *((release, raise_for_all, stage) for release in RELEASES for stage in ("resolved", "redacted")),
    *((plain, change, stage) for change in LIST_FILES for stage in ("resolved", "redacted")),
]
IN_CHECK = [
    *((released, change, "recorded") for change in CHANGES),
    *((release, raise_for_all, stage) for release in (plain, approved) for stage in STAGES),
    *((release, raise_for_all, "redacted") for release in (copied, zipped_up)),
    *((copied, change, "recorded") for change in (raise_for_all, remove, revoke)),
    *((zipped_up, change, "recorded") for change in (raise_for_all, add_terms, revoke)),
    (approved, rename, "recorded"),
    (plain, add_terms_for_everyone, "recorded"),
    *((plain, change, "recorded") for change in LIST_FILES),
    *((release, add_to_list_file, "recorded") for release in (approved, copied, zipped_up)),
]
"""Each change and each stage for some way to release, and each way with the changes that it treats differently."""


@pytest.mark.parametrize(
    ("release", "change", "stage"), [case if case in IN_CHECK else further(*case) for case in CASES]
)
def test_a_release_was_in_force_when_it_was_recorded(service, monkeypatch, release, change, stage):
    path, body = release(service)
    before = len(service.rows())
    with monkeypatch.context() as patch:
        left = at(patch, stage, lambda: change(service))
        code = answered(service, path, body, 1 if release is approved else 0)
        assert not left, "the stage was never reached"
    rows = service.rows()
    mark = None if release is copied else service.store.audit.mark_of(CLIENT)
    made = [number for number in range(before, len(rows)) if rows[number]["action"] in RELEASED]
    for number in made:
        assert rows[number]["policy"] == in_force(rows[:number], mark) or rows[number]["code"], rows[number]
    if release is zipped_up:
        # Each file is redacted again, by what counts now, or fails; without rights the answer is cut short.
        assert code == (None if change is not revoke else "work_failed")
        gull = rows[made[-1]]["counts"]["terms"] if made else None
        assert gull is None or rows[made[-1]]["code"] or change not in ADD_GULL or gull > 2
    elif release is copied and change in OF_CLIENT:
        assert code is None, "a copy is of no client"
    else:
        # Under its other name the client has the same policy and the same terms: nothing that counts differs.
        assert code in REFUSED or (change is rename and code is None)
        assert bool(made) == (code is None)


def answered(service, path, body, who):
    """The code of a refusal, None where there is none."""
    try:
        answer = service.ask(path, body, who)
    except WorkFailed as error:
        return error.code
    return answer.json["code"] if answer.status_code >= 400 else None


@pytest.mark.parametrize("step", ["reopen", "remove"])
@pytest.mark.parametrize("stage", STAGES)
def test_an_approval_that_was_withdrawn_releases_nothing(service, monkeypatch, stage, step):
    path, body = released(service)
    version = service.store.reviews.get(service.reviewed).version

    def withdraw():
        if step == "remove":
            service.store.reviews.remove(service.reviewed, SHELL, anyway=True)
        else:
            service.done(f"/v1/reviews/{service.reviewed}/reopen", {"version": version})

    with monkeypatch.context() as patch:
        at(patch, stage, withdraw)
        answer = service.ask(path, body)
    assert answer.status_code in {404, 409}, answer.text
    assert service.rows()[-1]["action"] != Action.DOCUMENT_REDACTED


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("release", [plain, released, approved])
def test_changes_for_other_documents_do_not_stop_the_request(service, monkeypatch, release, stage):
    path, body = release(service)

    def change():
        service.store.policies.set("Brightbasket", 0, ReviewPolicy(least_k=5), SHELL)
        put_on_list(service, name="Brightbasket.json")

    with monkeypatch.context() as patch:
        at(patch, stage, change)
        answer = service.ask(path, body, 1 if release is approved else 0)
    assert answer.status_code == 200, answer.text


def test_a_list_file_that_was_changed_and_changed_back_releases_nothing_of_between(service, monkeypatch):
    """The list redacts the gull, but for the moment in which the request reads it."""
    put_on_list(service)
    path, body = plain(service)
    real, left = lists_here, ['{"allow_list": ["gull"]}']

    def read_between(settings):
        if left:
            put_on_list(service, left.pop())
        try:
            return real(settings)
        finally:
            put_on_list(service)

    with monkeypatch.context() as patch:
        patch.setattr(redaction_options, "lists_here", read_between)
        assert service.ask(path, body).json["code"] == "stale_version"
    assert service.rows()[-1]["action"] != Action.DOCUMENT_REDACTED


def test_constant_changes_end_in_an_error(service, monkeypatch):
    path, body = plain(service)
    real, version = Audit.record, iter(range(1000))

    def changed_before(*of, **more):
        number = next(version)
        service.store.policies.set("Brightbasket", number, ReviewPolicy(least_k=5), SHELL)
        return real(*of, **more)

    monkeypatch.setattr(Audit, "record", changed_before)
    assert service.ask(path, body).json["code"] == "stale_version"
