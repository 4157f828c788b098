"""Seal a registry with a key that is stored elsewhere: its versions, and which one is in use.

The file `authentic.json` of a registry holds the hash of each version's header, which has the hashes of its other
files, and the versions that were promoted, with a serial number and a MAC over all of it. The key comes from
UNSAID_KEY, or else from the key file in the data folder. The key file also remembers which registries vouch for
their versions, and the highest serial number seen: so nobody takes that away, or puts an earlier one back. Its
first line is the key, empty where UNSAID_KEY is set; its second one is what was seen.

Each registry has an identity, which the key file remembers too: another registry under the same key, say one for
trials, does not pass for it.
"""

import contextlib
import hashlib
import hmac
import json
import os
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from backend.errors import ModelNotAuthentic, UnreadableFile
from backend.files import PRIVATE, read_bytes, write_atomically
from backend.learning.registry_files import lock
from backend.messages.store_problems import (
    RegistrySealMissing,
    RegistrySealOfOtherKey,
    RegistrySealOfOtherRegistry,
    RegistrySealWentBack,
)

FILE = "authentic.json"
KEY_FILE = "registry-key"
SEEN_FILE = "registries.json"
"""Where earlier versions remembered what was seen; it is still read."""
_LOCK_FILE = ".registry-key.lock"

_KEY_BYTES = 32
_IDENTITY_BITS = 64
_OTHERS = 0o077


@dataclass(frozen=True, slots=True)
class SealedRegistry:
    """What the seal of a registry covers: the allowed hashes of each version, and which versions were promoted.

    `identity` is a random number, the same for as long as the registry lives; 0 in seals of earlier versions.
    """

    serial: int = 0
    versions: Mapping[str, Sequence[str]] = field(default_factory=dict)
    promoted: Sequence[str] = ()
    identity: int = 0

    def with_version(self, name: str, *hashes: str) -> "SealedRegistry":
        """Return a copy with exactly these hashes for a version."""
        return replace(self, versions={**self.versions, name: hashes})

    def content(self) -> dict[str, Any]:
        """Return the content that the MAC covers."""
        versions = {name: list(hashes) for name, hashes in sorted(self.versions.items())}
        return {
            "serial": self.serial,
            "versions": versions,
            "promoted": list(self.promoted),
            "identity": self.identity,
        }


@dataclass(frozen=True, slots=True)
class RegistryKeys:
    """The keys of the settings, and the one in the data folder; what this machine has seen of its registries."""

    data: Path
    settings: tuple[str, ...] = field(default=(), repr=False)

    def keys(self, *, make: bool = False) -> tuple[bytes, ...]:
        """The keys, the newest first, those of the settings before the file's; `make` one where there is none.

        Raises ModelNotAuthentic when others may read the file.
        """
        named = tuple(hmac.digest(key.encode(), b"unsaid registry", hashlib.sha256) for key in self.settings)
        path = self.data / KEY_FILE
        own, _ = self._read()
        if make and not named and not own:
            with self._alone():
                own, seen = self._read()
                own = own or secrets.token_hex(_KEY_BYTES).encode()
                self._write(own, seen)
        if own and os.name == "posix" and path.stat().st_mode & _OTHERS:
            raise ModelNotAuthentic(f"{path}: other users of this machine may read this key. Run chmod 600 on it.")
        return (*named, own) if own else named

    def seen(self, registry: Path) -> int | None:
        """The highest serial number that this machine has seen of a registry; None where it has seen none.

        Whatever a link in its place leads to by now.
        """
        known = self._all_seen()
        return max((known[place] for place in _places(registry) if place in known), default=None)

    def identities(self, registry: Path) -> frozenset[int]:
        """The identities that this machine has seen of a registry: one, unless its name leads elsewhere by now."""
        known = self._all_seen()
        return frozenset(known[each] for each in map(_identity_of, _places(registry)) if each in known)

    def saw(self, registry: Path, vouched: SealedRegistry) -> None:
        """Remember a serial number and an identity; when nothing can be written, this machine does not."""
        _, known = self._read()
        serials = dict.fromkeys(_places(registry), vouched.serial)
        if vouched.identity:
            serials |= dict.fromkeys(map(_identity_of, _places(registry)), vouched.identity)
        if all(_is_known(known, name, value) for name, value in serials.items()):
            return
        with contextlib.suppress(OSError), self._alone():
            own, _ = self._read()
            known = self._all_seen()
            self._write(
                own, known | {name: value for name, value in serials.items() if not _is_known(known, name, value)}
            )

    def _all_seen(self) -> dict[str, int]:
        path = self.data / SEEN_FILE
        _, known = self._read()
        earlier = _as_seen(path, read_bytes(path)) if path.is_file() else {}
        return {**earlier, **{name: max(value, earlier.get(name, 0)) for name, value in known.items()}}

    def _read(self) -> tuple[bytes, dict[str, int]]:
        """The key of the file, and what was seen."""
        path = self.data / KEY_FILE
        if not path.is_file():
            return b"", {}
        own, _, recorded = read_bytes(path).partition(b"\n")
        return own, _as_seen(path, recorded) if recorded else {}

    def _write(self, own: bytes, seen: Mapping[str, int]) -> None:
        write_atomically(self.data / KEY_FILE, own + b"\n" + json.dumps(seen).encode() + b"\n", mode=PRIVATE)

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Hold the key file while it is read and written: no process writes over what another one has just made."""
        self.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(self.data / _LOCK_FILE, os.O_RDWR | os.O_CREAT, PRIVATE)
        try:
            lock(handle)
            yield
        finally:
            os.close(handle)


def _places(registry: Path) -> tuple[str, ...]:
    """Where a registry is by its name, and where it is in truth; the name may become a link to somewhere else."""
    return tuple(dict.fromkeys((str(registry.absolute()), str(registry.resolve()))))


_IDENTITY = "\0identity"


def _identity_of(place: str) -> str:
    """Under what the identity of the registry in a place is remembered: no path has a zero byte."""
    return place + _IDENTITY


def _is_known(known: Mapping[str, int], name: str, value: int) -> bool:
    """Whether this, or a higher serial number, is remembered already."""
    return known.get(name) == value if name.endswith(_IDENTITY) else known.get(name, 0) >= value


def _as_seen(path: Path, recorded: bytes) -> dict[str, int]:
    try:
        return {str(name): int(serial) for name, serial in json.loads(recorded).items()}
    except (ValueError, AttributeError, TypeError) as error:
        raise ModelNotAuthentic(f"{path}: is not what Unsaid wrote. Restore it from a backup.") from error


def read_seal(folder: Path, keys: RegistryKeys) -> SealedRegistry | None:
    """Read and check the seal of a registry; None when it has none or this machine has no key to check it.

    A machine that has neither UNSAID_KEY nor seen this registry before cannot check it: its versions are not
    authenticated there.

    Raises ModelNotAuthentic when the seal was changed, removed, or replaced by an earlier one.
    """
    path = folder / FILE
    seen = keys.seen(folder)
    if not path.is_file():
        if seen is None:
            return None
        raise ModelNotAuthentic(RegistrySealMissing(str(path)))
    found = _opened(path, keys.keys())
    if found is None and seen is None and not keys.settings:
        return None
    if found is None:
        raise ModelNotAuthentic(RegistrySealOfOtherKey(str(path)))
    if seen is not None and found.serial < seen:
        raise ModelNotAuthentic(RegistrySealWentBack(str(path)))
    if not keys.identities(folder) <= {found.identity}:
        raise ModelNotAuthentic(RegistrySealOfOtherRegistry(str(path)))
    keys.saw(folder, found)
    return found


def write_seal(folder: Path, keys: RegistryKeys, vouched: SealedRegistry) -> None:
    """Write the seal of a registry with the next serial number."""
    newest = keys.keys(make=True)[0]
    serial = max(vouched.serial, keys.seen(folder) or 0) + 1
    vouched = replace(vouched, serial=serial, identity=vouched.identity or _identity_for(folder, keys))
    content = vouched.content()
    sealed = {**content, "mac": _mac(newest, content)}
    write_atomically(folder / FILE, json.dumps(sealed, indent=1).encode() + b"\n", mode=PRIVATE)
    keys.saw(folder, vouched)


def _identity_for(folder: Path, keys: RegistryKeys) -> int:
    """The identity of a registry that somebody vouches for anew: the one that other machines know too, if any."""
    known = keys.identities(folder)
    try:
        stands_there = json.loads(read_bytes(folder / FILE))["identity"]
    except (UnreadableFile, ValueError, KeyError, TypeError, RecursionError):
        stands_there = 0
    if type(stands_there) is int and stands_there > 0 and (not known or stands_there in known):
        return stands_there
    return min(known, default=secrets.randbits(_IDENTITY_BITS) + 1)


def hash_of_version(header: bytes, made_by: bytes | None) -> str:
    """Return the hash of a version: over its header and the job that made it."""
    return hashlib.sha256(b"%d\0" % len(header) + header + (made_by or b"")).hexdigest()


def _opened(path: Path, keys: Sequence[bytes]) -> SealedRegistry | None:
    try:
        sealed = json.loads(read_bytes(path))
        mac = sealed.pop("mac")
        if not any(hmac.compare_digest(_mac(key, sealed), str(mac)) for key in keys):
            return None
        return SealedRegistry(
            sealed["serial"], sealed["versions"], tuple(sealed["promoted"]), sealed.get("identity", 0)
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def _mac(key: bytes, content: Mapping[str, Any]) -> str:
    return hmac.new(key, json.dumps(content, sort_keys=True).encode(), hashlib.sha256).hexdigest()
