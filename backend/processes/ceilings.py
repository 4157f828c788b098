"""The ceilings of time and memory for one piece of work: one table for HTTP, jobs and commands."""

import math
from dataclasses import dataclass, replace

SECONDS = 7.5
"""Processor time of a document without much text."""

MEMORY = 640 * 1024 * 1024
"""Bytes beyond those of the waiting process (about 300 MB), so that the whole stays below 1 GB."""

SECONDS_A_CHARACTER = 200e-6
BYTES_A_CHARACTER = 500
"""What a longer text adds to both: more than twice what honest documents of up to 600,000 characters take.

The terms that it is searched for count with it: 10,000 names in all spellings take up to 45 µs a character."""

CHARACTERS_A_BYTE = 8
"""As many characters count for each byte of a file; 174 real Word files have 4 at most, and 0.1 mostly. Like text
shrinks a hundredfold, so that a small file could otherwise earn hours."""

MAX_CHARACTERS = 5_000_000
"""As many count in any case: more than a document of 2,000 pages has."""

MAX_MEMORY = 4 * 1024 * 1024 * 1024

ANSWER = 48 * 1024 * 1024
ANSWER_A_BYTE = 2
"""What may be sent back to a service for any request, and for each byte that was sent: a redacted document in
base64 has four bytes for three. A Word file of 50 MB with 8,000 addresses was answered with 69 MB (150 may be), an
analysis of 850,000 characters with 5,000 addresses and as many numbers with 8."""

ANY_LENGTH = 1 << 60

TOO_MUCH_MEMORY = (
    "The document needs more memory than its length explains. Save it anew in Word, or split it, and try again."
)
TOO_LONG_AN_ANSWER = (
    "The answer would be longer than the service keeps for one request. Send fewer or shorter documents at once."
)
TOO_LONG = "The document takes longer than its length explains. Save it anew in Word, or split it, and try again."

PATIENCE = 8.0
"""Wall-clock time may be so many times the processor time: on a busy machine work waits for a processor."""


@dataclass(frozen=True, slots=True)
class Ceiling:
    """The limits of a piece of work: processor seconds, bytes on top of the idle process, wall-clock seconds.

    `longest` is the wall-clock time that no text makes longer. `answer` is how many bytes may be sent back: they
    wait in the process that answers everyone until the slowest reader has taken them.
    """

    seconds: float = SECONDS
    memory: int = MEMORY
    longest: float = math.inf
    answer: int = ANY_LENGTH

    @property
    def wall(self) -> float:
        """The limit in wall-clock seconds.

        >>> Ceiling(10.0).wall, Ceiling(10.0, longest=20.0).wall
        (80.0, 20.0)
        """
        return min(self.seconds * PATIENCE, self.longest)

    def for_text(self, characters: int) -> "Ceiling":
        """The ceiling once the length of the text is known.

        >>> Ceiling(8.0, 640_000_000).for_text(1_000_000) == Ceiling(208.0, 1_140_000_000)
        True
        """
        return replace(
            self,
            seconds=self.seconds + SECONDS_A_CHARACTER * characters,
            memory=max(self.memory, min(self.memory + BYTES_A_CHARACTER * characters, MAX_MEMORY)),
        )

    def for_request(self, size: int) -> "Ceiling":
        """The ceiling of work for a request of that many bytes.

        >>> Ceiling().for_request(50_000_000).answer, Ceiling(answer=1000).for_request(50_000_000).answer
        (150331648, 1000)
        """
        return replace(self, answer=min(self.answer, ANSWER + ANSWER_A_BYTE * size))


def counted_characters(characters: int, size: int | None = None) -> int:
    """How many characters of a text raise the ceiling, if it came from a file of `size` bytes.

    >>> counted_characters(20_000, 10_000), counted_characters(20_000_000, 10_000), counted_characters(20_000)
    (20000, 80000, 20000)
    """
    counted = characters if size is None else min(characters, CHARACTERS_A_BYTE * size)
    return min(counted, MAX_CHARACTERS)


UNBOUNDED = Ceiling(seconds=math.inf, memory=1 << 60)
"""For work that is no document's, and that whoever has asked for it may end."""
