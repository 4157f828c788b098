"""Each amount of money is found by itself, with its unit."""

import pytest

from tests.detection.names.refining import refine


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ("£2.71m of [QUANTITY £4.05]m spent", "[QUANTITY £2.71m] of [QUANTITY £4.05m] spent"),
        ("[QUANTITY £2.71m of £4.05m] spent", "[QUANTITY £2.71m] of [QUANTITY £4.05m] spent"),
        ("[QUANTITY £2.71]m of £4.05m spent", "[QUANTITY £2.71m] of [QUANTITY £4.05m] spent"),
        ("[QUANTITY £30,000 to £40,000] each", "[QUANTITY £30,000] to [QUANTITY £40,000] each"),
        ("[QUANTITY $3] billion, [QUANTITY €1.5]bn", "[QUANTITY $3 billion], [QUANTITY €1.5bn]"),
        ("[QUANTITY £3,000 per year] for £5", "[QUANTITY £3,000 per year] for £5"),
        ("[QUANTITY £3,000] for £5 of £9", "[QUANTITY £3,000] for £5 of £9"),
        ("[QUANTITY 12 years] of £5", "[QUANTITY 12 years] of £5"),
    ],
)
def test_each_amount_is_a_name_as_long_as_it_is_written(found, expected):
    assert refine(found) == expected
