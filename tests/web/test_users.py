"""What is granted here counts on top of what the issuer's tokens say, from the next request on."""

import pytest

from backend.errors import StoreUnavailable
from backend.storage.clients.dictionaries import Dictionary
from backend.web.app import create_app
from backend.web.auth.sign_in import SignInMethods
from backend.web.auth.sign_in_settings import SignInSettings
from backend.web.service import EXTENSION
from tests.conftest import CLIENT
from tests.web.oidc.issuer import Issuer

AT = "/v1/admin/users"
FULL = {"roles": ["admin", "user", "reviewer", "auditor"], "groups": ["all"]}
"""What the token of an administrator says who holds everything."""


@pytest.fixture
def issuer():
    made = Issuer()
    yield made
    made.close()


@pytest.fixture
def app(settings, issuer):
    """Signs people in by an issuer whose tokens say nothing of roles, and of groups only that there are none."""
    environment = issuer.environment(
        UNSAID_OIDC_GROUPS_CLAIM="groups", UNSAID_OIDC_GROUPS="all=*,Retail=Retail,Ports=Ports"
    )
    app = create_app(settings, sign_in_methods=SignInMethods(SignInSettings.from_environment(environment)))
    app.extensions[EXTENSION].models.refresh()
    return app


@pytest.fixture
def ask(app, issuer):
    """Asks as somebody of that subject."""

    def ask_as(subject, method, path, **more):
        claims = {"roles": None, **more.pop("claims", {})}
        headers = {"Authorization": f"Bearer {issuer.token(sub=subject, **claims)}"}
        return app.test_client().open(path, method=method, headers=headers, **more)

    return ask_as


@pytest.fixture
def store(app):
    return app.extensions[EXTENSION].store


def test_a_user_without_a_role_is_recorded_and_can_get_one(ask, store, issuer):
    assert ask("ada", "GET", "/v1/clients", claims={"preferred_username": "ada@example.org"}).status_code == 403
    (known,) = store.users.all()
    assert (known.subject, known.called, known.issuer) == ("ada", "ada@example.org", issuer.url)
    granted = ask(
        "root",
        "POST",
        AT,
        claims=FULL,
        json={"issuer": issuer.url, "subject": "ada", "roles": ["user"], "groups": ["Retail"]},
    ).json
    assert (granted["id"], granted["roles"], granted["groups"]) == (known.id, ["user"], ["Retail"])
    assert ask("ada", "GET", "/v1/clients").status_code == 200
    assert ask("ada", "GET", AT).status_code == 403
    assert ask("bob", "GET", "/v1/clients").status_code == 403


def test_groups_that_are_granted_are_seen(ask, store, issuer):
    store.clients.add(Dictionary(CLIENT, group="Retail"))
    store.users.grant(issuer.url, "ada", [], ["Retail"], "root")
    seen = ask("ada", "GET", "/v1/clients", claims={"roles": ["user"], "groups": ["Ports"]}).json
    assert [each["name"] for each in seen["clients"]] == [CLIENT]
    assert ask("bob", "GET", "/v1/clients", claims={"roles": ["user"]}).json["clients"] == []
    store.users.grant(issuer.url, "bob", [], None, "root")
    assert len(ask("bob", "GET", "/v1/clients", claims={"roles": ["user"]}).json["clients"]) > 1


def test_revoked_rights_end_and_those_of_the_token_remain(ask, store, issuer):
    user = store.users.grant(issuer.url, "ada", ["admin"], None, "root").id
    assert ask("ada", "GET", AT).status_code == 200
    revoked = ask("root", "POST", f"{AT}/{user}/revoke", claims=FULL, json={"roles": ["admin"]})
    assert revoked.json["roles"] == []
    assert ask("ada", "GET", AT).status_code == 403
    assert ask("ada", "GET", AT, claims={"roles": ["auditor"]}).status_code == 200


def test_a_forgotten_user_has_no_grants_left(ask, store, issuer):
    user = store.users.grant(issuer.url, "ada", ["admin"], None, "root").id
    assert ask("ada", "GET", AT).status_code == 200
    assert ask("root", "DELETE", f"{AT}/{user}", claims=FULL).status_code == 204
    assert ask("ada", "GET", AT).status_code == 403
    assert ask("root", "DELETE", f"{AT}/{'0' * 32}", claims=FULL).json["code"] == "unknown_user"


def test_the_trail_calls_someone_as_the_list_of_users_does(ask, store, issuer):
    admin = store.users.grant(issuer.url, "root", ["admin"], ["Retail"], "local:0")
    granted = {"issuer": issuer.url, "subject": "ada", "roles": ["admin"], "groups": ["Retail"]}
    assert ask("root", "POST", AT, json=granted).status_code == 200
    assert store.audit.rows()[0].content["who"] == admin.id


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"issuer": "i", "subject": "ada"}, "invalid_request"),
        ({"issuer": "i", "subject": "ada", "roles": ["king"]}, "does_not_fit"),
        ({"issuer": "i", "roles": ["user"]}, "does_not_fit"),
        ({"issuer": "i", "subject": "", "roles": ["user"]}, "does_not_fit"),
        ({"issuer": "i", "subject": "ada", "roles": ["user"], "everything": True}, "does_not_fit"),
    ],
)
def test_invalid_grants_change_nothing(ask, store, body, code):
    assert ask("root", "POST", AT, claims=FULL, json=body).json["code"] == code
    assert [each.subject for each in store.users.all()] == ["root"]
    assert store.users.all()[0].granted.roles == frozenset()


def test_the_token_counts_where_the_store_is_away(ask, store, monkeypatch):
    def away():
        raise StoreUnavailable("The database does not respond")

    monkeypatch.setattr(store.users, "revision", away)
    assert ask("ada", "GET", "/metrics", claims={"roles": ["auditor"]}).status_code == 200
