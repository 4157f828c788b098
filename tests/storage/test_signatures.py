"""Ed25519, against the vectors of RFC 8032, and against signatures that are another spelling of a good one."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.storage.certificates.signatures import PublicKey, SigningKey

SINCE = date(2026, 1, 1)
L = 2**252 + 27742317777372353535851937790883648493
"""The order of the group: a signature's second half is below it."""

VECTORS = (
    # RFC 8032, 7.1: tests 1 and 2; secret, public, message, and both halves of the signature.
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155",
        "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da",
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
)


@pytest.mark.parametrize(("secret", "public", "message", "r", "s"), VECTORS)
def test_signatures_match_the_test_vectors_of_the_standard(secret, public, message, r, s):
    key = SigningKey(bytes.fromhex(secret))
    assert key.public.hex() == public
    assert key.sign(bytes.fromhex(message)).hex() == r + s
    assert PublicKey(key.public, "", SINCE).verifies(bytes.fromhex(message), bytes.fromhex(r + s))


@given(st.binary(max_size=40), st.integers(0, 511))
def test_no_signature_with_one_bit_flipped_fits(content, bit):
    key = SigningKey(bytes(range(32)))
    signature = bytearray(key.sign(content))
    signature[bit // 8] ^= 1 << bit % 8
    assert not PublicKey(key.public, "", SINCE).verifies(content, bytes(signature))


def test_no_other_spelling_of_a_signature_fits():
    """S + L is the same number to a careless verifier."""
    key = SigningKey(bytes(range(32)))
    signature = key.sign(b"a")
    more = int.from_bytes(signature[32:], "little") + L
    malleable = signature[:32] + more.to_bytes(32, "little")
    assert not PublicKey(key.public, "", SINCE).verifies(b"a", malleable)


@pytest.mark.parametrize("length", [0, 31, 33, 64])
def test_an_invalid_key_is_refused(length):
    with pytest.raises(ValueError, match=r"32|key"):
        PublicKey(bytes(length), "", SINCE)


def test_the_id_of_another_key_is_refused():
    told = PublicKey(SigningKey.new().public, "mine", SINCE).as_json()
    other = SigningKey.new().public.hex()
    assert PublicKey.from_json(told).as_json() == told
    for forged in (
        {"public_key": other},
        *({"id": value} for value in ("", "0" * 32, told["id"].upper())),
        *({"algorithm": value} for value in ("RS256", "ed25519", None)),
        *({"label": value} for value in ("\x1b[2J", "a\nb", "x" * 101)),
    ):
        with pytest.raises(ValueError, match=r"."):
            PublicKey.from_json({**told, **forged})


@pytest.mark.parametrize(
    ("day", "signed"), [((2025, 12, 31), False), ((2026, 1, 1), True), ((2026, 2, 1), True), ((2026, 2, 2), False)]
)
def test_both_days_count(day, signed):
    key = PublicKey(SigningKey.new().public, "", SINCE, until=date(2026, 2, 1))
    assert key.signed_on(date(*day)) is signed
