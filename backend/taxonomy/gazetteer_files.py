"""`make taxonomy`: read lists of cities and countries, and write the tables of places of models/taxonomy.

The cities are those of GeoNames with more than 15,000 inhabitants (CC BY 4.0), the countries those of the list
"country-codes" (PDDL). The two lists name a third of the countries differently: "Korea, Republic of", "South
Korea".
"""

import csv
import gzip
import io
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from backend.taxonomy.gazetteer import place_key
from backend.taxonomy.tables import COUNTRIES_FILE, PLACES_FILE, write_lines

CITIES = "world_cities_15000.csv.gz"
COUNTRIES = "country_codes.csv.gz"

_CONTINENTS = {
    "AF": "Africa",
    "AN": "Antarctica",
    "AS": "Asia",
    "EU": "Europe",
    "NA": "North America",
    "OC": "Oceania",
    "SA": "South America",
}
_WRITTEN = {
    "BA": "Bosnia and Herzegovina",
    "CD": "Democratic Republic of the Congo",
    "CG": "Republic of the Congo",
    "GB": "United Kingdom",
    "TR": "Turkey",
    "US": "United States",
}
"""The names that people write, where the list has a short or a foreign one."""
_MORE_NAMES = {"GB": ("UK", "U.K.", "Great Britain", "Britain"), "US": ("US", "U.S.", "USA", "U.S.A.", "America")}
_NOT_LISTED = ("XK", "Kosovo", "Europe")
_WITHOUT_NAME = "No country found for alpha-2 code: XK"
"""How the list of cities calls the country that the other list leaves out."""
_IN_BRACKETS = re.compile(r"\([^)]*\)|\*")


@dataclass(frozen=True, slots=True)
class CountryRow:
    """A country with its continent and the other names that it is looked up by."""

    code: str
    name: str
    continent: str
    others: tuple[str, ...]


def read_countries(path: Path) -> tuple[CountryRow, ...]:
    """Return the countries of the list, by their code."""
    rows = [_country(row) for row in _rows(path) if row["ISO3166-1-Alpha-2"] and row["CLDR display name"]]
    return tuple(sorted([*rows, CountryRow(*_NOT_LISTED, ())], key=lambda row: row.code))


def place_lines(cities: Path, countries: tuple[CountryRow, ...]) -> Iterator[str]:
    """Yield the cities, ascending: the key of the name, the code of the country, and the region or nothing.

    Two cities of one name in one region are one line: nothing here tells them apart.

    Raises KeyError for a country that the list does not have.
    """
    codes = {place_key(name): row.code for row in countries for name in (row.name, *row.others)}
    codes[place_key(_WITHOUT_NAME)] = _NOT_LISTED[0]
    found = {(place_key(row["name"]), _code(row["country"], codes), row["subcountry"]) for row in _rows(cities)}
    yield from ("\t".join(place) for place in sorted(found))


def country_lines(countries: tuple[CountryRow, ...]) -> Iterator[str]:
    """Yield the countries: code, name, continent, and other names with semicolons between."""
    for row in countries:
        yield "\t".join((row.code, row.name, row.continent, ";".join(row.others)))


def _country(row: Mapping[str, str]) -> CountryRow:
    code = row["ISO3166-1-Alpha-2"]
    name = _WRITTEN.get(code, _spelt(row["CLDR display name"]))
    listed = (row["CLDR display name"], row["UNTERM English Short"], row["official_name_en"])
    names = (*map(_spelt, listed), *_MORE_NAMES.get(code, ()))
    others = dict.fromkeys(other for other in names if other and other != name)
    return CountryRow(code, name, _CONTINENTS[row["Continent"]], tuple(others))


def _spelt(name: str) -> str:
    plain = _IN_BRACKETS.sub("", name).replace(" & ", " and ").replace("St. ", "Saint ")
    return " ".join(plain.split())


def _code(name: str, codes: Mapping[str, str]) -> str:
    """The code of a country that is written "Korea, Republic of", "Moldova, Republic of" or "Fiji"."""
    first, _, rest = name.partition(", ")
    tried = (name, _spelt(name), f"{rest} {first}".removeprefix("The "), first)
    return codes[next((key for key in map(place_key, tried) if key in codes), name)]


def _rows(path: Path) -> Iterator[dict[str, str]]:
    with gzip.open(path) as packed:
        yield from csv.DictReader(io.TextIOWrapper(packed, "utf-8"))


def write_places(gazetteers: Path, out: Path) -> None:
    """Write the tables of places; the same lists give the same bytes."""
    countries = read_countries(gazetteers / COUNTRIES)
    write_lines(out / COUNTRIES_FILE, country_lines(countries))
    write_lines(out / PLACES_FILE, place_lines(gazetteers / CITIES, countries))


if __name__ == "__main__":
    write_places(Path(sys.argv[1]), Path(sys.argv[2]))
