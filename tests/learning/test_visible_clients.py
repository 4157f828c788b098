"""Names of clients that the caller does not see are in no result."""

import pytest

from backend.errors import UnknownClient
from backend.learning.clients import Client
from backend.learning.visible_clients import EVERYBODY, VisibleClients

CLIENTS = (Client("Danone", "Food", ("DN",)), Client("Ford", "Automobiles", ("FoMoCo",)), Client("Fordham", None))
FORD_ALONE = VisibleClients(frozenset({"Ford"}))


def test_others_are_reported_by_their_utility_class_alone():
    assert [FORD_ALONE.name_of(client) for client in CLIENTS] == ["another client, Food", "Ford", "another client"]
    assert [EVERYBODY.name_of(client) for client in CLIENTS] == ["Danone", "Ford", "Fordham"]


def test_a_client_is_found_at_its_place_among_all():
    assert FORD_ALONE.find(CLIENTS, "fomoco") == 1
    assert EVERYBODY.find(CLIENTS, "fordham") == 2


@pytest.mark.parametrize("name", ["Danone", "DN", "Fordha", "Danon"])
def test_a_client_that_one_may_not_see_is_not_there(name):
    with pytest.raises(UnknownClient) as error:
        FORD_ALONE.find(CLIENTS, name)
    assert "Danone" not in str(error.value).replace(repr(name), "")
    assert "Fordham" not in str(error.value)
