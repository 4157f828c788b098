"""Dates: what is above a day, and what is certain of a date that can be read in two ways."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.taxonomy.dates import date_meanings, period_of
from backend.taxonomy.periods import Period

OF_2024 = ["2024", "the mid-2020s", "the 2020s"]
IN_MARCH = ["March 2024", "the first quarter of 2024", "early 2024", *OF_2024]


def above(text):
    meanings = date_meanings(text)
    assert len(meanings) == 1, text
    return [each.phrase for each in meanings[0].broader]


@pytest.mark.parametrize(
    "text",
    [
        *(
            "14 March 2024",
            "14th of March 2024",
            "March 14, 2024",
            "March 14th, 2024",
            "14 Mar. 2024",
            "14-Mar-2024",
        ),
        *("Thursday, 14 March 2024", "Thu 14 March 2024 at 10:30", "on Thursday, March 14, 2024", "14 March '24"),
        *("2024-03-14", "2024-03-14T09:00:00Z", "2024/03/14", "14.03.2024", "14/03/2024", "03/14/2024", "14/3/24"),
        *("14.03.24", "14\u00a0March\u00a02024", "14–16 March 2024", "mid-March 2024", "3 to 5 March 2024"),
    ],
)
def test_a_day_of_march_is_in_march_the_first_quarter_and_early_in_the_year(text):
    assert above(text) == IN_MARCH


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("March 2024", IN_MARCH[1:]),
        ("2024-03", IN_MARCH[1:]),
        ("Q1 2024", IN_MARCH[2:]),
        ("the first quarter of 2024", IN_MARCH[2:]),
        ("early 2024", OF_2024),
        ("H2 2024", OF_2024),
        ("first half of 2024", OF_2024),
        ("the end of 2024", OF_2024),
        ("beginning of 2024", OF_2024),
        ("2024", OF_2024[1:]),
        ("in 2024", OF_2024[1:]),
        ("mid-2020s", OF_2024[2:]),
        ("the 2020s", []),
        ("2021-2023", ["the early 2020s", "the 2020s"]),
        ("between 2021 and 2028", ["the 2020s"]),
        ("2019–2021", []),
        ("March to April 2024", ["early 2024", *OF_2024]),
        (
            "20 Sept 1989",
            ["September 1989", "the third quarter of 1989", "mid-1989", "1989", "the late 1980s", "the 1980s"],
        ),
        (
            "1 April 2030",
            ["April 2030", "the second quarter of 2030", "mid-2030", "2030", "the early 2030s", "the 2030s"],
        ),
        (
            "31/12/99",
            ["December 1999", "the fourth quarter of 1999", "late 1999", "1999", "the late 1990s", "the 1990s"],
        ),
    ],
)
def test_longer_periods_begin_where_they_are(text, expected):
    assert above(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # 4 March or 3 April: in two quarters, but both early in the year.
        ("03/04/2024", ["early 2024", *OF_2024]),
        ("03-04-2024", ["early 2024", *OF_2024]),
        # 2 January or 1 February: in one quarter.
        ("01/02/2024", ["the first quarter of 2024", "early 2024", *OF_2024]),
        # 4 November or 11 April: only the year is certain.
        ("04/11/2024", OF_2024),
        # The same day, whichever way it is read.
        ("03/03/2024", IN_MARCH),
        # 25 is no month.
        ("25/03/2024", IN_MARCH),
    ],
)
def test_of_a_date_that_can_be_read_in_two_ways_only_what_both_have_is_said(text, expected):
    assert above(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "yesterday",
            "31 June",
            "March 14 days",
            "31 June 2024",
            "29 February 2023",
            "30/02/2024",
            "13/25/2024",
            "3024",
        ),
        *("0999", "2024 cases", "2028 to 2021", "12:30", "€2024", "fiscal 2024", "5-3 March 2024", "x" * 500 + "1"),
    ],
)
def test_what_is_no_certain_period_has_no_broader_form(text):
    assert date_meanings(text) == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("14 March", ["March", "the first quarter", "the early months of the year"]),
        ("Thursday, March 14th", ["March", "the first quarter", "the early months of the year"]),
        ("29 February", ["February", "the first quarter", "the early months of the year"]),
        ("1 September", ["September", "the third quarter", "the middle of the year"]),
        ("December", ["the fourth quarter", "the last months of the year"]),
        # 14 May, or May 2014: May in either case.
        ("May 14", ["May", "the second quarter", "the middle of the year"]),
    ],
)
def test_a_day_without_a_year_is_in_its_month_of_any_year(text, expected):
    assert above(text) == expected


MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
DAYS = st.dates(date(1000, 1, 1), date(2999, 12, 31))


def expected_above(day):
    """The forms of a day, by arithmetic on its month and year."""
    quarter = (day.month - 1) // 3
    parts = ("early {}", "mid-{}", "mid-{}", "late {}")
    decade, since = day.year // 10 * 10, day.year % 10
    tens = f"early {decade}s" if since <= 3 else f"mid-{decade}s" if since <= 6 else f"late {decade}s"
    return [
        f"{MONTHS[day.month - 1]} {day.year}",
        f"the {('first', 'second', 'third', 'fourth')[quarter]} quarter of {day.year}",
        parts[quarter].format(day.year),
        str(day.year),
        f"the {tens}",
        f"the {decade}s",
    ]


@given(DAYS)
def test_every_day_has_its_month_quarter_part_year_and_decade(day):
    for text in (day.isoformat(), f"{day.day} {MONTHS[day.month - 1]} {day.year}", f"{day:%d.%m.%Y}"):
        assert above(text) == expected_above(day)


@given(DAYS, DAYS)
def test_each_form_contains_the_one_before_and_says_less(one, other):
    first, last = sorted((one, other))
    within = Period(first, last)
    for each in above(f"{first.isoformat()} to {last.isoformat()}"):
        wider = period_of(each)
        assert wider.contains(within)
        assert wider.days > within.days
        within = wider


@given(DAYS)
def test_what_is_above_a_form_is_above_the_day_too(day):
    forms = above(day.isoformat())
    for number, form in enumerate(forms, start=1):
        assert above(form) == forms[number:]


@given(st.text(max_size=30))
def test_any_text_has_at_most_one_period(text):
    assert len(date_meanings(text)) <= 1


def test_a_period_ends_on_its_last_day():
    with pytest.raises(ValueError, match="before it begins"):
        Period(date(2024, 2, 1), date(2024, 1, 1))
    with pytest.raises(ValueError, match="1000 to 2999"):
        Period(date(999, 1, 1), date(999, 1, 2))
