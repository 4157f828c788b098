"""Nobody grants or revokes over HTTP what they do not hold: what everybody holds afterwards is what counts."""

from datetime import timedelta

import pytest

from backend.storage.accounts.users import pseudonym
from backend.storage.rights.rights import NOTHING, Granted, Rights
from backend.storage.rights.roles import Role
from backend.web.app import create_app
from backend.web.auth import current_caller
from backend.web.auth.sign_in import SignInMethods
from backend.web.auth.sign_in_settings import SignInSettings
from backend.web.service import EXTENSION
from tests.web.oidc.issuer import Issuer

AT = "/v1/admin/users"
RETAIL, PORTS = frozenset({"Retail"}), frozenset({"Ports"})
DAY = timedelta(days=1)
OFTEN = "100000 per minute"


@pytest.fixture
def issuer():
    made = Issuer()
    yield made
    made.close()


@pytest.fixture
def app(settings, issuer):
    """Signs people in with roles and groups by their tokens, where the group `all` is every group."""
    rules = {"UNSAID_OIDC_GROUPS": "all=*,Retail=Retail,Ports=Ports", "UNSAID_LOCK_OUT": OFTEN}
    environment = issuer.environment(UNSAID_OIDC_GROUPS_CLAIM="groups", UNSAID_RATE_LIMIT=OFTEN, **rules)
    return create_app(settings, sign_in_methods=SignInMethods(SignInSettings.from_environment(environment)))


@pytest.fixture
def store(app):
    return app.extensions[EXTENSION].store


@pytest.fixture
def as_(app, issuer):
    """Asks as somebody of a subject whose token says these roles and groups."""

    def signed_in_as(subject, roles, groups):
        client = app.test_client()
        token = issuer.token(sub=subject, roles=list(roles), groups=list(groups))
        client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {token}"
        return client

    return signed_in_as


@pytest.fixture
def grant(issuer):
    """Asks to grant something to a subject."""
    return lambda client, subject, **what: client.post(AT, json={"issuer": issuer.url, "subject": subject, **what})


def granted_to(store, issuer, subject):
    known = {each.id: each.granted for each in store.users.all()}
    return known.get(pseudonym(issuer.url, subject), NOTHING)


BEYOND = [
    {"roles": ["admin"], "every_group": True},
    {"roles": ["admin"], "groups": [], "every_group": True},
    {"every_group": True},
    {"roles": ["admin"]},
    {"groups": ["Retail"]},
    {"roles": ["user"], "groups": ["Retail"]},
    {"roles": ["admin", "admin"], "groups": ["Retail", "Ports"]},
    {"roles": ["admin"], "groups": ["Ports"]},
    *(
        {"roles": ["admin"], "groups": [each]}
        for each in ("retail", "RETAIL", " Retail", "Retail\u00a0", "*", "Reta\u200bil")
    ),
    {"roles": ["admin"], "groups": ["Retail", "ＲＥＴＡＩＬ"]},
]
"""What an administrator of Retail who has no other role does not hold."""


@pytest.mark.parametrize("what", BEYOND)
@pytest.mark.parametrize("subject", ["ada", "bob"])
def test_a_limited_administrator_grants_nothing_beyond_its_own(as_, grant, store, issuer, what, subject):
    ada = as_("ada", ["admin"], ["Retail"])
    answer = grant(ada, subject, **what)
    assert (answer.status_code, answer.json["code"]) == (403, "not_held")
    assert granted_to(store, issuer, subject) == NOTHING
    assert ada.put("/v1/admin/everyone", json={"version": 0}).json["code"] == "not_of_all_groups"


@pytest.mark.parametrize(
    "issuers",
    [lambda url: url + "/", lambda url: url.upper(), lambda url: f" {url}", lambda url: f"{url}#"],
)
def test_nor_by_another_spelling_of_the_issuer_or_the_subject(as_, store, issuer, issuers):
    ada = as_("ada", ["admin"], ["Retail"])
    for subject in ("ada", "ADA", " ada", "ada\u200b"):
        body = {"issuer": issuers(issuer.url), "subject": subject, "roles": ["admin"], "every_group": True}
        assert ada.post(AT, json=body).json["code"] == "not_held"
    assert all(each.granted == NOTHING for each in store.users.all())


def test_an_administrator_grants_what_it_holds_and_takes_it_back(as_, grant, store, issuer):
    ada = as_("ada", ["admin", "user"], ["Retail"])
    answer = grant(ada, "bob", roles=["user"], groups=["Retail"])
    assert answer.status_code == 200, answer.text
    assert answer.json["apart"] == [{"role": "user", "groups": ["Retail"]}]
    assert granted_to(store, issuer, "bob") == Granted(apart=Rights({Role.USER: RETAIL}))
    at = f"{AT}/{pseudonym(issuer.url, 'bob')}"
    assert ada.delete(at).json["code"] == "not_of_all_groups"
    assert ada.post(f"{at}/revoke", json={}).json["apart"] == []
    assert granted_to(store, issuer, "bob") == NOTHING


def test_a_role_for_one_group_never_counts_for_the_groups_of_a_token(as_, grant, issuer):
    """Two who collude: an administrator of Retail, and a user of Ports who would like to be one of Ports."""
    ada = as_("ada", ["admin"], ["Retail"])
    bob = as_("bob", ["user"], ["Ports"])
    assert grant(ada, "bob", roles=["admin"], groups=["Retail"]).status_code == 200
    assert grant(bob, "eve", roles=["admin"], groups=["Ports"]).json["code"] == "not_held"
    assert grant(bob, "eve", roles=["user"], groups=["Ports"]).json["code"] == "not_held"
    assert grant(bob, "eve", roles=["admin"], groups=["Retail"]).status_code == 200


def test_users_cannot_grant_themselves_rights_that_outlive_their_token(as_, grant, store, issuer):
    for groups in (["Retail"], ["all"]):
        ada = as_("ada", [*Role], groups)
        assert grant(ada, "ada", roles=["admin"], groups=["Retail"]).json["code"] == "not_held"
    assert granted_to(store, issuer, "ada") == NOTHING


OTHERS = [
    Granted(apart=Rights({Role.ADMIN: PORTS})),
    Granted(apart=Rights({Role.ADMIN: PORTS | RETAIL})),
    Granted(apart=Rights({Role.ADMIN: None})),
    Granted(roles=frozenset({Role.ADMIN})),
    Granted(groups=RETAIL),
    Granted(groups=None),
]


@pytest.mark.parametrize("held", OTHERS)
def test_rights_of_users_of_other_groups_cannot_be_changed(as_, grant, store, issuer, held):
    for roles, groups in (
        ([], held.groups),
        (held.roles, []),
        *((([role], of)) for role, of in held.apart.held.items()),
    ):
        if roles or groups is None or groups:
            store.users.grant(issuer.url, "bob", roles, groups, "local:0")
    assert granted_to(store, issuer, "bob") == held
    ada, at = as_("ada", ["admin"], ["Retail"]), f"{AT}/{pseudonym(issuer.url, 'bob')}"
    asked = ({}, {"roles": ["admin"]}, {"groups": ["Retail"]}, {"roles": [], "groups": []}, {"groups": ["Ports"]})
    told = {ada.post(f"{at}/revoke", json=each).json["code"] for each in asked}
    assert told <= {"unknown_user", "not_held"}
    assert grant(ada, "bob", roles=["admin"], groups=["Retail"]).json["code"] == "not_held"
    assert granted_to(store, issuer, "bob") == held


def test_only_people_of_its_groups_are_shown_to_a_limited_administrator(as_, store, issuer):
    for subject, roles, groups in (
        ("bob", [Role.USER], ["Retail"]),
        ("eve", [Role.USER], ["Ports"]),
        ("may", [], None),
    ):
        store.users.grant(issuer.url, subject, roles, groups, "local:0")
    store.users.seen(issuer.url, "kim", "Kim of Ports")
    for role in (Role.ADMIN, Role.AUDITOR):
        shown = as_("ada", [role], ["Retail"]).get(AT).json["users"]
        assert {each["subject"] for each in shown} == {"ada", "bob"}
        assert len(as_("ada", [role], ["all"]).get(AT).json["users"]) == 5


def test_a_hidden_person_is_as_unknown_as_none(as_, store, issuer):
    hidden = store.users.grant(issuer.url, "eve", [Role.USER], ["Ports"], "local:0").id
    ada = as_("ada", ["admin"], ["Retail"])
    told = [ada.post(f"{AT}/{each}/revoke", json={}).json for each in (hidden, "0" * 32)]
    assert told[0]["code"] == "unknown_user"
    assert told[0]["detail"] == told[1]["detail"]


def test_what_was_revoked_while_a_request_ran_is_not_passed_on(as_, grant, store, issuer, monkeypatch):
    """The grant is asked for with a right that ends between signing in and the transaction."""
    given = store.users.grant(issuer.url, "ada", [Role.ADMIN], ["Retail"], "local:0").id
    ada = as_("ada", [], [])
    assert ada.get(AT).status_code == 200
    original = current_caller.Caller.asking

    def revoked_meanwhile(caller, roles):
        with monkeypatch.context() as at_once:
            at_once.setattr(current_caller, "current_account", lambda: None)
            store.users.revoke(given, None, None, "local:0")
        return original(caller, roles)

    with monkeypatch.context() as patched:
        patched.setattr(current_caller.Caller, "asking", revoked_meanwhile)
        assert grant(ada, "bob", roles=["admin"], groups=["Retail"]).json["code"] == "not_held"
    assert granted_to(store, issuer, "bob") == NOTHING


def test_a_key_that_ends_while_a_request_runs_changes_nothing(app, store, monkeypatch):
    """Whatever is changed, not only grants: every change is checked where it is noted."""
    key = store.api_keys.new("root", Role.ADMIN, None, DAY)
    original = current_caller.Caller.asking

    def ended_meanwhile(caller, roles):
        store.api_keys.revoke(key.key.id)
        return original(caller, roles)

    monkeypatch.setattr(current_caller.Caller, "asking", ended_meanwhile)
    headers = {"Authorization": f"Bearer {key.token}"}
    told = app.test_client().put("/v1/admin/everyone", json={"version": 0, "always": ["x"]}, headers=headers)
    assert (told.status_code, told.json["code"]) == (403, "not_held")
    assert store.global_terms.get().version == 0
