"""Check that no accepted term is left in the re-read document, and combine both checks."""

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import PurePath
from typing import Any

from backend.document.model import Document
from backend.document.placeholders import bordered
from backend.document.redacted_strings import RedactedStrings
from backend.verification.partial_terms import Staying
from backend.verification.places import LeftPlace, PartStatus
from backend.verification.raw_search import search_package, search_text
from backend.verification.recheck import NewFinding, paragraph

_PACKAGE = ".docx"
_INTO = "!/"
"""Stands before the name of a part of a file in the file."""
_IN_A_PART = re.compile(r"!/(?:base64|packed) \d+$")
"""How the raw search calls what is packed into a part, which it judges by itself."""
_NOT_OPENED = "a file in the file is searched but was not read"


class Status(StrEnum):
    """What a verification comes to; something left outranks something not examined, that outranks clean."""

    CLEAN = "clean"
    LEFT = "left"
    NOT_EXAMINED = "not_examined"


@dataclass(frozen=True, slots=True)
class Verification:
    """Both checks of one output: the places where something is left, and every part with what was examined.

    `new` is what recognisers found when they read what had changed again (see `recheck`): nothing that was accepted
    is left by it, but somebody has to look. `stays` is what somebody left of terms that went elsewhere (see
    `partly`): it is no leak, and whoever gets the document can read it.
    """

    places: tuple[LeftPlace, ...]
    parts: tuple[PartStatus, ...]
    new: tuple[NewFinding, ...] = ()
    stays: tuple[Staying, ...] = ()

    @property
    def status(self) -> Status:
        """The worst of what was found; "not examined" is never clean."""
        if self.places:
            return Status.LEFT
        if any(not part.examined for part in self.parts):
            return Status.NOT_EXAMINED
        return Status.CLEAN

    @property
    def needs_attention(self) -> bool:
        """Whether something is left, or was not examined and nobody has accepted that."""
        return bool(self.places) or any(not (part.examined or part.accepted) for part in self.parts)

    def as_json(self) -> dict[str, Any]:
        """The object of the contract."""
        return {
            "status": self.status.value,
            "places": [place.as_json() for place in self.places],
            "parts": [part.as_json() for part in self.parts],
            "new": [each.as_json() for each in self.new],
            "stays": [each.as_json() for each in self.stays],
        }


def check(document: Document, strings: RedactedStrings) -> tuple[LeftPlace, ...]:
    """Every place of the re-read document that still holds one of the strings, in any story, in document order.

    A string is left only in one piece: in "Ann [PERSON 2] Rook" nobody reads "Ann Rook".
    """
    left: dict[LeftPlace, None] = {}
    for story, block in document.blocks():
        for position, _ in strings.find(bordered(block.text)):
            placeholder = strings.strings[position].placeholder
            left[LeftPlace(story.part, paragraph(story, block), placeholder, position)] = None
    return tuple(left)


def verify(
    content: bytes,
    document: Document,
    strings: RedactedStrings,
    file_name: str = "",
    *,
    pictures_accepted: bool = False,
) -> Verification:
    """Check an output twice: `document`, as it was read again from `content`, and the bytes by themselves.

    `file_name` is the name it goes out under; its suffix tells whether the bytes are a package. In the result every
    place has the position, in `strings`, of the string that is left there (`string` in the JSON). With
    `pictures_accepted` somebody has looked at the pictures.
    """
    if PurePath(file_name).suffix.lower() == _PACKAGE:
        raw = search_package(content, strings, file_name, pictures_accepted=pictures_accepted)
    else:
        raw = search_text(content, strings, file_name)
    return Verification(check(document, strings) + raw.places, _read_too(raw.parts, document))


def _read_too(parts: tuple[PartStatus, ...], document: Document) -> tuple[PartStatus, ...]:
    """The parts of a file in the file are examined only where the reader has read stories of it.

    What it could not open, nobody has searched for names, however well the raw search gets on with it.
    """
    read = {_package(story.part) for story in document.stories} | {""}
    return tuple(
        part if not part.examined or _package(part.name) in read else replace(part, examined=False, why=_NOT_OPENED)
        for part in parts
    )


def _package(part: str) -> str:
    """The file in the file that a part belongs to: nothing for the file itself."""
    return _IN_A_PART.sub("", part).rpartition(_INTO)[0]
