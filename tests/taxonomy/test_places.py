"""Places: small lists by hand, and places of the shipped ones."""

import csv
import gzip
import io

import pytest

from backend.errors import DataMissing
from backend.taxonomy.broader import Source
from backend.taxonomy.gazetteer import Gazetteer
from backend.taxonomy.gazetteer_files import CITIES, COUNTRIES, read_countries, write_places
from backend.taxonomy.place_names import with_the
from backend.taxonomy.places import places

_COLUMNS = ("ISO3166-1-Alpha-2", "CLDR display name", "UNTERM English Short", "official_name_en", "Continent")


@pytest.fixture
def lists(tmp_path):
    """The two lists in the format of their publishers."""
    countries = [
        ("GB", "UK", "United Kingdom of Great Britain and Northern Ireland (the)", "United Kingdom of …", "EU"),
        ("KR", "South Korea", "Republic of Korea (the)", "Republic of Korea", "AS"),
        ("FR", "France", "France", "France", "EU"),
        ("TT", "Trinidad & Tobago", "Trinidad and Tobago", "Trinidad and Tobago", "NA"),
        ("", "", "", "", ""),
    ]
    cities = [
        ("Leeds", "United Kingdom", "England", "1"),
        ("York", "United Kingdom", "England", "2"),
        ("Cardiff", "United Kingdom", "Wales", "3"),
        ("Orléans", "France", "Centre", "4"),
        ("Orléans", "France", "Centre", "5"),
        ("Paris", "France", "", "6"),
        ("Seoul", "Korea, Republic of", "Seoul", "7"),
        ("Pristina", "No country found for alpha-2 code: XK", "Pristina", "8"),
        ("Chaguanas", "Trinidad and Tobago", "Chaguanas", "9"),
    ]
    for name, columns, rows in (
        (COUNTRIES, _COLUMNS, countries),
        (CITIES, ("name", "country", "subcountry", "geonameid"), cities),
    ):
        text = io.StringIO()
        csv.writer(text).writerows([columns, *rows])
        (tmp_path / name).write_bytes(gzip.compress(text.getvalue().encode()))
    return tmp_path


@pytest.fixture
def gazetteer(lists):
    write_places(lists, lists)
    return Gazetteer.read(lists)


def steps(gazetteer, name):
    return [[(step.text, step.below) for step in place.steps] for place in gazetteer.places(name)]


def test_a_city_is_in_its_region_country_and_continent(gazetteer):
    """Six cities are in Europe: Leeds, York, Cardiff, Paris, Pristina, and Orléans, which counts once."""
    leeds = [("city in England", 2), ("city in the United Kingdom", 3), ("city in Europe", 6), ("city", 8)]
    assert steps(gazetteer, "Leeds") == steps(gazetteer, "LEEDS") == [leeds]
    assert steps(gazetteer, "Orleans") == [
        [("city in Centre", 1), ("city in France", 2), ("city in Europe", 6), ("city", 8)]
    ]
    assert steps(gazetteer, "Paris") == [[("city in France", 2), ("city in Europe", 6), ("city", 8)]]


def test_a_name_stands_for_a_country_a_region_and_a_city(gazetteer):
    assert steps(gazetteer, "Seoul") == [
        [("region in South Korea", 1), ("region in Asia", 1), ("region", 6)],
        [("city in Seoul", 1), ("city in South Korea", 1), ("city in Asia", 1), ("city", 8)],
    ]
    assert (
        steps(gazetteer, "UK") == steps(gazetteer, "Great Britain") == [[("country in Europe", 3), ("country", 5)]]
    )
    assert steps(gazetteer, "Europe") == [[("continent", 3)]]


def test_countries_are_called_as_people_write_them(lists):
    assert {row.code: row.name for row in read_countries(lists / COUNTRIES)} == {
        "FR": "France",
        "GB": "United Kingdom",
        "KR": "South Korea",
        "TT": "Trinidad and Tobago",
        "XK": "Kosovo",
    }


def test_a_country_that_the_list_does_not_have_is_told(lists):
    text = "name,country,subcountry,geonameid\nOz,Nowhere,,1\n"
    (lists / CITIES).write_bytes(gzip.compress(text.encode()))
    with pytest.raises(KeyError, match="Nowhere"):
        write_places(lists, lists)


def test_the_same_lists_give_the_same_bytes(lists):
    written = []
    for folder in (lists / "one", lists / "two"):
        folder.mkdir()
        write_places(lists, folder)
        written.append([path.read_bytes() for path in sorted(folder.iterdir())])
    assert written[0] == written[1]


def test_a_damaged_gazetteer_is_refused(tmp_path):
    with pytest.raises(DataMissing, match="Install Unsaid again"):
        Gazetteer.read(tmp_path)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Leeds", ["a city in England", "a city in the United Kingdom", "a city in Europe", "a city"]),
        ("London", ["a city in England", "a city in the United Kingdom", "a city in Europe", "a city"]),
        ("zurich", ["a city in Switzerland", "a city in Europe", "a city"]),
        ("New York", ["a city in the United States", "a city in North America", "a city"]),
        ("Luxembourg", ["a city in Europe", "a city"]),
        ("England", ["a region in the United Kingdom", "a region in Europe", "a region"]),
        ("Turkey", ["a country in Asia", "a country"]),
        ("Europe", ["a continent"]),
        ("Cologne", ["a city in Germany", "a city in Europe", "a city"]),
        ("Yorkshire", ["a region in England", "a region in the United Kingdom", "a region in Europe", "a region"]),
        ("Thames", ["a river in England", "a river in the United Kingdom", "a river in Europe", "river", "stream"]),
        ("Rhine", ["a river in Europe", "river", "stream"]),
        (
            "Cincinnati, Ohio",
            ["a city in Ohio", "a city in the United States", "a city in North America", "a city"],
        ),
        ("London, Ontario", ["a city in Ontario", "a city in Canada", "a city in North America", "a city"]),
        ("London, Ontario, Canada", ["a city in Ontario", "a city in Canada", "a city in North America", "a city"]),
        ("London, Texas", []),
        ("the United Kingdom", ["a country in Europe", "a country"]),
        ("Americas", []),
        ("Xqztown", []),
        ("", []),
    ],
)
def test_the_first_place_of_a_name(taxonomy, phrases, name, expected):
    assert next(iter(phrases(places(name, taxonomy.landmarks))), []) == expected


def test_places_of_one_name_are_told_apart_and_those_of_wordnet_come_first(taxonomy):
    found = places("Cambridge", taxonomy.landmarks)
    assert [meaning.gist for meaning in found[:4]] == [
        "city, Massachusetts, United States, North America",
        "city, England, United Kingdom, Europe",
        "city, Ontario, Canada, North America",
        "city, Waikato Region, New Zealand, Oceania",
    ]
    assert [meaning.frequency for meaning in found[:4]] == [0, 0, None, None]


def test_no_form_stands_for_one_place_alone(taxonomy):
    """A form with one place below it is the place itself in other words."""
    for name in (
        "Seoul",
        "Andorra la Vella",
        "Monaco",
        "Reykjavik",
        "Vatican City",
        "Everest",
        "Sydney",
        "Lake Geneva",
    ):
        for meaning in places(name, taxonomy.landmarks):
            assert all(each.below is None or each.below > 1 for each in meaning.broader), name


def test_levels_of_a_river_go_on_in_wordnet(taxonomy):
    (thames,) = places("Thames", taxonomy.landmarks)
    assert [(each.level, each.source) for each in thames.broader] == [
        *((level, Source.PLACES) for level in (1, 2, 3)),
        *((level, Source.WORDNET) for level in (4, 5)),
    ]


@pytest.mark.parametrize("name", ["the Netherlands", "the Canary Islands", "the Amur Oblast", "the Isle of Man"])
def test_some_names_have_an_article(name):
    assert with_the(name.removeprefix("the ")) == name


@pytest.mark.parametrize("name", ["France", "Statesboro", "Unity", "New Zealand", "Hesse"])
def test_most_names_have_none(name):
    assert with_the(name) == name
