"""A misspelt parameter of an address is refused, as in a body, and not repeated in the answer."""

import pytest

QUERIES = (
    ("GET", "/v1/reviews", "limit=5"),
    ("GET", "/v1/proposals", "stat=open"),
    ("GET", "/v1/jobs/none/files", "page=2"),
    ("DELETE", "/v1/clients/none", "force=1&version=1"),
)


@pytest.mark.parametrize(("method", "address", "query"), QUERIES)
def test_an_unknown_parameter_is_refused(client, method, address, query):
    refused = client.open(f"{address}?{query}", method=method)
    assert refused.json["code"] == "does_not_fit"
    assert refused.status_code == 422
    assert refused.json["errors"] == [{"at": "query/*", "error": "Unknown field."}]


def test_the_known_parameters_are_accepted(client):
    for address in ("/v1/reviews?most=5", "/v1/proposals?state=open&most=3"):
        assert client.get(address).status_code == 200
