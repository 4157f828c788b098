"""Wanted strings in bytes: the same places as in the plain way, and each string is encoded once for a file."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from backend.verification.readable_bytes import _ENCODINGS, WantedPieces, _places, readable_runs

LETTERS = "abzABZ09éÉжЖß&ıİ "
PIECES = st.text("abz09éжß&ı", min_size=1, max_size=4).map(str.lower)


def plain_places(content, encoding, wanted):
    """The places as they are defined: every string is encoded for these bytes."""
    latin = {piece.encode(encoding.name) for piece in wanted if piece.isascii() and piece.isalnum()}
    runs = (match for pieces in encoding.pieces for match in pieces.finditer(content))
    places = [match.span() for match in runs if match.group().lower() in latin]
    others = {piece for piece in wanted if not (piece.isascii() and piece.isalnum())}
    spelled = {each.encode(encoding.name) for piece in others for each in (piece, piece.upper(), piece.title())}
    if spelled:
        pattern = re.compile(b"|".join(map(re.escape, sorted(spelled))))
        places += [match.span() for match in pattern.finditer(content)]
    return sorted(places)


@given(
    st.lists(st.text(LETTERS, max_size=30), min_size=1, max_size=3),
    st.sets(PIECES, max_size=6),
    st.sampled_from(["utf-8", "utf-16-le", "utf-16-be"]),
    st.binary(max_size=3),
)
@example(["жжж"], {"ж", "жж"}, "utf-8", b"")
@example(["жab" * 20 + "ж"], {"жab" * 20, "жab" * 12 + "é", "жab" * 19 + "z", "bж"}, "utf-8", b"")
@example(["жжжé"], {"жж", "жé", "éж"}, "utf-16-le", b"\0")
def test_the_places_are_those_of_the_plain_way(texts, wanted, name, before):
    pieces = WantedPieces(wanted)
    for text in texts:  # what was encoded for one content serves the next
        content = before + text.encode(name)
        for encoding in _ENCODINGS:
            assert _places(content, encoding, pieces) == plain_places(content, encoding, wanted)


class Counted(str):
    """A string that counts how often it is encoded."""

    encoded = 0

    def encode(self, *arguments):
        type(self).encoded += 1
        return super().encode(*arguments)


@pytest.mark.parametrize("parts", [1, 40])
def test_strings_are_encoded_once_however_many_parts_a_file_has(parts):
    Counted.encoded = 0
    wanted = WantedPieces(Counted(f"halden{number}") for number in range(100))
    for part in range(parts):
        assert list(readable_runs(b"\0\1 halden \2 %d" % part, wanted)) == []
    assert Counted.encoded == 100 * len(_ENCODINGS)


def test_no_bytes_have_no_runs():
    wanted = WantedPieces(map(Counted, ["halden"]))
    Counted.encoded = 0
    assert (list(readable_runs(b"", wanted)), Counted.encoded) == ([], 0)
