"""The address that the service listens on."""

import os
import socket
from dataclasses import dataclass
from pathlib import Path

from backend.errors import CannotServe
from backend.messages.problems import TlsHalfSet


@dataclass(frozen=True, slots=True)
class Listen:
    """An address and how to serve it.

    `longest_answer` is the maximum duration of a request in seconds, `at_once` how many documents a worker works
    on.
    """

    host: str
    port: int
    workers: int
    longest_answer: int
    certfile: Path | None = None
    keyfile: Path | None = None
    at_once: int = 0

    def __post_init__(self) -> None:
        if (self.certfile is None) != (self.keyfile is None):
            raise CannotServe(TlsHalfSet())
        for path in (self.certfile, self.keyfile):
            if path is not None and not os.access(path, os.R_OK):
                raise CannotServe(f"{path} cannot be read. Check its name and its permissions.")

    @property
    def address(self) -> str:
        """The address in the form that servers expect.

        >>> Listen("::1", 8000, 1, 60).address
        '[::1]:8000'
        """
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def url(self) -> str:
        """The URL in the form that browsers expect."""
        return f"{'https' if self.certfile else 'http'}://{self.address}/"

    def refuse_taken(self) -> None:
        """Raise if the address is already in use, which servers would retry forever.

        Raises CannotServe.
        """
        try:
            family, kind, _, _, address = socket.getaddrinfo(
                self.host, self.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
            )[0]
            with socket.socket(family, kind) as trial:
                trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                trial.bind(address)
        except OSError as error:
            reason = (error.strerror or type(error).__name__).lower()
            raise CannotServe(
                f"The service cannot listen on {self.address} ({reason}). Choose another address or port."
            ) from error
