"""Places: "Leeds" is a city in England, in the United Kingdom, in Europe."""

from dataclasses import replace

from backend.taxonomy.broader import Kind, Meaning, Source, levels
from backend.taxonomy.gazetteer import KnownPlace
from backend.taxonomy.landmarks import Landmarks


def places(name: str, landmarks: Landmarks) -> tuple[Meaning, ...]:
    """Return the places of a name with their broader forms.

    A name can stand for several places. Those that WordNet knows come first, in the order of its senses; then those
    of the gazetteer alone: countries, regions, and cities by country and region.
    """
    unknown = landmarks.gazetteer.places(name)
    found: list[Meaning] = []
    for sense in landmarks.senses(name):
        same = landmarks.nearest(sense.concept, unknown)
        if same is None:
            found.append(landmarks.meaning(name, sense))
        else:
            unknown.remove(same)
            domain = landmarks.nouns.domain(sense.concept)
            meaning = _meaning(name, same)
            found.append(replace(meaning, domain=domain, frequency=sense.frequency, concept=sense.concept))
    return (*found, *(_meaning(name, each) for each in unknown))


def _meaning(name: str, place: KnownPlace) -> Meaning:
    gist = ", ".join((place.sort, *place.inside))
    return Meaning(Kind.LOCATION, gist, levels(name, Source.PLACES, place.steps))
