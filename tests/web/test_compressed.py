"""A large answer is packed for whoever can unpack it, and its length tells little."""

import gzip
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.web.http.compression import STEP, WORTH_IT, packed

GZIP = {"Accept-Encoding": "gzip, deflate, br"}


@given(st.binary(max_size=5_000))
def test_what_is_packed_is_unpacked_and_its_length_is_a_multiple_of_a_step(content):
    found = packed(content)
    assert gzip.decompress(found) == content
    assert len(found) % STEP == 0
    assert len(found) <= len(content) + 2 * STEP


def test_text_that_repeats_a_secret_is_as_long_as_text_that_does_not():
    """Guesses at a name, one of them right, in an answer that holds it: the lengths are one."""
    rest = "".join(random.Random(7).choices("abcdefghij ", k=50_000))  # noqa: S311 - the same text each time
    lengths = {
        len(packed(f"{rest} Halden & Rook {guess}".encode())) for guess in ("Halden & Rook", "Quixot & Trad")
    }
    assert len(lengths) == 1


@pytest.fixture
def analyse(client):
    def ask(headers=None):
        text = " ".join(f"ann{number}@halden.example" for number in range(200))  # so there is much to be told
        body = {"stories": [{"kind": "body", "blocks": [{"ordinal": 0, "text": text}]}]}
        response = client.post("/v1/analyses", json=body, headers=headers)
        assert response.status_code == 200, response.text
        return response

    return ask


def test_an_analysis_is_the_same_packed_or_not(analyse):
    plain, smaller = analyse(), analyse(GZIP)
    assert len(plain.data) >= WORTH_IT
    assert "Content-Encoding" not in plain.headers
    assert smaller.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(smaller.data) == plain.data
    assert len(smaller.data) == smaller.content_length < len(plain.data) / 3
    assert plain.headers["Vary"] == smaller.headers["Vary"] == "Accept-Encoding"


@pytest.mark.parametrize("accepted", ["", "identity", "br", "gzip;q=0", "deflate, gzip;q=0.0, *;q=0"])
def test_callers_that_do_not_accept_gzip_get_plain_responses(analyse, accepted):
    assert "Content-Encoding" not in analyse({"Accept-Encoding": accepted}).headers


def test_a_small_answer_is_not_packed(client):
    body = {"stories": [{"kind": "body", "blocks": [{"ordinal": 0, "text": "ann@halden.example"}]}]}
    response = client.post("/v1/analyses", json=body, headers=GZIP)
    assert response.json["suggestions"]
    assert "Vary" not in response.headers
