"""Guess the client of a document, and list the clients that the model knows."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from backend.blocking.confusability import Guess, count_model_words, from_word_counts, guess_client, k_reached
from backend.blocking.objectives import Objective
from backend.document.tokens import terms
from backend.files import read_bytes
from backend.learning.model import ClientModel
from backend.learning.train import ClientFigures
from backend.learning.visible_clients import EVERYBODY, VisibleClients
from backend.messages.message import Message, Wording, warnings_as_json
from backend.messages.warnings import NoKnownWord
from backend.reporting.command_line import COMMAND_LINE
from backend.reporting.report import guesses_as_json
from backend.services.files.inputs import InputFile, collect
from backend.services.files.reading import open_file
from backend.services.files.runner import Advance, map_files, with_progress
from backend.services.terms.industry import industry_shown, rank_that_counts
from backend.services.terms.subject import Subject
from backend.workers import Workers


@dataclass(frozen=True, slots=True)
class GuessedFile:
    """The likeliest clients and the industry of one file, with calibrated probabilities."""

    path: str
    guess: tuple[Guess, ...] = ()
    utility: Guess | None = None
    warnings: tuple[Message, ...] = ()
    error: str | None = None

    @classmethod
    def failed(cls, path: str, error: str) -> "GuessedFile":
        """A file that could not be read."""
        return cls(path, error=error)

    def as_json(self) -> dict[str, Any]:
        """The object that `guess --json` prints for a file."""
        return {
            "path": self.path,
            "guess": guesses_as_json(self.guess),
            "utility": None if self.utility is None else self.utility.name,
            **warnings_as_json(self.warnings, COMMAND_LINE),
            "error": self.error,
        }


def guess_files(
    paths: tuple[Path, ...],
    model: ClientModel,
    top: int,
    advance: Advance,
    visible: VisibleClients = EVERYBODY,
    workers: Workers = Workers(),
) -> tuple[GuessedFile, ...]:
    """Guess the client of each file; a file that cannot be read gets an error. Only `visible` clients are named.

    Raises InvalidRequest when no file is named.
    """
    files = collect(paths).files
    work = partial(_guessed, model, top, visible)
    return tuple(with_progress(map_files(work, GuessedFile.failed, files, workers), files, advance))


def _guessed(model: ClientModel, top: int, visible: VisibleClients, file: InputFile) -> GuessedFile:
    document = open_file(file.path.name, read_bytes(file.path)).document
    seen = count_model_words(model.by_client, document.counted_texts())
    looks = guess_client(model, seen, visible)
    warnings = document.warnings + (() if len(seen.counts) else (NoKnownWord(),))
    return GuessedFile(str(file.path), looks.clients[:top], next(iter(looks.utilities), None), warnings)


@dataclass(frozen=True, slots=True)
class DocumentGuess:
    """The guess for a document after some of its words are redacted.

    `k_reached` is None where nobody says whose it is, and for somebody to whom clients are hidden; `k_held` is None
    where nobody says whose it is or which k is wanted.
    """

    guess: tuple[Guess, ...]
    utility: Guess | None
    k_reached: int | None
    k_held: bool | None
    kept_share: float
    warnings: tuple[Message, ...] = ()

    def as_json(self, worded: Wording) -> dict[str, Any]:
        """The guess as JSON of the service."""
        return {
            "guess": guesses_as_json(self.guess),
            "utility": None if self.utility is None else self.utility.name,
            "k_reached": self.k_reached,
            "k_held": self.k_held,
            "kept_share": round(self.kept_share, 4),
            **warnings_as_json(self.warnings, worded),
        }


@dataclass(frozen=True, slots=True)
class RedactedWords:
    """The words of redacted terms, and what stands there instead.

    `gone` are the words of terms that are redacted everywhere. `texts` are those of single redacted places, each
    with the number of its places: the places of a term may have different words, "Ann Rook" and "Rook".
    `replacements` are texts that people wrote instead of placeholders, each with the number of its places: their
    words stand in the document then, and are guessed with it.
    """

    gone: Iterable[Mapping[str, int]] = ()
    replacements: Iterable[tuple[str, int]] = ()
    texts: Iterable[tuple[str, int]] = ()

    def left_of(self, words: Mapping[str, int]) -> Counter[str]:
        """The words of the document afterwards.

        >>> RedactedWords([{"acme": 2}], [("a shop", 2)]).left_of({"acme": 2, "shop": 1})
        Counter({'shop': 3, 'a': 2})
        >>> RedactedWords(texts=[("Ann Rook", 1)]).left_of({"ann": 1, "rook": 3})
        Counter({'rook': 2})
        """
        left = Counter(words)
        for each in self.gone:
            left.subtract(each)
        for text, places in self.texts:
            for word in terms(text):
                left[word] -= places
        left = +left
        for text, places in self.replacements:
            for word in terms(text):
                left[word] += places
        return left


def guess_document(
    model: ClientModel,
    words: Mapping[str, int],
    redacted: RedactedWords = RedactedWords(),
    client: int | None = None,
    k: int | None = None,
    visible: VisibleClients = EVERYBODY,
    objective: Objective | None = None,
) -> DocumentGuess:
    """Guess the client of a document once these words are redacted; `client` is the index of the true one.

    `k` counts as in a redaction with this `objective`: where the words show the industry, among its clients.
    Somebody to whom clients are hidden learns whether `k` is held, and not the rank.
    """
    left = redacted.left_of(words)
    seen = from_word_counts(model.by_client, left)
    looks = guess_client(model, seen, visible)
    total = sum(words.values())
    reached = held = None
    if client is not None:
        scores = seen.scores_against(client)
        reached = k_reached(scores, client)
        if k is not None:
            alike = industry_shown(Subject(model, client, k), objective, visible, seen)
            held = rank_that_counts(scores, client, alike, k).rank >= k
    return DocumentGuess(
        looks.clients[:GUESSES],
        next(iter(looks.utilities), None),
        reached if visible.sees_all else None,
        held,
        min(left.total() / total, 1.0) if total else 1.0,
        () if len(seen.counts) else (NoKnownWord(),),
    )


GUESSES = 5
"""How many clients a look names."""


@dataclass(frozen=True, slots=True)
class KnownClients:
    """The clients of a model version, with the documents and words it has read of each."""

    version: str
    clients: tuple[ClientFigures, ...]

    def as_json(self) -> dict[str, Any]:
        """The document that `clients --json` prints."""
        return {
            "version": self.version,
            "clients": [
                {"client": each.name, "utility": each.utility, "documents": each.documents, "words": each.words}
                for each in self.clients
            ],
        }
