"""Security headers of every response."""

from collections.abc import Iterable

from flask import Flask, Response, request

from backend.settings import ServiceSettings

PANE = "/pane/"
OFFICE_JS = "https://appsforoffice.microsoft.com"

SAVE_PAGE = f"{PANE}save.html"
"""What the browser shows to save a file; Word never shows it."""

_OF_THE_SAVE_PAGE = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)

_NOTHING = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
"""What is no page needs no source at all."""

_YEAR = 365 * 24 * 3600


def init_app(app: Flask, settings: ServiceSettings) -> None:
    """Set the headers of every response; no X-Frame-Options, which would block the pane in Word on the web."""
    of_the_pane = pane_policy(settings.frame_ancestors, settings.connect)

    @app.after_request
    def set_headers(response: Response) -> Response:
        here = request.path.startswith(PANE)
        if request.path == SAVE_PAGE:
            response.headers["Content-Security-Policy"] = _OF_THE_SAVE_PAGE
            response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
        elif here:
            response.headers["Content-Security-Policy"] = of_the_pane
        else:
            response.headers.setdefault("Content-Security-Policy", _NOTHING)
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["Permissions-Policy"] = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
        if response.expires is None:
            response.headers.setdefault("Cache-Control", "no-store")
        if not here:
            response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
        if request.is_secure:
            response.headers["Strict-Transport-Security"] = f"max-age={_YEAR}"
        return response


def pane_policy(frame_ancestors: Iterable[str], connect: Iterable[str]) -> str:
    """The Content-Security-Policy under which the pane runs with the real Office.js.

    `require-trusted-types-for` would stop Office.js; two inline styles of its own are refused and do no harm.
    """
    others = " ".join(connect)
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src 'self' {OFFICE_JS}",
            "style-src 'self'",
            "img-src 'self' data:",
            "font-src 'self'",
            f"connect-src 'self' {others}".rstrip(),
            *([f"frame-src {others}"] if others else []),
            f"frame-ancestors {' '.join(frame_ancestors)}",
            "base-uri 'none'",
            "form-action 'none'",
            "object-src 'none'",
        ]
    )
