"""Amounts: how they are read, and that each broader form is true and says less."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.taxonomy.amount_levels import amount_meanings
from backend.taxonomy.amounts import read_written_amount
from backend.taxonomy.broader import reveals


def above(text):
    meanings = amount_meanings(text)
    assert len(meanings) == 1, text
    return [each.phrase for each in meanings[0].broader]


@pytest.mark.parametrize(
    ("text", "low", "high", "measure"),
    [
        ("€4.37 million", 4_370_000, 4_370_000, "money"),
        ("€4.37m", 4_370_000, 4_370_000, "money"),
        ("EUR 4,370,000", 4_370_000, 4_370_000, "money"),
        ("4 370 000 euros", 4_370_000, 4_370_000, "money"),
        ("about £2bn", 2_000_000_000, 2_000_000_000, "money"),
        ("US$ 5 thousand", 5_000, 5_000, "money"),
        ("DEM 28,224", 28_224, 28_224, "money"),
        ("4.370 million", 4_370_000, 4_370_000, "number"),
        ("forty-three", 43, 43, "number"),
        ("12.5%", Decimal("12.5"), Decimal("12.5"), "percentage"),
        ("five per cent", 5, 5, "percentage"),
        ("-3.2 %", Decimal("-3.2"), Decimal("-3.2"), "percentage"),
        ("(1,250)", -1250, -1250, "number"),
        ("€-3", -3, -3, "money"),
        ("−€3", -3, -3, "money"),
        ("€4–5 million", 4_000_000, 5_000_000, "money"),
        ("between 10 and 20 per cent", 10, 20, "percentage"),
        ("€4 million to €5 million", 4_000_000, 5_000_000, "money"),
    ],
)
def test_amounts_are_read_as_english_documents_write_them(text, low, high, measure):
    amount = read_written_amount(text)
    assert (amount.low, amount.high, amount.measure) == (low, high, measure)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "€",
            "million",
            "12.03.2024",
            "1,23",
            "12,34,567",
            "€4 to $5",
            "20 to 10",
            "€4 %",
            "4 cats",
            "(12",
            "12)",
        ),
        *("5 % to €6", "1e9", "9" * 70, "10,000,000 billion", "1.2.3"),
    ],
)
def test_other_texts_are_no_amounts(text):
    assert read_written_amount(text) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "€4.37 million",
            (
                "about €4.4 million; about €4 million; between €2 million and €5 million; a few million euros;"
                " millions of euros; an amount in euros; an amount of money"
            ),
        ),
        (
            "EUR 4,370,000",
            (
                "about EUR 4,400,000; about EUR 4,000,000; between EUR 2,000,000 and EUR 5,000,000;"
                " a few million euros; millions of euros; an amount in euros; an amount of money"
            ),
        ),
        ("$1.2bn", "between $1bn and $2bn; billions of dollars; an amount in dollars; an amount of money"),
        ("1,234", "about 1,200; between 1,000 and 2,000; thousands; a number"),
        # 9.7 would be rounded to 10, which is in no range with 9.7.
        ("9.7", "between 5 and 10; a few; less than 1,000; a number"),
        (
            "450 dollars",
            (
                "about 500 dollars; hundreds of dollars; less than 1,000 dollars; an amount in dollars;"
                " an amount of money"
            ),
        ),
        (
            "2.9 per cent",
            (
                "about 3 per cent; between 2 per cent and 5 per cent; a few per cent; a single-digit percentage;"
                " a percentage"
            ),
        ),
        ("12.5 %", "about 13 %; between 10 % and 20 %; a double-digit percentage; a percentage"),
        ("-3.2 %", "about -3 %; between -5 % and -2 %; a negative single-digit percentage; a negative percentage"),
        (
            "€4–5 million",
            (
                "between €2 million and €5 million; a few million euros; millions of euros; an amount in euros;"
                " an amount of money"
            ),
        ),
        ("0", "a number"),
        ("-5 to 5 %", "a percentage"),
    ],
)
def test_an_amount_is_rounded_then_a_range_then_words(text, expected):
    assert above(text) == expected.split("; ")


VALUES = st.decimals(Decimal("0.01"), Decimal("9e11"), places=2)


@given(VALUES, st.booleans(), st.sampled_from(("{}", "€{}", "{} euros", "USD {}", "{} %", "{} per cent")))
def test_what_is_said_of_an_amount_is_true_and_does_not_contain_it(value, negative, form):
    text = form.format(f"{'-' if negative else ''}{value:,f}")
    signed = -value if negative else value
    before = Decimal(0)
    for each in amount_meanings(text)[0].broader:
        assert not reveals(each.text, text)
        said = read_written_amount(each.text)
        if said is None:
            continue
        if each.text.startswith("about "):
            # Rounded to one digit at least: less than a quarter away, as 1.5 is from 2 and 2 from 2.5.
            assert abs(said.low - signed) <= Decimal("0.25") * abs(signed)
            width = abs(said.low - signed)
        else:
            assert said.low <= signed <= said.high
            width = said.high - said.low
        assert width > before or each.text.startswith("about ")
        before = max(before, width)


@given(VALUES.filter(lambda value: value < 10**8), st.sampled_from(("€{}m", "{}", "{}%")))
def test_the_same_amount_has_the_same_forms_and_each_once(value, form):
    text = form.format(value)
    forms = above(text)
    assert forms == above(text)
    assert len(forms) == len(set(forms))


@given(st.text(max_size=30))
def test_any_text_has_at_most_one_amount(text):
    assert len(amount_meanings(text)) <= 1
