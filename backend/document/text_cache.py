"""Cache what is computed from a text while one document is processed.

A document is read by many: for names, for fixed terms, for words of the model, for personal data. All of them cut
and fold the same paragraphs.
"""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, TypeVar

Found = TypeVar("Found")

_known: ContextVar[dict[Hashable, Any] | None] = ContextVar("known", default=None)


@contextmanager
def remembering() -> Iterator[None]:
    """Do what is `once` only once for each text while this lasts; then all of it is forgotten."""
    token = _known.set({})
    try:
        yield
    finally:
        _known.reset(token)


def is_remembering() -> bool:
    """Whether what is found out now is kept for a while."""
    return _known.get() is not None


def once(find: Callable[[str], Found]) -> Callable[[str], Found]:
    """A function of a text whose result nobody changes, called once for each text while somebody is remembering."""

    @wraps(find)
    def found(text: str) -> Found:
        known = _known.get()
        if known is None:
            return find(text)
        of_this: dict[str, Found] = known.setdefault(find, {})
        if text not in of_this:
            of_this[text] = find(text)
        return of_this[text]

    return found
