"""The ways in: the start-up token on this machine alone, API keys, and rest for whoever fails too often."""

import time
from datetime import UTC, datetime, timedelta

import pytest

from backend.errors import CannotServe, LockedOut, SignInRefused
from backend.storage.accounts.api_keys import ApiKey
from backend.storage.rights.roles import Role
from backend.web.app import create_app
from backend.web.auth.sign_in import ALONE, BY_API_KEY, SignIn, SignInMethods, sign_in_methods_at
from backend.web.auth.sign_in_settings import Issuer, SignInSettings
from backend.web.auth.start_up_token import StartUpToken
from backend.web.service import EXTENSION

HERE, THERE = "127.0.0.1", "192.0.2.7"
ISSUER = SignInSettings(Issuer("https://login.example", ("unsaid",)))
DAY = timedelta(days=1)


def _nothing():
    return False


def _no_key(_token):
    return None


@pytest.fixture
def alone():
    """A sign-in with nothing but a start-up token, and the token."""
    token, told = StartUpToken.make()
    return SignIn(SignInMethods(start_up_token=token), _no_key), told


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", "127.8.8.8"])
def test_where_nothing_is_configured_one_user_of_this_machine_is_told_a_token(host):
    sign_in_methods, told = sign_in_methods_at(host, SignInSettings(), _nothing)
    assert len(told) >= 43  # 256 bits
    assert SignIn(sign_in_methods, _no_key).caller(told, HERE) == ALONE
    assert told not in repr(sign_in_methods)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "", "192.0.2.7", "intranet.example", "localhost.example"])  # noqa: S104
def test_nobody_listens_elsewhere_without_sign_in(host):
    with pytest.raises(CannotServe, match="UNSAID_OIDC_ISSUER"):
        sign_in_methods_at(host, SignInSettings(), _nothing)


def test_a_proxy_before_the_loopback_is_elsewhere():
    with pytest.raises(CannotServe):
        sign_in_methods_at(HERE, SignInSettings(proxies=1), _nothing)


@pytest.mark.parametrize("host", [HERE, THERE])
def test_with_an_issuer_there_is_no_start_up_token(host):
    assert sign_in_methods_at(host, ISSUER, _nothing) == (SignInMethods(ISSUER), None)


def test_api_keys_alone_let_a_service_listen_elsewhere():
    assert sign_in_methods_at(THERE, SignInSettings(), lambda: True) == (BY_API_KEY, None)


def test_two_start_up_tokens_are_two(alone):
    sign_in, _ = alone
    with pytest.raises(SignInRefused):
        sign_in.caller(StartUpToken.make()[1], HERE)


def test_the_start_up_token_counts_from_this_machine_alone(alone):
    sign_in, told = alone
    for address, passed_on in ((THERE, False), (None, False), (HERE, True)):
        with pytest.raises(SignInRefused):
            sign_in.caller(told, address, passed_on=passed_on)
    assert sign_in.caller(told, "::ffff:127.0.0.1") == ALONE


SIGNS_OF_A_PROXY = (
    *("Forwarded", "Via", "X-Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Port"),
    *("X-Forwarded-Proto", "X-Forwarded-Server", "X-Forwarded-Ssl", "x_forwarded_prefix", "X-Real-IP"),
    *("CF-Connecting-IP", "CF-Ray", "True-Client-IP", "X-Client-IP", "X-Cluster-Client-IP", "Client-IP"),
    *("Fastly-Client-IP", "Fly-Client-IP", "X-Envoy-External-Address", "X-Original-Host", "X-ARR-SSL"),
    *("X-Amzn-Trace-Id", "X-Azure-ClientIP", "X-AppEngine-User-IP", "Tailscale-User-Login", "X-Scheme"),
)


@pytest.mark.parametrize("header", SIGNS_OF_A_PROXY)
def test_forwarded_headers_are_ignored_without_configured_proxies(client, header):
    assert client.get("/metrics").status_code == 200
    assert client.get("/metrics", headers={header: "192.0.2.7"}).status_code == 401


@pytest.mark.parametrize("header", ["Basic dXNlcjpwYXNz", "Bearer", "Bearer  ", "{token}", "Token {token}"])
def test_only_a_bearer_token_is_looked_at(app, header):
    sent = header.format(token=app.config["START_UP_TOKEN"])
    response = app.test_client().get("/metrics", headers={"Authorization": sent})
    assert (response.status_code, response.json["code"]) == (401, "not_signed_in")
    assert response.headers["WWW-Authenticate"].startswith("Bearer")


def test_a_token_in_the_address_is_ignored(app):
    token = app.config["START_UP_TOKEN"]
    assert app.test_client().get(f"/metrics?access_token={token}").status_code == 401


@pytest.fixture
def keyed(settings):
    """A service that takes API keys, the keys, and how to ask it."""
    app = create_app(settings)
    client = app.test_client()

    def ask(token, address=HERE):
        return client.get(
            "/metrics", headers={"Authorization": f"Bearer {token}"}, environ_base={"REMOTE_ADDR": address}
        )

    return app.extensions[EXTENSION].store.api_keys, ask


def test_an_api_key_lets_a_program_in_until_it_is_revoked(keyed):
    keys, ask = keyed
    made = keys.new("figures", Role.AUDITOR, None, DAY)
    assert ask(made.token).status_code == 200
    keys.revoke(made.key.id)
    refused = ask(made.token)
    assert (refused.status_code, refused.json["code"]) == (401, "sign_in_refused")


def test_an_api_key_that_has_expired_lets_nobody_in(keyed):
    keys, ask = keyed
    made = keys.new("figures", Role.AUDITOR, None, DAY, now=datetime.now(UTC) - 2 * DAY)
    assert ask(made.token).status_code == 401


def test_an_api_key_with_another_secret_lets_nobody_in(keyed):
    keys, ask = keyed
    one, other = (keys.new(label, Role.AUDITOR, None, DAY) for label in ("one", "other"))
    mixed = one.token.replace(one.key.id, other.key.id)
    for token in (mixed, one.token[:-1], f"{one.token}x", "unsaid_", "unsaid__", f"unsaid_{one.key.id}_"):
        assert ask(token).status_code == 401


def test_the_role_of_a_key_is_all_that_it_may(keyed):
    keys, ask = keyed
    made = keys.new("documents", Role.USER, ["Retail"], DAY)
    refused = ask(made.token)
    assert (refused.status_code, refused.json["code"]) == (403, "forbidden")


def _settings(failures):
    return SignInSettings(failures=f"{failures} per 10 minutes")


def _key(token):
    """A store with one key, whose secret is `right`."""
    now = datetime.now(UTC)
    return ApiKey("abc", "one", Role.USER, None, now, now + DAY) if token == "unsaid_abc_right" else None  # noqa: S105


def _fails(sign_in, times, token, address):
    for _ in range(times):
        with pytest.raises(SignInRefused):
            sign_in.caller(token, address)


def test_an_address_that_fails_too_often_has_to_rest_and_a_right_token_passes_meanwhile(monkeypatch):
    """Behind one address there may be many people: one who guesses keeps none of the others out."""
    sign_in = SignIn(SignInMethods(_settings(3)), _key)
    _fails(sign_in, 3, "guessed", THERE)
    for _ in range(30):
        with pytest.raises(LockedOut) as locked:
            sign_in.caller("guessed", THERE)
        assert 0 < locked.value.retry_after <= 600
        assert sign_in.caller("unsaid_abc_right", THERE).id == "abc"
    _fails(sign_in, 1, "guessed", HERE)
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 601)
    _fails(sign_in, 1, "guessed", THERE)


def test_a_network_of_ipv6_is_one_address():
    sign_in = SignIn(SignInMethods(_settings(3)), _key)
    for host in range(3):
        _fails(sign_in, 1, "guessed", f"2001:db8::{host}")
    with pytest.raises(LockedOut):
        sign_in.caller("guessed", "2001:db8::ffff:ffff:ffff:ffff")
    _fails(sign_in, 1, "guessed", "2001:db8:0:1::1")


def test_nobody_locks_out_the_owner_of_a_key_whose_id_they_know():
    """Its id stands in the audit trail and in lists; 256 random bits take no rest."""
    sign_in = SignIn(SignInMethods(_settings(3)), _key)
    for host in range(50):
        _fails(sign_in, 3, f"unsaid_abc_wrong{host}", f"192.0.2.{host}")
        assert sign_in.caller("unsaid_abc_right", f"192.0.2.{host}").id == "abc"
        with pytest.raises(LockedOut):
            sign_in.caller("unsaid_abc_wrong", f"192.0.2.{host}")


def test_callers_with_many_refused_requests_have_to_wait(settings):
    app = create_app(settings, sign_in_methods=SignInMethods(_settings(3)))
    keys = app.extensions[EXTENSION].store.api_keys
    nosy, calm = (keys.new(label, Role.USER, None, DAY).token for label in ("nosy", "calm"))

    def ask(token):
        return app.test_client().get("/metrics", headers={"Authorization": f"Bearer {token}"})

    assert [ask(nosy).status_code for _ in range(4)] == [403, 403, 403, 429]
    locked = ask(nosy)
    assert locked.json["code"] == "locked_out"
    assert 0 < int(locked.headers["Retry-After"]) <= 600
    assert ask(calm).status_code == 403


def test_requests_without_a_token_are_not_failed_sign_ins(settings):
    app = create_app(settings, sign_in_methods=SignInMethods(_settings(1)))
    token = app.extensions[EXTENSION].store.api_keys.new("figures", Role.AUDITOR, None, DAY).token
    client = app.test_client()
    for _ in range(3):
        assert client.get("/metrics").status_code == 401
        assert client.get("/v1/nowhere").status_code == 404
        assert client.get("/v1/nowhere", headers={"Authorization": f"Bearer {token}"}).status_code == 404
    assert client.get("/metrics", headers={"Authorization": f"Bearer {token}"}).status_code == 200


@pytest.fixture
def limited(settings):
    """A service that lets each caller ask three times a minute, and its keys."""
    app = create_app(settings, sign_in_methods=SignInMethods(SignInSettings(rate="3 per minute")))
    return app.test_client(), app.extensions[EXTENSION].store.api_keys


def test_each_caller_may_ask_only_so_often_whatever_the_route(limited):
    client, keys = limited
    one, other = (
        {"Authorization": f"Bearer {keys.new(label, Role.AUDITOR, None, DAY).token}"} for label in ("one", "other")
    )
    assert [client.get("/metrics", headers=one).status_code for _ in range(3)] == [200, 200, 200]
    for refused in (client.get("/metrics", headers=one), client.head("/metrics", headers=one)):
        assert refused.status_code == 429
        assert 0 < int(refused.headers["Retry-After"]) <= 120
    assert client.get("/metrics", headers=one).json["code"] == "too_many_requests"
    assert client.get("/metrics", headers=other).status_code == 200


def test_without_sign_in_each_address_is_a_caller(limited):
    client, _ = limited
    there = {"REMOTE_ADDR": THERE}
    assert [client.get("/v1/version").status_code for _ in range(4)] == [200, 200, 200, 429]
    assert client.get("/v1/version", environ_base=there).status_code == 200


NOTHING_THERE = [
    ("GET", "/v1/nowhere", {}),
    ("GET", "/x", {}),
    ("GET", "//v1/version", {}),
    ("DELETE", "/v1/version", {}),
    ("OPTIONS", "/v1/version", {}),
    ("QUIXOTRADE", "/metrics", {}),
    ("GET", "/metrics", {}),
    ("GET", "/metrics", {"Authorization": "Bearer guessed"}),
    ("GET", "/metrics", {"Authorization": "Basic eA=="}),
    ("GET", "/v1/nowhere", {"Authorization": "Bearer guessed"}),
    ("GET", "/v1/clients", {"Unsaid-Pane": "0.0.1"}),
    ("POST", "/v1/analyses", {"Content-Length": "nonsense"}),
]


@pytest.mark.parametrize(("method", "path", "headers"), NOTHING_THERE)
def test_requests_without_a_route_count_for_their_address(limited, method, path, headers):
    client, keys = limited
    there = {"REMOTE_ADDR": THERE}
    asked = [client.open(path, method=method, headers=headers, environ_base=there) for _ in range(5)]
    assert [each.status_code == 429 for each in asked] == [False, False, False, True, True]
    assert (asked[-1].json["code"], 0 < int(asked[-1].headers["Retry-After"]) <= 120) == ("too_many_requests", True)
    assert client.open(path, method=method, headers=headers).status_code == asked[0].status_code, "elsewhere"
    good = {"Authorization": f"Bearer {keys.new('good', Role.AUDITOR, None, DAY).token}"}
    assert client.get("/metrics", headers=good, environ_base=there).status_code == 200
    assert client.get("/v1/version", environ_base=there).status_code == 200, "open to everybody still"


def test_a_caller_who_looks_for_what_is_not_there_is_counted_and_nobody_beside_them(limited):
    client, keys = limited
    one, other = (
        {"Authorization": f"Bearer {keys.new(label, Role.AUDITOR, None, DAY).token}"} for label in ("one", "other")
    )
    looked = [client.get(path, headers=one).status_code for path in ("/v1/nowhere", "/v1/jobs/1", "/x")]
    assert looked == [404, 404, 404]
    assert [client.get(path, headers=one).status_code for path in ("/metrics", "/x")] == [429, 429]
    assert client.get("/metrics", headers=other).status_code == 200
    assert client.get("/nowhere").status_code == 404


def test_requests_without_an_address_are_one_caller(limited):
    client, _ = limited
    asked = [client.get("/v1/version", environ_base={"REMOTE_ADDR": where}) for where in ("", "", "@", "")]
    assert [response.status_code for response in asked] == [200, 200, 200, 429]


def test_the_single_user_of_a_machine_is_in_nobodys_way(settings):
    token, told = StartUpToken.make()
    client = create_app(
        settings, sign_in_methods=SignInMethods(SignInSettings(rate="1 per minute"), token)
    ).test_client()
    asked = [client.get("/metrics", headers={"Authorization": f"Bearer {told}"}) for _ in range(3)]
    assert [response.status_code for response in asked] == [200, 200, 200]


def test_of_a_proxy_that_was_told_of_the_callers_own_address_counts(settings):
    sign_in_methods = SignInMethods(SignInSettings(failures="1 per 10 minutes", proxies=1))
    client = create_app(settings, sign_in_methods=sign_in_methods).test_client()

    def ask(through):
        headers = {"Authorization": "Bearer guessed", "X-Forwarded-For": through}
        return client.get("/metrics", headers=headers).status_code

    assert [ask("192.0.2.7"), ask("192.0.2.7"), ask("192.0.2.8")] == [401, 429, 401]
    # What the caller itself wrote stands before what the proxy has added, and is not believed.
    assert ask("203.0.113.1, 192.0.2.7") == 429


@pytest.mark.parametrize(
    ("one", "same", "other"),
    [
        ("192.0.2.7:443", "192.0.2.7:50001", "192.0.2.8:443"),
        ("[2001:db8::1]:443", "[2001:db8::2]:9", "[2001:db8:1::1]:443"),
        ("[2001:db8::1]", "2001:db8::2", "2001:db8:1::1"),
        ("::ffff:192.0.2.7", "192.0.2.7:1", "::ffff:192.0.2.8"),
        ('"a, 192.0.2.7', '"b, 192.0.2.7', '"a, 192.0.2.8'),
    ],
    ids=["port", "port of IPv6", "brackets", "IPv4 as IPv6", "a quote that the caller opened"],
)
def test_every_notation_of_an_address_is_one_caller(settings, one, same, other):
    """Where all that cannot be read were one caller, one who floods would keep everybody else out."""
    client = create_app(
        settings, sign_in_methods=SignInMethods(SignInSettings(rate="1 per minute", proxies=1))
    ).test_client()
    asked = [
        client.get("/v1/version", headers={"X-Forwarded-For": each}).status_code for each in (one, same, other)
    ]
    assert asked == [200, 429, 200]
