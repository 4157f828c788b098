"""Refuse requests that are too large before reading them, and keep their bodies in memory."""

import contextlib
import gc
import io
import json
import threading
from collections.abc import Iterator
from typing import IO, Any, cast

from apiflask.schema_adapters.marshmallow import parser
from flask import Flask, Request
from flask.json.provider import DefaultJSONProvider
from werkzeug.utils import cached_property
from werkzeug.wsgi import LimitedStream

from backend.settings import ServiceSettings

MAX_PARTS = 20
"""Parts of a multipart body."""


class InMemoryRequest(Request):
    """A request whose files are kept in memory; werkzeug would write large ones to temporary files."""

    @cached_property
    def stream(self) -> IO[bytes]:
        """The body; werkzeug would silently cut a body of unknown length at the limit."""
        most = self.max_content_length
        if most is None or self.content_length is not None or not self.environ.get("wsgi.input_terminated"):
            return super().stream
        return cast("IO[bytes]", _UpTo(self.environ["wsgi.input"], most + 1, is_max=True))

    def _get_file_stream(self, *_about: Any, **_more: Any) -> IO[bytes]:
        return io.BytesIO()


class _UpTo(LimitedStream):
    """A body that raises when it is read beyond the limit."""

    def readall(self) -> bytes:
        """Read everything; raises RequestEntityTooLarge."""
        content = super().readall()
        if self.is_exhausted:
            self.on_exhausted()
        return content


class StrictJson(DefaultJSONProvider):
    """Strict JSON: no NaN, no excessive nesting, valid text only."""

    def loads(self, s: str | bytes, **kwargs: Any) -> Any:
        """Parse JSON; raises ValueError if it is invalid."""
        try:
            with _alone() if len(s) > _LARGE else contextlib.nullcontext():
                value = json.loads(s, parse_constant=_refuse, **kwargs)
        except RecursionError as error:
            raise ValueError("nested too deeply") from error
        if (b"\\u" if isinstance(s, bytes) else "\\u") in s:  # type: ignore[operator]
            json.dumps(value, ensure_ascii=False).encode()  # raises on a lone surrogate
        return value


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    """Parse large JSON one at a time and without garbage collection, because parsing holds the interpreter.

    Otherwise whoever waits for the interpreter would wait for everybody who reads. JSON holds no circles, and the
    collector would look for them again and again: two million bytes of empty lists take 30 milliseconds, and with
    it two seconds.
    """
    with _READING:
        gc.disable()
        try:
            yield
        finally:
            gc.enable()


_READING = threading.Lock()
_LARGE = 64 * 1024
"""Bytes of JSON from which on reading it is worth waiting for."""


def init_app(app: Flask, settings: ServiceSettings) -> None:
    """Apply the limits to every request."""
    app.request_class = InMemoryRequest
    app.json = StrictJson(app)
    # APIFlask would parse bodies with a lenient JSON parser, and treat invalid JSON as an empty body.
    parser.location_loader("json")(lambda request, _schema: request.get_json())
    app.config["MAX_CONTENT_LENGTH"] = settings.max_request
    app.config["MAX_FORM_MEMORY_SIZE"] = settings.max_request
    app.config["MAX_FORM_PARTS"] = MAX_PARTS
    app.config["TRUSTED_HOSTS"] = list(settings.hosts) or None


def _refuse(_constant: str) -> None:
    raise ValueError("not a number of JSON")
