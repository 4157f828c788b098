"""Whether a redacted file was added to the index of released documents, and if not, why."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any


class IndexRefusal(StrEnum):
    """Why a redacted file is not in the index."""

    POLICY = "policy"
    ORIGINAL = "original"
    OUTCOME = "outcome"
    K = "k"
    NO_INDEX = "no_index"
    NO_WORDS = "no_words"
    UNUSABLE = "index_unusable"
    INTERRUPTED = "interrupted"


_WORDS: Mapping[IndexRefusal, str] = MappingProxyType(
    {
        IndexRefusal.POLICY: "the policy does not allow it, or asks for an approval first",
        IndexRefusal.ORIGINAL: "no term was redacted in it, and the index takes no originals",
        IndexRefusal.OUTCOME: "the file does not meet what was asked for, or only with exceptions",
        IndexRefusal.K: "the policy requires a higher k than the index has",
        IndexRefusal.NO_INDEX: "there is no index",
        IndexRefusal.NO_WORDS: "no word of the file is in the English dictionary",
        IndexRefusal.UNUSABLE: "the index cannot be changed",
        IndexRefusal.INTERRUPTED: "the job was interrupted before that",
    }
)


_INDEXED = "indexed"


@dataclass(frozen=True, slots=True)
class IndexResult:
    """What became of a file that was to be indexed; `refusal` is None if it is in the index now.

    `state` is what the audit trail says of the index after that; no report has it.
    """

    refusal: IndexRefusal | None = None
    state: str | None = None

    @property
    def indexed(self) -> bool:
        """Whether the file is in the index."""
        return self.refusal is None

    @property
    def sentence(self) -> str:
        """The same in words."""
        if self.refusal is None:
            return "The file is in the index of released documents."
        return f"The file was not added to the index of released documents: {_WORDS[self.refusal]}."

    @property
    def stored(self) -> str:
        """The same as one word, in rows of files and in a header."""
        return _INDEXED if self.refusal is None else self.refusal.value

    @classmethod
    def of_stored(cls, stored: str) -> "IndexResult":
        """Return the result of this word.

        >>> IndexResult.of_stored("indexed").indexed, IndexResult.of_stored("policy").as_json()["reason"]
        (True, 'policy')
        """
        return cls(None if stored == _INDEXED else IndexRefusal(stored))

    def as_json(self) -> dict[str, Any]:
        """The object `index` of a report."""
        return {"indexed": self.indexed, "reason": None if self.refusal is None else self.refusal.value}
