"""URL converters that reject anything that cannot be an id."""

import re
from typing import Any

from flask import Flask, abort, request

LONGEST_ID = 128
"""Characters of an id, or of the name of a version."""

_ID = re.compile(f"[!-~]{{1,{LONGEST_ID}}}")


def init_app(app: Flask) -> None:
    """Answer 404 for impossible ids, after sign-in."""

    @app.before_request
    def refuse() -> None:
        arguments = (request.view_args or {}).values() if request.path.startswith("/v1/") else ()
        if not all(_ID.fullmatch(value) for value in arguments if isinstance(value, str)):
            abort(404)


def describe(spec: dict[str, Any]) -> dict[str, Any]:
    """Add the maximum length of each id in a path to the OpenAPI document."""
    for operations in spec.get("paths", {}).values():
        for operation in operations.values():
            for parameter in operation.get("parameters", ()):
                if parameter["in"] == "path" and parameter["schema"]["type"] == "string":
                    parameter["schema"] |= {"minLength": 1, "maxLength": LONGEST_ID}
    return spec
