"""Files of arrays, also those that somebody else has made."""

import io
import struct
import zipfile

import numpy as np
import pytest

from backend.learning.arrays import pack, unpack

REFUSED = "(?i)array|npz|magic"


def test_what_is_packed_is_unpacked():
    arrays = {
        "numbers": np.arange(5),
        "none": np.zeros((0, 3)),
        "one": np.array(7),
        "bytes": np.frombuffer(b"a", "u1"),
    }
    found = unpack(pack(arrays))
    assert found.keys() == arrays.keys()
    assert all(np.array_equal(found[name], array) for name, array in arrays.items())


def zipped(content, method=zipfile.ZIP_STORED):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as file:
        file.writestr("a.npy", content)
    return stream.getvalue()


def header(shape, kind="|u1"):
    text = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}".encode().ljust(117) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text


def test_a_small_file_takes_no_more_memory_than_it_has_bytes():
    """2 GB of zeros, compressed; and an array that says that it is long, and is not."""
    assert unpack(zipped(header((3,)) + b"abc"))["a"].tolist() == [97, 98, 99]
    compressed = io.BytesIO()
    np.savez_compressed(compressed, a=np.zeros(10**7))
    lengths = header((2**40,)) + b"abc", header((3,), "<f8") + b"abc", header((-3,)), header((2,)) + b"abc"
    for content in (
        compressed.getvalue(),
        *map(zipped, lengths),
        zipped(b"abc"),
        zipped(header((1,), "|O") + b"N."),
    ):
        with pytest.raises(ValueError, match=REFUSED):
            unpack(content)


def test_two_arrays_that_share_their_bytes_are_refused():
    content = bytearray(pack({"a": np.zeros(1_000), "b": np.zeros(1_000)}))
    first, second = (place for place in range(len(content)) if content[place : place + 4] == b"PK\1\2")
    content[second + 42 : second + 46] = content[first + 42 : first + 46]
    with pytest.raises(ValueError, match=REFUSED):
        unpack(bytes(content))


@pytest.mark.parametrize("content", [b"", b"PK", b"text", pack({"a": np.arange(9)})[:-9]])
def test_what_is_no_file_of_arrays_is_refused(content):
    with pytest.raises(ValueError, match=REFUSED):
        unpack(content)
