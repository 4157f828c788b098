"""`/v1/index/requests`: who is asked for a document, and what the asker learns of it."""

import dataclasses
import secrets
from datetime import timedelta

import pytest

from backend.storage import index_requests
from backend.storage.clients.dictionaries import Dictionary
from backend.storage.index.index_secret import Entry
from backend.storage.index.stored_index import StoredIndex
from backend.storage.rights.roles import Role
from backend.web.app import create_app
from backend.web.service import EXTENSION
from backend.wiring.index import dictionary, index_keys
from tests.web.released import CLIENTS, document_id, make_index

REQUESTS, DAY = "/v1/index/requests", timedelta(days=1)
HARVEST = (0, 4, 8)
"""The documents of the group of the harvest: every fourth one has its subject."""


class Office:
    """A service with an index, and people who ask it."""

    def __init__(self, settings):
        self.settings = settings
        self.app = create_app(settings)
        self.service = self.app.extensions[EXTENSION]
        self.store = self.service.store
        self.tokens, self.ids = {}, {}

    def joins(self, *names, role=Role.USER, groups=("Ports",)):
        for name in names:
            made = self.store.api_keys.new(name, role, groups, DAY)
            self.tokens[name], self.ids[name] = made.token, made.key.id

    def owned_by(self, *contacts):
        """Build and publish an index in which the documents of the harvest have these contacts, in their order."""
        make_index(self.settings, contact=self.ids.get("far", "ann"))
        with self.index() as opened:
            for number, contact in zip(HARVEST, contacts, strict=True):
                mark = opened._secret.document_mark(document_id(number))
                entry = Entry(document_id(number), CLIENTS[number], self.ids.get(contact, contact))
                opened._connection.execute(
                    "UPDATE documents SET entry = ? WHERE mark = ?", (opened._secret.encrypted(entry), mark)
                )
                opened._connection.commit()
        self.service.index.publish()

    def index(self):
        return StoredIndex(self.settings.index, index_keys(self.settings), dictionary())

    def by(self, name, method, path=REQUESTS, **body):
        headers = {"Authorization": f"Bearer {self.tokens[name]}"}
        return self.app.test_client().open(path, method=method, headers=headers, json=body or None)

    def found(self, name, words="harvest of wheat"):
        told = self.by(name, "POST", "/v1/index/searches", words=words, top=1).json
        return {"edition": told["edition"], "group": told["groups"][0]["group"]}

    def asks(self, name, message="May I see it?", **found):
        told = self.by(name, "POST", message=message, **(found or self.found(name)))
        assert told.status_code == 201, told.text
        return told.json["id"]

    def made(self, name):
        return self.by(name, "GET").json["made"]

    def asked(self, name):
        return self.by(name, "GET").json["asked"]

    def answers(self, name, request, note=None):
        sent = {"accept": True, "note": note} if note else {"accept": False}
        return self.by(name, "POST", f"{REQUESTS}/{request}/answers", **sent)


@pytest.fixture
def office(settings):
    made = Office(settings)
    made.joins("asker", "one", "two", "three", "far")
    made.owned_by("one", "two", "three")
    return made


def test_all_contacts_of_the_group_are_asked_each_for_their_own_documents(office):
    request = office.asks("asker", "A report on wheat? Ann, 4711")
    for name, number in zip(("one", "two", "three"), HARVEST, strict=True):
        (asked,) = office.asked(name)
        assert (asked["id"], asked["message"]) == (request, "A report on wheat? Ann, 4711")
        assert asked["documents"] == [document_id(number)]
        assert (asked["asked_by"], asked["answer"], asked["note"]) == (None, None, None)
        assert not {"edition", "group", "accepted"} & set(asked)
    assert office.asked("far") == [], "of another group"
    assert office.asked("asker") == []


def test_only_who_accepts_is_known_and_only_by_what_they_write(office):
    request = office.asks("asker")
    before = office.made("asker")
    assert before[0]["accepted"] == []
    assert office.answers("one", request).json["answer"] == "declined"
    assert office.made("asker") == before, "nothing tells a decline from no answer"
    assert office.answers("two", request, "Call Ben, 4712").json["answer"] == "accepted"
    assert office.made("asker") == [{**before[0], "accepted": [{"note": "Call Ben, 4712"}]}]
    assert [office.asked(name)[0]["answer"] for name in ("one", "two", "three")] == ["declined", "accepted", None]


def test_a_later_answer_replaces_an_earlier_one(office):
    request = office.asks("asker")
    office.answers("one", request, "Call me")
    office.answers("one", request)
    assert office.made("asker")[0]["accepted"] == []
    office.answers("one", request, "Do call me")
    assert office.made("asker")[0]["accepted"] == [{"note": "Do call me"}]


def test_who_is_not_asked_hears_what_a_guess_hears(office):
    request = office.asks("asker")
    guess = office.answers("far", secrets.token_hex(16), "mine")
    assert (guess.status_code, guess.json["code"]) == (404, "unknown_index_request")
    for name in ("far", "asker"):
        refused = office.answers(name, request, "mine")
        assert (refused.status_code, refused.json["detail"]) == (404, guess.json["detail"])
    for name in ("one", "far"):
        assert office.by(name, "DELETE", f"{REQUESTS}/{request}").json["detail"] == guess.json["detail"]


def test_a_withdrawn_request_is_gone_with_its_answers(office):
    request = office.asks("asker")
    office.answers("one", request, "Call me")
    assert office.by("asker", "DELETE", f"{REQUESTS}/{request}").status_code == 204
    assert office.made("asker") == office.asked("one") == []
    assert office.answers("two", request, "Call me").status_code == 404
    assert office.by("asker", "DELETE", f"{REQUESTS}/{request}").status_code == 404


def test_an_asker_with_a_document_in_the_group_is_not_asked_and_sees_no_difference(office):
    office.asks("one")
    assert office.asked("one") == []
    assert len(office.asked("two")) == len(office.asked("three")) == 1
    assert office.made("one")[0]["accepted"] == []


def observed(settings, *contacts):
    """All that an asker sees when the documents of a group have these contacts, who decline or are silent."""
    here = dataclasses.replace(settings, index_named=settings.data / secrets.token_hex(4))
    office = Office(here)
    office.joins("asker", "one", "two", "three")
    office.owned_by(*(office.ids["asker"] if each == "asker" else each for each in contacts))
    found = office.found("asker")
    told = office.by("asker", "POST", message="Please", **found)
    for name in {"one", "two"} & set(contacts):
        office.answers(name, told.json["id"])
    own = [each for each in office.made("asker") if each["id"] == told.json["id"]]
    secret = {"id", "edition", "group", "made", "until"}  # drawn, or of the clock
    return (
        told.status_code,
        [each.keys() for each in own],
        [{key: value for key, value in each.items() if key not in secret} for each in (*own, told.json)],
    )


def test_nothing_that_the_asker_sees_depends_on_who_is_asked_or_how_many(settings):
    usual = observed(settings, "one", "two", "three")
    for contacts in (
        ("one", "one", "one"),
        ("asker", "asker", "asker"),
        ("nobody", "nobody", "nobody"),
        (None, "one", "three"),
    ):
        assert observed(settings, *contacts) == usual


def test_documents_removed_meanwhile_are_not_asked_for(office, client):
    request = office.asks("asker")
    office.answers("one", request, "Call me")
    office.answers("two", request, "Call me too")
    before = office.made("asker")[0]
    removed = office.by("one", "DELETE", f"/v1/index/documents/{document_id(HARVEST[0])}")
    assert removed.status_code == 200
    assert office.asked("one") == []
    assert office.answers("one", request, "Call me").status_code == 404
    assert office.made("asker") == [{**before, "accepted": [{"note": "Call me too"}]}]
    with office.index() as opened:  # from outside, which the store is not told
        opened.remove(document_id(HARVEST[2]))
    assert office.asked("three") == []
    (left,) = office.store.index_requests.all()
    assert left.documents == tuple(document_id(number) for number in HARVEST[1:])


def test_a_group_that_was_dissolved_is_asked_where_its_documents_are_now(office):
    found = office.found("asker")
    with office.index() as opened:
        opened.remove(document_id(HARVEST[0]))  # two clients are left, of which k is 3
        (moved,) = {
            state.group
            for state in opened.groups().values()
            if document_id(HARVEST[1]) in _ids(opened, state.group)
        }
        there = _ids(opened, moved)
    assert len(there) == 5
    office.asks("asker", **found)
    (stored,) = office.store.index_requests.all()
    # Its vector is gone; the group that took the documents in was the nearest one to it.
    assert set(stored.documents) == set(there)
    assert office.asked("one") == []
    assert len(office.asked("two")) == len(office.asked("three")) == 1


def _ids(opened, group):
    return [each.id for each in opened.entries(group)]


def test_groups_of_an_earlier_edition_are_not_asked(office):
    found = office.found("asker")
    office.service.index.publish()
    told = office.by("asker", "POST", message="Please", **found)
    assert (told.status_code, told.json["code"]) == (409, "edition_replaced")
    assert office.asked("one") == []


def test_requests_for_an_earlier_edition_stay_open(office):
    request = office.asks("asker")
    office.service.index.publish()
    assert [each["id"] for each in office.asked("two")] == [request]


@pytest.mark.parametrize(
    ("wrong", "status"),
    [
        ({"group": 4}, 400),
        ({"group": -1}, 422),
        ({"edition": "0" * 64}, 409),
        ({"edition": "../x"}, 422),
        ({"message": ""}, 422),
        ({"message": "x" * 2_001}, 422),
        ({"message": "\x07"}, 422),
    ],
)
def test_what_is_no_request_is_refused(office, wrong, status):
    sent = {**office.found("asker"), "message": "Please", **wrong}
    assert office.by("asker", "POST", **sent).status_code == status
    assert office.made("asker") == []


@pytest.mark.parametrize(
    "wrong", [{"accept": True}, {"accept": False, "note": "no"}, {"note": "yes"}, {"accept": 1}]
)
def test_what_is_no_answer_is_refused(office, wrong):
    request = office.asks("asker")
    told = office.by("one", "POST", f"{REQUESTS}/{request}/answers", **wrong)
    assert told.status_code in {400, 422}
    assert office.asked("one")[0]["answer"] is None


def test_requests_of_an_account_are_bounded_and_withdrawing_makes_no_room(office, monkeypatch):
    monkeypatch.setattr(index_requests, "MAX_OF_AN_ACCOUNT", 2)
    found = office.found("asker")
    first = office.asks("asker", **found)
    office.by("asker", "DELETE", f"{REQUESTS}/{first}")
    office.asks("asker", **found)
    refused = office.by("asker", "POST", message="Please", **found)
    assert (refused.status_code, refused.json["code"]) == (429, "too_many_index_requests")
    office.asks("two", **found)


def test_requests_expire(office, monkeypatch):
    office.asks("asker")
    monkeypatch.setattr(index_requests, "KEPT", timedelta(0))
    assert office.made("asker") == office.asked("one") == []
    with office.store._database.reading() as session:
        assert len(index_requests._rows(session)) == 1
    office.asks("two")
    with office.store._database.reading() as session:
        assert len(index_requests._rows(session)) == 1, "the older one was deleted with the next change"


def test_without_a_contact_the_administrators_who_see_the_client_are_asked(office):
    """So it is for what the command line has indexed, and for accounts that are gone."""
    office.store.clients.add(Dictionary(CLIENTS[4], group="Retail"))
    office.joins("all", role=Role.ADMIN, groups=None)
    office.joins("retail", role=Role.ADMIN, groups=["Retail"])
    office.joins("ports", role=Role.ADMIN, groups=["Ports"])
    office.asks("asker")
    assert office.asked("all") == []
    for name in ("one", "two"):
        office.store.api_keys.revoke(office.ids[name])
    assert [each["documents"] for each in office.asked("all")] == [[document_id(0), document_id(4)]]
    assert [each["documents"] for each in office.asked("retail")] == [[document_id(4)]]
    assert office.asked("ports") == []
    assert [each["documents"] for each in office.asked("three")] == [[document_id(8)]]


def test_a_document_of_nobody_is_for_administrators_who_see_every_client(office):
    office.joins("all", role=Role.ADMIN, groups=None)
    office.joins("ports", role=Role.ADMIN, groups=["Ports"])
    with office.index() as opened:
        vector = opened.space.weighted(opened.space.count("harvest wheat tractor"))
        opened.insert(Entry(document_id(100)), vector)
    office.asks("asker")
    assert [each["documents"] for each in office.asked("all")] == [[document_id(100)]]
    assert [each["documents"] for each in office.asked("one")] == [[document_id(0)]]
    assert office.asked("ports") == office.asked("far") == []


def test_the_asker_is_named_to_administrators_who_see_that_account_alone(office):
    office.joins("all", role=Role.ADMIN, groups=None)
    office.joins("ports", role=Role.ADMIN, groups=["Ports"])
    with office.index() as opened:
        for number, contact in ((0, "all"), (4, "ports")):
            vector = opened.space.weighted(opened.space.count("harvest wheat tractor"))
            opened.insert(Entry(document_id(number + 100), CLIENTS[number], office.ids[contact]), vector)
    office.service.index.publish()
    office.asks("asker")
    assert [office.asked(name)[0]["asked_by"] for name in ("all", "ports")] == [office.ids["asker"], None]


def test_a_forgotten_user_leaves_no_request_and_no_answer(office):
    ann = office.store.users.seen("https://login.example", "ann").id
    found = office.found("asker")
    own = office.store.index_requests.make(ann, found["edition"], 0, "mine", [document_id(0)])
    other = office.store.index_requests.make("ben", found["edition"], 0, "his", [document_id(0)])
    answer = index_requests.DocumentAnswer(ann, "Call Ann", (document_id(0),))
    office.store.index_requests.answer(other.id, answer)
    assert {each.id for each in office.store.index_requests.all()} == {own.id, other.id}
    office.store.users.forget(ann, "unsaid")
    assert office.store.index_requests.all() == (other,)


def test_a_removed_client_leaves_none_of_its_documents_in_a_request(office, client):
    request = office.asks("asker")
    office.answers("one", request, "Call me")
    stored = client.post("/v1/clients", json={"name": CLIENTS[0]}).json["id"]
    assert client.delete(f"/v1/clients/{stored}?version=1").headers["Unsaid-Index"] == "removed=1; k_held=true"
    (left,) = office.store.index_requests.all()
    assert (left.documents, left.answers) == ((document_id(4), document_id(8)), ())


def test_audit_rows_have_no_text_and_do_not_say_who_was_asked(office, client):
    request = office.asks("asker", "canary message")
    office.answers("one", request)
    office.answers("two", request, "canary note")
    office.by("asker", "DELETE", f"{REQUESTS}/{request}")
    rows = client.post("/v1/admin/audit/search", json={}).json["rows"]
    told = [(each["action"], each["who"], each["subject"], each["counts"]) for each in rows][:4]
    assert told == [
        ("index.withdrawn", office.ids["asker"], request, {}),
        ("index.accepted", office.ids["two"], request, {}),
        ("index.declined", office.ids["one"], None, {}),
        ("index.asked", office.ids["asker"], request, {}),
    ]
    assert "canary" not in str(rows)


def test_the_database_has_neither_texts_nor_documents_in_clear(office):
    request = office.asks("asker", "canary message")
    office.answers("one", request, "canary note")
    content = b"".join(each.read_bytes() for each in office.settings.data.rglob("unsaid.db*"))
    assert request.encode() in content
    for secret in ("canary", document_id(4), document_id(8)):
        assert secret.encode() not in content


def test_auditors_ask_nobody(office):
    office.joins("auditor", role=Role.AUDITOR, groups=None)
    assert office.by("auditor", "GET").status_code == 403
    assert office.by("auditor", "POST", message="Please", **office.found("asker")).status_code == 403


def test_without_an_index_there_is_nothing_to_answer(settings):
    office = Office(settings)
    office.joins("one")
    assert office.by("one", "GET").json == {"made": [], "asked": []}
    told = office.by("one", "POST", edition="0" * 64, group=0, message="Please")
    assert told.json["code"] == "no_index"
