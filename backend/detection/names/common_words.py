"""Drop common words that were taken for names: "the status is amber".

Names in small letters stand in chats, and in texts of people who never use capitals. Who begins sentences with
capitals gives names theirs; so what such a writer leaves small is a name only where the pipeline is certain. A word
of every day that fills cell after cell of a table ("Green") has its capital from the cell.
"""

from collections import Counter
from collections.abc import Sequence, Set

from backend.detection.names.name_forms import Words
from backend.detection.names.paragraph import NameParagraph, NameSpan, capital
from backend.detection.names.word_evidence import NameEvidence

_CALLED = frozenset(("PERSON", "ORGANIZATION", "LOCATION"))
_HANDLES = frozenset("@#")
_CERTAIN = 0.95
_UNSURE = 0.9
_LIGHTS = frozenset(("red", "yellow", "amber", "green"))
_ONLY_LIGHTS = frozenset(("red", "yellow"))
"""Hardly anybody is called so, as they are Amber and Green."""


def drop_common_words(blocks: Sequence[NameParagraph], evidence: NameEvidence) -> list[NameParagraph]:
    """The paragraphs of a document without lights, and without words that had a capital if they were names."""
    blocks = _without_lights(blocks)
    if not evidence.usage.careful:
        return list(blocks)
    people = {
        word.lower()
        for block in blocks
        for name in block.names
        if name.entity == "PERSON"
        for word in block.words_of(name)
        if capital(word)
    }
    cells = _cells(blocks, evidence)
    return [
        block.with_names(
            name
            for name in block.names
            if not (_wants_one(block, name, people, evidence) or (is_a_cell and name.entity in _CALLED))
        )
        for block in blocks
        for is_a_cell in [len(block.words) == 1 and block.words in cells]
    ]


def _without_lights(blocks: Sequence[NameParagraph]) -> Sequence[NameParagraph]:
    """The paragraphs without the lights of a table: "Red", "Amber" and "Green", each in cells of its own."""
    alone = {block.words[0].lower() for block in blocks if len(block.words) == 1}
    lights = alone & _LIGHTS
    if len(lights) < 2 or lights.isdisjoint(_ONLY_LIGHTS):
        return blocks
    return [
        block.with_names(name for name in block.names if name.score >= _UNSURE)
        if len(block.words) == 1 and block.words[0].lower() in lights
        else block
        for block in blocks
    ]


def _cells(blocks: Sequence[NameParagraph], evidence: NameEvidence) -> Set[Words]:
    """The words that fill several blocks alone and have their capital nowhere inside a sentence."""
    counts = Counter(block.words for block in blocks if len(block.words) == 1)
    return {
        (word,)
        for (word,), count in counts.items()
        if count > 1 and evidence.ordinary(word) and not evidence.usage.inside.get(word)
    }


def _wants_one(block: NameParagraph, name: NameSpan, people: Set[str], evidence: NameEvidence) -> bool:
    words = block.words_of(name)
    if name.entity not in _CALLED or not words or not all(map(str.islower, words)) or _is_a_handle(block, name):
        return False
    if len(words) > 1:
        return all(map(evidence.lexicon.common, words))
    if name.entity == "ORGANIZATION":
        return False
    if evidence.only_a_name(words[0]):
        return False
    return words[0] in people or (name.score < _CERTAIN and evidence.lexicon.of(words[0]) > 0)


def _is_a_handle(block: NameParagraph, name: NameSpan) -> bool:
    """Whether it is written "@ann" or "#leeds"."""
    return not _HANDLES.isdisjoint(block.text[max(0, name.start - 2) : name.start + 1])
