"""Places: "Leeds" is a city in England, in the United Kingdom, in Europe."""

import re
from dataclasses import replace

from backend.taxonomy.broader import Kind, Meaning, Source, levels
from backend.taxonomy.gazetteer import KnownPlace, place_key
from backend.taxonomy.landmarks import Landmarks

_ARTICLE = re.compile(r"^the\s+", re.IGNORECASE)


def places(term: str, landmarks: Landmarks) -> tuple[Meaning, ...]:
    """Return the places of a name with their broader forms.

    A name can stand for several places. Those that WordNet knows come first, in the order of its senses; then those
    of the gazetteer alone: countries, regions, and cities by country and region. Of "London, Ontario" only those in
    Ontario are meant.
    """
    bare = _ARTICLE.sub("", term.strip())
    if found := _called(bare, term, landmarks):
        return found
    name, *larger = (_ARTICLE.sub("", part.strip()) for part in bare.split(","))
    inside = set(map(place_key, larger))
    return tuple(each for each in _called(name, term, landmarks) if inside and inside <= _around(each))


def _called(name: str, term: str, landmarks: Landmarks) -> tuple[Meaning, ...]:
    """The places of a name, with broader forms that do not reveal the term which has the name."""
    unknown = landmarks.gazetteer.places(name)
    found: list[Meaning] = []
    for sense in landmarks.senses(name):
        same = landmarks.nearest(sense.concept, unknown)
        if same is None:
            found.append(landmarks.meaning(term, sense))
        else:
            unknown.remove(same)
            domain = landmarks.nouns.domain(sense.concept)
            meaning = _meaning(term, same)
            found.append(replace(meaning, domain=domain, frequency=sense.frequency, concept=sense.concept))
    return (*found, *(_meaning(term, each) for each in unknown))


def _meaning(term: str, place: KnownPlace) -> Meaning:
    gist = ", ".join((place.sort, *place.inside))
    return Meaning(Kind.LOCATION, gist, levels(term, Source.PLACES, place.steps))


def _around(meaning: Meaning) -> set[str]:
    """The keys of what a place of the gazetteer is in."""
    return set(map(place_key, meaning.gist.split(", ")[1:]))
