"""Request fields for names, terms, notes, paths and lists: one validation rule each, used by every schema.

Every string has a maximum length. Names, terms, labels, notes and replacements are checked by `entry_validation`,
as the command line checks them; a path by `files.path_fault`.
"""

from collections.abc import Callable
from typing import Any

from apiflask import fields
from apiflask.fields import String
from apiflask.validators import Length
from marshmallow import ValidationError

from backend.document.entry_validation import (
    LONGEST_NOTE,
    LONGEST_REPLACEMENT,
    LONGEST_TERM,
    label_fault,
    term_fault,
)
from backend.files import LONGEST_PATH, new_path_fault, path_fault

MAX_FAULTS = 100
"""Faults of one request that are looked for and told: an answer is not longer than what was sent."""


class List(fields.List):  # type: ignore[type-arg]  # marshmallow's own has none at run time
    """A list that is refused by its length before its items are read, and not read beyond the last reported fault.

    The library reads all items first and keeps a message for each: 4 MB of empty objects took half a minute and
    700 MB.
    """

    def _deserialize(self, value: Any, *_of: Any, **more: Any) -> list[Any]:
        if not isinstance(value, list | tuple):
            raise self.make_error("invalid")
        for length in self.validators:
            if isinstance(length, Length):
                length(value)
        read, faults = [], {}
        for number, each in enumerate(value):
            try:
                read.append(self.inner.deserialize(each, **more))
            except ValidationError as error:
                faults[number] = error.messages
                if len(faults) == MAX_FAULTS:
                    break
        if faults:
            raise ValidationError(faults)
        return read


def term(**more: Any) -> String:
    """A field for a name or a term."""
    return String(validate=(Length(1, LONGEST_TERM), _without(term_fault)), **more)


def label(**more: Any) -> String:
    """A field for a label, which is never searched for in a document: a group, an issuer, a subject."""
    return String(validate=(Length(1, LONGEST_TERM), _without(label_fault)), **more)


def note(**more: Any) -> String:
    """A field for a note from one person to another."""
    return String(
        validate=(Length(1, LONGEST_NOTE), _without(lambda text: label_fault(text, LONGEST_NOTE))), **more
    )


def replacement(**more: Any) -> String:
    """A field for the replacement of a term, in visible characters only."""
    return String(validate=(Length(1, LONGEST_REPLACEMENT), _printable), **more)


def path_name(**more: Any) -> String:
    """A field for the path of a file or folder, below a configured folder or in a zip."""
    return String(validate=(Length(1, LONGEST_PATH), _without(path_fault)), **more)


def new_path_name(**more: Any) -> String:
    """A field for the path of a folder that will be created."""
    return String(validate=(Length(1, LONGEST_PATH), _without(new_path_fault)), **more)


def _without(fault: Callable[[str], str | None]) -> Callable[[str], None]:
    """Return a validator that names the fault, and does not repeat what was sent."""

    def check(text: str) -> None:
        if text and (found := fault(text)):  # an empty text has its own error
            raise ValidationError(f"It {found}.")

    return check


def _printable(text: str) -> None:
    if not text.isprintable():
        raise ValidationError("Holds characters that nobody can see.")
