import pytest

from backend.ner_training.prose import reports, unknown


def _open(text: str) -> list[str]:
    return [span.of(text) for span in unknown(text)]


def test_small_words_are_nobodys_names():
    assert _open("the semiconductor industry recovered") == []


def test_capitals_years_and_times_are_left_open():
    assert _open("sales of Halden fell in fiscal 2004") == ["Halden", "fiscal", "2004"]


@pytest.mark.parametrize("amount", ["$42.5", "21%", "€ 900", "7,130 shares", "3 million"])
def test_amounts_are_nobodys(amount):
    assert _open(f"we paid {amount} then") == []


def test_words_between_capitals_may_be_part_of_a_name():
    assert _open("loans of the Bank of Rook and partners") == ["Bank", "of", "Rook"]


def test_a_stretch_of_each_report_is_read():
    (passage,) = reports([{"text": "x " * 3000 + "Halden"}])
    assert len(passage.text) == 1500
    assert passage.names == ()
