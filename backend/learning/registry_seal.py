"""Seal a registry with a key that is stored elsewhere: its versions, and which one is in use.

The file `authentic.json` of a registry holds the hash of each version's header, which has the hashes of its other
files, and the versions that were promoted, with a serial number and a MAC over all of it. The key comes from
UNSAID_KEY, or else from the key file in the data folder. The key file also remembers which registries vouch for
their versions, and the highest serial number seen: so nobody takes that away, or puts an earlier one back. Its
first line is the key, empty where UNSAID_KEY is set; its second one is what was seen.

Each registry has an identity, which the key file remembers too: another registry under the same key, say one for
trials, does not pass for it. A seal names those before it, and the key file the last one seen: if an earlier seal
was put back, and a machine that had not seen the later one went on from there, the others refuse it.

Machines that share a database remember it there too (`SharedSeals`): a machine whose data folder is new does not
take a registry whose seal was removed for one of an earlier version. The seal then names that database: a copy of
the registry on which other machines have gone on under the same key, say for trials, does not pass for this one.
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
from typing import Any, Protocol

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
_DIGEST_BYTES = 8
_MOST_BEFORE = 100
"""Earlier seals that a seal names; who has seen none of them goes by the serial number alone."""
_OTHERS = 0o077


@dataclass(frozen=True, slots=True)
class SealedRegistry:
    """What the seal of a registry covers: the allowed hashes of each version, and which versions were promoted.

    `identity` is a random number, the same for as long as the registry lives; 0 in seals of earlier versions.
    `before` are the digests of earlier seals, and `digest` is that of this one where it was read. `store` is the
    identity of the store that the machines share which have written it; empty where they share none.
    """

    serial: int = 0
    versions: Mapping[str, Sequence[str]] = field(default_factory=dict)
    promoted: Sequence[str] = ()
    identity: int = 0
    before: Sequence[int] = ()
    digest: int = 0
    store: str = ""

    def goes_on_from(self, serial: int, digest: int | None) -> bool:
        """Whether this is the seal with that number and digest (None: unknown), or was made after it."""
        if self.serial < serial or digest is None:
            return self.serial >= serial
        is_it = self.serial == serial and self.digest == digest
        return is_it or digest in self.before or self.serial - serial > _MOST_BEFORE

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
            "before": list(self.before),
            "store": self.store,
        }


Seen = tuple[int, int, int, bool]
"""A seal that was seen: number, digest, identity of the registry (0: it has none), whether it named the store."""


class SharedSeals(Protocol):
    """What all machines together remember of the seals of registries, by the names of their places."""

    def seen(self, names: Sequence[str]) -> tuple[str, Mapping[str, Seen]]:
        """The identity of the store, and the latest seal that was seen under each of these names, where one was."""

    def keep(self, seal: Seen, instead_of: Mapping[str, Seen | None]) -> None:
        """Remember a seal under these names, where still the same seal as before, or none, is remembered."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a registry before its seal is read.

    `seals` are the numbers and digests of the latest seals (None: unknown), and `in_use` is the last seal of the
    registry that the settings name, wherever it was. `shared` is what the machines remember under each name, and
    `store` the identity of the store where they do; empty where there is none.
    """

    seals: Sequence[tuple[int, int | None]] = ()
    identities: frozenset[int] = frozenset()
    in_use: Seen | None = None
    shared: Mapping[str, Seen | None] = field(default_factory=dict)
    store: str = ""

    @property
    def was_sealed(self) -> bool:
        """Whether the registry has, or should have, a seal."""
        return bool(self.seals) or self.in_use is not None

    def seals_of(self, identity: int) -> Sequence[tuple[int, int | None]]:
        """The latest seals of the registry, if it has that identity; it may have been seen in another place."""
        is_in_use = self.in_use is not None and identity in self.in_use[2:]
        return (*self.seals, self.in_use[:2]) if self.in_use is not None and is_in_use else self.seals

    def is_of_this_store(self, found: SealedRegistry) -> bool:
        """Whether a seal is by machines that share this store, as far as that is known.

        Seals of earlier versions, and of machines without a store, name none until these machines write the next.
        """
        if found.store or not self.store:
            return not self.store or found.store == self.store
        here = [seen for name, seen in self.shared.items() if name != _IN_USE and seen is not None]
        in_use = [] if self.in_use is None or self.in_use[2] != found.identity else [self.in_use]
        return not any(seen[3] for seen in here + in_use)


@dataclass(frozen=True, slots=True)
class RegistryKeys:
    """The keys of the settings, and the one in the data folder; what is remembered of the registries.

    `shared` is what machines with the same database remember; `in_use` says whether these keys are for the registry
    that the settings name, which all these machines use, each perhaps in another place.
    """

    data: Path
    settings: tuple[str, ...] = field(default=(), repr=False)
    shared: SharedSeals | None = field(default=None, repr=False)
    in_use: bool = False

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

    def known(self, registry: Path) -> Known:
        """What this machine and the others have seen of a registry, whatever a link in its place leads to by now.

        Raises ModelNotAuthentic when what is remembered is damaged; StoreUnavailable.
        """
        own, places = self._all_seen(), _places(registry)
        last = max((own[place] for place in places if place in own), default=None)
        digests = (own.get(_digest_of(place)) for place in places if last is not None and own.get(place) == last)
        seals = [] if last is None else [(last, next((each for each in digests if each is not None), None))]
        identities = {own[each] for each in map(_identity_of, places) if each in own}
        store, shared = self._shared_by(places)
        here = [shared[place] for place in places if place in shared]
        seals += [(seen[0], seen[1]) for seen in here if seen is not None]
        identities |= {seen[2] for seen in here if seen is not None and seen[2]}
        return Known(seals, frozenset(identities), shared.get(_IN_USE), shared, store)

    def _shared_by(self, places: Sequence[str]) -> tuple[str, dict[str, Seen | None]]:
        """The store, and what the machines remember there under all names of a registry; nothing without one."""
        if self.shared is None:
            return "", {}
        names = (*places, _IN_USE) if self.in_use else places
        store, found = self.shared.seen(names)
        return store, {name: found.get(name) for name in names}

    def saw(self, registry: Path, vouched: SealedRegistry, known: Known) -> None:
        """Remember a seal that was read or written, after it was compared with what was known.

        Where nothing can be written in the data folder, this machine does not. Raises StoreUnavailable.
        """
        self._saw_here(registry, vouched)
        seal = (vouched.serial, vouched.digest, vouched.identity, vouched.store != "")
        earlier = {name: seen for name, seen in known.shared.items() if seen != seal}
        if self.shared is not None and earlier:
            self.shared.keep(seal, earlier)

    def _saw_here(self, registry: Path, vouched: SealedRegistry) -> None:
        _, known = self._read()
        if not _news(known, registry, vouched):
            return
        with contextlib.suppress(OSError), self._alone():
            own, _ = self._read()
            known = self._all_seen()
            self._write(own, known | _news(known, registry, vouched))

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


_IDENTITY, _DIGEST = "\0identity", "\0seal"
_IN_USE = "\0in use"
"""Under what machines remember the seal of the registry that their settings name: no path has a zero byte."""


def _identity_of(place: str) -> str:
    """Under what the identity of the registry in a place is remembered: no path has a zero byte."""
    return place + _IDENTITY


def _digest_of(place: str) -> str:
    """Under what the digest of the seal that was last seen in a place is remembered."""
    return place + _DIGEST


def _news(known: Mapping[str, int], registry: Path, vouched: SealedRegistry) -> dict[str, int]:
    """What a seal tells beyond what is remembered: a higher serial number, the digest of it, the identity."""
    news: dict[str, int] = {}
    for place in _places(registry):
        if known.get(place, 0) <= vouched.serial:
            news |= {place: vouched.serial, _digest_of(place): vouched.digest}
        if vouched.identity:
            news[_identity_of(place)] = vouched.identity
    return {name: value for name, value in news.items() if known.get(name) != value}


def _as_seen(path: Path, recorded: bytes) -> dict[str, int]:
    try:
        return {str(name): int(serial) for name, serial in json.loads(recorded).items()}
    except (ValueError, AttributeError, TypeError) as error:
        raise ModelNotAuthentic(f"{path}: is not what Unsaid wrote. Restore it from a backup.") from error


def read_seal(folder: Path, keys: RegistryKeys) -> SealedRegistry | None:
    """Read and check the seal of a registry; None when it has none or this machine has no key to check it.

    A machine that has neither UNSAID_KEY nor seen this registry before cannot check it: its versions are not
    authenticated there.

    Raises ModelNotAuthentic when the seal was changed, removed, or replaced by an earlier one; StoreUnavailable.
    """
    path = folder / FILE
    known = keys.known(folder)  # before the file: others may go on meanwhile
    if not path.is_file():
        if not known.was_sealed:
            return None
        raise ModelNotAuthentic(RegistrySealMissing(str(path)))
    found = _opened(path, keys.keys())
    if found is None and not known.was_sealed and not keys.settings:
        return None
    if found is None:
        raise ModelNotAuthentic(RegistrySealOfOtherKey(str(path)))
    if not known.identities <= {found.identity} or not known.is_of_this_store(found):
        raise ModelNotAuthentic(RegistrySealOfOtherRegistry(str(path)))
    if not all(found.goes_on_from(*seal) for seal in known.seals_of(found.identity)):
        raise ModelNotAuthentic(RegistrySealWentBack(str(path)))
    keys.saw(folder, found, known)
    return found


def write_seal(folder: Path, keys: RegistryKeys, vouched: SealedRegistry) -> None:
    """Write the seal of a registry with the next serial number, after the one that stands there.

    Raises ModelNotAuthentic where the machines that use the registry share a store, and this one has none.
    """
    known = keys.known(folder)
    if vouched.store and vouched.store != known.store:
        raise ModelNotAuthentic(f"{folder}: is used by machines that share a database. Set UNSAID_DATABASE to it.")
    newest = keys.keys(make=True)[0]
    stands_there = _opened(folder / FILE, keys.keys()) if (folder / FILE).is_file() else None
    identity = vouched.identity or _identity_for(folder, known)
    seals = known.seals_of(identity)
    before = [] if stands_there is None else [*stands_there.before, stands_there.digest]
    # Somebody may have restored the registry, and goes on from there.
    last = dict.fromkeys(digest for _, digest in seals if digest is not None)
    before += [digest for digest in last if digest not in before]
    serial = max(vouched.serial, *(serial for serial, _ in seals), 0) + 1
    vouched = replace(vouched, serial=serial, identity=identity, before=tuple(before[-_MOST_BEFORE:]))
    vouched = replace(vouched, store=known.store)
    content = vouched.content()
    mac = _mac(newest, content)
    vouched, sealed = replace(vouched, digest=_digest(mac)), {**content, "mac": mac}
    write_atomically(folder / FILE, json.dumps(sealed, indent=1).encode() + b"\n", mode=PRIVATE)
    keys.saw(folder, vouched, known)


def _identity_for(folder: Path, known: Known) -> int:
    """The identity of a registry that somebody vouches for anew: the one that other machines know too, if any."""
    try:
        stands_there = json.loads(read_bytes(folder / FILE))["identity"]
    except (UnreadableFile, ValueError, KeyError, TypeError, RecursionError):
        stands_there = 0
    if (
        type(stands_there) is int
        and stands_there > 0
        and (not known.identities or stands_there in known.identities)
    ):
        return stands_there
    return min(known.identities, default=secrets.randbits(_IDENTITY_BITS) + 1)


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
            sealed["serial"],
            sealed["versions"],
            tuple(sealed["promoted"]),
            sealed.get("identity", 0),
            tuple(sealed.get("before", ())),
            _digest(mac),
            sealed.get("store", ""),
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def _mac(key: bytes, content: Mapping[str, Any]) -> str:
    return hmac.new(key, json.dumps(content, sort_keys=True).encode(), hashlib.sha256).hexdigest()


def _digest(mac: str) -> int:
    return int.from_bytes(bytes.fromhex(mac)[:_DIGEST_BYTES], "big")
