"""Refine the output of a pipeline by rules: titles, letters, context, lists and the whole document."""

from collections.abc import Callable
from types import MappingProxyType

from backend.detection.names.amounts import separate_amounts
from backend.detection.names.common_words import drop_common_words
from backend.detection.names.company_names import find_companies
from backend.detection.names.context_filters import drop_by_context
from backend.detection.names.full_names import extend_names
from backend.detection.names.gazetteer_names import find_listed_names
from backend.detection.names.letter_names import find_letter_names
from backend.detection.names.lists_of_people import find_listed_people
from backend.detection.names.paragraph import Matches, Stories, Unread, paragraphs
from backend.detection.names.plausibility_filters import drop_implausible
from backend.detection.names.propagation import propagate_names
from backend.detection.names.time_filters import drop_time_lookalikes
from backend.detection.names.titled_names import find_titled_names
from backend.detection.names.word_evidence import Lexicon, NameEvidence, WordUsage

Refine = Callable[[Stories, Matches, Lexicon, Unread], Matches]
"""Takes the matches of all stories of one document and answers with better ones."""

_ALL_READ: Unread = MappingProxyType({})


def refine_names(stories: Stories, matches: Matches, lexicon: Lexicon, unread: Unread = _ALL_READ) -> Matches:
    """The names of a document after all rules.

    First goes what no name is made of; then comes what says itself that it is a name, then what is none in its
    context goes, then every name is looked for everywhere; so what goes is not found again, and what is added
    speaks for other places. In `unread` stretches only names are found that are known from the rest: the rules are
    for English.
    """
    read = [
        [separate_amounts(drop_implausible(drop_time_lookalikes(block))) for block in story]
        for story in paragraphs(stories, matches)
    ]
    blocks = [block for story in read for block in story]
    evidence = NameEvidence(lexicon, WordUsage.of(blocks))
    refined = [
        find_letter_names(
            find_companies(find_titled_names(find_listed_people(story, evidence), evidence), evidence), evidence
        )
        for story in read
    ]
    blocks = [extend_names(block, evidence) for story in refined for block in story]
    blocks = find_listed_names(drop_common_words(drop_by_context(blocks, evidence), evidence), evidence)
    places = ((i, j) for i, story in enumerate(stories) for j in range(len(story)))
    blocks = [block.outside(unread.get(place)) for place, block in zip(places, blocks, strict=True)]
    blocks = [extend_names(block, evidence) for block in propagate_names(blocks, evidence)]
    done = iter([block.matches() for block in blocks])
    return tuple(tuple(next(done) for _ in story) for story in stories)
