"""Before each request: who sends it, and whether its route is open to them."""

from apiflask import APIFlask
from flask import Response, g, request
from werkzeug.datastructures import WWWAuthenticate
from werkzeug.exceptions import Forbidden, MethodNotAllowed, Unauthorized
from werkzeug.middleware.proxy_fix import ProxyFix

from backend.errors import IssuerUnavailable, LockedOut, NotOfAllGroups, SignInExpired, SignInRefused
from backend.services.people import FindGranted, RightsAgain
from backend.web import problems, rate_limits
from backend.web.roles import takes_every_group, who_may
from backend.web.sign_in import Door, FindKey, SignIn

_SOON = 5
"""Seconds until it makes sense to ask the issuer again."""

_SIGNS_OF_A_PROXY = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via")


def init_app(app: APIFlask, door: Door, find_key: FindKey, find_granted: FindGranted, again: RightsAgain) -> None:
    """Let a request go on to its route only when it may; what it carries has not been read by then."""
    sign_in = SignIn(door, find_key, find_granted, again)
    proxies = door.settings.proxies
    if proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies)  # type: ignore[method-assign]

    @app.before_request
    def let_in() -> Response | None:
        try:
            _let_in(sign_in)
        except (SignInRefused, SignInExpired) as error:
            return _told(problems.of_unsaid(error), "WWW-Authenticate", _challenge("invalid_token"))
        except LockedOut as error:
            return _told(problems.of_unsaid(error), "Retry-After", str(error.retry_after))
        except IssuerUnavailable as error:
            return _told(problems.of_unsaid(error), "Retry-After", str(_SOON))
        return None

    rate_limits.init_app(app, door.settings)


def _let_in(sign_in: SignIn) -> None:
    rule = request.url_rule
    if rule is None:
        return  # nobody serves this address, which is said to everybody
    if request.method == "OPTIONS":
        raise MethodNotAllowed(sorted((rule.methods or set()) - {"OPTIONS"}))
    who = who_may(request.method, rule.rule)
    if who is None:
        return
    caller = sign_in.caller(_token(), request.remote_addr, passed_on=_is_passed_on())
    g.caller = caller.asking(who)
    if not caller.roles & who:
        sign_in.lock_out.failed(caller.id)
        raise Forbidden
    if takes_every_group(request.method, rule.rule) and g.caller.groups is not None:
        raise NotOfAllGroups(
            "this concerns the clients of every group, and your role counts for some; ask somebody who sees all"
        )


def _token() -> str:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Unauthorized(www_authenticate=WWWAuthenticate("bearer", {"realm": "unsaid"}))
    return token.strip()


def _is_passed_on() -> bool:
    return any(name in request.headers for name in _SIGNS_OF_A_PROXY)


def _challenge(error: str) -> str:
    return f'Bearer realm="unsaid", error="{error}"'


def _told(response: Response, header: str, value: str) -> Response:
    response.headers[header] = value
    return response
