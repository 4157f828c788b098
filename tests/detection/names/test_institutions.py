"""Public bodies give nobody away; bodies with a name of their own do."""

import pytest

from tests.detection.names.refining import refine


@pytest.mark.parametrize(
    "text",
    [
        "before the [ORGANIZATION Supreme Court] and a [ORGANIZATION District Court]",
        "the [ORGANIZATION 9th Chamber of the Court of Cassation] upheld it",
        "[ORGANIZATION The Ministry of Foreign Affairs] and [MISC the Public Prosecutor’s Office]",
        "the [ORGANIZATION Polish Government] and the [ORGANIZATION Federal Republic of Germany]",
        "the [ORGANIZATION U.S. Department of Justice] asked the [ORGANIZATION European Commission]",
        "against the [LOCATION Republic of Cyprus] and the [LOCATION Kingdom of Norway]",
        "the [ORGANIZATION SEC], the [ORGANIZATION FCA] and [ORGANIZATION HMRC]",
        "a panel of the [ORGANIZATION City Council], under the [ORGANIZATION Companies Act]",
        "the [ORGANIZATION House of Lords] and the [ORGANIZATION Chancery Division of the High Court]",
        "the [ORGANIZATION United Kingdom of Great Britain and Northern Ireland]",
        "the [ORGANIZATION Supreme Court (Oberster Gerichtshof)]; the [ORGANIZATION Oberster Gerichtshof] held",
        "the Independent Administrative Panel (“[ORGANIZATION IAP]”), and the [ORGANIZATION IAP] agreed",
    ],
)
def test_a_public_body_is_not_a_finding(text):
    assert "[" not in refine(text)


@pytest.mark.parametrize(
    "text",
    [
        "before the [ORGANIZATION Ankara Assize Court]",
        "the [LOCATION Ankara] [ORGANIZATION Assize Court]",
        "the [ORGANIZATION State Security Court] of Izmir",
        "the [ORGANIZATION Istanbul Bar] and the [ORGANIZATION Green Party]",
        "shares of [ORGANIZATION National Land Office] fell",
        "by [ORGANIZATION Halden Foods (Austria)]",
        "in the [LOCATION United Kingdom] and the [LOCATION Czech Republic]",
        "the Supreme Court ([PERSON Okafor]), and [PERSON Okafor] said so",
        "with [ORGANIZATION Fosse Castings Alliance] ([ORGANIZATION FCA]); [ORGANIZATION FCA] pays",
    ],
)
def test_a_body_with_a_name_of_its_own_is_found(text):
    assert refine(text) == text


def test_a_state_is_a_place_also_beside_its_government():
    text = "the Government of Cyprus; she lives in [LOCATION Cyprus]"
    assert refine(text) == text
