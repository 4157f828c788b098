"""Ages, job titles and organisations."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.taxonomy.ages import age_meanings
from backend.taxonomy.job_titles import job_title_meanings
from backend.taxonomy.organisations import organisation_meanings


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("aged 43", "aged 40 to 44; aged 40 to 49; aged 18 to 64; an adult"),
        ("Age: 43", "aged 40 to 44; aged 40 to 49; aged 18 to 64; an adult"),
        ("43-year-old", "40-to-44-year-old; 40-to-49-year-old; 18-to-64-year-old; an adult"),
        ("forty-three years old", "40 to 44 years old; 40 to 49 years old; 18 to 64 years old; an adult"),
        ("43 y/o", "40 to 44 years old; 40 to 49 years old; 18 to 64 years old; an adult"),
        ("in her early forties", "in her forties; aged 18 to 64; an adult"),
        ("in his forties", "aged 18 to 64; an adult"),
        ("in their late 80s", "in their 80s; aged 80 or over; aged 65 or over; an adult"),
        ("aged 16", "aged 15 to 17; aged 10 to 17; aged under 18; a minor"),
        ("6 months old", "under 5 years old; under 10 years old; under 18 years old; a minor"),
        ("aged 70", "aged 65 to 79; aged 65 or over; an adult"),
        ("85 years of age", "85 to 89 years of age; at least 80 years of age; at least 65 years of age; an adult"),
        ("ages 35 and 43", "aged 18 to 64; an adult"),
        ("ages 15 and 43", ""),
    ],
)
def test_an_age_is_in_its_groups(text, expected):
    (meaning,) = age_meanings(text)
    assert "; ".join(each.phrase for each in meaning.broader) == expected


@pytest.mark.parametrize("text", ["", "43", "aged", "aged 121", "43 years", "in her twelves", "a 43-year plan"])
def test_other_texts_are_no_ages(text):
    assert age_meanings(text) == ()


@given(st.integers(0, 120))
def test_the_groups_of_an_age_contain_it_and_each_other(age):
    (meaning,) = age_meanings(f"aged {age}")
    within = (age, age)
    for each in meaning.broader[:-1]:
        numbers = [int(word) for word in each.text.split() if word.isdigit()]
        if each.text.endswith("over"):
            group = (numbers[0], 120)
        elif "under" in each.text:
            group = (0, numbers[0] - 1)
        else:
            group = (numbers[0], numbers[1])
        assert group[0] <= within[0] <= within[1] <= group[1]
        assert group != within
        within = group
    assert meaning.broader[-1].text == ("adult" if age >= 18 else "minor")


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Head of Procurement", "a senior manager; a manager; an employee"),
        ("Vice President, Sales", "a senior manager; a manager; an employee"),
        ("Deputy Head of HR", "a senior manager; a manager; an employee"),
        ("Sales Director", "a senior manager; a manager; an employee"),
        ("CFO", "a senior executive; an executive; a manager; an employee"),
        ("Chief Financial Officer", "a senior executive; an executive; a manager; an employee"),
        ("co-founder", "a senior executive; an executive; a manager; an employee"),
        ("Procurement Manager", "a manager; an employee"),
        ("Senior Tax Accountant", "an accountant; a businessperson; a person"),
        ("nurses", "a health professional; a professional; a person"),
        ("software engineer", "an engineer; a person"),
        ("Professor of Physics at Leeds", "a professor; an academician; an educator; a professional; a person"),
    ],
)
def test_a_job_title_stands_below_its_rank_or_its_trade(nouns, title, expected):
    first = job_title_meanings(title, nouns)[0]
    assert "; ".join(each.phrase for each in first.broader) == expected


@pytest.mark.parametrize("text", ["", "banana", "of", "Procurement", "head office", "42"])
def test_other_texts_are_no_job_titles(nouns, text):
    assert job_title_meanings(text, nouns) == ()


def test_a_trade_with_several_senses_has_a_meaning_for_each(nouns):
    found = job_title_meanings("secretary", nouns)
    assert [meaning.broader[0].text for meaning in found] == ["head", "assistant", "confidant"]
    assert {meaning.domain for meaning in found} == {"noun.person"}


@pytest.mark.parametrize(
    ("name", "industries", "expected"),
    [
        (
            "Carrefour",
            ("Food retail", "Retail"),
            "a company in the food retail industry; a company in the retail industry; a company; an organisation",
        ),
        ("Acme", ("IT services",), "a company in the IT services industry; a company; an organisation"),
        ("Acme", (), "an organisation"),
        ("Acme Ltd", (), "a company; an organisation"),
        ("Organization of Petroleum Exporting Countries", (), "an organisation"),
        ("University of Leeds", (), "a university; an organisation"),
        ("Leeds City Council", (), "a council; a public body; an organisation"),
        ("West Yorkshire Police", (), "police; a public body; an organisation"),
        ("Halden Bank", (), "a bank; a company; an organisation"),
        # An industry that names the company says whose document it is.
        ("Halden", ("Halden group", " "), "a company; an organisation"),
        ("Bank", (), "a company; an organisation"),
        ("European Commission", (), "a commission; a public body; an organisation"),
    ],
)
def test_an_organisation_stands_below_its_sort_and_its_industry(name, industries, expected):
    (meaning,) = organisation_meanings(name, industries)
    assert "; ".join(each.phrase for each in meaning.broader) == expected


def test_nothing_is_no_organisation():
    assert organisation_meanings(" ") == ()
