"""Checks before each request: who sends it, and whether this caller may use the route."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from apiflask import APIFlask
from flask import Response, g, request
from werkzeug.datastructures import WWWAuthenticate
from werkzeug.exceptions import Forbidden, MethodNotAllowed, Unauthorized
from werkzeug.middleware.proxy_fix import ProxyFix

from backend.errors import AskedTooOften, IssuerUnavailable, LockedOut, NotOfAllGroups, SignInExpired, SignInRefused
from backend.services.accounts import CurrentRights, FindGranted
from backend.web.auth.current_caller import Caller
from backend.web.auth.loopback import address_group, forwarded_address
from backend.web.auth.proxy_headers import is_passed_on
from backend.web.auth.rate_limits import ASKED, REFUSED, Rates
from backend.web.auth.route_roles import roles_allowed, takes_every_group
from backend.web.auth.sign_in import FindKey, SignIn, SignInMethods
from backend.web.http import problems

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_SOON = 5
"""Seconds until it makes sense to ask the issuer again."""


def init_app(
    app: APIFlask,
    sign_in_methods: SignInMethods,
    find_key: FindKey,
    find_granted: FindGranted,
    again: CurrentRights,
) -> None:
    """Check every request before its route runs and before its body is read."""
    sign_in = SignIn(sign_in_methods, find_key, find_granted, again)
    proxies = sign_in_methods.settings.proxies
    if proxies:
        app.wsgi_app = _BehindProxies(ProxyFix(app.wsgi_app, x_for=0, x_proto=proxies), proxies)  # type: ignore[method-assign]

    rates = Rates(sign_in_methods.settings)

    @app.before_request
    def let_in() -> Response | None:
        try:
            _let_in(sign_in, rates)
        except (SignInRefused, SignInExpired) as error:
            return _with_header(problems.of_unsaid(error), "WWW-Authenticate", _challenge("invalid_token"))
        except (LockedOut, AskedTooOften) as error:
            return problems.of_unsaid(error)
        except IssuerUnavailable as error:
            return _with_header(problems.of_unsaid(error), "Retry-After", str(_SOON))
        return None

    @app.after_request
    def count_refused(response: Response) -> Response:
        """Count refused requests that no caller was counted for, including unknown addresses."""
        if "counted" in g:
            return response
        try:
            _count(rates, address_group(request.remote_addr), REFUSED)
        except AskedTooOften as error:
            return problems.of_unsaid(error)
        return response


@dataclass(frozen=True, slots=True)
class _BehindProxies:
    """WSGI middleware that sets the client address; `ProxyFix` would interpret quotes in the header."""

    app: "WSGIApplication"
    proxies: int

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Call the application."""
        forwarded = forwarded_address(environ.get("HTTP_X_FORWARDED_FOR", ""), self.proxies)
        if forwarded is not None:
            environ["REMOTE_ADDR"] = forwarded
        return self.app(environ, start_response)


def _let_in(sign_in: SignIn, rates: Rates) -> None:
    rule = request.url_rule
    if rule is None:
        _recognise(sign_in, rates)  # unknown addresses get 404 without sign-in
        return
    if request.method == "OPTIONS":
        raise MethodNotAllowed(sorted((rule.methods or set()) - {"OPTIONS"}))
    who = roles_allowed(request.method, rule.rule)
    if who is None:
        _count(rates, address_group(request.remote_addr))
        return
    caller = _signed_in(sign_in)
    g.caller = caller.asking(who)
    _count_caller(rates, caller)
    if not caller.roles & who:
        sign_in.lock_out.failed(caller.id)
        raise Forbidden
    if takes_every_group(request.method, rule.rule) and g.caller.groups is not None:
        raise NotOfAllGroups(
            "This concerns the clients of all groups, and your role counts for some. Ask someone who sees all "
            "groups."
        )


def _signed_in(sign_in: SignIn) -> Caller:
    return sign_in.caller(_token(), request.remote_addr, passed_on=is_passed_on(request.headers.keys()))


def _recognise(sign_in: SignIn, rates: Rates) -> None:
    """Count an unauthenticated request for its known caller, so that others behind the address do not pay."""
    with suppress(Unauthorized, SignInRefused, SignInExpired, LockedOut, IssuerUnavailable):
        g.caller = _signed_in(sign_in)
        _count_caller(rates, g.caller)


def _count_caller(rates: Rates, caller: Caller) -> None:
    """Count a request of a caller; a single user of the machine is not limited."""
    g.counted = True
    if not caller.is_alone:
        rates.count(caller.id)


def _count(rates: Rates, address: str, what: str = ASKED) -> None:
    g.counted = True
    rates.count(address, what)


def _token() -> str:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Unauthorized(www_authenticate=WWWAuthenticate("bearer", {"realm": "unsaid"}))
    return token.strip()


def _challenge(error: str) -> str:
    return f'Bearer realm="unsaid", error="{error}"'


def _with_header(response: Response, header: str, value: str) -> Response:
    response.headers[header] = value
    return response
