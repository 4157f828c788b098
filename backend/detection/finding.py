"""A finding: one place in a document that identifies a client or a person."""

from dataclasses import dataclass
from enum import StrEnum

from backend.document.model import Place
from backend.messages.message import Message


class FindingKind(StrEnum):
    """Why a place is found: it identifies the client, it identifies a person, or a list demands its redaction."""

    CLIENT = "client"
    PERSONAL = "personal"
    ALWAYS = "always"


@dataclass(frozen=True, slots=True)
class Finding:
    """A place, its text, and the reason to redact it.

    `entity` is the label of its placeholder (`CLIENT`, `TERM`, `REDACTED` or an entity name such as `US_SSN`).
    `text` is what stands at the place. `score` is, for personal data, a certainty in 0…1; for a word of the model
    the SIMPLEREDACTOR metric in nats. `from_level` is the smallest k that needs it; None when it does not
    depend on k. `phrase` are the words of the term that a word of the model is a piece of, or stands for alone.
    Only the context shows what is `only_here` ("two years"): the same words elsewhere may stay. `parts` are the
    findings that were joined into this one because they overlap. The text of each is redacted wherever it stands.
    """

    kind: FindingKind
    entity: str
    text: str
    place: Place
    score: float
    why: Message
    from_level: int | None = None
    case_sensitive: bool = False
    phrase: tuple[str, ...] = ()
    only_here: bool = False
    parts: tuple["Finding", ...] = ()

    def at(self, place: Place) -> "Finding":
        """Return the same finding at another place; faster than `dataclasses.replace`."""
        return Finding(
            self.kind,
            self.entity,
            self.text,
            place,
            self.score,
            self.why,
            self.from_level,
            self.case_sensitive,
            self.phrase,
            self.only_here,
            self.parts,
        )

    @property
    def is_word(self) -> bool:
        """Whether this is a word of the model, found by the tokeniser."""
        return self.entity == "TERM"
