"""Cache what is computed from a text while one document is processed.

Several searches read the same document: for names, for fixed terms, for words of the model, for personal data. All
of them split and fold the same paragraphs.
"""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, TypeVar

Found = TypeVar("Found")

_known: ContextVar[dict[Hashable, Any] | None] = ContextVar("known", default=None)


@contextmanager
def cached_texts() -> Iterator[None]:
    """Cache the results of `cached_by_text` functions within this context, and drop the cache at its end."""
    token = _known.set({})
    try:
        yield
    finally:
        _known.reset(token)


@contextmanager
def cached_texts_once() -> Iterator[None]:
    """Cache within this context as `cached_texts` does, in the cache of a surrounding context if there is one."""
    if is_caching():
        yield
        return
    with cached_texts():
        yield


def is_caching() -> bool:
    """Tell whether results are being cached."""
    return _known.get() is not None


def cached_by_text(find: Callable[[str], Found]) -> Callable[[str], Found]:
    """Decorate a function of a text: inside `cached_texts` it runs once for each text.

    Callers must not change its result.
    """

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
