"""Claims that no issuer should send: they are no error of the server, and give nobody a right."""

import json

import jwt
import pytest

from backend.web.app import create_app
from backend.web.auth.sign_in import SignInMethods
from backend.web.auth.sign_in_claims import groups_in
from backend.web.auth.sign_in_settings import Issuer as SignInIssuer
from backend.web.auth.sign_in_settings import SignInSettings
from backend.web.service import EXTENSION
from tests.web.oidc.issuer import AUDIENCE, Issuer

HALF = "\ud800"
"""Half of a character, which JSON can say and UTF-8 cannot."""

CLAIMS = ("iss", "aud", "sub", "tid", "iat", "nbf", "exp", "scope", "scp", "roles", "groups", "jti", "name")
REQUESTS = (
    ("GET", "/v1/clients", None),
    ("GET", "/v1/admin/users", None),
    ("GET", "/v1/jobs", None),
    ("POST", "/v1/reviews", {"client": "Halden & Rook"}),
    ("POST", "/v1/batches/folders", {"inputs": "in", "outputs": "out"}),
)


@pytest.fixture(scope="module")
def issuer():
    made = Issuer()
    yield made
    made.close()


@pytest.fixture
def service(settings, issuer):
    environment = issuer.environment(
        UNSAID_OIDC_GROUPS_CLAIM="groups", UNSAID_OIDC_TENANTS="", UNSAID_LOCK_OUT="10000 per minute"
    )
    app = create_app(settings, sign_in_methods=SignInMethods(SignInSettings.from_environment(environment)))
    app.extensions[EXTENSION].models.refresh()
    return app


@pytest.fixture
def ask(service, issuer):
    """Sends each request twice with the same claims: the first one may store the user."""

    def ask_all(**claims):
        # Not by `jwt.encode`, which refuses some odd claims.
        content = json.dumps(issuer.claims(groups=["Retail"]) | claims).encode()
        token = jwt.PyJWS().encode(content, issuer.keys["rsa"], "RS256", {"kid": "rsa"})
        headers = {"Authorization": f"Bearer {token}"}
        ask = service.test_client().open
        return [
            ask(path, method=method, json=body, headers=headers) for method, path, body in (*REQUESTS, *REQUESTS)
        ]

    return ask_all


ODD = {
    "half a character": HALF,
    "half a character in a list": [f"user{HALF}", HALF],
    "half a character beside good values": ["admin", "user", "unsaid", AUDIENCE, HALF],
    "half a character in an object": {HALF: [HALF]},
}


def test_no_claim_with_half_a_character_is_an_error_of_the_server(ask):
    told = {(claim, what): ask(**{claim: value}) for claim in CLAIMS for what, value in ODD.items()}
    assert [case for case, answers in told.items() if any(each.status_code >= 500 for each in answers)] == []


def test_a_name_to_display_is_stored_without_what_nobody_can_display(ask, service):
    ask(sub="ada", preferred_username=f" Ada{HALF}\x1b[31m\0 ")
    ask(sub="bob", preferred_username="B" * 1000)
    ask(sub="cat", preferred_username=" ")
    called = {each.subject: each.called for each in service.extensions[EXTENSION].store.users.all()}
    assert called == {"ada": "Ada\ufffd\ufffd[31m\ufffd", "bob": "B" * 300, "cat": None}


@pytest.mark.parametrize("subject", [HALF, f"ada{HALF}", "a\0b", "a" * 301, "", "\t"])
def test_a_subject_that_no_grant_can_name_does_not_sign_in(ask, service, subject):
    answers = ask(sub=subject)
    assert {(each.status_code, each.json["code"]) for each in answers} == {(401, "sign_in_refused")}
    assert service.extensions[EXTENSION].store.users.all() == ()


def test_the_longest_subject_signs_in(ask, service):
    assert ask(sub="ä" * 300, roles=["user"])[0].status_code == 200
    (known,) = service.extensions[EXTENSION].store.users.all()
    assert known.subject == "ä" * 300


def test_a_group_or_a_role_with_half_a_character_is_none(ask, service, issuer):
    """The good values beside it count all the same."""
    both = ask(sub="ada", roles=["user", f"admin{HALF}"], groups=["Retail", f"Retail{HALF}"])
    good = ask(sub="bob", roles=["user"], groups=["Retail"])
    assert [each.status_code for each in both] == [each.status_code for each in good]
    assert [each.status_code for each in good[:2]] == [200, 403]


def test_a_group_that_no_client_can_have_is_left_out():
    """A job stores the groups of whoever requests it, and half of a character cannot be stored."""
    named = SignInIssuer("https://login.example", ("unsaid",), groups_claim="groups")
    assert groups_in({"groups": ["Retail", f"Retail{HALF}", "Re\x07tail"]}, named) == {"Retail"}
