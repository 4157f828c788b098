"""Limit how many documents a caller with hidden clients may ask about, over all routes and workers.

The limits come from the environment (`sign_in_settings`).
The process that admits requests counts, because all such processes share their counters. A process that answers
heavy requests is told whether the caller may ask, and reports how many documents the request was about.
"""

from typing import cast

from flask import Flask, current_app, g

from backend.errors import TooManyQuestions
from backend.web.auth.current_caller import caller
from backend.web.auth.rate_limits import Questions
from backend.web.auth.sign_in_settings import SignInSettings

_EXTENSION = "unsaid_questions"


def init_app(app: Flask, settings: SignInSettings) -> None:
    """Start counting; call it before the fork."""
    app.extensions[_EXTENSION] = Questions(settings)


def seconds_until_allowed() -> int | None:
    """The seconds until the current caller may ask again; None if now."""
    who = g.get("caller")
    return None if who is None or who.groups is None else _questions().wait(who.id)


def count_documents(how_many: int) -> None:
    """Count documents that the current caller asks about.

    Raises TooManyQuestions, and counts nothing, where they are too many.
    """
    if how_many and caller().groups is not None:
        _questions().count(caller().id, how_many)


def add(how_many: int) -> None:
    """Count documents whose questions are already answered."""
    if how_many:
        _questions().add(caller().id, how_many)


def count_questions() -> None:
    """Note, in the process that answers, that the heavy request asks about a document.

    Raises TooManyQuestions where the caller has to wait.
    """
    if caller().groups is None:
        return
    if (seconds := g.get("wait")) is not None:
        raise TooManyQuestions(_TOO_MANY, retry_after=seconds)
    g.questions = questions_asked() + 1


_TOO_MANY = (
    "This caller may ask about no more documents now. Wait as long as the header Retry-After says, or ask an "
    "administrator to raise UNSAID_QUESTIONS."
)


def questions_asked() -> int:
    """How many documents the current request has asked about so far."""
    return int(g.get("questions", 0))


def _questions() -> Questions:
    return cast("Questions", current_app.extensions[_EXTENSION])
