"""Times end where the words end that times are said with."""

import pytest

from tests.detection.names.refining import refine


@pytest.mark.parametrize(
    ("read", "kept"),
    [
        ("received [DATE_TIME Tuesday twice].", "received [DATE_TIME Tuesday] twice."),
        ("on the [DATE_TIME Friday before] it", "on the [DATE_TIME Friday] before it"),
        (
            "at [DATE_TIME five in the afternoon 97.1] per cent",
            "at [DATE_TIME five in the afternoon] 97.1 per cent",
        ),
        ("ahead of the [DATE_TIME 3 May election]", "ahead of the [DATE_TIME 3 May] election"),
        ("the [DATE_TIME Easter range nine days]", "the [DATE_TIME Easter] range [DATE_TIME nine days]"),
        ("hire [DATE_TIME 26 night pickers]", "hire 26 night pickers"),
        ("before the [DATE_TIME autumn menu]", "before the autumn menu"),
        ("got [DATE_TIME ten months’ imprisonment]", "got [DATE_TIME ten months]’ imprisonment"),
        ("on [DATE_TIME Monday night raids]", "on [DATE_TIME Monday night] raids"),
        ("at [DATE_TIME six kilometres per hour]", "at six kilometres per hour"),
    ],
)
def test_a_time_is_cut_to_its_words(read, kept):
    assert refine(read) == kept


@pytest.mark.parametrize(
    "text",
    [
        "[DATE_TIME between 3 and 4 May 1998], and",
        "for [DATE_TIME two and a half years]",
        "by [DATE_TIME the end of June]",
        "[DATE_TIME early in the 1990s]",
        "at [DATE_TIME 9:30 p.m. on 2 Jan. 2001]",
        "[DATE_TIME 12.03.2001]",
        "[DATE_TIME three years ago] in [LOCATION Leeds]",
    ],
)
def test_a_real_date_is_kept(text):
    assert refine(text) == text
