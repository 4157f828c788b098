"""Refine the output of a pipeline by rules: titles, letters, context, lists and the whole document."""

from collections.abc import Callable

from backend.detection.names.common_words import with_their_capitals
from backend.detection.names.company_names import companies
from backend.detection.names.context_filters import in_context
from backend.detection.names.full_names import whole
from backend.detection.names.gazetteer_names import from_lists
from backend.detection.names.letter_names import in_letters
from backend.detection.names.lists_of_people import enumerated
from backend.detection.names.paragraph import Matches, Stories, paragraphs
from backend.detection.names.plausibility_filters import plausible
from backend.detection.names.propagation import propagated
from backend.detection.names.time_filters import timed
from backend.detection.names.titled_names import titled
from backend.detection.names.word_evidence import Evidence, Lexicon, Usage

Refine = Callable[[Stories, Matches, Lexicon], Matches]
"""Takes the matches of all stories of one document and answers with better ones."""


def refined(stories: Stories, matches: Matches, lexicon: Lexicon) -> Matches:
    """The names of a document after all rules.

    First goes what no name is made of; then comes what says itself that it is a name, then what is none in its
    context goes, then every name is looked for everywhere; so what goes is not found again, and what is added
    speaks for other places.
    """
    read = [[plausible(timed(block)) for block in story] for story in paragraphs(stories, matches)]
    blocks = [block for story in read for block in story]
    evidence = Evidence(lexicon, Usage.of(blocks))
    told = [
        in_letters(companies(titled(enumerated(story, evidence), evidence), evidence), evidence) for story in read
    ]
    blocks = [whole(block, evidence) for story in told for block in story]
    blocks = from_lists(with_their_capitals(in_context(blocks, evidence), evidence), evidence)
    blocks = [whole(block, evidence) for block in propagated(blocks, evidence)]
    done = iter([block.matches() for block in blocks])
    return tuple(tuple(next(done) for _ in story) for story in stories)
