"""The queue that tells workers of jobs: huey, beside the SQLite file or in PostgreSQL.

It holds nothing but ids of jobs. It may be lost, and may hold a job twice: the store decides. This is the only
module that knows huey.
"""

import json
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from huey import Huey, PostgresHuey, SqliteHuey
from huey.registry import Message
from huey.serializer import Serializer

from backend.errors import unforeseen
from backend.logs import log
from backend.storage.db.database import Database, make_private

NAME = "unsaid"
_TABLES = "unsaid_queue"
"""How huey's tables in PostgreSQL begin."""

_PATIENCE = 10
_LONGEST_NAP = 1.0
"""Seconds between two looks into a queue of SQLite when there was nothing to do; PostgreSQL calls."""


class Queue:
    """The queue of one process, for all its threads; like the store it is opened when it is first used."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._opening = threading.Lock()
        self._huey: Huey | None = None
        self._tell: Callable[..., object] | None = None
        self._run: Callable[[str], None] = _nothing

    def put(self, job: str) -> None:
        """Say that there is a job to do; where that fails, workers find it in the store by themselves."""
        try:
            self._opened()
            assert self._tell is not None  # noqa: S101 - for the types
            self._tell(job)
        except Exception as error:  # noqa: BLE001 - the drivers of two databases; the job is kept, and will be found
            log().warning("not_delivered", error=unforeseen(error))

    def waiting(self) -> frozenset[str]:
        """The jobs in the queue that nobody has been told of yet."""
        huey = self._opened()
        return frozenset(_ids(huey.serializer.deserialize(each) for each in huey.storage.enqueued_items()))

    def consumer(self, run: Callable[[str], None], threads: int) -> Any:
        """What calls `run` with the id of each job that comes, in so many threads, once it is started."""
        self._run = run
        return self._opened().create_consumer(
            workers=threads, worker_type="thread", periodic=False, initial_delay=0.05, max_delay=_LONGEST_NAP
        )

    def close(self) -> None:
        """Close the connections of this thread."""
        if self._huey is not None:
            self._huey.storage.close()

    def _opened(self) -> Huey:
        if self._huey is None:
            with self._opening:
                if self._huey is None:
                    huey = _sqlite(self._database) if self._database.is_sqlite else _postgresql(self._database)
                    self._tell = huey.task(name="job")(self._begin)
                    huey.on_shutdown("close")(huey.storage.close)  # each thread listens by a connection of its own
                    self._huey = huey
        return self._huey

    def _begin(self, job: str) -> None:
        self._run(job)


class PlainSerializer(Serializer):  # type: ignore[misc]
    """Messages as JSON: huey's own way is pickle, which runs whatever somebody has put into the database."""

    def _serialize(self, data: Any) -> bytes:
        return json.dumps(data).encode()

    def _deserialize(self, data: Any) -> Any:
        content = json.loads(bytes(data))
        return Message(*content) if isinstance(content, list) else content


def _sqlite(database: Database) -> Huey:
    path = Path(str(database.url.database))
    beside = path.with_name(f"{path.stem}-queue.db")
    make_private(beside)
    return SqliteHuey(NAME, filename=str(beside), timeout=_PATIENCE, results=False, serializer=PlainSerializer())


def _postgresql(database: Database) -> Huey:
    dsn = database.url.set(drivername="postgresql").render_as_string(hide_password=False)
    with database.alone():  # of two that make huey's tables at once, one would fail
        return PostgresHuey(
            NAME,
            dsn=dsn,
            table_prefix=_TABLES,
            connect_timeout=5,
            application_name="unsaid",
            results=False,
            serializer=PlainSerializer(),
        )


def _ids(messages: Iterable[Any]) -> Iterable[str]:
    return (str(message.args[0]) for message in messages if message.args)


def _nothing(_job: str) -> None:
    """Where no worker is."""
