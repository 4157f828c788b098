import pytest

from backend.document.redacted_strings import RedactedString, RedactedStrings
from backend.ooxml.opc.package import Package
from backend.ooxml.scrub.outside_text import text_outside_stories
from backend.ooxml.scrub.scrub import scrub
from tests.ooxml.building import WORD, package, xml

CHART = "word/charts/chart1.xml"
DAY = 20893  # 14 March 1957, counted from 30 December 1899: 57 years of which 14 are leap years, and 73 days


def charted(cache: str, around: str = "") -> Package:
    chart = xml("c:chartSpace", f"{around}<c:cat><c:numRef><c:numCache>{cache}</c:numCache></c:numRef></c:cat>")
    return package("", {CHART: chart}, {CHART: f"{WORD}.chart+xml".replace("wordprocessingml", "drawingml")})


def points(code: str, *values: object) -> str:
    inside = "".join(f'<c:pt idx="{i}"><c:v>{value}</c:v></c:pt>' for i, value in enumerate(values))
    return f'<c:formatCode>{code}</c:formatCode><c:ptCount val="{len(values)}"/>{inside}'


def left(before: Package, said: str) -> list[bytes]:
    after = scrub(before, RedactedStrings((RedactedString(said, "[DATE_TIME 1]"),))).package
    return [value.split(b"<")[0] for value in after.parts[CHART].split(b"<c:v>")[1:]]


@pytest.mark.parametrize("said", ["14 March 1957", "1957-03-14", "14 Mar"])
def test_a_day_that_was_redacted_leaves_the_axis_of_a_chart(said: str):
    assert left(charted(points("d\\ mmm", DAY, DAY + 1)), said) == [b"20894"]


def test_a_chart_may_count_from_1904():
    before = charted(points("d-mmm-yy", DAY - 1462, DAY), '<c:date1904 val="1"/>')
    assert left(before, "14 March 1957") == [b"20893"]


def test_a_number_that_was_redacted_leaves_a_chart_and_no_other_does():
    assert left(charted(points("General", 4539578763621486, 7)), "4539 5787 6362 1486") == [b"7"]
    assert left(charted(points("General", DAY)), "14 March 1957") == [b"20893"]


def test_a_number_with_a_redacted_part_leaves_a_chart():
    assert left(charted(points("General", "2.5", "22.25")), "2") == [b"22.25"]


def test_recognisers_see_the_days_and_accounts_of_a_chart_as_it_shows_them():
    assert "14 Mar 1957" in text_outside_stories(charted(points("d mmm yyyy", DAY, 7))).texts
    assert "4539578763621486" in text_outside_stories(charted(points("General", "4.539578763621486E15"))).texts
