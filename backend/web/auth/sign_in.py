"""Sign-in: find out who sends a request, by each way of signing in."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from backend.errors import CannotServe, SignInRefused
from backend.messages.problems import NobodyCouldSignIn
from backend.services.accounts import CurrentRights, FindGranted
from backend.storage.accounts.api_keys import PREFIX, ApiKey
from backend.storage.accounts.users import pseudonym
from backend.storage.rights.rights import EVERYTHING, NOTHING, Granted
from backend.web.auth.current_caller import Caller
from backend.web.auth.loopback import address_group, is_loopback
from backend.web.auth.oidc import Tokens
from backend.web.auth.rate_limits import LockOut
from backend.web.auth.sign_in_claims import groups_in, roles_in
from backend.web.auth.sign_in_settings import Issuer, SignInSettings
from backend.web.auth.start_up_token import StartUpToken

FindKey = Callable[[str], ApiKey | None]
"""The API key of a token, as `ApiKeys.of`."""

ALONE = Caller("00000000", EVERYTHING, is_alone=True)
"""The single user of this machine, who may do everything here."""

_LONGEST = 16 * 1024
"""Characters of a token: several times what issuers make."""


@dataclass(frozen=True, slots=True)
class SignInMethods:
    """How callers can sign in: tokens of the issuer, API keys, and the start-up token if there is one."""

    settings: SignInSettings = field(default_factory=SignInSettings)
    start_up_token: StartUpToken | None = None


BY_API_KEY = SignInMethods()
"""Where nothing is configured."""


def is_single_user(host: str, settings: SignInSettings) -> bool:
    """Whether only this machine reaches a service that listens at `host`, without a proxy."""
    return is_loopback(host) and not settings.proxies


def sign_in_methods_at(
    host: str, settings: SignInSettings, has_api_keys: Callable[[], bool]
) -> tuple[SignInMethods, str | None]:
    """Return how callers sign in to a service that listens at `host`, and the start-up token to print, if any.

    A start-up token is made only where nobody else can reach the service.

    Raises CannotServe where others could reach the service and there is no way to sign in.
    """
    if settings.issuer is not None:
        return SignInMethods(settings), None
    if is_single_user(host, settings):
        token, announcement = StartUpToken.make()
        return SignInMethods(settings, token), announcement
    if has_api_keys():
        return SignInMethods(settings), None
    raise CannotServe(NobodyCouldSignIn())


def _nothing_granted(_issuer: str, _subject: str, _called: str | None) -> Granted:
    return NOTHING


class SignIn:
    """Finds out who sends a request, and limits failed attempts."""

    def __init__(
        self,
        sign_in_methods: SignInMethods,
        find_key: FindKey,
        find_granted: FindGranted = _nothing_granted,
        again: CurrentRights | None = None,
    ) -> None:
        self._start_up_token = sign_in_methods.start_up_token
        self._tokens = Tokens.of(sign_in_methods.settings.issuer) if sign_in_methods.settings.issuer else None
        self._find_key = find_key
        self._find_granted = find_granted
        self._again = again
        self.lock_out = LockOut(sign_in_methods.settings)

    def caller(self, token: str, address: str | None, *, passed_on: bool = False) -> Caller:
        """Return the caller with this token and address; `passed_on` if a proxy forwarded the request.

        A token that is good passes, whatever others try behind the same address: secrets have 256 bits, or are
        signatures, so it is enough to let those who fail rest. A token that has only expired is no failure: whoever
        has it had signed in.

        Raises SignInRefused, SignInExpired, LockedOut, IssuerUnavailable, StoreUnavailable.
        """
        where = address_group(address)
        try:
            caller = self._found(token, may_be_alone=is_loopback(address) and not passed_on)
        except SignInRefused:
            self.lock_out.check(where)
            self.lock_out.failed(where)
            raise
        self.lock_out.check(caller.id)
        return caller

    def _found(self, token: str, *, may_be_alone: bool) -> Caller:
        if len(token) > _LONGEST:
            raise SignInRefused("This service does not accept the token: it is too long.")
        if self._start_up_token is not None and self._start_up_token.is_told_in(token) and may_be_alone:
            return ALONE
        if token.startswith(f"{PREFIX}_"):
            return self._of_key(self._find_key(token))
        if self._tokens is not None:
            claims = self._tokens.claims(token)
            granted = self._find_granted(claims["iss"], claims["sub"], _called(claims))
            return self._of_claims(claims, self._tokens.issuer, granted)
        raise SignInRefused("This service does not accept the token.")

    def _of_key(self, key: ApiKey | None) -> Caller:
        if key is None:
            raise SignInRefused(
                "The API key is unknown, has expired or was revoked. Ask an administrator for another one."
            )
        return Caller(key.id, key.rights, read=self._again.of_key(key.id) if self._again else None)

    def _of_claims(self, claims: Mapping[str, Any], issuer: Issuer, granted: Granted) -> Caller:
        """The caller's rights from the token, plus those granted here."""
        user = pseudonym(claims["iss"], claims["sub"])
        claimed = roles_in(claims, issuer), groups_in(claims, issuer)
        return Caller(
            user, granted.beside(*claimed), read=self._again.of_person(user, *claimed) if self._again else None
        )


def _called(claims: Mapping[str, Any]) -> str | None:
    """The display name of the token; it is shown to administrators and never used for decisions."""
    name = claims.get("preferred_username")
    return name if isinstance(name, str) else None
