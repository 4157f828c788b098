"""Runs of capitalised words that are written like a person's name: "K.H. van Christoph-Berg"."""

from dataclasses import dataclass

from backend.detection.names.paragraph import NameParagraph, NameSpan, capital, initial
from backend.detection.names.vocabulary import HONORIFICS, NO_NAME, PARTICLES
from backend.detection.names.word_evidence import NameEvidence
from backend.messages.message import Message

MAX_WORDS = 6
_GAPS_IN_NAME = frozenset((" ", "-", "  "))
_GAPS_AFTER_INITIAL = frozenset((". ", ".", ".-", " ", "-", ".  "))


@dataclass(frozen=True, slots=True)
class CapitalisedRun:
    """Words `start` up to `end` of a paragraph; false when it is empty."""

    start: int
    end: int

    def __bool__(self) -> bool:
        return self.end > self.start

    def of(self, block: NameParagraph) -> tuple[str, ...]:
        """The words of the run."""
        return block.words[self.start : self.end]

    def person(self, block: NameParagraph, score: float, why: Message) -> NameSpan:
        """Return the person whose name the run is."""
        return NameSpan("PERSON", block.starts[self.start], block.ends[self.end - 1], score, why)


def run_after(block: NameParagraph, start: int, evidence: NameEvidence, most: int = MAX_WORDS) -> CapitalisedRun:
    """Return the name that begins at a word, as long as its words look like a name; empty when none does."""
    words, end, i, wanted = block.words, start, start, _GAPS_IN_NAME
    while i < len(words) and i - start < most and (i == start or block.gap(i - 1) in wanted):
        word = words[i]
        if initial(word):
            end = i + 1
        elif capital(word) and word not in NO_NAME and not any(map(str.isdigit, word)):
            if i > start + 1 and block.gap(i - 1) == ". " and initial(words[i - 2]) and evidence.ordinary(word):
                break  # "by Mr J.S. Further, …": a sentence has ended
            end = i + 1
        elif not (i > start and word.lower() in PARTICLES):
            break
        wanted = _GAPS_AFTER_INITIAL if initial(word) or word in HONORIFICS else _GAPS_IN_NAME
        i += 1
    return CapitalisedRun(start, end)


def run_before(
    block: NameParagraph, word: int, gaps: frozenset[str] = frozenset(" "), most: int = 4
) -> CapitalisedRun:
    """The name that ends right before a word, with one of `gaps` between; empty when none does."""
    start, wanted = word, gaps
    while start > 0 and word - start < most and block.gap(start - 1) in wanted:
        before = block.words[start - 1]
        if not capital(before) or before in NO_NAME or any(map(str.isdigit, before)):
            break
        start -= 1
        follows_initial = start and initial(block.words[start - 1])
        wanted = _GAPS_AFTER_INITIAL if follows_initial else _GAPS_IN_NAME
    return CapitalisedRun(start, word)
