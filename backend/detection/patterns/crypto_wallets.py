"""Recognise addresses of crypto wallets, validated by checksum (python-stdnum).

The checksum of an Ethereum address is in the case of its letters, which most texts do not keep. So any forty
hexadecimal digits are accepted.
"""

import hashlib

from stdnum.bitcoin import b58decode, bech32_checksum

from backend.detection.patterns.candidate_starts import at_numbers, before
from backend.detection.patterns.template import LEFT, RIGHT, Template, accept_if

_BASE_58 = "[1-9A-HJ-NP-Za-km-z]"
_BECH_32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
_SUMS_OF_BECH_32 = (1, 0x2BC830A3)
"""What a right checksum comes to: BIP 173, and BIP 350 for newer kinds of address."""
_RIPPLE = str.maketrans(
    "rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz",
    "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
)


def base_58(address: str) -> bool:
    """Return whether the last four of 25 bytes are the beginning of the double SHA-256 of the others.

    >>> base_58("1NEDqZPvTWRaoho48qXuLLsrYomMXPABfD")
    True
    """
    decoded = b58decode(address)
    body, checksum = decoded[:-4], decoded[-4:]
    return len(decoded) == 25 and hashlib.sha256(hashlib.sha256(body).digest()).digest()[:4] == checksum


def ripple(address: str) -> bool:
    """Return whether the checksum is valid with Ripple's order of letters."""
    return base_58(address.translate(_RIPPLE))


def bech_32(address: str) -> bool:
    """Return whether the checksum of Bech32 or Bech32m is valid."""
    if address.lower() != address and address.upper() != address:
        return False
    prefix, _, rest = address.lower().rpartition("1")
    if any(char not in _BECH_32 for char in rest):
        return False
    expanded = [ord(char) >> 5 for char in prefix] + [0] + [ord(char) & 31 for char in prefix]
    return bech32_checksum(expanded + [_BECH_32.index(char) for char in rest]) in _SUMS_OF_BECH_32


WALLETS = (
    Template(
        "CRYPTO",
        rf"(?<![^\W_])[13LMDTXt]{_BASE_58}{{24,34}}{RIGHT}",
        1.0,
        "checked_crypto_wallet",
        accept_if(base_58),
        begins=before(rf"[13LMDTXt](?<![^\W_].)(?={_BASE_58}{{24}})"),
    ),
    Template(
        "CRYPTO",
        rf"(?<![^\W_])r{_BASE_58}{{24,34}}{RIGHT}",
        1.0,
        "ripple_wallet",
        accept_if(ripple),
        begins=before(rf"r(?<![^\W_].)(?={_BASE_58}{{24}})"),
    ),
    Template(
        "CRYPTO",
        rf"(?<![^\W_])(?i:bc|tb|ltc|addr|cosmos|bnb)1[A-Za-z0-9]{{25,100}}{RIGHT}",
        1.0,
        "checked_crypto_wallet",
        accept_if(bech_32),
        begins=before(r"1(?<=[A-Za-z]1)(?=[A-Za-z0-9]{25})", "[A-Za-z]{2,6}"),
    ),
    Template("CRYPTO", rf"{LEFT}0x[0-9A-Fa-f]{{40}}{RIGHT}", 0.9, "crypto_wallet", begins=at_numbers),
)
