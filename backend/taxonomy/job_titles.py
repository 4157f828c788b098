"""Job titles: their rank by a small table, or what WordNet has above the trade.

The rule: a title that names a rank ("Head of Procurement", "Vice President", "CFO") stands below this rank,
whatever it is the head of, because the field may point to the client. Any other title stands below the person that
its last noun names ("senior tax accountant": accountant), in the senses that WordNet files as persons. Words such
as "senior" and "deputy" are left out, and so is what follows "of", "for", "at" or a comma.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from backend.taxonomy.broader import Article, Kind, Meaning, Source, Step, folded_term, levels
from backend.taxonomy.nouns import PERSON, NounTable

_EXECUTIVES = (
    r"chief [a-z ]{3,30} officer|chief executive|c[efotipmr]o|ciso|chair(?:man|woman|person)?(?: of the board)?"
    r"|president|managing director|executive director|company secretary|owner|founder|co-founder"
)
_SENIOR_MANAGERS = (
    r"(?:(?:senior|executive) )?vice[- ]president|s?vp|evp|general manager|(?:managing )?partner|head|director"
    r"|[a-z ]{3,30} director|general counsel"
)
_MANAGERS = r"manager|[a-z ]{2,30} manager|team lead(?:er)?|supervisor"
_RANKS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (_EXECUTIVES, ("senior executive", "executive", "manager", "employee")),
    (_SENIOR_MANAGERS, ("senior manager", "manager", "employee")),
    (_MANAGERS, ("manager", "employee")),
)
"""Patterns of titles, the highest rank first, and what stands above each of them."""

_LONGEST = 100
_NOT_OF_WORK = frozenset(
    {"adult", "capitalist", "female", "male", "man", "woman", "unfortunate", "mother", "father"}
)
"""Persons above trades in WordNet that say nothing of work."""

_GRADES = re.compile(
    r"^(?:(?:senior|junior|deputy|assistant|associate|acting|interim|global|regional|group|former) )+"
)
_BEHIND = re.compile(r"(?: (?:of|for|at|in|to)|,) .*$")


def job_title_meanings(text: str, nouns: NounTable) -> tuple[Meaning, ...]:
    """Return the meanings of a job title with their broader forms; none for a text without a rank or a person."""
    plain = folded_term(text).removeprefix("the ")
    if len(plain) > _LONGEST:
        return ()
    ranked = _rank(plain)
    if ranked:
        return (Meaning(Kind.JOB_TITLE, ranked[0], levels(text, Source.JOB_TITLES, _steps(ranked))),)
    return tuple(_trades(text, plain, nouns))


def _rank(plain: str) -> tuple[str, ...]:
    """What stands above the rank that a title names; nothing where it names none."""
    bare = _BEHIND.sub("", plain)
    tried = dict.fromkeys((plain, bare, _GRADES.sub("", bare)))
    found = (above for pattern, above in _RANKS for title in tried if re.fullmatch(pattern, title))
    return next(found, ())


def _steps(texts: tuple[str, ...]) -> Iterator[Step]:
    for each in texts:
        yield Step(each, Article.INDEFINITE)


def _trades(text: str, plain: str, nouns: NounTable) -> Iterator[Meaning]:
    """The persons that the last words of a title name: the longest noun that WordNet has."""
    words = _GRADES.sub("", _BEHIND.sub("", plain)).split()
    for first in range(len(words)):
        noun = " ".join(words[first:])
        senses = [sense for sense in nouns.senses(noun) if nouns.domain(sense.concept) == PERSON]
        if not senses:
            continue
        for sense in senses:
            concept = sense.concept
            own = [Step(noun, Article.INDEFINITE, nouns.count_below(concept), concept)] if noun != plain else []
            above = (
                replace(each, article=Article.INDEFINITE)
                for each in nouns.steps(text, concept)
                if each.text not in _NOT_OF_WORK
            )
            gist = ", ".join(nouns.synonyms(concept)[:4])
            yield Meaning(
                Kind.JOB_TITLE, gist, levels(text, Source.WORDNET, (*own, *above)), PERSON, sense.frequency, concept
            )
        return
