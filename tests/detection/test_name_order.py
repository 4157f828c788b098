"""Names with the surname first."""

import pytest

from backend.detection.names.name_order import other_orders


@pytest.mark.parametrize(
    "name",
    [
        "Kirsten",
        "",
        "Ms Kirsten",
        "kirsten, gisela",
        "Kirsten, 2019",
        "Gisela K.",
        "g@k.example",
        "Rook, Halden, Co",
    ],
)
def test_what_is_no_name_of_two_words_has_one_order(name):
    assert other_orders(name) == ()


@pytest.mark.parametrize(
    ("name", "others"),
    [
        ("Gisela Kirsten", {"Kirsten, Gisela", "Kirsten Gisela"}),
        ("Dr. Gisela Anna Kirsten-Rook", {"Kirsten-Rook, Gisela Anna", "Kirsten-Rook Gisela Anna"}),
        ("G. A. O’Kirsten", {"O’Kirsten, G. A."}),
        ("Gisela de la Torre", {"Torre, Gisela de la", "Torre Gisela de la", "de la Torre, Gisela"}),
        ("KIRSTEN, Gisela", {"Gisela KIRSTEN"}),
    ],
)
def test_the_surname_goes_first_and_back(name, others):
    assert set(other_orders(name)) == others
