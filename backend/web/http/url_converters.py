"""URL converters that reject anything that cannot be an id."""

import re
from typing import Any

from flask import Flask, abort, request

LONGEST_ID = 128
"""Characters of an id, or of the name of a version."""

_ID = re.compile(f"[!-~]{{1,{LONGEST_ID}}}")


def init_app(app: Flask) -> None:
    """Answer 404 where an id could be none, once it is known who asks."""

    @app.before_request
    def refuse() -> None:
        given = (request.view_args or {}).values() if request.path.startswith("/v1/") else ()
        if not all(_ID.fullmatch(value) for value in given if isinstance(value, str)):
            abort(404)


def describe(spec: dict[str, Any]) -> dict[str, Any]:
    """Say of every id in an address how long it may be."""
    for operations in spec.get("paths", {}).values():
        for operation in operations.values():
            for parameter in operation.get("parameters", ()):
                if parameter["in"] == "path" and parameter["schema"]["type"] == "string":
                    parameter["schema"] |= {"minLength": 1, "maxLength": LONGEST_ID}
    return spec
