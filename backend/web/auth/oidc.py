"""Check bearer tokens of an OpenID Connect issuer."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import jwt
from jwt.exceptions import ExpiredSignatureError, ImmatureSignatureError, PyJWTError

from backend.errors import SignInExpired, SignInRefused
from backend.storage.accounts.users import may_name_user
from backend.web.auth.oidc_keys import ALGORITHMS, SigningKeys
from backend.web.auth.sign_in_claims import scopes_in
from backend.web.auth.sign_in_settings import Issuer

LEEWAY = 60
"""Seconds by which the clocks of the issuer and of this server may differ."""

_KINDS = frozenset({"jwt", "at+jwt", "application/at+jwt"})
"""What the header `typ` may say: no token that was made for another purpose than access."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """Checks the tokens of one issuer."""

    issuer: Issuer
    keys: SigningKeys

    @classmethod
    def of(cls, issuer: Issuer) -> "Tokens":
        """Check tokens of this issuer; its keys are fetched when the first token comes."""
        return cls(issuer, SigningKeys(issuer))

    def claims(self, token: str) -> Mapping[str, Any]:
        """The claims of a valid token.

        Raises SignInRefused, SignInExpired, IssuerUnavailable.
        """
        claims = self._verified(token)
        if not self.issuer.is_named(claims["iss"], claims.get("tid")):
            raise _refused("is from another issuer")
        if not self.issuer.lets_in(claims.get("tid")):
            raise _refused("is from a tenant that may not sign in")
        if not may_name_user(claims["iss"], claims["sub"]):
            raise _refused("names its owner by what this service cannot store")
        if self.issuer.scope not in scopes_in(claims):
            raise _refused(f"lacks the scope {self.issuer.scope!r}")
        return claims

    def _verified(self, token: str) -> dict[str, Any]:
        try:
            key = self.keys.named(_key_named_in(token))
            claims: dict[str, Any] = jwt.decode(
                token,
                key,
                algorithms=ALGORITHMS,
                audience=self.issuer.audiences,
                leeway=LEEWAY,
                options={
                    "require": ["exp", "iss", "sub", "aud"],
                    "verify_iss": False,  # done by the issuer, whose name may hold a tenant
                    "enforce_minimum_key_length": True,
                },
            )
        except ExpiredSignatureError:
            raise SignInExpired("The token has expired. Sign in again.") from None
        except ImmatureSignatureError:
            raise _refused("is not valid yet. Check the clocks of the issuer and of this server") from None
        except (PyJWTError, ValueError) as error:
            # What PyJWT says may quote the token.
            raise _refused("is not one that this service accepts") from error
        return claims


def _key_named_in(token: str) -> str:
    """The key id in the token's header, which is not trusted for anything else."""
    header = jwt.get_unverified_header(token)
    kind = header.get("typ", "JWT")
    if header.get("alg") not in ALGORITHMS or not isinstance(kind, str) or kind.lower() not in _KINDS:
        raise _refused("is of a kind that this service does not accept")
    kid = header.get("kid")
    if not kid:
        raise _refused("does not name the key that signed it")
    return str(kid)


def _refused(why: str) -> SignInRefused:
    return SignInRefused(f"The token {why}.")
