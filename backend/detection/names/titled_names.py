"""Names after a title or a role.

"Mr", "Dr" and "Sir" belong to the name: they go with it, and tell the sex. A role that is spelled out ("Judge",
"Professor") is evidence and stays, as the annotators of the Text Anonymization Benchmark have it.
"""

from collections.abc import Iterable, Iterator

from backend.detection.names.capitalised_runs import MAX_WORDS, CapitalisedRun, run_after
from backend.detection.names.paragraph import NameParagraph, NameSpan, capital, initial
from backend.detection.names.vocabulary import GROUPS, HONORIFICS, PARTICLES, ROLES
from backend.detection.names.word_evidence import NameEvidence
from backend.messages.reasons import StandsLikeName

_TITLE_SURE = 0.95
_ROLE_SURE = 0.85
_BEFORE_AN_INITIAL = frozenset(("Mr", "Mrs", "Ms", "Miss"))
"""Titles that a single letter may follow; "Rev. C" is a revision."""
_GAPS_AFTER_TITLE = frozenset((" ", ". ", ".", ".  ", "  "))


def find_titled_names(blocks: Iterable[NameParagraph], evidence: NameEvidence) -> list[NameParagraph]:
    """Add the names that follow a title or a role."""
    return [block.having(_titled(block, evidence)) for block in blocks]


def _titled(block: NameParagraph, evidence: NameEvidence) -> Iterator[NameSpan]:
    done = 0
    for i, word in enumerate(block.words):
        if i < done:
            continue
        if word in HONORIFICS:
            run = _after_title(block, i, evidence)
            if run:
                yield run.person(block, _TITLE_SURE, StandsLikeName("after_title"))
        elif word in ROLES and block.gap(i) == " ":
            run = run_after(block, i + 1, evidence)
            if run and _like_a_name(run.of(block), evidence):
                yield run.person(block, _ROLE_SURE, StandsLikeName("after_role"))
        else:
            continue
        done = run.end


def _after_title(block: NameParagraph, title: int, evidence: NameEvidence) -> CapitalisedRun:
    """The name with its titles; empty where the word is no title: "12 Elm Dr. Leeds", "Dr. The"."""
    nothing = CapitalisedRun(title, title)
    first = title + 1
    if first >= len(block.words) or block.gap(title) not in _GAPS_AFTER_TITLE or _is_a_street(block, title):
        return nothing
    run = run_after(block, first, evidence, MAX_WORDS + 1)
    while not run and first + 1 < len(block.words) and block.words[first] in PARTICLES and block.gap(first) == " ":
        first += 1
        run = run_after(block, first, evidence)
    words = [word for word in run.of(block) if word not in HONORIFICS]
    if not words or (len(words) == 1 and initial(words[0]) and block.words[title] not in _BEFORE_AN_INITIAL):
        return nothing
    return CapitalisedRun(title, run.end)


def _is_a_street(block: NameParagraph, title: int) -> bool:
    return (
        title >= 2
        and block.gap(title - 1) == " "
        and block.words[title - 2].isdigit()
        and (capital(block.words[title - 1]))
    )


def _like_a_name(words: tuple[str, ...], evidence: NameEvidence) -> bool:
    """Whether words behind a role name somebody: "Judge Rook" and "Judge K. Rook", not "Judge Advocate"."""
    if any(word.lower() in GROUPS or (word.isupper() and len(word) > 1) for word in words):
        return False
    if initial(words[0]) and len(words) > 1:
        return True
    if not evidence.lexicon or any(map(evidence.ordinary, words)):
        return False
    return not evidence.lexicon.place(words[-1])
