"""How tests of the rules write a text with its names: "by [PERSON Ann Okafor] of [ORGANIZATION Halden]"."""

import re

from backend.detection.names.refinement import refine_names
from backend.detection.names.word_evidence import Lexicon
from backend.detection.names.word_features import WordLists
from backend.detection.patterns.template import PatternMatch
from backend.document.spans import Span
from backend.messages.reasons import ReadsLikeName

GIVEN = "ann gisela john mark will may grant peter maria james sarah david mary tim tom irish karl jean pierre"
SURNAMES = (
    "okafor kirsten smith rook bank baker christoph vogel wittling müller weaver jones brown schmidt berg mark"
    " grant will moss stone young park price long cook"
)
PLACES = "leeds new york paris austin texas raleigh carolina berlin london istanbul washington charlotte"
COMMON = (
    "the and of to a in will may mark grant bank baker customer service young park price long stone brown cook"
    " revenue"
    " net sales income risk report manager general electric motors law advocate further said moss"
)

LEXICON = Lexicon(
    {
        word: sum(
            flag
            for flag, words in (
                (WordLists.GIVEN_NAME, GIVEN),
                (WordLists.SURNAME, SURNAMES),
                (WordLists.PLACE, PLACES),
                (WordLists.COMMON, COMMON),
            )
            if word in words.split()
        )
        for word in f"{GIVEN} {SURNAMES} {PLACES} {COMMON}".split()
    }
)
"""A few words of each list; a word that is in none is known to nobody."""

_MARKED = re.compile(r"\[([A-Z_]+)(?:=(0\.\d+))? ([^\]]+)\]")


def read(marked, score=0.9):
    """The text and its matches; "[PERSON=0.5 Ann]" has its own certainty."""
    text, matches, done = "", [], 0
    for match in _MARKED.finditer(marked):
        text += marked[done : match.start()]
        span = Span(len(text), len(text) + len(match[3]))
        matches.append(PatternMatch(match[1], span, float(match[2] or score), ReadsLikeName("PERSON")))
        text += match[3]
        done = match.end()
    return text + marked[done:], matches


def write(text, matches):
    """The text with its names marked."""
    written, done = "", 0
    for match in matches:
        written += f"{text[done : match.span.start]}[{match.entity} {match.span.of(text)}]"
        done = match.span.end
    return written + text[done:]


def refine(*blocks, lexicon=LEXICON):
    """The blocks of one story with the names in them after all rules; one block is answered alone."""
    pairs = [read(block) for block in blocks]
    (story,) = refine_names([[text for text, _ in pairs]], [[matches for _, matches in pairs]], lexicon)
    answers = [write(text, found) for (text, _), found in zip(pairs, story, strict=True)]
    return answers[0] if len(answers) == 1 else answers
