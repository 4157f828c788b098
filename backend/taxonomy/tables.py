"""The names of the tables in models/taxonomy, and how lines of text are written there."""

import gzip
from collections.abc import Iterable
from pathlib import Path

from backend.files import write_atomically

LEMMAS_FILE = "lemmas.txt.gz"
IRREGULAR_FILE = "irregular.txt.gz"
STEMS_FILE = "stems.txt.gz"
NOUNS_FILE = "nouns.npz"
PLACES_FILE = "places.txt.gz"
COUNTRIES_FILE = "countries.txt.gz"


def write_lines(path: Path, lines: Iterable[str]) -> None:
    """Write lines as a gzip file; the same lines give the same bytes."""
    write_atomically(path, gzip.compress("".join(f"{line}\n" for line in lines).encode(), mtime=0))


def read_lines(path: Path) -> list[str]:
    """Return the lines of a gzip file. Raises OSError, EOFError or zlib.error when it cannot be read."""
    return gzip.decompress(path.read_bytes()).decode("utf-8").splitlines()
