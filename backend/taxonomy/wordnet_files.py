"""`make taxonomy`: read the files of WordNet, and write the tables of models/taxonomy.

The format of the files is in the manual page wndb(5WN). A lemma that WordNet writes only with a capital is a name
("London", "Einstein") and is left out, as is one of several words ("ice_cream"): what is indexed is one word, and
names disclose (Abril, Navarro-Arribas and Torra 2012, section 2).
"""

import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from backend.files import write_atomically
from backend.learning.arrays import pack
from backend.taxonomy.noun_files import noun_arrays
from backend.taxonomy.stems import SHORTEST, stem
from backend.taxonomy.tables import (
    IRREGULAR_FILE,
    LEMMAS_FILE,
    NOUNS_FILE,
    STEMS_FILE,
    write_lines,
)

PARTS = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
"""The parts of speech, by the letter that the tables use."""

_ONE_WORD = re.compile(r"[a-z]{2,}")
_POSITION = re.compile(r"\([a-z]+\)$")
"""WordNet says in this way where an adjective may stand: "galore(ip)"."""


def lemma_lines(folder: Path) -> Iterator[str]:
    """Yield the lemmas of one word, ascending, each with the letters of its parts of speech."""
    parts: defaultdict[str, str] = defaultdict(str)
    for letter, name in PARTS.items():
        lemmas = {word for word in _written(folder / f"data.{name}") if _ONE_WORD.fullmatch(word)}
        for lemma in lemmas:
            parts[lemma] += letter
    for lemma in sorted(parts):
        yield f"{lemma} {parts[lemma]}"


def irregular_lines(folder: Path) -> Iterator[str]:
    """Yield the irregular forms, ascending: the form, its base form, and the letter of the part of speech."""
    found: set[str] = set()
    for letter, name in PARTS.items():
        for line in (folder / f"{name}.exc").read_text("ascii").splitlines():
            form, *bases = line.split()
            found.update(f"{form} {base} {letter}" for base in bases if all(map(_ONE_WORD.fullmatch, (form, base))))
    yield from sorted(found)


def _written(path: Path) -> Iterator[str]:
    """The words of all synonym sets, as WordNet writes them."""
    for line in path.read_text("ascii").splitlines():
        if not line.startswith("  "):  # the licence
            _, _, _, number, *fields = line.split()
            yield from (_POSITION.sub("", fields[2 * place]) for place in range(int(number, 16)))


def write_tables(wordnet: Path, out: Path) -> None:
    """Write the tables; the same files of WordNet give the same bytes."""
    lemmas = list(lemma_lines(wordnet))
    stems = sorted({stem(lemma) for lemma in (line.split()[0] for line in lemmas) if len(lemma) >= SHORTEST})
    write_lines(out / LEMMAS_FILE, lemmas)
    write_lines(out / IRREGULAR_FILE, irregular_lines(wordnet))
    write_lines(out / STEMS_FILE, stems)
    write_atomically(out / NOUNS_FILE, pack(noun_arrays(wordnet)))


if __name__ == "__main__":
    write_tables(Path(sys.argv[1]), Path(sys.argv[2]))
