"""The table of recognisers: what each finds, and its near-misses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.detection.patterns import TEMPLATES, find_patterns
from backend.document.placeholders import ENTITIES

# Values that pass their checks: published examples of issuers, of python-stdnum and of the standards.
FOUND = [
    ("EMAIL_ADDRESS", "write to Ann.O'Neil+tag@mail.halden-rook.co.uk.", "Ann.O'Neil+tag@mail.halden-rook.co.uk"),
    ("EMAIL_ADDRESS", "<zoë@exämple.example>", "zoë@exämple.example"),
    ("EMAIL_ADDRESS", "联系邮箱xiaoming@example.cn", "xiaoming@example.cn"),
    ("EMAIL_ADDRESS", 'const to = "a_b@c.io";', "a_b@c.io"),
    ("URL", "see (https://example.com/a_(b)?q=1#x).", "https://example.com/a_(b)?q=1#x"),
    ("URL", "[RFC 1918](https://example.com/rfc1918)", "https://example.com/rfc1918"),
    ("URL", "at www.halden.example, or", "www.halden.example"),
    ("URL", "visit portal.halden.example:8443/login today", "portal.halden.example:8443/login"),
    ("URL", "Booking.com grew", "Booking.com"),
    ("IBAN_CODE", "IBAN DE44 5001 0517 5407 3249 31 is valid", "DE44 5001 0517 5407 3249 31"),
    ("IBAN_CODE", "gb82west12345698765432", "gb82west12345698765432"),
    ("IBAN_CODE", "GB82 WEST 1234 5698 7654 32 AND MORE WORDS", "GB82 WEST 1234 5698 7654 32"),
    ("CREDIT_CARD", "card 4111 1111 1111 1111 12/27", "4111 1111 1111 1111"),
    ("CREDIT_CARD", "Cards 4111111111111111, ", "4111111111111111"),
    ("CREDIT_CARD", "3400-000000-00009", "3400-000000-00009"),
    ("CREDIT_CARD", "12 5500-0000-0000-0004", "5500-0000-0000-0004"),
    ("US_SSN", "Employee 536-90-4399 left", "536-90-4399"),
    ("US_SSN", "ssn: 536904399.", "536904399"),
    ("US_SSN", "536 90 4399 (Social Security)", "536 90 4399"),
    ("US_ITIN", "her number 912-90-3456", "912-90-3456"),
    ("US_ITIN", "ITIN 912903456", "912903456"),
    ("US_EIN", "(Federal Tax ID 91-1144442)", "91-1144442"),
    ("UK_NHS", "NHS no. 943 476 5870", "943 476 5870"),
    ("UK_NINO", "NI: AB 12 34 56 C", "AB 12 34 56 C"),
    ("VAT_CODE", "DE 136,695 or DE136695976", "DE136695976"),
    ("VAT_CODE", "VAT no. GB 980 7806 84 applies", "GB 980 7806 84"),
    ("VAT_CODE", "USt-IdNr DE 123456789 IST", "DE 123456789"),
    ("BIC_CODE", "SWIFT: DEUTDEFF500", "DEUTDEFF500"),
    ("CRYPTO", "pay 1NEDqZPvTWRaoho48qXuLLsrYomMXPABfD now", "1NEDqZPvTWRaoho48qXuLLsrYomMXPABfD"),
    ("CRYPTO", "0x52908400098527886E0F7030069857D2E4169EE7", "0x52908400098527886E0F7030069857D2E4169EE7"),
    ("IP_ADDRESS", "[203.0.113.9] in logs", "203.0.113.9"),
    ("IP_ADDRESS", "the range 10.0.0.0/8.", "10.0.0.0/8"),
    ("IP_ADDRESS", "host fe80::1: refused", "fe80::1"),
    ("IP_ADDRESS", "at 2001:db8:85a3::8a2e:370:7334.", "2001:db8:85a3::8a2e:370:7334"),
    ("MAC_ADDRESS", "eth0 00:1A:2b:3C:4D:5E up", "00:1A:2b:3C:4D:5E"),
    ("PHONE_NUMBER", "Call me at (555) 123-4567 tomorrow.", "(555) 123-4567"),
    ("PHONE_NUMBER", "Dial 555-123-4567 x89", "555-123-4567 x89"),
    ("PHONE_NUMBER", "Backup 555.123.4567 at night", "555.123.4567"),
    ("PHONE_NUMBER", "London +44 (0)20 7946 0958 office", "+44 (0)20 7946 0958"),
    ("PHONE_NUMBER", "London 020 7946 0958", "020 7946 0958"),
    ("PHONE_NUMBER", "ring 0049 30 901820", "0049 30 901820"),
    ("PHONE_NUMBER", "You can call 0477 11 28 98", "0477 11 28 98"),
    ("PHONE_NUMBER", "042 078 6381-Fax", "042 078 6381"),
    ("PHONE_NUMBER", "fax 555\u2011123\u00a04567", "555\u2011123\u00a04567"),
    ("DATE_TIME", "on 2015-03-12T10:15:00Z.", "2015-03-12T10:15:00Z"),
    ("DATE_TIME", "Range 2020-01-01 to now", "2020-01-01"),
    ("DATE_TIME", "DOB 03/15/1989 recorded", "03/15/1989"),
    ("DATE_TIME", "31.12.2015", "31.12.2015"),
    ("DATE_TIME", "on Monday, 3 March 2015 at 2:30 p.m.", "Monday, 3 March 2015 at 2:30 p.m."),
    ("DATE_TIME", "the 3rd of March, 2015,", "3rd of March, 2015"),
    ("DATE_TIME", "March 3rd, 2015", "March 3rd, 2015"),
    ("DATE_TIME", "from 3–5 March 2015", "3–5 March 2015"),
    ("DATE_TIME", "by 12 Mar, please", "12 Mar"),
    ("DATE_TIME", "due Sept. 1 at noon", "Sept. 1"),
    ("DATE_TIME", "in May 2015", "May 2015"),
    ("DATE_TIME", "12-Mar-2015", "12-Mar-2015"),
    ("DATE_TIME", "was born in 1964", "1964"),
    ("DATE_TIME", "DOB: 3.4.87", "3.4.87"),
    ("DATE_TIME", "on 13, 15 and 17 July 1999 it", "13, 15 and 17 July 1999"),
    ("DATE_TIME", "Sept. 4, ’98", "Sept. 4, ’98"),
    ("DATE_TIME", "the 1st day of June", "1st day of June"),
    ("DATE_TIME", "the Third of May 2001", "Third of May 2001"),
    ("DATE_TIME", "le 12 août 2014 à", "12 août 2014"),
    ("DATE_TIME", "am 12. März 2014", "12. März 2014"),
    ("DATE_TIME", "between July and December 1995", "July and December 1995"),
    ("DATE_TIME", "until May it", "May"),
    ("DATE_TIME", "from 1960 to 1979", "1960 to 1979"),
    ("DATE_TIME", "in 1994, 1995 and 1997", "1994, 1995 and 1997"),
    ("DATE_TIME", "season 2014/15", "2014/15"),
    ("DATE_TIME", "his thesis (1998) says", "1998"),
    ("DATE_TIME", "in the 1970s.", "1970s"),
    ("DATE_TIME", "left at 14:30 by train", "14:30"),
    ("DATE_TIME", "12:30:45 UTC", "12:30:45 UTC"),
    ("DATE_TIME", "at 12.45 p.m.", "12.45 p.m."),
    ("DATE_TIME", "until 9 a.m. or 5pm", "9 a.m."),
    ("DATE_TIME", "We met Friday at noon", "Friday"),
]

NOT_FOUND = [
    ("EMAIL_ADDRESS", "not-an-email@ and @alone"),
    ("EMAIL_ADDRESS", "/[a-z]+@[a-z]+/"),
    ("EMAIL_ADDRESS", "logo@2x.png"),
    ("URL", "finished.In the end"),
    ("URL", "ASP.NET, v2026.2.9 and e.g. this"),
    ("URL", "Host mailserver.local accepted"),
    ("URL", "ann@halden.example"),
    ("IBAN_CODE", "GB82 WEST 1234 5698 7654 33"),
    ("IBAN_CODE", "xGB82WEST12345698765432"),
    ("CREDIT_CARD", "4111111111111112"),
    ("CREDIT_CARD", "411111111111111 and 41111111111111111"),
    ("CREDIT_CARD", "Inventory code 1234567890123456"),
    ("CREDIT_CARD", "A4111111111111111"),
    ("CREDIT_CARD", "41 11 11 11 11 11 11 11"),
    ("US_SSN", "000-12-3456, 666-12-9999, 123-00-4567 and 123-45-0000"),
    ("US_SSN", "123-45-678 and 123-45-67890"),
    ("US_SSN", "reference 536904399"),
    ("US_SSN", "ABC-536-90-4399"),
    ("US_SSN", "ISBN 978-3-16-148410-0"),
    ("US_SSN", "550e8400-e29b-41d4-a716-446655440000"),
    ("US_ITIN", "912-93-4567"),
    ("US_EIN", "part 91-1144442"),
    ("UK_NHS", "NHS no. 943 476 5871"),
    ("UK_NINO", "GB 12 34 56 C and QQ123456C"),
    ("VAT_CODE", "DE136695977"),
    ("VAT_CODE", "AT THE BEGINNING OF IT"),
    ("BIC_CODE", "the DEUTDEFF branch"),
    ("BIC_CODE", "a SWIFT response from CUSTOMER"),
    ("CRYPTO", "1NEDqZPvTWRaoho48qXuLLsrYomMXPABfE"),
    ("IP_ADDRESS", "version 1.2.3.4, v1.2.3.4, section 4.1.2.2 and clause 10.2.3.4"),
    ("IP_ADDRESS", "4.1.2.2 Scope of work"),
    ("IP_ADDRESS", "256.1.1.1, 192.168.1 and 1.2.3.4.5"),
    ("IP_ADDRESS", "at 12:30:45, std::face and 00:1A:2B:3C:4D:5E"),
    ("MAC_ADDRESS", "00:1A:2B:3C:4D"),
    ("PHONE_NUMBER", "Part number: 555-123-4567-A"),
    ("PHONE_NUMBER", "from 2014-03-12 to 2015-2018, at 12:30:45 UTC"),
    ("PHONE_NUMBER", "$1,234,567.89 and 111222333444"),
    ("PHONE_NUMBER", "call option of 1,000,000 shares at 12543.21"),
    ("PHONE_NUMBER", "Program 737 747 767 777 787 2007"),
    ("PHONE_NUMBER", "a call for $ 1234567 or 12345678%"),
    ("PHONE_NUMBER", "call 1 2 3 4 5 6 7 8"),
    ("PHONE_NUMBER", "ISBN 978-3-16-148410-0"),
    ("DATE_TIME", "2026-99-99, 01/32/2020 and 13/13/2020"),
    ("DATE_TIME", "v2026.2.9"),
    ("DATE_TIME", "you may 3 times march 4 miles and 5 march on"),
    ("DATE_TIME", "fiscal 2015, Q3 2015, fiscal year 2015 and FY 2015"),
    ("DATE_TIME", "No. 12/2015 and 3.1.15"),
]


def values(entity, text):
    return [match.span.of(text) for match in find_patterns(text) if match.entity == entity]


@pytest.mark.parametrize(("entity", "text", "value"), FOUND)
def test_a_value_is_found_whole(entity, text, value):
    assert value in values(entity, text)


@pytest.mark.parametrize(("entity", "text"), NOT_FOUND)
def test_a_near_miss_is_left_alone(entity, text):
    assert values(entity, text) == []


def test_every_kind_has_a_name_that_a_placeholder_can_carry():
    assert {template.entity for template in TEMPLATES} <= set(ENTITIES)


def test_every_row_of_the_table_is_needed():
    """Each template finds some value above that no other row finds whole."""
    for template in TEMPLATES:
        others = tuple(other for other in TEMPLATES if other is not template)
        assert any(
            value in values(entity, text)
            and not any(
                match.entity == entity and match.span.of(text) == value for match in find_patterns(text, others)
            )
            for entity, text, value in FOUND
        ), template.expression


def test_what_lies_inside_a_longer_word_or_number_is_no_value():
    for _, _, value in FOUND:
        inside = f"x9{value}9x"
        assert all(match.span.of(inside) != value for match in find_patterns(inside)), value


@pytest.mark.parametrize("entity_text_value", [row for row in FOUND if row[2].isascii()], ids=lambda row: row[2])
def test_invisible_characters_hide_no_value(entity_text_value):
    entity, text, value = entity_text_value
    split = value[:2] + "\u00ad\u200b" + value[2:]
    assert split in values(entity, text.replace(value, split))


# One string per way in which an expression could go back over what it has read; 100,000 characters of each.
@pytest.mark.parametrize(
    "seed",
    [
        "a.",
        "a-",
        "a@a.",
        "1 ",
        "(1",
        "1.",
        "::",
        "AB12 ",
        "4111 1111 ",
        "http://a)",
        "3 March ",
        "www.",
        "x" * 63 + ".",
    ],
)
def test_a_hostile_text_is_read_in_time_that_grows_with_its_length(seed):
    """It ends: an expression that tried every split of 100,000 characters would not within the suite's patience."""
    assert len(list(find_patterns((seed * 100_000)[:100_000]))) <= 100_000


@given(st.text(alphabet="0123456789 .-+@():/aGMarch\u00a0\u2011\u00ad\u200b[]\n", max_size=60))
def test_no_text_breaks_the_recognisers_and_every_span_lies_inside(text):
    for match in find_patterns(text):
        assert 0 <= match.span.start < match.span.end <= len(text)
        assert 0 < match.score <= 1
