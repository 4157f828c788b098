"""Clients of other groups have no names, in any answer of any route."""

import io
import json
import re
import zipfile
from datetime import timedelta

import pytest

from backend.storage.clients.dictionaries import Dictionary
from backend.storage.rights.roles import Role
from backend.web.app import create_app
from backend.web.auth import route_roles
from backend.web.service import EXTENSION
from tests.conftest import CLIENT
from tests.web.documents import REPORT, encoded

DAY = timedelta(days=1)
OURS = {CLIENT, "Brightbasket"}

LISTS_CLIENTS = {"GET /v1/clients", "POST /v1/clients/search"}

NAMES_NO_CLIENTS = {
    "POST /v1/verifications",
    "POST /v1/copies",
    "POST /v1/downloads",
    *("GET /v1/index", "GET /v1/index/edition", "POST /v1/index/searches"),
    "DELETE /v1/index/documents/<document>",
    *("POST /v1/index/requests", "GET /v1/index/requests"),
    *("POST /v1/index/requests/<request>/answers", "DELETE /v1/index/requests/<request>"),
    *(f"POST /v1/privacy/{measure}" for measure in ("spi", "linkability", "policy")),
}
"""What speaks of one document and what stands in it, and compares it with nobody's; and of the index, which names
no client to anybody (tests/web/test_index.py, tests/web/test_index_requests.py)."""

POLICIES = {"POST /v1/policies/effective", "POST /v1/redactions/check"}
"""What a policy asks for, and of whom: of clients that the caller sees (tests/web/test_policies.py)."""

REVIEWS = {
    "POST /v1/reviews",
    "GET /v1/reviews",
    "GET /v1/reviews/<review>",
    "DELETE /v1/reviews/<review>",
    "POST /v1/reviews/<review>/decisions",
    "PATCH /v1/reviews/<review>/decisions",
    "POST /v1/reviews/<review>/submit",
    "POST /v1/reviews/<review>/recall",
    "POST /v1/reviews/<review>/reopen",
}
"""What names the client of a review alone; tests/web/test_reviews.py asks all of them for another group's."""

JOBS = {
    "POST /v1/batches/folders",
    "GET /v1/jobs",
    "GET /v1/jobs/<job>",
    "GET /v1/jobs/<job>/files",
    "GET /v1/jobs/<job>/privacy",
    "POST /v1/jobs/<job>/cancel",
    "POST /v1/jobs/<job>/retry",
}
"""What names files alone, to whoever asked for them; tests/web/test_jobs.py asks for those of others."""


@pytest.fixture
def app(settings):
    app = create_app(settings)
    service = app.extensions[EXTENSION]
    service.models.refresh()
    for client in service.models.current().model.clients:
        group = "Retail" if client.name in OURS else "Elsewhere"
        service.store.clients.add(Dictionary(client.name, group=group, utility=client.utility))
    return app


@pytest.fixture
def ask_as(app):
    """Asks as somebody of these groups; None: of all."""
    keys = app.extensions[EXTENSION].store.api_keys

    def signed_in(groups):
        token = keys.new("somebody", Role.USER, groups, DAY).token

        def ask(row, **sent):
            method, path = row.split(" ", 1)
            return app.test_client().open(path, method=method, headers={"Authorization": f"Bearer {token}"}, **sent)

        return ask

    return signed_in


@pytest.fixture
def others(app):
    """The names that somebody of Retail may not see, with the other names of the same clients."""
    clients = app.extensions[EXTENSION].models.current().model.clients
    return {name for client in clients if client.name not in OURS for name in (client.name, *client.aliases)}


def _analysis(client):
    return {"json": {"document": encoded(REPORT), "client": client, "k": 5}}


def _guess(client):
    return {"json": {"words": {"store": 3, "patients": 2, "turbines": 2, "loans": 2}, "client": client}}


def _redaction(client):
    return {"json": {"document": encoded(REPORT), "client": client, "k": 5}}


def _batch(client):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as files:
        files.writestr("report.docx", REPORT)
    return {"json": {"documents": encoded(packed.getvalue()), "client": client, "k": 5, "report": True}}


ROUTES = {
    "POST /v1/analyses": _analysis,
    "POST /v1/guesses": _guess,
    "POST /v1/redactions": _redaction,
    "POST /v1/batches": _batch,
}


def _named(text, names):
    """Which of the names stand in a text as words of their own."""
    return {name for name in names if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text)}


def _said(response):
    """What an answer says, without documents, which are their sender's own."""
    if response.mimetype == "application/zip":
        with zipfile.ZipFile(io.BytesIO(response.data)) as files:
            return "".join(files.read(name).decode() for name in files.namelist() if name.endswith(".json"))
    said = {name: value for name, value in response.json.items() if name != "document"}
    return json.dumps(said, ensure_ascii=False)


@pytest.mark.parametrize("row", ROUTES)
def test_other_groups_clients_have_no_names(ask_as, others, row):
    everything = ask_as(None)(row, **ROUTES[row](CLIENT))
    assert everything.status_code == 200, everything.text
    assert _named(_said(everything), others)  # so there was something to hide
    ours = ask_as(["Retail"])(row, **ROUTES[row](CLIENT))
    assert ours.status_code == 200, ours.text
    assert _named(_said(ours), others) == set()
    assert "another client" not in _said(ours)


RANKS = ("k_reached", "rank_before", "rank_after", "rank_guess", "lp_gap")


def _values(told, name):
    """What stands under a name anywhere in an answer."""
    if isinstance(told, dict):
        here = [told[name]] if name in told else []
        return here + [each for value in told.values() for each in _values(value, name)]
    return [each for value in told for each in _values(value, name)] if isinstance(told, list) else []


def _json_of(response):
    if response.mimetype == "application/zip":
        with zipfile.ZipFile(io.BytesIO(response.data)) as files:
            return [json.loads(files.read(name)) for name in files.namelist() if name.endswith(".json")]
    return response.json


@pytest.mark.parametrize("row", ROUTES)
def test_who_does_not_see_all_clients_gets_no_rank_and_no_probability_of_a_hidden_one(ask_as, row):
    asked = ROUTES[row](CLIENT)
    asked["json"]["k"] = 5
    ours, everything = (_json_of(ask_as(groups)(row, **asked)) for groups in (["Retail"], None))
    for name in RANKS:
        assert set(_values(ours, name)) <= {None}, name
    assert any(isinstance(each, int) for each in _values(everything, "k_reached"))
    # What was measured on documents of all clients changes in its last digits with a word of one of them.
    assert all(each is None for each in _values(ours, "promise"))
    assert any(_values(everything, "promise")) is ("promise" in json.dumps(everything))
    held = list(zip(_values(ours, "k_held"), _values(everything, "k_held"), strict=True))
    assert any(each is not None for each, _ in held)
    assert all(in_truth for claimed, in_truth in held if claimed), "a limited caller is promised less, never more"
    for name in ("guess", "guess_before", "guess_after"):
        for guess in _values(ours, name):
            assert {each["client"] for each in guess} == OURS
            assert sum(each["probability"] for each in guess) == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("row", ROUTES)
def test_users_without_a_group_see_no_client(ask_as, row):
    refused = ask_as([])(row, **ROUTES[row](CLIENT))
    assert (refused.status_code, refused.json["code"]) == (404, "unknown_client")


@pytest.mark.parametrize("row", ROUTES)
@pytest.mark.parametrize("near", ["Calder Ridge Energy", "Calder Ridge", "calder ridge energi"])
def test_requesting_another_groups_client_is_requesting_one_that_does_not_exist(ask_as, others, row, near):
    asked = ask_as(["Retail"])(row, **ROUTES[row](near))
    unheard_of = ask_as(["Retail"])(row, **ROUTES[row]("Quixotrade"))
    assert asked.status_code == unheard_of.status_code == 404
    detail, expected = asked.json["detail"], unheard_of.json["detail"]
    assert detail.replace(near, "") == expected.replace("Quixotrade", "")
    assert _named(detail.replace(near, ""), others) == set()


def test_lists_of_clients_hold_those_of_the_callers_groups(ask_as, others):
    search = {"json": {"name": "a", "most": 1000}}
    for groups, expected in ((["Retail"], OURS), (["Energy"], set()), ([], set())):
        ask = ask_as(groups)
        listed, found = ask("GET /v1/clients"), ask("POST /v1/clients/search", **search)
        assert {client["name"] for client in listed.json["clients"]} == expected
        assert {client["name"] for client in found.json["clients"]} <= expected
        assert _named(listed.text + found.text, others) == set()
    assert _named(ask_as(None)("GET /v1/clients").text, others)


def test_every_route_with_documents_is_looked_at(app):
    with_documents = {row for row, who in route_roles.ROUTES.items() if who is not None and Role.USER in who}
    assert with_documents == set(ROUTES) | NAMES_NO_CLIENTS | LISTS_CLIENTS | POLICIES | REVIEWS | JOBS
