"""Words capitalised only because they begin a sentence: "Growth was strong", "Mark the box"."""

import re

from backend.detection.names.name_forms import Words
from backend.detection.names.paragraph import NameParagraph, NameSpan
from backend.detection.names.vocabulary import DETERMINERS, PRODUCTS
from backend.detection.names.word_evidence import NameEvidence

_ENDS_LINE = re.compile(r"[ .,]{0,3}(?:\n|$)")
_UNSURE, _DOUBTFUL = 0.9, 0.75
"""A word that only begins a sentence goes when the pipeline is less sure; lower for surnames in lists."""
_PRONOUNS = frozenset(("I", "you", "we", "they", "he", "she", "it", "there", "me", "us", "them"))
_AFTER_A_NAME = frozenset(
    (
        *("is", "was", "are", "were", "has", "had", "have", "will", "would", "can", "could", "may", "might"),
        *("should", "must", "does", "did", "and", "or", "but", "in", "on", "at", "to", "for", "from", "of", "with"),
        *("by", "near", "as", "who", "which", "where", "when"),
    )
)
"""What may follow a name as well."""


def is_sentence_start(block: NameParagraph, name: NameSpan, bare: Words, evidence: NameEvidence) -> bool:
    """Whether a name is an ordinary word with the capital of its sentence; `bare` are its words without an article.

    A signature stands alone in its line, and what lists know as a name must be all the more doubtful.
    """
    word = bare[0]
    if name.entity not in ("PERSON", "ORGANIZATION", "LOCATION") or not word.istitle():
        return False
    ordinary = evidence.lexicon.common(word) or word.lower() in evidence.usage.lower
    if not ordinary or evidence.usage.inside.get(word) or not block.begins(block.range_of(name).start):
        return False
    follows = _follows(block, name)
    if name.entity == "PERSON" and len(bare) == 1 and (follows in DETERMINERS or follows in _PRONOUNS):
        return True
    if len(bare) > 1:
        return name.score < _UNSURE and all(low.islower() and evidence.lexicon.common(low) for low in bare[1:])
    if name.entity == "LOCATION":
        return name.score < _UNSURE and _is_of_a_thing(follows, evidence)
    return _is_doubtful(block, name, word, evidence)


def _follows(block: NameParagraph, name: NameSpan) -> str:
    """The word right after a name; empty where something else than a space stands between."""
    following = block.range_of(name).stop
    return block.words[following] if following < len(block.words) and block.gap(following - 1) == " " else ""


def _is_of_a_thing(word: str, evidence: NameEvidence) -> bool:
    """Whether what follows is what an adjective belongs to: "Bad password", "Nice work", "Reading the paper"."""
    if word.lower() in PRODUCTS or word in DETERMINERS:
        return True
    return word.islower() and evidence.lexicon.common(word) and word not in _AFTER_A_NAME


def _is_doubtful(block: NameParagraph, name: NameSpan, word: str, evidence: NameEvidence) -> bool:
    if evidence.lexicon.given(word) or _ENDS_LINE.match(block.text, name.end):
        return False
    doubtful = _DOUBTFUL if evidence.lexicon.surname(word) else _UNSURE
    return name.score < doubtful and (name.entity == "PERSON" or word.lower() in evidence.usage.lower)
