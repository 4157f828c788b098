"""The nouns of WordNet: the senses of a word, what is above a concept, and which words are below it."""

import zlib
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from backend.errors import DataMissing
from backend.learning.arrays import unpack
from backend.taxonomy.broader import Kind, Meaning, Source, Step, levels, reveals
from backend.taxonomy.morphology import without_endings
from backend.taxonomy.tables import IRREGULAR_FILE, NOUNS_FILE, read_lines

DOMAINS = (
    *("adj.all", "adj.pert", "adv.all", "noun.Tops", "noun.act", "noun.animal", "noun.artifact", "noun.attribute"),
    *("noun.body", "noun.cognition", "noun.communication", "noun.event", "noun.feeling", "noun.food", "noun.group"),
    *("noun.location", "noun.motive", "noun.object", "noun.person", "noun.phenomenon", "noun.plant"),
    *("noun.possession", "noun.process", "noun.quantity", "noun.relation", "noun.shape", "noun.state"),
    *("noun.substance", "noun.time"),
)
"""WordNet's lexicographer files by their number: lexnames(5WN)."""

PERSON = "noun.person"
_GIST_WORDS = 4
_LENGTHS = "_lengths"


@dataclass(frozen=True, slots=True)
class Sense:
    """A sense of a word: its concept, its number among the senses, and how often annotated texts have it."""

    concept: int
    number: int
    frequency: int


class NounTable:
    """The concepts of WordNet 3.0, each known by the offset that WordNet itself gives it.

    Words are as WordNet writes them, with blanks; they are sorted without regard to capitals.
    """

    def __init__(self, arrays: Mapping[str, NDArray[np.generic]], irregular: Mapping[str, tuple[str, ...]]) -> None:
        self._arrays = arrays
        self._irregular = irregular
        self._starts = {
            name.removesuffix(_LENGTHS): np.concatenate(([0], np.cumsum(lengths, dtype=np.uint32)))
            for name, lengths in arrays.items()
            if name.endswith(_LENGTHS)
        }
        self._text = arrays["words"].tobytes()
        self._words = len(arrays["words" + _LENGTHS])
        self._offsets = arrays["offsets"]

    @classmethod
    def read(cls, folder: Path) -> "NounTable":
        """Read the table of a folder.

        Raises DataMissing when it cannot be read.
        """
        try:
            arrays = unpack((folder / NOUNS_FILE).read_bytes())
            lines = read_lines(folder / IRREGULAR_FILE)
        except (OSError, EOFError, ValueError, zlib.error) as error:
            raise DataMissing(f"{folder}: the table of nouns cannot be read. Install Unsaid again.") from error
        irregular: dict[str, tuple[str, ...]] = {}
        for form, base, part in (line.split() for line in lines):
            if part == "n":
                irregular[form] = (*irregular.get(form, ()), base)
        return cls(arrays, irregular)

    def senses(self, text: str, *, names: bool = False) -> tuple[Sense, ...]:
        """Return the senses of a noun in the order of WordNet, the most frequent one first; none for other texts.

        The text may be a plural. The senses of its own form come first. Written in small letters throughout, it has
        no sense that WordNet writes with a capital ("turkey" is no country). One of `names` has, and is no plural.
        """
        own = " ".join(text.split())
        lower = own.lower()
        found: dict[int, Sense] = {}
        others = () if names else (*self._irregular.get(lower, ()), *without_endings(lower, "n"))
        for form in (lower, *others):
            for sense in self._written(form, may_be_name=names or own != lower):
                found.setdefault(sense.concept, sense)
        return tuple(found.values())

    def _written(self, form: str, *, may_be_name: bool) -> list[Sense]:
        """The senses of a form in small letters, however WordNet writes it."""
        at = bisect_left(range(self._words), form, key=lambda number: self._word(number).lower())
        found: list[Sense] = []
        while at < self._words and (word := self._word(at)).lower() == form:
            if may_be_name or word == form:
                for place in self._row_places("senses", at):
                    concept = int(self._offsets[self._arrays["senses"][place]])
                    number, count = (int(self._arrays[name][place]) for name in ("sense_numbers", "sense_counts"))
                    found.append(Sense(concept, number, count))
            at += 1
        return sorted(found, key=lambda sense: sense.number)

    def synonyms(self, concept: int) -> tuple[str, ...]:
        """Return the words of a concept, as WordNet orders them."""
        return tuple(map(self._word, self._row("synonyms", self._place(concept))))

    def domain(self, concept: int) -> str:
        """Return the name of the lexicographer file that a concept is in: "noun.food"."""
        return DOMAINS[int(self._arrays["files"][self._place(concept)])]

    def is_instance(self, concept: int) -> bool:
        """Tell whether a concept is a single thing that has a name: a city, a river, a person."""
        return bool(self._arrays["instance"][self._place(concept)])

    def above(self, concept: int) -> tuple[int, ...]:
        """Return the concepts directly above one, as WordNet orders them."""
        return self._concepts("above", concept)

    def part_of(self, concept: int) -> tuple[int, ...]:
        """Return the concepts that one is directly part of."""
        return self._concepts("part_of", concept)

    def is_too_abstract(self, concept: int) -> bool:
        """Tell whether a concept says too little to stand for a word (decision 58)."""
        return bool(self._arrays["abstract"][self._place(concept)])

    def count_below(self, concept: int) -> int:
        """Return how many different words are in a concept or below it, names too."""
        return int(self._arrays["below"][self._place(concept)])

    def words_below(self, concept: int) -> frozenset[str]:
        """Return the words in a concept or below it, in small letters."""
        places = self._places_below(self._place(concept))
        return frozenset(self._word(word).lower() for place in places for word in self._row("synonyms", place))

    @property
    def instances(self) -> tuple[int, ...]:
        """All concepts that are a single thing with a name."""
        return tuple(self._offsets[self._arrays["instance"]].tolist())

    def chain(self, concept: int) -> tuple[int, ...]:
        """Return the concepts above one that are not too abstract, from narrow to broad.

        Where several are directly above, the chain goes on with the first that is not too abstract: WordNet lists
        the main one first. Where all are, it goes on with the first, and above that with "person", "food" and the
        like.
        """
        found: list[int] = []
        while above := self.above(concept):
            concept = next((each for each in above if not self.is_too_abstract(each)), above[0])
            if not self.is_too_abstract(concept):
                found.append(concept)
        return tuple(found)

    def meanings(self, text: str) -> tuple[Meaning, ...]:
        """Return the meanings of a noun with their broader forms, the most frequent first."""
        return tuple(self.meaning(text, sense) for sense in self.senses(text))

    def meaning(self, text: str, sense: Sense) -> Meaning:
        """Return one sense of a term with its broader forms."""
        concept = sense.concept
        return Meaning(
            Kind.WORD,
            ", ".join(self.synonyms(concept)[:_GIST_WORDS]),
            levels(text, Source.WORDNET, self.steps(text, concept)),
            self.domain(concept),
            sense.frequency,
            concept,
        )

    def steps(self, term: str, concept: int) -> Iterator[Step]:
        """Yield what stands above a concept; of each, the first word that does not reveal the term."""
        for each in self.chain(concept):
            word = next((word for word in self.synonyms(each) if not reveals(word, term)), None)
            if word is not None:
                yield Step(word, below=self.count_below(each), concept=each)

    def _place(self, concept: int) -> int:
        place = bisect_left(self._offsets, concept)
        if place == len(self._offsets) or self._offsets[place] != concept:
            raise KeyError(concept)
        return place

    def _concepts(self, name: str, concept: int) -> tuple[int, ...]:
        return tuple(int(self._offsets[place]) for place in self._row(name, self._place(concept)))

    def _row(self, name: str, row: int) -> list[int]:
        return [int(self._arrays[name][place]) for place in self._row_places(name, row)]

    def _row_places(self, name: str, row: int) -> range:
        starts = self._starts[name]
        return range(int(starts[row]), int(starts[row + 1]))

    def _word(self, number: int) -> str:
        starts = self._starts["words"]
        return self._text[int(starts[number]) : int(starts[number + 1])].decode("ascii")

    def _places_below(self, place: int) -> set[int]:
        order, starts = self._below
        found: set[int] = set()
        waiting = [place]
        while waiting:
            each = waiting.pop()
            if each not in found:
                found.add(each)
                waiting += order[starts[each] : starts[each + 1]].tolist()
        return found

    @cached_property
    def _below(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The concepts directly below each one: all of them, and where those of each begin."""
        above = self._arrays["above"]
        lengths = self._arrays["above" + _LENGTHS].astype(np.int64)
        lower = np.repeat(np.arange(len(self._offsets)), lengths)
        order = np.argsort(above, kind="stable")
        starts = np.searchsorted(above[order], np.arange(len(self._offsets) + 1))
        return lower[order], starts
