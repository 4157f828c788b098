"""The signing keys of an OpenID Connect issuer: fetched, cached, and fetched again after a key rotation."""

import json
import threading
import urllib.request
from dataclasses import dataclass
from http.client import HTTPException
from time import monotonic
from typing import Any
from urllib.error import HTTPError

from jwt import PyJWK
from jwt.exceptions import PyJWTError

from backend.errors import IssuerUnavailable, SignInRefused
from backend.web.auth.sign_in_settings import Issuer, is_trustworthy

ALGORITHMS = ("RS256", "ES256")
"""Signatures that only the holder of a private key can make; what the token says of itself changes nothing."""

FRESH = 300.0
"""Seconds after which the keys are fetched again: as long may a key still count that the issuer has withdrawn."""

STALE = 24 * 3600.0
"""Seconds for which the keys that were known go on counting while the issuer does not answer."""

PAUSE = 10.0
"""Seconds between two fetches, however many tokens name keys that nobody knows."""

PATIENCE = 5.0
"""Seconds that one fetch may take."""

MAX_WAITING = 8
"""Threads of a process that may wait for a fetch. Others get IssuerUnavailable: waiting costs them a thread each,
before anything limits how many requests are answered at once, and whoever has no account can send such tokens.
"""

_DESCRIPTION = "/.well-known/openid-configuration"


@dataclass(frozen=True, slots=True)
class _Fetched:
    """The keys of one fetch, and its time on this process's clock."""

    keys: dict[str, PyJWK]
    at: float


class SigningKeys:
    """The signing keys of one issuer, for all threads of a process.

    Nobody waits for a fetch who has the key already, and an issuer that does not answer for a while is no reason to
    turn away those who have signed in.
    """

    def __init__(self, issuer: Issuer) -> None:
        self._issuer = issuer
        self._address: str | None = issuer.keys
        self._fetching = threading.Lock()
        self._waiting = threading.Semaphore(MAX_WAITING)
        self._fetched = _Fetched({}, -STALE)
        self._tried = -PAUSE

    def named(self, kid: str) -> PyJWK:
        """Return the key with this id.

        Raises SignInRefused when the issuer has none of that name, IssuerUnavailable when that cannot be found out.
        """
        key = self._known(kid, FRESH)
        if key is not None:
            return key
        # With a cached copy of the key, leave the fetch to a thread that is already fetching.
        old = self._known(kid, STALE)
        if self._fetching.acquire(blocking=False):
            try:
                self._fetch_unless_just_tried()
            finally:
                self._fetching.release()
        elif old is None:
            self._wait_for_fetch()
        key = self._known(kid, STALE)
        if key is not None:
            return key
        if self._fetched.at < self._tried:
            raise IssuerUnavailable("The issuer of the tokens does not respond. Try again in a moment.")
        raise SignInRefused("The token is signed with a key that its issuer does not have. Sign in again.")

    def _known(self, kid: str, age: float) -> PyJWK | None:
        fetched = self._fetched
        return fetched.keys.get(kid) if monotonic() - fetched.at < age else None

    def _wait_for_fetch(self) -> None:
        if not self._waiting.acquire(blocking=False):
            raise IssuerUnavailable("The keys of the issuer are being fetched. Try again in a moment.")
        try:
            with self._fetching:
                self._fetch_unless_just_tried()
        finally:
            self._waiting.release()

    def _fetch_unless_just_tried(self) -> None:
        if monotonic() - self._tried < PAUSE:
            return
        self._tried = monotonic()
        try:
            if self._address is None:
                self._address = self._described()
            keys = _signing_keys(_read(self._address))
        except (OSError, HTTPException, ValueError, RecursionError):
            return
        self._fetched = _Fetched(keys, monotonic())

    def _described(self) -> str:
        """The URL of the keys, from the issuer's OpenID Connect Discovery document."""
        described = _read(self._issuer.url.rstrip("/") + _DESCRIPTION)
        keys = described.get("jwks_uri") if isinstance(described, dict) else None
        if not isinstance(keys, str) or described.get("issuer") != self._issuer.url or not is_trustworthy(keys):
            raise ValueError("the description is none of this issuer")
        return keys


def _signing_keys(published: Any) -> dict[str, PyJWK]:
    """The keys of a JWK set that can sign tokens; there may be none, and then the issuer has withdrawn all.

    Raises ValueError when it is no JWK set.
    """
    is_set = isinstance(published, dict) and isinstance(published.get("keys"), list)
    if not is_set:
        raise ValueError("the answer is no JWK set")
    keys = (_signing_key(each) for each in published["keys"] if isinstance(each, dict))
    return {str(key.key_id): key for key in keys if key is not None}


def _signing_key(published: dict[str, Any]) -> PyJWK | None:
    """The key of a JWK; None if it is for something else, has no id, or cannot be understood."""
    if not published.get("kid") or published.get("use") not in ("sig", None):
        return None
    try:
        key = PyJWK(published)
    except (PyJWTError, TypeError, ValueError):
        return None
    return key if key.algorithm_name in ALGORITHMS else None


def _read(address: str) -> Any:
    """The JSON at an address; no redirect is followed.

    Raises OSError, HTTPException, ValueError, RecursionError.
    """
    try:
        with _opener().open(address, timeout=PATIENCE) as answer:
            return json.load(answer)
    except HTTPError as error:
        error.close()
        raise


class _StaysWhereItIs(urllib.request.HTTPRedirectHandler):
    """Refuses redirects, because an issuer could redirect us anywhere."""

    def redirect_request(self, *_request: Any) -> None:
        """Follow no redirection."""


def _opener() -> urllib.request.OpenerDirector:
    return urllib.request.build_opener(_StaysWhereItIs())
