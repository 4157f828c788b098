"""Defined terms: a role ("the Supplier"), a short name, an abbreviation or a translation in brackets after a name.

A role is nobody's name, and what is called so goes; all the others are names from here on.
"""

import re
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass

from backend.detection.names.name_forms import NameForm, Words, abbreviates
from backend.detection.names.paragraph import NameParagraph, NameSpan, capital
from backend.detection.names.vocabulary import PARTIES
from backend.detection.names.word_evidence import NameEvidence

_DEFINITION = re.compile(
    r"\(\s?(?P<intro>(?:[^()\"“”„]{0,80}?\s)?)[\"“„'‘](?P<article>[Tt]he )?(?P<term>[^\"“”„‘’']{2,60})[\"”“'’]"
    r"[^()]{0,60}\)"
)
_ARTICLES = frozenset(("the", "each", "any", "such", "collectively", "together"))
_OPENED = re.compile(r" ?\([ \"'“‘„]{0,3}")
_CLOSED = re.compile(r"[ \"'”’“,.]{0,4}\)")
_QUOTE = re.compile(r"[\"'“‘„]")
_MAX_WORDS = 5


@dataclass(frozen=True, slots=True)
class DefinedTerms:
    """The terms that a document defines for a role, in lower case and without article."""

    roles: Set[str]

    @classmethod
    def of(cls, blocks: Iterable[NameParagraph], evidence: NameEvidence) -> "DefinedTerms":
        """Read the definitions of a document: (the "Supplier"), (“the Court”), (hereinafter "Buyer")."""
        roles = {
            " ".join(match["term"].lower().strip(" ,.").split())
            for block in blocks
            if "(" in block.text
            for match in _DEFINITION.finditer(block.text)
            if _is_role(match, evidence)
        }
        return cls(roles | {f"{role}s" for role in roles})


def _is_role(match: re.Match[str], evidence: NameEvidence) -> bool:
    """Whether a definition gives a role rather than a short name: it has an article, or is made of usual words."""
    words = match["term"].split()
    if any(word.lower() in PARTIES for word in words):
        return True
    before = set(match.string[max(0, match.start() - 80) : match.start()].split())
    if match["term"].isupper() or not before.isdisjoint(words):
        return False  # "Ankara University (“the University”)" says it shorter
    introduced = match["article"] or (match["intro"].split()[-1:] or [""])[0].lower() in _ARTICLES
    if introduced:
        return not any(evidence.lexicon.named_so(word) and not evidence.lexicon.common(word) for word in words)
    return all(word.lower() in PARTIES or evidence.lexicon.common(word) for word in words)


def short_names(block: NameParagraph, name: NameSpan, evidence: NameEvidence) -> Iterator[NameForm]:
    """Return the short names or translations that a bracket right after a name defines.

    "Erich-Weinert-Ensemble (EWE)", "Halden Foods Ltd (“Halden”)", "Würzburg Social Court (Sozialgericht)".
    """
    inside = block.range_of(name)
    if name.entity not in ("PERSON", "ORGANIZATION") or inside.stop >= len(block.words):
        return
    opened = _OPENED.fullmatch(block.text, name.end, max(name.end, block.starts[inside.stop]))
    short = _bracketed(block, inside.stop)
    if not opened or not short or not all(map(capital, short)):
        return
    words = block.words_of(name)
    if len(short) == 1 and short[0].isupper():
        if abbreviates(short[0], words):
            yield NameForm(short, name.entity, name.score)
    elif _QUOTE.search(opened.group()):
        if set(short) & set(words) or not any(map(evidence.ordinary, short)):
            yield NameForm(short, name.entity, name.score, careful=all(map(evidence.ordinary, short)))
    elif name.entity == "ORGANIZATION" and _is_foreign(short, evidence):
        yield NameForm(short, name.entity, name.score)


def _bracketed(block: NameParagraph, first: int) -> Words:
    """The words up to a closing bracket; none where it is far."""
    for last in range(first, min(first + _MAX_WORDS, len(block.words))):
        if _CLOSED.match(block.text, block.ends[last]):
            return block.words[first : last + 1]
        if block.gap(last) not in (" ", "-"):
            break
    return ()


def _is_foreign(short: Words, evidence: NameEvidence) -> bool:
    """Whether no list knows any of the words: a translation, not a place or a remark."""
    return bool(evidence.lexicon) and not any(
        evidence.lexicon.of(word) or evidence.ordinary(word) for word in short
    )
