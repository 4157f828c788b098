"""Bodies in very many small chunks are refused before they have taken the time of others."""

import sys

import pytest
from waitress.adjustments import Adjustments
from waitress.buffers import OverflowableBuffer

from backend.web.server.small_chunks import FREE, LONGEST_LINE, SMALLEST, SmallChunks, in_large_pieces
from backend.web.server.waitress_channels import HeldChunks, HeldParser


def chunks(*sizes, line=""):
    return b"".join(b"%x%s\r\n%s\r\n" % (size, line.encode(), b"x" * size) for size in sizes)


def taken(sent, step=8192):
    """How much waitress takes, and what it says then."""
    held, read = HeldChunks(OverflowableBuffer(sys.maxsize)), 0
    while read < len(sent) and not held.error and not held.completed:
        read += held.received(sent[read : read + step])
    return read, held


@pytest.mark.parametrize("step", [1, 100, 8192])
def test_ordinary_chunks_are_read_whole(step):
    _read, held = taken(chunks(*range(1, 900), 5_000) + b"0\r\n\r\n", step)
    assert (held.error, held.completed) == (None, True)
    assert len(held) == sum(range(900)) + 5_000
    assert held.getfile().read() == b"x" * len(held)


def test_what_follows_a_body_is_left_to_the_next_request():
    sent = chunks(5) + b"0\r\n\r\n"
    assert taken(sent + b"GET / HTTP/1.1")[0] == len(sent)


@pytest.mark.parametrize(
    "sent",
    [
        chunks(*[1] * 100_000),
        chunks(*[1] * 10_000, line=";a=" + "b" * 1_000),
        b"1;" + b"a" * 1_000_000,
        chunks(3) + b"0\r\nX: " + b"a" * 1_000_000,
        b"0" * 1_000_000,
    ],
    ids=["small", "lines", "one line", "trailer", "zeros"],
)
def test_hostile_chunks_are_refused_early(sent):
    read, held = taken(sent)
    assert held.error is not None
    assert read <= 2 * max(LONGEST_LINE + 2, 8 * FREE)


def test_the_parser_of_requests_holds_them():
    parser = HeldParser(Adjustments())
    parser.received(b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
    parser.received(chunks(*[1] * 5_000))
    assert parser.completed
    assert "small chunks" in parser.error.body


@pytest.mark.parametrize(
    ("sizes", "fits"), [([1] * FREE, True), ([1] * 2 * FREE, False), ([SMALLEST] * 50_000, True)]
)
def test_pieces_are_few_or_large(sizes, fits):
    pieces = [b"x" * size for size in sizes]
    if fits:
        assert list(in_large_pieces(pieces)) == pieces
    else:
        with pytest.raises(SmallChunks):
            list(in_large_pieces(pieces))
