"""Whose document this looks like, and which clients the model knows."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from backend.blocking.confusability import Guess, appearance, evidence
from backend.files import read_bytes
from backend.learning.model import ClientModel
from backend.learning.train import ClientFigures
from backend.reporting.report import guesses_as_json
from backend.services.batch import Advance, one_line
from backend.services.inputs import InputFile, collect
from backend.services.reading import open_file

NO_KNOWN_WORD = "the document holds no word that the model knows; every client is as likely"


@dataclass(frozen=True, slots=True)
class GuessedFile:
    """The likeliest clients and utility class of one file, with calibrated probabilities."""

    path: str
    guess: tuple[Guess, ...] = ()
    utility: Guess | None = None
    warnings: tuple[str, ...] = ()
    error: str | None = None

    def as_json(self) -> dict[str, Any]:
        """The object that `guess --json` prints for a file."""
        return {
            "path": self.path,
            "guess": guesses_as_json(self.guess),
            "utility": None if self.utility is None else self.utility.name,
            "warnings": list(self.warnings),
            "error": self.error,
        }


def guess_files(paths: tuple[Path, ...], model: ClientModel, top: int, advance: Advance) -> tuple[GuessedFile, ...]:
    """Guess the client of each file; one that cannot be read says so.

    Raises InvalidRequest when no file is named.
    """
    files = collect(paths)
    done = []
    for number, file in enumerate(files, start=1):
        done.append(_guessed(file, model, top))
        advance(number, len(files))
    return tuple(done)


def _guessed(file: InputFile, model: ClientModel, top: int) -> GuessedFile:
    try:
        document = open_file(file.path.name, read_bytes(file.path)).document
        seen = evidence(model.by_client, document.counted_texts())
        looks = appearance(model, seen)
    except Exception as error:  # noqa: BLE001 - one file's failure must not be the run's
        return GuessedFile(str(file.path), error=one_line(error, file.path))
    warnings = document.warnings + (() if len(seen.counts) else (NO_KNOWN_WORD,))
    return GuessedFile(str(file.path), looks.clients[:top], next(iter(looks.utilities), None), warnings)


@dataclass(frozen=True, slots=True)
class KnownClients:
    """The clients of a model version, with what it has read of each."""

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
