"""Zips that lie: each is redacted, file by file, or refused, and nothing leads out of what comes back."""

import io
import json

import pytest

from tests.hostile.zips import HIDDEN, fault_of, hostile_zip

ALL = 240


@pytest.mark.parametrize("first", range(0, ALL, 20))
def test_any_zip_is_redacted_or_refused(client, first):
    for number in range(first, first + 20):
        options = json.dumps({"always": [HIDDEN], "pii": []})
        data = {"documents": (io.BytesIO(hostile_zip(f"5:{number}")), "a.zip"), "request": options}
        answer = client.post("/v1/batches", data=data)
        if answer.status_code == 200:
            assert fault_of(answer.data) is None, number
        else:
            assert 400 <= answer.status_code < 500, number
            assert HIDDEN not in answer.text
