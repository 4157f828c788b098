"""The log: one JSON object per line, with only the fields of a fixed table, so that no document text leaks.

A field that is not in the table is dropped, and so is a value that does not match its field. Nothing else writes to
the log: messages of libraries and uncaught exceptions, which may quote document text, are logged by type and place.
"""

import logging
import re
import sys
import threading
from collections.abc import Mapping
from types import MappingProxyType, TracebackType
from typing import Any, TextIO

import structlog

from backend.errors import unforeseen

_WORD = re.compile(r"[a-z][a-z0-9_]{0,63}")
_ID = re.compile(r"[0-9a-f-]{8,64}")

FIELDS: Mapping[str, re.Pattern[str] | type] = MappingProxyType(
    {
        "event": _WORD,
        "level": _WORD,
        "time": re.compile(r"[0-9T:.Z+-]{10,40}"),
        "request_id": _ID,
        "caller": _ID,
        "job": _ID,
        "method": re.compile(r"[A-Z]{3,10}"),
        "route": re.compile(r"[a-z0-9_./<>:-]{1,100}"),
        "status": int,
        "seconds": float,
        "code": _WORD,
        "error": re.compile(
            r"(?:Unforeseen )?[A-Za-z_]{1,80} in [A-Za-z0-9_.<> -]{1,100}:[0-9]+(?:\. Please report it\.)?"
        ),
        "place": re.compile(r"[A-Za-z0-9_.-]{1,100}:[0-9]+"),
        "library": re.compile(r"[A-Za-z0-9_.]{1,100}"),
        "pid": int,
        "count": int,
    }
)
"""What a line may say, and how it looks. `route` is the template of an address, `caller` a pseudonym."""


def configure(stream: TextIO | None = None) -> None:
    """Let this process log to `stream`, by default stderr, and let nothing else write there."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
            keep_known_fields,
            structlog.processors.JSONRenderer(sort_keys=True),
        ],
        logger_factory=structlog.WriteLoggerFactory(stream or sys.stderr),
        cache_logger_on_first_use=False,
    )
    root = logging.getLogger()
    root.handlers[:] = [_Libraries(logging.WARNING)]
    root.setLevel(logging.WARNING)
    logging.captureWarnings(capture=True)
    sys.excepthook = _uncaught
    threading.excepthook = _uncaught_in_thread
    sys.unraisablehook = _unraisable


def log() -> Any:
    """Return the logger: `log().info("request", status=200)`; also `warning` and `error`."""
    return structlog.get_logger()


def keep_known_fields(_logger: Any, _method: str, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Keep only allowed fields; the last structlog processor before a line is written."""
    return {name: value for name, value in fields.items() if _fits(FIELDS.get(name), value)}


def _fits(field: re.Pattern[str] | type | None, value: Any) -> bool:
    if field is None:
        return False
    if isinstance(field, type):
        return type(value) in {field, int}
    return isinstance(value, str) and field.fullmatch(value) is not None


class _Libraries(logging.Handler):
    """Logs that a library has logged something: its module, the level and the type of the exception."""

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        log().log(
            record.levelno,
            "library",
            library=record.name,
            place=f"{record.filename}:{record.lineno}",
            **({"error": unforeseen(error)} if isinstance(error, Exception) else {}),
        )


def _uncaught(kind: type[BaseException], error: BaseException, _trace: TracebackType | None) -> None:
    if not issubclass(kind, KeyboardInterrupt):
        log().error("uncaught", **_kind_and_place(error))


def _uncaught_in_thread(failure: threading.ExceptHookArgs) -> None:
    if failure.exc_value is not None and failure.exc_type is not SystemExit:
        log().error("uncaught", **_kind_and_place(failure.exc_value))


def _unraisable(failure: Any) -> None:
    if isinstance(failure.exc_value, BaseException):
        log().warning("unraisable", **_kind_and_place(failure.exc_value))


def _kind_and_place(error: BaseException) -> dict[str, str]:
    return {"error": unforeseen(error)} if isinstance(error, Exception) and error.__traceback__ else {}
