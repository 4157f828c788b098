import pytest

from backend.detection.names.paragraph import NameParagraph
from backend.detection.names.plausibility_filters import drop_implausible
from backend.detection.patterns.template import PatternMatch
from backend.document.spans import Span
from backend.messages.reasons import ReadsLikeName


def _stays(entity: str, text: str, named: str, score: float = 0.65) -> bool:
    start = text.index(named)
    match = PatternMatch(entity, Span(start, start + len(named)), score, ReadsLikeName("PERSON"))
    return bool(drop_implausible(NameParagraph.of(text, [match])).names)


@pytest.mark.parametrize(
    "time",
    [
        *("3 May 2015", "May", "1998", "the 1990s", "1960 to 1979", "2003-04", "12/03/2014", "2014-03-12"),
        *("12.3.2014", "two years", "the 3rd", "10:45", "Friday", "21 days", "fiscal 2015", "at 4.30 p.m."),
        "the nineteenth century",
    ],
)
def test_a_time_has_a_month_a_year_a_unit_or_a_clock(time):
    assert _stays("DATE_TIME", f"It was {time} then", time)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("the build 20.11.4 failed", "20.11.4"),
        ("SKU 100-200-3000-X", "200-3000"),
        ("a margin of 12.5% on 2,048 units", "2,048"),
        ("a score of 3:2", "3:2"),
        ("costs 25.00 each", "25.00"),
        ("ships tomorrow", "tomorrow"),
        ("the next day", "the next day"),
        ("ISSN 2049", "2049"),
        ("starts at 12:30:45 UTC", "12:30:45 UTC"),
        ("see section 1998", "1998"),
        ("on 2020-13-45 it broke", "2020-13-45"),
        ("on 99/99/2020 it broke", "99/99/2020"),
        ("in summer", "summer"),
        ("hire 26 night pickers", "26 night"),
        ("£4.05m are left", "4.05"),
    ],
)
def test_counts_and_vague_days_are_no_dates(text, named):
    assert not _stays("DATE_TIME", text, named)


@pytest.mark.parametrize(
    ("entity", "text", "named"),
    [
        ("LOCATION", "RFC 2822 and RFC 5321", "RFC 2822"),
        ("LOCATION", "F16, A380 and B52", "F16, A380"),
        ("LOCATION", "card 4111111111111112", "4111111111111112"),
        ("LOCATION", "md5 d41d8cd98f00b204e9800998ecf8427e", "d41d8cd98f00b204e9800998ecf8427e"),
        ("ORGANIZATION", "main.py and README.md", "README.md"),
        ("ORGANIZATION", "in /usr/lib/python3", "/usr/lib/python3"),
        ("ORGANIZATION", "registers are full", "registers"),
        ("CODE", "0x1F is thirty-one", "0x1F"),
        ("CODE", "the letter", "letter"),
        ("QUANTITY", "the amount", "amount"),
        ("QUANTITY", "node 256.1.1.1", "256.1.1.1"),
        ("QUANTITY", "order 99871XYZ left", "99871XYZ"),
        ("CODE", "4111111111111112 is no card", "4111111111111112"),
        ("LOCATION", "the key ABC-123-XYZ", "XYZ"),
        ("LOCATION", "Host 256.100.50.25 is down", "Host"),
        ("ORGANIZATION", "Ping 10.0.0 and stop", "Ping 10.0.0"),
        ("ORGANIZATION", "ticket QRS-77-TT", "QRS"),
        ("NRP", "use get_user(id) here", "get_user(id) here"),
        ("LOCATION", "Restart the server now", "server"),
    ],
)
def test_implausible_text_for_a_kind_is_dropped(entity, text, named):
    assert not _stays(entity, text, named)


@pytest.mark.parametrize(
    ("entity", "text", "named"),
    [
        ("LOCATION", "at 12 Rook Lane, Oslo 0150", "12 Rook Lane, Oslo 0150"),
        ("LOCATION", "in 東京 now", "東京"),
        ("ORGANIZATION", "by 3M alone", "M"),
        ("ORGANIZATION", "Channel 4 News said", "Channel 4 News"),
        ("PERSON", "O'Rook left", "O'Rook"),
        ("PERSON", "Smith-Rook left", "Smith-Rook"),
        ("PERSON", "i met ann in oslo", "ann"),
        ("CODE", "application no. 18403/91 was", "18403/91"),
        ("QUANTITY", "sentenced to six months", "six months"),
        ("QUANTITY", "588 GDR marks a month", "588 GDR marks"),
    ],
)
def test_names_with_numbers_are_kept(entity, text, named):
    assert _stays(entity, text, named)


def test_a_company_in_small_letters_must_be_sure():
    assert _stays("ORGANIZATION", "she works at halden", "halden", 0.9)
    assert not _stays("ORGANIZATION", "she works at halden", "halden", 0.6)
