"""Bearer tokens of an issuer: good ones get in, and whatever is not quite one does not."""

import hashlib
import hmac
import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from time import monotonic

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from backend.errors import IssuerUnavailable
from backend.web.app import create_app
from backend.web.auth import oidc_keys
from backend.web.auth.sign_in import SignInMethods
from backend.web.auth.sign_in_settings import SignInSettings
from tests.web.oidc.issuer import Issuer, ec_key, part, rsa_key

NEVER = "100000 per minute"
"""A lock-out that these tests do not reach."""


@pytest.fixture(scope="module")
def shared_issuer():
    issuer = Issuer()
    yield issuer
    issuer.close()


@pytest.fixture
def issuer(shared_issuer):
    """The issuer as it was at first."""
    keys = dict(shared_issuer.keys)
    shared_issuer.fetches, shared_issuer.answers = 0, None
    yield shared_issuer
    shared_issuer.keys, shared_issuer.answers = keys, None


@pytest.fixture
def clock(monkeypatch):
    """The clock of the keys; it stands still until it is told to go on."""

    class Clock:
        now = 1000.0

        def __call__(self):
            return self.now

    clock = Clock()
    monkeypatch.setattr(oidc_keys, "monotonic", clock)
    return clock


@pytest.fixture
def service(settings):
    """Makes a service whose door has the settings of an environment, and asks it for its figures with a token."""

    def make(environment):
        sign_in = SignInSettings.from_environment({"UNSAID_LOCK_OUT": NEVER, **environment})
        client = create_app(settings, sign_in_methods=SignInMethods(sign_in)).test_client()
        return lambda token: client.get("/metrics", headers={"Authorization": f"Bearer {token}"})

    return make


@pytest.fixture
def ask(service, issuer):
    return service(issuer.environment())


GOOD = {
    "RS256": lambda issuer: issuer.token(),
    "ES256": lambda issuer: issuer.token("ec"),
    "an access token of RFC 9068": lambda issuer: issuer.token(headers={"typ": "at+jwt"}),
    "scopes as Microsoft writes them": lambda issuer: issuer.token(scope=None, scp="unsaid profile"),
    "scopes in a list": lambda issuer: issuer.token(scope=["openid", "unsaid"]),
    "one audience of several": lambda issuer: issuer.token(aud=["api://other", "api://unsaid"]),
    "no kind": lambda issuer: issuer.token(headers={"typ": None}),  # PyJWT leaves it out
    "an address of keys that nobody reads": lambda issuer: issuer.token(headers={"jku": "http://127.0.0.1:1/keys"}),
    "a clock that is half a minute behind": lambda issuer: issuer.token(nbf=int(time.time()) + 30),
    "a clock that is half a minute ahead": lambda issuer: issuer.token(exp=int(time.time()) - 30),
}


@pytest.mark.parametrize("make", GOOD.values(), ids=GOOD)
def test_a_good_token_gets_in(ask, issuer, make):
    assert ask(make(issuer)).status_code == 200


def _hs256(issuer, secret):
    """A token whose signature is an HMAC with what everybody knows, by hand: PyJWT refuses to make one."""
    signed = f"{part({'alg': 'HS256', 'typ': 'JWT', 'kid': 'rsa'})}.{part(issuer.claims())}"
    return f"{signed}.{part(hmac.digest(secret, signed.encode(), hashlib.sha256))}"


def _pem(issuer):
    return issuer.keys["rsa"].public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)


def _changed(issuer):
    """A good token whose claims were changed after it was signed."""
    head, _, signature = issuer.token().split(".")
    return f"{head}.{part(issuer.claims(roles=['admin']))}.{signature}"


def _with_own_key(issuer):
    stranger = rsa_key()
    own = {**json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(stranger.public_key())), "kid": "own"}
    return issuer.token("own", key=stranger, headers={"jwk": own, "jku": "https://evil.example/keys"})


def _raw(header, claims=b"{}"):
    return f"{part(header)}.{part(claims)}.{part(b'signature')}"


FORGED = {
    "alg none": lambda issuer: jwt.encode(issuer.claims(), None, "none", {"kid": "rsa"}),
    "alg NoNe": lambda issuer: f"{part({'alg': 'NoNe', 'kid': 'rsa'})}.{part(issuer.claims())}.",
    "HS256 with the public key": lambda issuer: _hs256(issuer, _pem(issuer)),
    "HS256 with the key as it is published": lambda issuer: _hs256(issuer, issuer.public("rsa")["n"].encode()),
    "another key under a known name": lambda issuer: issuer.token(key=rsa_key()),
    "another elliptic key under a known name": lambda issuer: issuer.token("ec", key=ec_key()),
    "RSA under the name of an elliptic key": lambda issuer: issuer.token("ec", key=issuer.keys["rsa"]),
    "RS512 with the right key": lambda issuer: issuer.token(algorithm="RS512"),
    "PS256 with the right key": lambda issuer: issuer.token(algorithm="PS256"),
    "claims changed after signing": _changed,
    "signature taken away": lambda issuer: issuer.token().rpartition(".")[0] + ".",
    "no signature at all": lambda issuer: issuer.token().rpartition(".")[0],
    "a key in its own header": _with_own_key,
    "unknown key": lambda issuer: issuer.token("unknown", key=rsa_key()),
    "a critical header that nobody knows": lambda issuer: issuer.token(headers={"crit": ["pink"], "pink": True}),
    "claims that are not encoded": lambda issuer: issuer.token(headers={"crit": ["b64"], "b64": False}),
    "a token to sign out": lambda issuer: issuer.token(headers={"typ": "logout+jwt"}),
    "other audience": lambda issuer: issuer.token(aud="api://other"),
    "no audience": lambda issuer: issuer.token(aud=None),
    "other issuer": lambda issuer: issuer.token(iss="https://evil.example"),
    "issuer with one more slash": lambda issuer: issuer.token(iss=f"{issuer.url}/"),
    "no issuer": lambda issuer: issuer.token(iss=None),
    "not yet valid": lambda issuer: issuer.token(nbf=int(time.time()) + 600),
    "made in the future": lambda issuer: issuer.token(iat=int(time.time()) + 600),
    "valid for ever": lambda issuer: issuer.token(exp=None),
    "an end that is no number": lambda issuer: issuer.token(exp="soon"),
    "an end beyond numbers": lambda issuer: issuer.token(exp=float("inf")),
    "nobody's": lambda issuer: issuer.token(sub=None),
    "an owner who is blank": lambda issuer: issuer.token(sub=" "),
    "an owner with more than 300 characters": lambda issuer: issuer.token(sub="x" * 301),
    "an owner with half a character": lambda issuer: issuer.token(sub="a\ud800"),
    "an owner with a control character": lambda issuer: issuer.token(sub="a\0b"),
    "no scope, as an ID token": lambda issuer: issuer.token(scope=None),
    "a scope that only begins so": lambda issuer: issuer.token(scope="unsaid.read"),
    "foreign tenant": lambda issuer: issuer.token(tid="tenant-two"),
    "no tenant": lambda issuer: issuer.token(tid=None),
    "tenants in a list": lambda issuer: issuer.token(tid=["tenant-one"]),
    "longer than any": lambda issuer: issuer.token(padding="x" * 20_000),
}


MALFORMED = {
    "no token": "guessed",
    "dots": "..",
    "no base64": "ä.ö.ü",
    "a header that is a list": _raw([]),
    "no name of a key": _raw({"alg": "RS256"}),
    "an empty name of a key": _raw({"alg": "RS256", "kid": ""}),
    "a name that is a list": _raw({"alg": "RS256", "kid": ["rsa"]}),
    "a kind that is null": _raw({"alg": "RS256", "kid": "rsa", "typ": None}),
    "a kind that is a number": _raw({"alg": "RS256", "kid": "rsa", "typ": 1}),
    "an algorithm that is a list": _raw({"alg": ["RS256"], "kid": "rsa"}),
    "a deep header": _raw(b"[" * 5000),
    "a number without end": _raw(b'{"alg":"RS256","kid":' + b"9" * 5000 + b"}"),
}


@pytest.mark.parametrize("make", FORGED.values(), ids=FORGED)
def test_a_forged_token_does_not(ask, issuer, make):
    _is_refused(ask, make(issuer))


@pytest.mark.parametrize("token", MALFORMED.values(), ids=MALFORMED)
def test_neither_does_what_is_no_token_at_all(ask, token):
    _is_refused(ask, token)


def _is_refused(ask, token):
    response = ask(token.encode("utf-8").decode("latin-1"))
    assert response.status_code == 401
    assert response.json["code"] == "sign_in_refused"
    assert response.headers["WWW-Authenticate"] == 'Bearer realm="unsaid", error="invalid_token"'
    assert not any(piece in response.text for piece in token.split(".") if len(piece) > 8)


def test_an_expired_token_is_distinguished_so_that_the_pane_fetches_another(ask, issuer):
    response = ask(issuer.token(exp=int(time.time()) - 120))
    assert (response.status_code, response.json["code"]) == (401, "sign_in_expired")
    assert 'error="invalid_token"' in response.headers["WWW-Authenticate"]


def test_a_token_that_is_expired_and_forged_is_forged(ask, issuer):
    response = ask(issuer.token(key=rsa_key(), exp=int(time.time()) - 120))
    assert response.json["code"] == "sign_in_refused"


@pytest.mark.filterwarnings("ignore:The RSA key is 1024 bits")
def test_a_key_that_is_too_short_signs_nothing(ask, issuer):
    issuer.keys["short"] = rsa_key(1024)
    assert ask(issuer.token("short")).status_code == 401


@pytest.mark.parametrize("algorithm", ["RS512", "PS256", "ES384"])
def test_keys_that_the_issuer_publishes_for_other_algorithms_sign_nothing(ask, issuer, algorithm):
    issuer.keys["other"] = ec_key(ec.SECP384R1()) if algorithm == "ES384" else rsa_key()
    published = {**issuer.public("other"), "alg": algorithm}
    issuer.answers = (200, {}, json.dumps({"keys": [published]}).encode())
    assert ask(issuer.token("other", algorithm=algorithm)).status_code == 401
    assert issuer.fetches == 0  # nor do they make us ask for keys


def test_a_key_for_encryption_signs_nothing(ask, issuer):
    published = {**issuer.public("ec"), "kid": "sealing", "use": "enc"}
    issuer.answers = (200, {}, json.dumps({"keys": [*issuer.jwks()["keys"], published]}).encode())
    assert ask(issuer.token("sealing", key=issuer.keys["ec"])).status_code == 401
    assert ask(issuer.token()).status_code == 200


def test_nobody_gets_in_without_a_token(service, issuer):
    client_ask = service(issuer.environment())
    for token in ("", " "):
        response = client_ask(token)
        assert (response.status_code, response.json["code"]) == (401, "not_signed_in")
        assert response.headers["WWW-Authenticate"] == "Bearer realm=unsaid"
    assert issuer.fetches == 0


def test_an_issuer_of_many_tenants_has_the_tenant_in_its_name(service, issuer):
    url = issuer.url.replace("house", "{tenantid}")
    ask = service(issuer.environment(UNSAID_OIDC_ISSUER=url, UNSAID_OIDC_TENANTS="one, two"))
    base = issuer.url.removesuffix("house")
    assert ask(issuer.token(iss=f"{base}one", tid="one")).status_code == 200
    assert ask(issuer.token(iss=f"{base}two", tid="two")).status_code == 200
    assert ask(issuer.token(iss=f"{base}two", tid="one")).status_code == 401
    assert ask(issuer.token(iss=f"{base}three", tid="three")).status_code == 401
    assert ask(issuer.token(iss=url, tid="one")).status_code == 401


def test_a_new_key_is_found_without_a_restart_and_a_withdrawn_one_forgotten(ask, issuer, clock):
    old = issuer.token()
    assert ask(old).status_code == 200
    issuer.keys = {"next": rsa_key()}
    clock.now += oidc_keys.PAUSE
    assert ask(issuer.token("next")).status_code == 200
    assert ask(old).status_code == 401
    assert issuer.fetches == 2


def test_a_withdrawn_key_counts_no_longer_than_keys_are_fresh(ask, issuer, clock):
    old = issuer.token()
    assert ask(old).status_code == 200
    issuer.keys = {"next": rsa_key()}
    clock.now += oidc_keys.FRESH - 1
    assert ask(old).status_code == 200
    clock.now += 1
    assert ask(old).status_code == 401


def test_names_that_nobody_knows_do_not_make_us_ask_the_issuer_each_time(ask, issuer, clock):
    for number in range(20):
        assert ask(issuer.token(f"unknown {number}", key=issuer.keys["rsa"])).status_code == 401
    assert issuer.fetches == 1
    clock.now += oidc_keys.PAUSE
    ask(issuer.token("unknown", key=issuer.keys["rsa"]))
    assert issuer.fetches == 2


DOWN = {
    "an error": (503, {}, b""),
    "no JSON": (200, {}, b"<html>"),
    "a list": (200, {}, b"[]"),
    "no set of keys": (200, {}, b'{"error": "busy"}'),
    "keys in no list": (200, {}, b'{"keys": {}}'),
    "half of an answer": (200, {}, b'{"keys": ['),
    "a deep answer": (200, {}, b"[" * 100_000),
    "elsewhere": (302, {"Location": "http://127.0.0.1:1/keys"}, b""),
}


@pytest.mark.parametrize("answers", DOWN.values(), ids=DOWN)
def test_an_issuer_that_does_not_answer_blocks_nobody_who_could_be_known(ask, issuer, clock, answers):
    good = issuer.token()
    issuer.answers = answers
    first = ask(good)
    assert (first.status_code, first.json["code"]) == (503, "issuer_unavailable")
    assert int(first.headers["Retry-After"]) > 0
    issuer.answers = None
    clock.now += oidc_keys.PAUSE
    assert ask(good).status_code == 200  # it is back
    issuer.answers = answers
    clock.now += oidc_keys.STALE - 1
    assert ask(good).status_code == 200  # by the keys that were known
    assert ask(issuer.token("rsa", key=rsa_key())).status_code == 401
    clock.now += oidc_keys.PAUSE
    assert ask(good).status_code == 503


def _published(issuer, **changes):
    return [{**issuer.public("rsa"), **changes}]


WITHDRAWN = {
    "no keys": lambda _issuer: [],
    "a shared secret under that name": lambda _issuer: [{"kty": "oct", "kid": "rsa", "k": "c2VjcmV0"}],
    "keys for encryption": lambda issuer: _published(issuer, use="enc"),
    "keys for other algorithms": lambda issuer: _published(issuer, alg="RS512"),
    "keys without names": lambda issuer: _published(issuer, kid=None),
    "keys of unknown types": lambda issuer: _published(issuer, kty="LATTICE"),
    "keys that cannot be read": lambda issuer: _published(issuer, n="!"),
    "an algorithm that is a list": lambda issuer: _published(issuer, alg=["RS256"]),
    "no objects": lambda _issuer: [None, "rsa", 1, ["kid", "rsa"]],
}
"""Sets of keys of which none can sign: the issuer answers, and has withdrawn the key."""


@pytest.mark.parametrize("published", WITHDRAWN.values(), ids=WITHDRAWN)
def test_a_set_without_usable_keys_withdraws_them_all(ask, issuer, clock, published):
    good = issuer.token()
    assert ask(good).status_code == 200
    issuer.answers = (200, {}, json.dumps({"keys": published(issuer)}).encode())
    clock.now += oidc_keys.FRESH
    refused = ask(good)
    assert (refused.status_code, refused.json["code"]) == (401, "sign_in_refused")
    issuer.answers = DOWN["an error"]
    clock.now += oidc_keys.FRESH
    assert ask(good).status_code == 503, "what was withdrawn does not come back when the issuer is down"
    issuer.answers = None
    clock.now += oidc_keys.PAUSE
    assert ask(good).status_code == 200


@pytest.mark.parametrize("published", WITHDRAWN.values(), ids=WITHDRAWN)
def test_an_unusable_key_keeps_no_other_one_from_signing(ask, issuer, published):
    ec_only = issuer.public("ec")
    issuer.answers = (200, {}, json.dumps({"keys": [*published(issuer), ec_only]}).encode())
    assert [ask(issuer.token(kid)).status_code for kid in ("ec", "rsa")] == [200, 401]


def test_an_issuer_that_is_down_gives_issuer_unavailable(service, issuer):
    ask = service(issuer.environment(UNSAID_OIDC_JWKS="http://127.0.0.1:1/keys"))
    assert ask(issuer.token()).status_code == 503


def test_the_address_of_the_keys_comes_from_the_issuers_metadata(service, issuer):
    ask = service(issuer.environment(UNSAID_OIDC_JWKS=""))
    assert ask(issuer.token()).status_code == 200
    assert issuer.fetches == 2


@pytest.mark.parametrize(
    "described",
    [
        {"issuer": "https://evil.example", "jwks_uri": "{url}/keys"},
        {"issuer": "{url}", "jwks_uri": "http://evil.example/keys"},
        {"issuer": "{url}", "jwks_uri": "file:///etc/passwd"},
        {"issuer": "{url}"},
    ],
)
def test_a_description_of_another_issuer_or_of_unsafe_places_is_not_followed(service, issuer, described):
    told = json.dumps(described).replace("{url}", issuer.url).encode()
    issuer.answers = (200, {}, told)
    assert service(issuer.environment(UNSAID_OIDC_JWKS=""))(issuer.token()).status_code == 503
    assert issuer.fetches == 1


def test_few_threads_wait_for_an_issuer_that_is_slow(issuer, monkeypatch):
    """Tokens need no account to name a key that nobody knows, and each that waits costs a thread."""
    keys = oidc_keys.SigningKeys(SignInSettings.from_environment(issuer.environment()).issuer)
    began, go_on, fetches = threading.Event(), threading.Event(), []

    def fetch():
        fetches.append(1)
        began.set()
        assert go_on.wait(60)
        keys._tried = monotonic()

    monkeypatch.setattr(keys, "_fetch_unless_just_tried", fetch)
    turned_away = threading.Semaphore(0)

    def ask(number):
        try:
            keys.named(f"unknown {number}")
        except IssuerUnavailable as error:
            turned_away.release()
            return str(error)

    with ThreadPoolExecutor(40) as threads:
        first = threads.submit(ask, 0)
        assert began.wait(60)
        others = [threads.submit(ask, number) for number in range(1, 40)]
        for _ in range(39 - oidc_keys.MAX_WAITING):
            assert turned_away.acquire(timeout=60)  # while the fetch still runs
        assert not first.done()
        assert sum(not each.done() for each in others) >= oidc_keys.MAX_WAITING
        go_on.set()
    assert sum("being fetched" in each.result() for each in others) == 39 - oidc_keys.MAX_WAITING
