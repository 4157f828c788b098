"""The keys that decrypt the store: from the settings, or from a file in the data folder."""

import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from cryptography.fernet import Fernet

from backend.errors import KeyUnusable
from backend.files import PRIVATE, read_bytes, write_atomically
from backend.messages.store_problems import KeyMalformed, KeyNotSet
from backend.settings import Settings

FILE = "key"
"""The key file in the data folder: one key a line, the newest first."""

_OTHERS = 0o077


@dataclass(frozen=True, slots=True)
class KeyRing:
    """The source of the keys: the settings, or a file; `may_make` allows creating the file.

    A key that no other process knows is of use where one machine has the data folder for itself. A database that
    several machines share wants UNSAID_KEY on each of them.
    """

    settings: tuple[str, ...]
    file: Path
    may_make: bool

    @classmethod
    def of(cls, settings: Settings, *, may_make: bool) -> "KeyRing":
        """Return the keys of the settings, or else of the file in the data folder."""
        return cls(settings.keys, settings.data / FILE, may_make)

    @property
    def from_file(self) -> bool:
        """Whether the keys come from the file."""
        return not self.settings

    def keys(self) -> tuple[str, ...]:
        """The keys, newest first.

        Raises KeyUnusable when there is none, or when others may read the file.
        """
        keys = self.settings or self._read()
        for key in keys:
            _check(key)
        return keys

    def make(self) -> tuple[str, ...]:
        """Return the keys; if there are none, create a file with a new key, unless another process did.

        Raises KeyUnusable where no file may be made; OutputFailed.
        """
        if not self.from_file or self.file.exists():
            return self.keys()
        if not self.may_make:
            raise KeyUnusable(KeyNotSet())
        ours = self.file.with_name(f".{FILE}-{secrets.token_hex(8)}")
        self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_atomically(ours, _lines((new_key(),)), mode=PRIVATE)
        try:
            os.link(ours, self.file)  # fails if the file exists; a rename would replace it
        except FileExistsError:
            pass
        finally:
            ours.unlink()
        return self.keys()

    def replace(self, keys: tuple[str, ...]) -> None:
        """Write these keys to the file.

        Raises OutputFailed.
        """
        write_atomically(self.file, _lines(keys), mode=PRIVATE)

    def _read(self) -> tuple[str, ...]:
        if not self.file.is_file():
            raise KeyUnusable(
                f"The stored data cannot be decrypted: UNSAID_KEY is not set and {self.file} is missing. "
                "Restore the key."
            )
        if os.name == "posix" and self.file.stat().st_mode & _OTHERS:
            raise KeyUnusable(
                f"{self.file}: other users of this machine may read this key. Run chmod 600 on it, then rotate "
                "the key."
            )
        keys = tuple(read_bytes(self.file).decode("ascii", "replace").split())
        if not keys:
            raise KeyUnusable(f"{self.file}: contains no key. Restore it from where you keep a copy.")
        return keys


def new_key() -> str:
    """Return a new random key."""
    return Fernet.generate_key().decode("ascii")


def _check(key: str) -> None:
    try:
        Fernet(key)
    except ValueError as error:
        raise KeyUnusable(KeyMalformed()) from error


def _lines(keys: tuple[str, ...]) -> bytes:
    return "".join(f"{key}\n" for key in keys).encode("ascii")
