"""The dictionary: which words it has, and the column of their stem in a vector."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from backend.errors import DataMissing
from backend.taxonomy.morphology import ENDINGS, without_endings
from backend.taxonomy.stems import SHORTEST, stem
from backend.taxonomy.tables import IRREGULAR_FILE, LEMMAS_FILE, STEMS_FILE, read_lines


@dataclass(frozen=True)
class Dictionary:
    """The lemmas of a dictionary with their parts of speech, the base forms of irregular forms, and the stems.

    `stems` are the distinct stems of all lemmas, ascending. A column is the place of a stem there, so that it says
    nothing of any document.
    """

    lemmas: Mapping[str, str]
    irregular: Mapping[tuple[str, str], tuple[str, ...]]
    stems: tuple[str, ...]
    _columns_of_words: dict[str, int] = field(default_factory=dict, init=False, repr=False, compare=False)

    @classmethod
    def read(cls, folder: Path) -> "Dictionary":
        """Read the tables of a folder.

        Raises DataMissing when they cannot be read.
        """
        try:
            lemmas, irregular, stems = (
                read_lines(folder / name) for name in (LEMMAS_FILE, IRREGULAR_FILE, STEMS_FILE)
            )
        except (OSError, EOFError) as error:
            raise DataMissing(f"{folder}: the dictionary cannot be read. Install Unsaid again.") from error
        bases: dict[tuple[str, str], tuple[str, ...]] = {}
        for form, base, part in (line.split() for line in irregular):
            bases[form, part] = (*bases.get((form, part), ()), base)
        return cls(dict(line.split() for line in lemmas), bases, tuple(stems))

    @cached_property
    def columns(self) -> Mapping[str, int]:
        """The column of each stem."""
        return {each: column for column, each in enumerate(self.stems)}

    @cached_property
    def digest(self) -> str:
        """What tells this dictionary from others: the SHA-256 of its stems."""
        return hashlib.sha256("\n".join(self.stems).encode()).hexdigest()

    def base_forms(self, word: str) -> tuple[str, ...]:
        """Return the lemmas that a word can be a form of, ascending; none for a word that is not in the dictionary.

        The word is in small letters.
        """
        found = {
            base
            for part in ENDINGS
            for base in (word, *self.irregular.get((word, part), ()), *without_endings(word, part))
            if part in self.lemmas.get(base, "")
        }
        return tuple(sorted(found))

    def column(self, word: str) -> int | None:
        """Return the column of a word's stem; None for a short word, and for one that is not in the dictionary.

        A form whose stem no lemma has counts as its first base form: "geese" as "goose".
        """
        column = self._columns_of_words.get(word)
        if column is None and (column := self._column(word)) is not None:
            self._columns_of_words[word] = column  # words without a column are not kept: there is no end of them
        return column

    def _column(self, word: str) -> int | None:
        if len(word) < SHORTEST or not (bases := self.base_forms(word)):
            return None
        return next(
            (column for each in (word, *bases) if (column := self.columns.get(stem(each))) is not None), None
        )
