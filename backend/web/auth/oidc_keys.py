"""The signing keys of an OpenID Connect issuer: fetched, cached, and fetched again after a key rotation."""

import json
import threading
import urllib.request
from dataclasses import dataclass
from http.client import HTTPException
from time import monotonic
from typing import Any

from jwt import PyJWK, PyJWKClient
from jwt.exceptions import PyJWTError

from backend.errors import IssuerUnavailable, SignInRefused
from backend.web.auth.sign_in_settings import Issuer, is_trustworthy

FRESH = 300.0
"""Seconds after which the keys are fetched again: as long may a key still count that the issuer has withdrawn."""

STALE = 24 * 3600.0
"""Seconds for which the keys that were known go on counting while the issuer does not answer."""

PAUSE = 10.0
"""Seconds between two fetches, however many tokens name keys that nobody knows."""

PATIENCE = 5.0
"""Seconds that one fetch may take."""

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
        self._client: PyJWKClient | None = None
        self._fetching = threading.Lock()
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
        if self._fetching.acquire(blocking=old is None):
            try:
                self._fetch_unless_just_tried()
            finally:
                self._fetching.release()
        key = self._known(kid, STALE)
        if key is not None:
            return key
        if self._fetched.at < self._tried:
            raise IssuerUnavailable("The issuer of the tokens does not respond. Try again in a moment.")
        raise SignInRefused("The token is signed with a key that its issuer does not have. Sign in again.")

    def _known(self, kid: str, age: float) -> PyJWK | None:
        fetched = self._fetched
        return fetched.keys.get(kid) if monotonic() - fetched.at < age else None

    def _fetch_unless_just_tried(self) -> None:
        if monotonic() - self._tried < PAUSE:
            return
        self._tried = monotonic()
        try:
            keys = {str(key.key_id): key for key in self._source().get_signing_keys(refresh=True)}
        except (PyJWTError, OSError, HTTPException, ValueError):
            return
        self._fetched = _Fetched(keys, monotonic())

    def _source(self) -> PyJWKClient:
        if self._client is None:
            self._client = PyJWKClient(self._issuer.keys or self._described(), timeout=PATIENCE)
        return self._client

    def _described(self) -> str:
        """The URL of the keys, from the issuer's OpenID Connect Discovery document."""
        address = self._issuer.url.rstrip("/") + _DESCRIPTION
        with _opener().open(address, timeout=PATIENCE) as answer:
            described: Any = json.load(answer)
        keys = described.get("jwks_uri") if isinstance(described, dict) else None
        if not isinstance(keys, str) or described.get("issuer") != self._issuer.url or not is_trustworthy(keys):
            raise ValueError("the description is none of this issuer")
        return keys


class _StaysWhereItIs(urllib.request.HTTPRedirectHandler):
    """Refuses redirects, because an issuer could redirect us anywhere."""

    def redirect_request(self, *_request: Any) -> None:
        """Follow no redirection."""


def _opener() -> urllib.request.OpenerDirector:
    return urllib.request.build_opener(_StaysWhereItIs())
