"""The description of the routes is whole."""

import pytest

from backend.web.openapi import PATH


@pytest.fixture
def operations(client):
    spec = client.get(PATH).json
    return {
        f"{method} {path}": operation for path, item in spec["paths"].items() for method, operation in item.items()
    }


def test_every_operation_has_a_name_of_its_own_and_may_answer_with_a_problem(operations):
    names = [operation.get("operationId") for operation in operations.values()]
    assert None not in names
    assert len(names) == len(set(names)) > 0
    for operation in operations.values():
        (content,) = operation["responses"]["default"]["content"]
        assert content == "application/problem+json"


def test_problems_are_as_they_are_described(client):
    described = client.get(PATH).json["components"]["schemas"]["Problem"]
    problem = client.get("/nowhere").json
    assert set(described["required"]) == set(problem)
    assert set(problem) <= set(described["properties"])


def test_the_description_does_not_depend_on_the_address_of_the_request(client):
    assert "servers" not in client.get(PATH, headers={"Host": "somewhere.example"}).json
