"""What the requests of one worker share."""

from dataclasses import dataclass
from typing import cast

from flask import current_app

from backend.settings import Settings

EXTENSION = "unsaid"


@dataclass(frozen=True, slots=True)
class Service:
    """The settings and the parts that live as long as the worker; `service()` gives it to a route."""

    settings: Settings


def service() -> Service:
    """The service that answers the present request."""
    return cast("Service", current_app.extensions[EXTENSION])
