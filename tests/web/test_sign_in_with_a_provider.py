"""A person signs in with a real provider as a pane does, by code and PKCE, and is let in by the token."""

import base64
import contextlib
import hashlib
import json
import secrets
import shutil
import subprocess
import urllib.error
import urllib.request
from dataclasses import dataclass
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt
import pytest

from backend.web.app import create_app
from backend.web.auth import oidc_keys
from backend.web.auth.oidc import Tokens
from backend.web.auth.sign_in import SignInMethods
from backend.web.auth.sign_in_claims import groups_in, roles_in
from backend.web.auth.sign_in_settings import SignInSettings

HERE = Path(__file__).parent / "oidc"
INSTALLED = Path(__file__).parents[2] / ".cache" / "oidc-provider"
PATIENCE = 300
AUDIENCE = "api://unsaid"
PEOPLE = {
    "ada": {"tid": "house", "roles": ["auditor", "barista"], "teams": ["retail-team"]},
    "bob": {"tid": "elsewhere", "roles": ["admin"]},
    "cleo": {"tid": "house"},
}


@dataclass(frozen=True)
class Provider:
    issuer: str

    def sign_in(self, person, *, pane="rsa-pane", scope="openid unsaid"):
        """The tokens that a pane gets for a person."""
        verifier = secrets.token_urlsafe(32)
        challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
        to = f"{self.issuer}/signed-in"
        asked = {"client_id": pane, "redirect_uri": to, "scope": scope, "login_hint": person}
        proof = {"code_challenge": challenge, "code_challenge_method": "S256"}
        code = self._code(urlencode({**asked, **proof, "response_type": "code", "resource": AUDIENCE}))
        given = {"grant_type": "authorization_code", "code": code, "code_verifier": verifier}
        body = urlencode({**given, "client_id": pane, "redirect_uri": to}).encode()
        with self._post("/token", body) as answer:
            return json.load(answer)

    def rotate(self):
        self._post("/rotate", b"").close()

    def _post(self, path, body):
        return urllib.request.urlopen(self.issuer + path, body, PATIENCE)  # noqa: S310 - on loopback

    def _code(self, asked):
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        with pytest.raises(urllib.error.HTTPError) as nobody_serves_the_pane:
            browser.open(f"{self.issuer}/auth?{asked}", timeout=PATIENCE)
        with contextlib.closing(nobody_serves_the_pane.value) as last:
            return parse_qs(urlsplit(last.url).query)["code"][0]


def _install():
    """The provider and what it needs, once for each lock file."""
    lock, mark = (HERE / "package-lock.json").read_bytes(), INSTALLED / "done"
    if mark.is_file() and mark.read_bytes() == lock:
        return
    shutil.copytree(HERE, INSTALLED, ignore=shutil.ignore_patterns("*.py", "__pycache__"), dirs_exist_ok=True)
    install = ["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts"]
    done = subprocess.run(install, cwd=INSTALLED, capture_output=True, timeout=PATIENCE, check=False)
    if done.returncode:
        pytest.skip("npm could not install oidc-provider: sign-in is not tested against a real provider")
    mark.write_bytes(lock)


@pytest.fixture(scope="module")
def provider():
    if not (shutil.which("node") and shutil.which("npm")):
        pytest.skip("there is no Node here: sign-in is not tested against a real provider")
    _install()
    shutil.copy(HERE / "provider.js", INSTALLED)
    arguments = ["node", str(INSTALLED / "provider.js"), json.dumps(PEOPLE)]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        try:
            yield Provider(json.loads(process.stdout.readline())["issuer"])
        finally:
            process.terminate()


@pytest.fixture
def environment(provider):
    return {
        "UNSAID_OIDC_ISSUER": provider.issuer,
        "UNSAID_OIDC_AUDIENCE": AUDIENCE,
        "UNSAID_OIDC_TENANTS": "house",
        "UNSAID_OIDC_GROUPS_CLAIM": "teams",
        "UNSAID_OIDC_GROUPS": "retail-team=Retail",
    }


@pytest.fixture
def ask(settings, environment):
    sign_in_methods = SignInMethods(SignInSettings.from_environment(environment))
    client = create_app(settings, sign_in_methods=sign_in_methods).test_client()
    return lambda token: client.get("/metrics", headers={"Authorization": f"Bearer {token}"})


@pytest.mark.parametrize("pane", ["rsa-pane", "ec-pane"])
def test_who_has_signed_in_with_the_provider_is_let_in(provider, ask, pane):
    token = provider.sign_in("ada", pane=pane)["access_token"]
    assert jwt.get_unverified_header(token)["alg"] == {"rsa-pane": "RS256", "ec-pane": "ES256"}[pane]
    assert jwt.get_unverified_header(token)["typ"] == "at+jwt"
    assert ask(token).status_code == 200


def test_the_tokens_of_the_provider_say_who_may_do_what(provider, environment):
    issuer = SignInSettings.from_environment(environment).issuer
    claims = Tokens.of(issuer).claims(provider.sign_in("ada")["access_token"])
    assert (claims["sub"], claims["client_id"]) == ("ada", "rsa-pane")
    assert (roles_in(claims, issuer), groups_in(claims, issuer)) == ({"auditor"}, {"Retail"})


def test_an_id_token_of_the_same_provider_opens_nothing(provider, ask):
    assert ask(provider.sign_in("ada")["id_token"]).status_code == 401


def test_neither_does_a_token_without_the_scope(provider, ask):
    assert ask(provider.sign_in("ada", scope="openid")["access_token"]).status_code == 401


def test_users_of_another_tenant_are_refused(provider, ask):
    assert ask(provider.sign_in("bob")["access_token"]).status_code == 401


def test_users_without_a_role_are_known_and_have_no_rights(provider, ask):
    refused = ask(provider.sign_in("cleo")["access_token"])
    assert (refused.status_code, refused.json["code"]) == (403, "forbidden")


def test_after_a_key_rotation_people_stay_signed_in_and_old_tokens_end(provider, ask, monkeypatch):
    monkeypatch.setattr(oidc_keys, "PAUSE", 0.0)
    old = provider.sign_in("ada")["access_token"]
    assert ask(old).status_code == 200
    provider.rotate()
    assert ask(provider.sign_in("ada")["access_token"]).status_code == 200
    assert ask(old).status_code == 401
