"""The gazetteer: cities, regions, countries and continents, what each is in, and how many of its sort are there."""

import zlib
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from backend.document.phrases import normal_form
from backend.document.plain_letters import plain_letters
from backend.document.text_cache import cached_by_text
from backend.errors import DataMissing
from backend.taxonomy.broader import Article, Step
from backend.taxonomy.place_names import with_the
from backend.taxonomy.tables import COUNTRIES_FILE, PLACES_FILE, read_lines


@dataclass(frozen=True, slots=True)
class Country:
    """A country and its continent."""

    code: str
    name: str
    continent: str


@dataclass(frozen=True, slots=True)
class KnownPlace:
    """One place of a name: its sort ("city"), what it is in, and its broader forms, both from narrow to broad."""

    sort: str
    inside: tuple[str, ...]
    steps: tuple[Step, ...]


class Gazetteer:
    """Cities, regions, countries and continents by their names.

    `cities` are lines with the key of a city's name, the code of its country and its region, ascending; `countries`
    are lines with code, name, continent and other names.
    """

    def __init__(self, cities: Sequence[str], countries: Sequence[str]) -> None:
        self._cities = cities
        self._countries: dict[str, Country] = {}
        self._country_names: defaultdict[str, list[Country]] = defaultdict(list)
        for code, name, continent, others in (line.split("\t") for line in countries):
            self._countries[code] = country = Country(code, name, continent)
            for each in filter(None, (name, *others.split(";"))):
                self._country_names[place_key(each)].append(country)
        self._continents = Counter(country.continent for country in self._countries.values())

    @classmethod
    def read(cls, folder: Path) -> "Gazetteer":
        """Read the tables of a folder.

        Raises DataMissing when they cannot be read.
        """
        try:
            return cls(read_lines(folder / PLACES_FILE), read_lines(folder / COUNTRIES_FILE))
        except (OSError, EOFError, ValueError, zlib.error) as error:
            raise DataMissing(f"{folder}: the table of places cannot be read. Install Unsaid again.") from error

    def places(self, name: str) -> list[KnownPlace]:
        """Return the places of a name: a continent, countries, regions, then cities by country and region."""
        key = place_key(name)
        continents = [each for each in sorted(self._continents) if place_key(each) == key]
        return [
            *(_place("continent", [], len(self._continents)) for _ in continents),
            *(self._country(country) for country in self._country_names.get(key, ())),
            *(self._region(code) for _, code in self._region_names.get(key, ())),
            *(self._city(code, region) for code, region in self._cities_called(key)),
        ]

    def country(self, name: str) -> Country | None:
        """Return the country of a name; None where no country, or more than one, has it."""
        found = self._country_names.get(place_key(name), ())
        return found[0] if len(found) == 1 else None

    def continent(self, name: str) -> str | None:
        """Return the continent of a name."""
        return next((each for each in sorted(self._continents) if place_key(each) == place_key(name)), None)

    def region(self, name: str, country: Country) -> str | None:
        """Return the region of a name in a country."""
        regions = self._region_names.get(place_key(name), ())
        return next((region for region, code in regions if code == country.code), None)

    def _cities_called(self, key: str) -> list[tuple[str, str]]:
        at = bisect_left(self._cities, f"{key}\t")
        found: list[tuple[str, str]] = []
        while at < len(self._cities) and self._cities[at].startswith(f"{key}\t"):
            _, code, region = self._cities[at].split("\t")
            found.append((code, region))
            at += 1
        return found

    def _city(self, code: str, region: str) -> KnownPlace:
        country, counts = self._countries[code], self._counts
        inside = [(country.name, counts[code]), (country.continent, counts[country.continent])]
        return _place("city", [(region, counts[region, code]), *inside] if region else inside, len(self._cities))

    def _region(self, code: str) -> KnownPlace:
        country = self._countries[code]
        continent = country.continent
        all_regions = [each for regions in self._region_names.values() for _, each in regions]
        inside = [
            (country.name, all_regions.count(code)),
            (continent, sum(self._countries[each].continent == continent for each in all_regions)),
        ]
        return _place("region", inside, len(all_regions))

    def _country(self, country: Country) -> KnownPlace:
        return _place("country", [(country.continent, self._continents[country.continent])], len(self._countries))

    @cached_property
    def _counts(self) -> Counter[str | tuple[str, str]]:
        """How many cities each region of a country has, each country (by its code) and each continent."""
        counts: Counter[str | tuple[str, str]] = Counter()
        for place, number in Counter(line.partition("\t")[2] for line in self._cities).items():
            code, region = place.split("\t")
            for larger in ((region, code), code, self._countries[code].continent):
                counts[larger] += number
        return counts

    @cached_property
    def _region_names(self) -> Mapping[str, Sequence[tuple[str, str]]]:
        """The regions with the codes of their countries, by the key of their names."""
        found: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
        for region, code in sorted(key for key in self._counts if isinstance(key, tuple)):
            if region:
                found[place_key(region)].append((region, code))
        return found


@cached_by_text
def place_key(name: str) -> str:
    """Return what all spellings of a name have in common: small letters without accents.

    >>> place_key("Zürich"), place_key("LEEDS")
    ('zurich', 'leeds')
    """
    return plain_letters(normal_form(name))


def _place(sort: str, inside: Sequence[tuple[str, int]], number: int) -> KnownPlace:
    steps = [Step(f"{sort} in {with_the(name)}", Article.INDEFINITE, below) for name, below in inside]
    return KnownPlace(sort, tuple(name for name, _ in inside), (*steps, Step(sort, Article.INDEFINITE, number)))
