"""A pane and a server that do not fit say so clearly."""

import pytest

from backend.web.app import create_app
from backend.web.auth.sign_in import SignInMethods
from backend.web.auth.sign_in_settings import SignInSettings
from backend.web.routes.version import HEADER, version_mismatch


@pytest.mark.parametrize(
    ("pane", "server", "oldest", "code"),
    [
        (None, "1.4.0", "1.2", None),
        ("1.4.0", "1.4.0", "1.2", None),
        ("1.4.9", "1.4.0", "1.2", None),
        ("1.2.0", "1.4.0", "1.2", None),
        ("1.1.9", "1.4.0", "1.2", "pane_too_old"),
        ("1.10.0", "1.4.0", "1.2", "server_too_old"),
        ("1.10.0", "1.10.2", "1.9", None),
        ("2.0", "1.4.0", "1.2", "server_too_old"),
        ("1.4.0-beta.1", "1.4.0", "1.2", None),
        ("Quixotrade", "1.4.0", "1.2", "pane_too_old"),
        ("", "1.4.0", "1.2", "pane_too_old"),
    ],
)
def test_patch_versions_fit_and_other_versions_get_advice(pane, server, oldest, code):
    error = version_mismatch(pane, server, oldest)
    assert (None if error is None else error.code) == code
    assert "Quixotrade" not in str(error)


def test_the_way_to_sign_in_is_public(settings, client):
    assert client.get("/v1/version").json["sign_in"] is None
    named = {"UNSAID_OIDC_ISSUER": "https://login.example", "UNSAID_OIDC_AUDIENCE": "unsaid"}
    with_pane = {**named, "UNSAID_OIDC_PANE": "the-pane"}
    for environment, told in (
        (named, None),
        (with_pane, {"issuer": "https://login.example", "client": "the-pane", "scopes": ["unsaid"]}),
        (
            {**with_pane, "UNSAID_OIDC_PANE_SCOPE": "api://unsaid/unsaid"},
            {"issuer": "https://login.example", "client": "the-pane", "scopes": ["api://unsaid/unsaid"]},
        ),
    ):
        app = create_app(settings, sign_in_methods=SignInMethods(SignInSettings.from_environment(environment)))
        assert app.test_client().get("/v1/version").json["sign_in"] == told


def test_every_pane_may_read_the_version(client):
    assert client.get("/v1/version").json["fits"] is True
    assert client.get("/v1/version", headers={HEADER: "99.0.0"}).json["fits"] is False


def test_other_routes_refuse_a_pane_that_does_not_fit_before_they_do_anything(client):
    response = client.post("/v1/analyses", data=b"no document", headers={HEADER: "99.0.0"})
    assert (response.status_code, response.json["code"]) == (409, "server_too_old")
    assert "administrator" in response.json["detail"]


def test_health_checks_need_no_pane_version(client):
    assert client.get("/healthz", headers={HEADER: "99.0.0"}).status_code == 200
