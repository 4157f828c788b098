"""What all objects share: members by the names of the wire, references, collections, and what is not there."""

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from addin.wordhost.errors import HostFailure, WordError

if TYPE_CHECKING:
    from addin.wordhost.session import Session

WORDS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def snake(name: str) -> str:
    """The Python spelling of a member.

    >>> snake("HighlightColor"), snake("getReviewedText")
    ('highlight_color', 'get_reviewed_text')
    """
    return WORDS.sub("_", name).lower()


def wire(name: str) -> str:
    """The spelling of a member in values.

    >>> wire("highlightColor")
    'HighlightColor'
    """
    return name[0].upper() + name[1:]


class WordObject:
    """An object of the API. A property `x` is read by `get_x` and written by `set_x`; a method is `do_x`."""

    kind: ClassVar[str]

    def __init__(self, session: "Session") -> None:
        self.session = session
        self.reference: str | None = None

    def read(self, name: str) -> Any:
        """The value of a property, or the object it leads to."""
        return self._member("get", name)()

    def write(self, name: str, value: Any) -> None:
        """Set a property."""
        self._member("set", name)(value)

    def call(self, name: str, arguments: Sequence[Any]) -> Any:
        """Call a method; what it returns is a value, an object, or nothing."""
        return self._member("do", name)(*arguments)

    def scalars(self) -> list[str]:
        """The properties that are values and that this Word has; what `load()` without names loads."""
        names = [name.removeprefix("get_") for name in dir(type(self)) if name.startswith("get_")]
        spelled = [re.sub(r"_(\w)", lambda found: found.group(1).upper(), name) for name in names]
        return [name for name in spelled if name not in self.links and self._known(name)]

    links: ClassVar[frozenset[str]] = frozenset(
        {
            *("body", "font", "sections", "paragraphs", "contentControls", "footnotes", "endnotes", "fields"),
            *("properties", "settings", "customProperties", "replies", "contentRange", "reference", "shapes"),
            *("tables", "rows", "cells", "parentTable", "parentTableOrNullObject", "parentRow", "parentComment"),
            *("parentTableCell", "parentTableCellOrNullObject"),
            *("parentContentControl", "parentContentControlOrNullObject", "result", "textFrame", "parentBody"),
        }
    )
    """Properties that lead to objects."""

    def _known(self, name: str) -> bool:
        return self.session.profile.has(self.kind, name) is not False

    def _member(self, what: str, name: str) -> Any:
        spelled = name[0].lower() + name[1:]
        known = self.session.profile.has(self.kind, spelled)
        if known is False:
            raise WordError("ApiNotFound")
        found = getattr(self, f"{what}_{snake(name)}", None)
        if found is None:
            reason = "is not a member that Microsoft's typings know" if known is None else "is not emulated"
            raise HostFailure(f"{self.kind}.{spelled} {reason}")
        return found


class NullObject(WordObject):
    """What `…OrNullObject` leads to where there is nothing."""

    kind = "NullObject"

    def read(self, name: str) -> Any:  # noqa: ARG002
        """Nothing, and what nothing leads to is nothing."""
        return self

    def call(self, name: str, arguments: Sequence[Any]) -> Any:  # noqa: ARG002
        """See `read`."""
        return self


class Collection(WordObject):
    """Objects in order; `kind_of` is the typings' name of the collection."""

    kind = "Collection"

    def __init__(self, session: "Session", kind: str, items: Iterable[WordObject]) -> None:
        super().__init__(session)
        self.kind = kind  # type: ignore[misc]
        self.items = list(items)

    def item(self, key: Any) -> WordObject:
        """An item by its index."""
        if not isinstance(key, int) or not 0 <= key < len(self.items):
            raise WordError("ItemNotFound")
        return self.items[key]

    def scalars(self) -> list[str]:
        """A collection has no values of its own."""
        return []

    def do_get_first(self) -> WordObject:
        return self.item(0)

    def do_get_first_or_null_object(self) -> WordObject:
        return self.items[0] if self.items else NullObject(self.session)

    def do_get_last(self) -> WordObject:
        return self.item(len(self.items) - 1)

    def do_get_last_or_null_object(self) -> WordObject:
        return self.items[-1] if self.items else NullObject(self.session)

    def do_get_count(self) -> int:
        return len(self.items)

    def do_get_item(self, key: Any) -> WordObject:
        return self.item(key)
