"""URL converters that reject anything that cannot be an id."""

import re
from typing import Any

from flask import Flask, abort, request

from backend.files import LONGEST_PATH, path_fault

LONGEST_ID = 128
"""Characters of an id, or of the name of a version."""

_ID = re.compile(f"[!-~]{{1,{LONGEST_ID}}}")
_PATHS = frozenset({"document"})
"""Arguments that may be paths: a document of an index that was built from a folder is called by its path there."""


def init_app(app: Flask) -> None:
    """Answer 404 for impossible ids, after sign-in."""

    @app.before_request
    def refuse() -> None:
        arguments = (request.view_args or {}) if request.path.startswith("/v1/") else {}
        if not all(_is_possible(name, value) for name, value in arguments.items() if isinstance(value, str)):
            abort(404)


def _is_possible(name: str, value: str) -> bool:
    return path_fault(value) is None if name in _PATHS else _ID.fullmatch(value) is not None


def describe(spec: dict[str, Any]) -> dict[str, Any]:
    """Add the maximum length of each id in a path to the OpenAPI document."""
    for operations in spec.get("paths", {}).values():
        for operation in operations.values():
            for parameter in operation.get("parameters", ()):
                if parameter["in"] == "path" and parameter["schema"]["type"] == "string":
                    longest = LONGEST_PATH if parameter["name"] in _PATHS else LONGEST_ID
                    parameter["schema"] |= {"minLength": 1, "maxLength": longest}
    return spec
