"""Read the nouns of WordNet's files into the table of concepts: what is above each, and how many words are below.

The format of the files is in the manual pages wndb(5WN) and senseidx(5WN). A concept is a synonym set. What is
above it are its hypernyms, and for a name ("Leeds") the concepts that it is an instance of. What it is part of
comes along, because a place is in a larger one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

_HYPERNYM, _INSTANCE_OF, _PART_OF = "@", "@i", "#p"

TOPS = 3
"""The number of the lexicographer file noun.Tops: WordNet's own list of the most general concepts."""

MOST_WORDS = 5_000
"""A concept with more words below it says too little."""

FEWEST_STEPS = 4
"""A concept that is fewer steps below "entity" says too little."""

SPEAKING = frozenset({"person", "animal", "plant", "food", "event", "feeling"})
"""The most general concepts that people write about; they are broader forms although the rules above cut them."""


@dataclass(frozen=True, slots=True)
class NounConcept:
    """A synonym set as WordNet's file has it: its words in order, and the numbers of the sets that it points to."""

    offset: int
    file: int
    words: tuple[str, ...]
    above: tuple[int, ...]
    part_of: tuple[int, ...]
    is_instance: bool


def read_concepts(folder: Path) -> dict[int, NounConcept]:
    """Return all concepts by their number, in the order of the file."""
    return {each.offset: each for each in map(_concept, _lines(folder / "data.noun"))}


def read_senses(folder: Path) -> dict[str, tuple[int, ...]]:
    """Return the concepts of each lemma in small letters, the most frequent sense first."""
    senses: dict[str, tuple[int, ...]] = {}
    for line in _lines(folder / "index.noun"):
        fields = line.split()
        senses[_plain(fields[0])] = tuple(map(int, fields[-int(fields[2]) :]))
    return senses


def read_frequencies(folder: Path) -> dict[tuple[str, int], int]:
    """Return how often annotated texts have each sense of a noun: lemma and number of the sense, from 1."""
    found: dict[tuple[str, int], int] = {}
    for line in (folder / "cntlist.rev").read_text("ascii").splitlines():
        key, number, count = line.split()
        lemma, _, kind = key.partition("%")
        if kind.startswith("1:"):
            found[_plain(lemma), int(number)] = int(count)
    return found


def noun_arrays(folder: Path) -> dict[str, NDArray[np.generic]]:
    """Return the arrays of the table; `nouns` describes them."""
    concepts = read_concepts(folder)
    place = {offset: number for number, offset in enumerate(concepts)}
    words = sorted(
        {word for each in concepts.values() for word in each.words}, key=lambda word: (word.lower(), word)
    )
    number_of = {word: number for number, word in enumerate(words)}
    counted = words_below(concepts)
    far = steps_from_top(concepts)
    rows = list(concepts.values())
    abstract = [is_too_abstract(each, counted[each.offset], far[each.offset]) for each in rows]
    return {
        "words": np.frombuffer("".join(words).encode("ascii"), np.uint8),
        "words_lengths": np.array([*map(len, words)], np.uint8),
        **_sense_arrays(folder, words, concepts, place),
        "offsets": np.array([each.offset for each in rows], np.uint32),
        "files": np.array([each.file for each in rows], np.uint8),
        "below": np.array([counted[each.offset] for each in rows], np.uint32),
        "abstract": np.array(abstract, np.bool_),
        "instance": np.array([each.is_instance for each in rows], np.bool_),
        **_rows("synonyms", [[number_of[word] for word in each.words] for each in rows]),
        **_rows("above", [[place[offset] for offset in each.above] for each in rows]),
        **_rows("part_of", [[place[offset] for offset in each.part_of] for each in rows]),
    }


def words_below(concepts: dict[int, NounConcept]) -> dict[int, int]:
    """Return how many different words, without regard to capitals, are in each concept or below it."""
    found: dict[int, set[str]] = {offset: set() for offset in concepts}
    for each in concepts.values():
        own = {word.lower() for word in each.words}
        for offset in _all_above(each.offset, concepts):
            found[offset] |= own
    return {offset: len(words) for offset, words in found.items()}


def steps_from_top(concepts: dict[int, NounConcept]) -> dict[int, int]:
    """Return how many steps each concept is below the concept that has none above it, on the shortest way."""
    below: dict[int, list[int]] = {offset: [] for offset in concepts}
    for each in concepts.values():
        for offset in each.above:
            below[offset].append(each.offset)
    reached = {each.offset: 0 for each in concepts.values() if not each.above}
    waiting = list(reached)
    for offset in waiting:
        new = [lower for lower in below[offset] if lower not in reached]
        reached.update((lower, reached[offset] + 1) for lower in new)
        waiting += new
    return reached


def is_too_abstract(concept: NounConcept, below: int, steps: int) -> bool:
    """Tell whether a concept says too little to stand for a word: the written rule of decision 58."""
    if concept.file == TOPS:
        return concept.words[0] not in SPEAKING
    return below > MOST_WORDS or steps < FEWEST_STEPS


def _all_above(offset: int, concepts: dict[int, NounConcept]) -> set[int]:
    """The concept itself, and all that is above it."""
    found: set[int] = set()
    waiting = [offset]
    while waiting:
        each = waiting.pop()
        if each not in found:
            found.add(each)
            waiting += concepts[each].above
    return found


def _concept(line: str) -> NounConcept:
    fields = line.partition("|")[0].split()
    count = int(fields[3], 16)
    words = tuple(_plain(word) for word in fields[4 : 4 + 2 * count : 2])
    rest = fields[4 + 2 * count :]
    pointers = [(rest[at], int(rest[at + 1])) for at in range(1, 4 * int(rest[0]) + 1, 4) if rest[at + 2] == "n"]
    above = tuple(offset for sign, offset in pointers if sign in (_HYPERNYM, _INSTANCE_OF))
    part_of = tuple(offset for sign, offset in pointers if sign == _PART_OF)
    is_instance = any(sign == _INSTANCE_OF for sign, _ in pointers)
    return NounConcept(int(fields[0]), int(fields[1]), words, above, part_of, is_instance)


def _sense_arrays(
    folder: Path, words: Sequence[str], concepts: dict[int, NounConcept], place: dict[int, int]
) -> dict[str, NDArray[np.generic]]:
    """For each word as it is written: the concepts that have it, with the numbers of the senses and frequencies."""
    senses, frequencies = read_senses(folder), read_frequencies(folder)
    rows: list[list[tuple[int, int, int]]] = []
    for word in words:
        lemma = word.lower()
        numbered = enumerate(senses[lemma], start=1)
        rows.append(
            [
                (place[offset], number, frequencies.get((lemma, number), 0))
                for number, offset in numbered
                if word in concepts[offset].words
            ]
        )
    flat = [sense for row in rows for sense in row]
    return {
        **_rows("senses", [[concept for concept, _, _ in row] for row in rows]),
        "sense_numbers": np.array([number for _, number, _ in flat], np.uint8),
        "sense_counts": np.array([count for _, _, count in flat], np.uint16),
    }


def _rows(name: str, rows: Sequence[Sequence[int]]) -> dict[str, NDArray[np.generic]]:
    """Rows of numbers as two arrays: all of them, and how many each row has."""
    return {
        name: np.array([number for row in rows for number in row], np.uint32),
        f"{name}_lengths": np.array([*map(len, rows)], np.uint8),
    }


def _lines(path: Path) -> Iterator[str]:
    """The lines without those of the licence."""
    return (line for line in path.read_text("ascii").splitlines() if not line.startswith("  "))


def _without_case(word: str) -> tuple[str, str]:
    return word.lower(), word


def _plain(word: str) -> str:
    return word.replace("_", " ")
