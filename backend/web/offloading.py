"""Answer heavy requests in another process, which can be killed, so that this one stays responsive.

A request that is passed on was admitted here: its sender has signed in, and its size is within the limits. Its body
has not been parsed. The other process runs the view; the response gets its headers, its log line and its count
here.
"""

import io
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial, wraps
from types import MappingProxyType
from typing import Any, TypeVar

from apiflask import APIFlask
from flask import Response, g, request

from backend.errors import RequestTooLarge
from backend.processes.ceilings import Ceiling
from backend.web.auth import question_limits
from backend.web.auth.current_caller import Caller
from backend.web.http.request_ids import request_id
from backend.web.service import service

Result = TypeVar("Result")

MEASURES = 12 * 1024 * 1024
"""Bytes of an answer of `/v1/privacy/…`: 20,000 pairs or users with ordinary names have five million."""

HEAVY: Mapping[str, Ceiling] = MappingProxyType(
    {
        **dict.fromkeys(
            (
                "analyses.analyse",
                "redactions.redact",
                "approvals.approve",
                "verifications.verify",
                "copies.copy",
                "guesses.guess",
                "folder_batches.redact_folder",
                "jobs.files",  # lists two folders, and checks a row for each file
                "jobs.privacy",  # reads the rows of all files
                "index.publish",  # checks the whole index first
            ),
            Ceiling(),
        ),
        **dict.fromkeys(("privacy.spi", "privacy.linkability", "privacy.policy"), Ceiling(answer=MEASURES)),
        # How long this takes depends on how much was ever noted; UNSAID_TIME_LIMIT ends it.
        "audit.verify": Ceiling(seconds=float("inf")),
        "clients.remove": Ceiling(seconds=float("inf")),  # the same, by how many documents the index has of it
    }
)
"""The endpoints that are answered elsewhere, and what each may take."""


STORED = frozenset({"folder_batches.redact_folder"})
"""The endpoints that are answered elsewhere, with a body that is stored: it has no more bytes than others."""


READS_ELSEWHERE = frozenset({"batches.redact_batch"})
"""The endpoints that are answered here, with a body that is read elsewhere."""


ELSEWHERE_IF_LARGE = frozenset(
    f"reviews.{view}"
    for view in (
        "get",
        "remove",
        "decisions",
        "decide",
        "submit",
        "recall",
        "claim",
        "release",
        "give_back",
        "reopen",
        "sample",
        "judge",
        "agreement",
    )
)
"""The endpoints of one review, which are answered elsewhere if their body is large, or what is stored with the
review: 50,000 decisions take seconds."""


AT_ANY_TIME = frozenset({"health.healthz", "health.readyz"})
"""The endpoints that wait for no turn, so that they tell whether the service answers."""


@dataclass(frozen=True, slots=True)
class PassedRequest:
    """A request as it is sent to another process: WSGI environment without credentials, body, caller."""

    environ: Mapping[str, str]
    body: bytes
    caller: Caller | None
    request_id: str
    wait: int | None = None
    """The seconds until the caller may ask about a document again, where clients are hidden from it."""

    @classmethod
    def of_present(cls) -> "PassedRequest":
        """The current request; this reads its body."""
        environ = {
            name: value
            for name, value in request.environ.items()
            if isinstance(value, str) and name not in _KEPT_HERE
        }
        caller: Caller | None = g.get("caller")
        travels = None if caller is None else caller.at(None)
        return cls(
            environ, request.get_data(cache=False), travels, request_id(), question_limits.seconds_until_allowed()
        )

    def without_body(self) -> "PassedRequest":
        """The same request without its body, which was already read."""
        return replace(self, body=b"")

    def as_wsgi(self) -> dict[str, Any]:
        """The request as a WSGI environment."""
        return {
            **self.environ,
            "CONTENT_LENGTH": str(len(self.body)),
            "wsgi.input": io.BytesIO(self.body),
            "wsgi.errors": sys.stderr,
            "wsgi.version": (1, 0),
            "wsgi.multithread": False,
            "wsgi.multiprocess": True,
            "wsgi.run_once": False,
        }


_KEPT_HERE = frozenset({"HTTP_AUTHORIZATION", "HTTP_COOKIE", "HTTP_TRANSFER_ENCODING", "CONTENT_LENGTH"})


@dataclass(frozen=True, slots=True)
class PassedResponse:
    """A response as it is sent back; `problem` is the code of an error."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
    problem: str | None = None
    questions: int = 0
    """About how many documents was asked by somebody from whom clients are hidden."""

    def as_response(self) -> Response:
        """The response to the current request."""
        if self.problem is not None:
            g.problem = self.problem
        question_limits.add(self.questions)
        return Response(self.body, self.status, list(self.headers))


View = Callable[..., Any]


LIGHT = 1024 * 1024
"""Bytes that a request may have which is answered here; three lists of 5,000 terms have half as many.

Whoever reads JSON holds the interpreter, and takes twenty bytes for each byte of empty lists: 15 MB of them kept
all others waiting for seconds.
"""


LARGE = 64 * 1024
"""Bytes from which on a body is large."""


MANY = 5_000
"""Decisions from which on a review is large: to read, check and tell so many takes a fifth of a second."""


DECISIONS = 4 * LIGHT
"""The same about reviews: 50,000 decisions have two million bytes, and more with replacements."""


RAW = "application/octet-stream"

HELD_RAW = frozenset({"downloads.add"})
"""The endpoints that keep a raw body as it is: nothing parses it, so it may be longer."""


def init_app(app: APIFlask) -> None:
    """Pass heavy requests to other processes; limit the size of all others, and how many are answered at once."""

    @app.before_request
    def hold_to_size() -> None:
        if request.endpoint in (HEAVY.keys() | READS_ELSEWHERE) - STORED:
            return
        light = _most()
        most = min(light, request.max_content_length or light)
        if (request.content_length or 0) > most:
            raise RequestTooLarge(f"A request of this kind may have at most {most // 1024:,} kB. {_advice()}")
        request.max_content_length = most  # for a body that does not say how long it is; no view may raise it

    views = dict(app.view_functions)
    app.extensions[_VIEWS] = views
    for endpoint, view in views.items():
        if endpoint in HEAVY:
            app.view_functions[endpoint] = _passing(view, HEAVY[endpoint])
        elif endpoint not in READS_ELSEWHERE | AT_ANY_TIME:
            app.view_functions[endpoint] = _in_turn(view)


def _most() -> int:
    """The bytes that a body may have that is read in this process."""
    if request.endpoint in HELD_RAW and request.mimetype == RAW:
        return service().downloads.largest
    return DECISIONS if request.blueprint == "reviews" else LIGHT


def _advice() -> str:
    if request.endpoint in HELD_RAW:
        return f"Send a larger file as the body itself ({RAW}), up to {service().downloads.largest // 1024**2} MB."
    return "Send it in parts."


_VIEWS = "unsaid_heavy_views"


def _passing(view: View, ceiling: Ceiling) -> View:
    @wraps(view)
    def pass_on(**_arguments: Any) -> Response:
        return _elsewhere(ceiling)

    return pass_on


def _elsewhere(ceiling: Ceiling) -> Response:
    passed = PassedRequest.of_present()
    return service().do(partial(answered, passed), ceiling, len(passed.body)).as_response()


def _in_turn(view: View) -> View:
    @wraps(view)
    def wait_for_turn(**arguments: Any) -> Any:
        # A sender that is waited for keeps nobody else from a turn.
        size = 0 if request.method in _WITHOUT_BODY else len(request.get_data())
        if request.endpoint in ELSEWHERE_IF_LARGE and (
            size > LARGE or service().do_here(partial(_is_large, arguments["review"]))
        ):
            return _elsewhere(Ceiling())
        return service().do_here(partial(view, **arguments))

    return wait_for_turn


def _is_large(review: str) -> bool:
    """Whether so much is stored with a review that nobody here reads it."""
    load = service().store.reviews.load(review)
    return load.decisions > MANY or load.text > 4 * LARGE


_WITHOUT_BODY = frozenset({"GET", "HEAD"})


def answered(passed: PassedRequest, app: APIFlask) -> PassedResponse:
    """Answer a passed request, in the process that does the work."""

    def answer() -> PassedResponse:
        view: View = app.extensions[_VIEWS][request.endpoint]
        return _travelling(app.make_response(view(**(request.view_args or {}))))

    return run_passed_request(passed, answer, app)


def run_passed_request(passed: PassedRequest, work: Callable[[], Result], app: APIFlask) -> Result | PassedResponse:
    """Do work within the context of a passed request; return a problem response if it fails."""
    with app.request_context(passed.as_wsgi()):
        g.request_id = passed.request_id
        g.wait = passed.wait
        if passed.caller is not None:
            g.caller = passed.caller.at(service().store)
        try:
            return work()
        except MemoryError:
            raise  # reported by the process that set the limit
        except Exception as error:  # noqa: BLE001 - the application knows what to answer
            return _travelling(app.make_response(app.handle_user_exception(error)))


def _travelling(response: Response) -> PassedResponse:
    return PassedResponse(
        response.status_code,
        tuple(response.headers),
        response.get_data(),
        g.get("problem"),
        question_limits.questions_asked(),
    )
