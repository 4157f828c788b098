"""What each answer forbids the browser."""

from datetime import timedelta

import pytest

from backend.errors import InvalidRequest
from backend.settings import WORD_ON_THE_WEB, ServiceSettings
from backend.web.http.headers import pane_policy


def directives(policy):
    return {name: sources for name, *sources in (each.split() for each in policy.split(";"))}


@pytest.fixture
def settings(settings, tmp_path):
    """With a pane that was built."""
    from dataclasses import replace

    (tmp_path / "pane" / "assets").mkdir(parents=True)
    (tmp_path / "pane" / "index.html").write_text("<title>Unsaid</title>")
    (tmp_path / "pane" / "assets" / "main-Dx4b2k9Q.js").write_text("export {}")
    (tmp_path / "pane" / "icons").mkdir()
    (tmp_path / "pane" / "icons" / "icon-16.png").write_bytes(b"png")
    (tmp_path / "secret.txt").write_text("secret")
    return replace(settings, service=replace(settings.service, pane=tmp_path / "pane"))


def test_the_pane_may_be_shown_by_word_on_the_web_and_load_itself_and_office_alone(client):
    response = client.get("/pane/", buffered=True)
    policy = directives(response.headers["Content-Security-Policy"])
    assert policy == {
        "default-src": ["'none'"],
        "script-src": ["'self'", "https://appsforoffice.microsoft.com"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "frame-ancestors": list(WORD_ON_THE_WEB),
        "base-uri": ["'none'"],
        "form-action": ["'none'"],
        "object-src": ["'none'"],
    }
    assert "X-Frame-Options" not in response.headers


def test_the_sign_in_that_is_set_may_be_spoken_to():
    policy = directives(pane_policy(["'self'"], ["https://login.example"]))
    assert policy["connect-src"] == ["'self'", "https://login.example"]
    assert policy["frame-src"] == ["https://login.example"]


@pytest.mark.parametrize("path", ["/v1/version", "/nowhere", "/healthz"])
def test_responses_that_are_not_pages_load_nothing_and_are_not_cached(client, path):
    response = client.get(path, buffered=True)
    assert directives(response.headers["Content-Security-Policy"])["default-src"] == ["'none'"]
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Referrer-Policy"] == "no-referrer"
    assert not [name for name, _ in response.headers if name.startswith("Access-Control-")]


def test_only_over_tls_is_tls_requested(client):
    assert "Strict-Transport-Security" not in client.get("/healthz").headers
    assert (
        "max-age=31536000"
        in client.get("/healthz", base_url="https://localhost").headers["Strict-Transport-Security"]
    )


def test_hashed_files_are_kept_for_ever_and_the_page_is_requested_again(client):
    assert "immutable" in client.get("/pane/assets/main-Dx4b2k9Q.js", buffered=True).headers["Cache-Control"]
    for path in ("/pane/", "/pane/index.html"):
        assert client.get(path, buffered=True).headers["Cache-Control"] == "no-cache"


def test_icons_are_kept_for_a_month_without_the_header_for_which_word_hides_the_button(client):
    response = client.get("/pane/icons/icon-16.png", buffered=True)
    assert (response.status_code, response.data) == (200, b"png")
    assert "Cache-Control" not in response.headers
    assert response.expires - response.date >= timedelta(days=29)
    missing = client.get("/pane/icons/icon-17.png", buffered=True)
    assert (missing.status_code, missing.headers["Cache-Control"]) == (404, "no-store")


def test_the_page_is_not_sent_again_while_it_is_the_same(client):
    tag = client.get("/pane/", buffered=True).headers["ETag"]
    assert client.get("/pane/", headers={"If-None-Match": tag}, buffered=True).status_code == 304


@pytest.mark.parametrize(
    "path", ["/pane/../secret.txt", "/pane/%2e%2e/secret.txt", "/pane//etc/passwd", "/pane/none"]
)
def test_nothing_outside_the_pane_is_served(client, path):
    response = client.get(path, buffered=True)
    assert response.status_code == 404
    assert "secret" not in response.text


def test_the_pane_lies_below_the_slash(client):
    response = client.get("/pane", buffered=True)
    assert (response.status_code, response.headers["Location"]) == (308, "/pane/")


@pytest.mark.parametrize("given", ["https://a; script-src *", "*", "https://a,b\n"])
def test_a_source_that_would_open_more_is_refused(given):
    with pytest.raises(InvalidRequest, match="UNSAID_FRAME_ANCESTORS"):
        ServiceSettings.from_environment({"UNSAID_FRAME_ANCESTORS": given})
