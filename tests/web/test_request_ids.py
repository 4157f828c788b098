"""Each answer carries its id."""

import uuid

import pytest


def test_two_requests_have_two_ids(client):
    first, second = (client.get("/v1/version").headers["X-Request-ID"] for _ in range(2))
    assert uuid.UUID(first) != uuid.UUID(second)


def test_an_id_that_a_proxy_gave_is_kept(client):
    given = str(uuid.uuid4())
    assert client.get("/v1/version", headers={"X-Request-ID": given}).headers["X-Request-ID"] == given


@pytest.mark.parametrize("given", ["Halden and Rook", "", "0" * 33, "quixotrade-merger"])
def test_request_ids_that_are_not_uuids_are_replaced(client, given):
    assert client.get("/v1/version", headers={"X-Request-ID": given}).headers["X-Request-ID"] != given
