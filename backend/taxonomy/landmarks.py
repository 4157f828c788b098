"""Places that WordNet knows by name: rivers, mountains, counties, and cities that the gazetteer has not."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from backend.document.text_cache import cached_texts_once
from backend.taxonomy.broader import Article, Kind, Meaning, Source, Step, levels
from backend.taxonomy.gazetteer import Country, Gazetteer, KnownPlace
from backend.taxonomy.nouns import NounTable, Sense
from backend.taxonomy.place_names import with_the

_OF_PLACES = frozenset({"noun.location", "noun.object"})
"""WordNet's files of places: cities and countries, rivers and mountains."""
_CITIES = frozenset({"city", "capital", "national capital", "state capital", "provincial capital", "port"})
_TOWNS = frozenset({"town", "village"})


@dataclass(frozen=True)
class Landmarks:
    """The single places of WordNet, each with what it is in as far as the gazetteer knows that."""

    nouns: NounTable
    gazetteer: Gazetteer

    def senses(self, name: str) -> tuple[Sense, ...]:
        """Return the senses of a name that are single places, in the order of WordNet."""
        return tuple(sense for sense in self.nouns.senses(name, names=True) if self._is_place(sense.concept))

    def nearest(self, concept: int, places: list[KnownPlace]) -> KnownPlace | None:
        """Return the place of the gazetteer that WordNet means: of the same sort, in most of the same places."""
        sort, names = self._sort(concept), self._names_around(concept)
        alike = {"city": {"city"}, "town": {"city"}, "country": {"country", "region"}, "continent": {"continent"}}
        fitting = [place for place in places if place.sort in alike.get(sort, {"region"})]
        shared = [len(names.intersection(place.inside)) for place in fitting]
        best = max(shared, default=0)
        if best or (fitting and sort in {"country", "continent"}):
            return fitting[shared.index(best)]
        return None

    def meaning(self, name: str, sense: Sense) -> Meaning:
        """Return a place with its broader forms: its sort in a region, a country, a continent; its sort alone.

        A river or a mountain is also what WordNet has above its sort.
        """
        concept = sense.concept
        near = levels(name, Source.PLACES, self._located(concept))
        far = levels(name, Source.WORDNET, self._alone(name, concept), first=1 + len(near))
        gist = ", ".join(self.nouns.synonyms(concept))
        return Meaning(
            Kind.LOCATION, gist, (*near, *far), self.nouns.domain(concept), sense.frequency, sense.concept
        )

    def _located(self, concept: int) -> Iterator[Step]:
        above = next(iter(self.nouns.above(concept)), None)
        for at, name in enumerate(self._inside(concept)):
            if name:
                others = self._in_larger.get(above, ())
                below = sum(inside[at] == name for inside in others)
                yield Step(f"{self._sort(concept)} in {with_the(name)}", Article.INDEFINITE, below)

    def _alone(self, name: str, concept: int) -> Iterator[Step]:
        if self.nouns.domain(concept) == "noun.object":
            yield from self.nouns.steps(name, concept)
        else:
            yield Step(self._sort(concept), Article.INDEFINITE)

    def _sort(self, concept: int) -> str:
        sorts = [word for above in self.nouns.chain(concept) for word in self.nouns.synonyms(above)[:1]]
        if not _CITIES.isdisjoint(sorts):
            return "city"
        if not _TOWNS.isdisjoint(sorts):
            return "town"
        if "country" in sorts or "continent" in sorts:
            return "country" if "country" in sorts else "continent"
        is_thing = self.nouns.domain(concept) == "noun.object" and sorts
        return sorts[0] if is_thing else "region"

    def _is_place(self, concept: int) -> bool:
        return self.nouns.is_instance(concept) and self.nouns.domain(concept) in _OF_PLACES

    def _inside(self, concept: int) -> tuple[str, str, str]:
        """The region, the country and the continent that a place is in; each empty where it is not known.

        A place in several countries is in their continent only, if they have one in common.
        """
        names = sorted(self._names_around(concept))
        countries = {country for name in names if (country := self.gazetteer.country(name))}
        continents = {country.continent for country in countries}
        continents = continents or {found for name in names if (found := self.gazetteer.continent(name))}
        if len(continents) != 1:
            return "", "", ""
        if len(countries) != 1:
            return "", "", next(iter(continents))
        (country,) = countries
        return self._only_region(names, country), country.name, country.continent

    def _only_region(self, names: list[str], country: Country) -> str:
        regions = {region for name in names if (region := self.gazetteer.region(name, country))}
        return next(iter(regions)) if len(regions) == 1 else ""

    def _names_around(self, concept: int) -> frozenset[str]:
        """The names of all that a place is part of."""
        found: set[int] = set()
        waiting = list(self.nouns.part_of(concept))
        while waiting:
            each = waiting.pop()
            if each not in found:
                found.add(each)
                waiting += self.nouns.part_of(each)
        return frozenset(name for each in found for name in self.nouns.synonyms(each))

    @cached_property
    def _in_larger(self) -> dict[int | None, list[tuple[str, str, str]]]:
        """For each sort of places: in which region, country and continent each place of the sort is."""
        found: dict[int | None, list[tuple[str, str, str]]] = {}
        with cached_texts_once():  # the same few hundred names of countries and regions
            for concept in filter(self._is_place, self.nouns.instances):
                inside = self._inside(concept)
                for sort in self.nouns.above(concept):
                    found.setdefault(sort, []).append(inside)
        return found
