"""Who can sign in to `unsaid serve` as it is started, with nothing configured, with a key, with an issuer."""

import os
import sys
from contextlib import closing
from datetime import timedelta

import pytest

from backend.settings import Settings
from backend.storage.db.keys import new_key
from backend.storage.rights.roles import Role
from backend.storage.store import Store
from tests.warm_process import run_warm
from tests.web.oidc.issuer import Issuer
from tests.web.server import running

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="gunicorn does not run on Windows")

ELSEWHERE = ("--host", "0.0.0.0")  # noqa: S104 - this is what is tested


@pytest.fixture
def settings(tmp_path):
    return Settings.from_environment({"UNSAID_DATA": str(tmp_path), "UNSAID_NER": "none"})


def _figures(server, token):
    return server.ask("GET", "/metrics", headers={"Authorization": f"Bearer {token}"}).status


def test_the_single_user_gets_one_token_that_every_worker_accepts(settings):
    with running(settings, "--workers", "2") as server:
        assert "".join(server.told).count(server.token) == 1
        assert [server.ask("GET", "/metrics").status for _ in range(10)] == [200] * 10
        assert _figures(server, server.token[:-1]) == 401
        passed_on = {"X-Forwarded-For": "192.0.2.7"}
        assert server.ask("GET", "/metrics", headers=passed_on).status == 401
    with running(settings, "--workers", "1") as another:
        assert _figures(another, server.token) == 401
    assert server.token not in "".join([*server.logged, *another.logged])


def test_all_workers_together_count_who_fails(settings):
    with running(settings, "--workers", "3", UNSAID_LOCK_OUT="6 per 10 minutes") as server:
        statuses = [_figures(server, "guessed") for _ in range(24)]
        assert _figures(server, server.token) == 200  # those rest who fail, not who comes from the same address
    assert statuses == [401] * 6 + [429] * 18


@pytest.mark.parametrize("more", [{}, {"UNSAID_PROXIES": "1"}])
def test_the_service_does_not_serve_others_without_sign_in(settings, more):
    with closing(Store.of(settings)) as store:
        revoked = store.api_keys.new("figures", Role.AUDITOR, None, timedelta(days=1))
        store.api_keys.revoke(revoked.key.id)
    host = () if more else ELSEWHERE
    done = run_warm(
        [sys.executable, "-m", "backend", "serve", "--port", "0", *host],
        env={**os.environ, "UNSAID_DATA": str(settings.data), "UNSAID_NER": "none", **more},
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "UNSAID_OIDC_ISSUER" in done.stderr


@pytest.mark.parametrize("more", [{}, {"UNSAID_PROXIES": "1"}])
def test_the_service_does_not_serve_others_with_a_key_file_beside_the_store(settings, more):
    """Also where the issuer lets them in; once there is a key, whoever made it, they are served."""
    issuer = {"UNSAID_OIDC_ISSUER": "https://login.example", "UNSAID_OIDC_AUDIENCE": "unsaid"}
    host = () if more else ELSEWHERE
    done = run_warm(
        [sys.executable, "-m", "backend", "serve", "--port", "0", *host],
        env={**os.environ, "UNSAID_DATA": str(settings.data), "UNSAID_NER": "none", **issuer, **more},
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "Set UNSAID_KEY" in done.stderr
    assert not (settings.data / "key").exists()
    with running(settings, "--workers", "1", *host, UNSAID_KEY=new_key(), **issuer, **more) as server:
        assert server.ask("GET", "/readyz").json["checks"]["store"] == "ok"
    assert not (settings.data / "key").exists()


def test_with_an_api_key_it_serves_others_and_prints_no_token(settings):
    with closing(Store.of(settings)) as store:
        key = store.api_keys.new("figures", Role.AUDITOR, None, timedelta(days=1)).token
    with running(settings, "--workers", "1", *ELSEWHERE) as server:
        assert server.token is None
        assert (_figures(server, key), server.ask("GET", "/metrics").status) == (200, 401)
    assert key not in "".join(server.logged)


def test_with_an_issuer_it_accepts_its_tokens_and_prints_none(settings):
    with closing(Issuer()) as issuer, running(settings, "--workers", "2", **issuer.environment()) as server:
        assert server.token is None
        good = issuer.token()
        assert [_figures(server, good) for _ in range(6)] == [200] * 6
        assert _figures(server, issuer.token(aud="api://other")) == 401
    assert good not in "".join(server.logged)
    assert "somebody" not in "".join(server.logged)
