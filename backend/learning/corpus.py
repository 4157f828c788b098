"""Read a corpus: one folder for each client, or one JSON object per line.

A bad document becomes a CorpusProblem and the rest is read. Only a corpus that is invalid as a whole raises. Lines
and tables are parsed where that can be ended: parsing holds the interpreter, and takes as much memory as they like.
"""

import csv
import io
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from backend.document import plain_text
from backend.document.entry_validation import label_fault, term_fault
from backend.errors import CorpusError, UnreadableFile, UnsaidError, unforeseen
from backend.files import read_bytes
from backend.learning.clients import Client
from backend.learning.json_lines import LONGEST, CorpusProblem, parsed_lines
from backend.learning.origins import DOCUMENTS_FILE, UNKNOWN, BadOrigin, Origin, origin_of, read_origins
from backend.messages.problems import FileUnreadable
from backend.workers import Workers

CLIENTS_FILE = "clients.csv"

ReadBlocks = Callable[[Path], tuple[str, ...]]
"""Returns the texts of a file's blocks that count; raises an UnsaidError when it cannot."""


@dataclass(frozen=True, slots=True)
class CorpusDocument:
    """A document of a known client, as its blocks of text."""

    id: str
    client: str
    utility: str | None
    blocks: tuple[str, ...]
    aliases: tuple[str, ...] = ()

    def as_client(self) -> Client:
        """Return the client as this document describes it."""
        return Client(self.client, self.utility, self.aliases)


@dataclass(frozen=True, slots=True)
class CorpusEntry:
    """A document that was found but not read yet; `content` is its file, or its text from a JSON line."""

    id: str
    client: Client
    content: Path | str
    origin: Origin = UNKNOWN

    def read(self, read_blocks: ReadBlocks) -> CorpusDocument | CorpusProblem:
        """Read the document; a file that cannot be read for any reason becomes a CorpusProblem."""
        try:
            blocks = (self.content,) if isinstance(self.content, str) else read_blocks(self.content)
        except UnsaidError as error:
            return CorpusProblem(str(self.content), _reason(error))
        except MemoryError:
            raise  # whoever has set the limit tells of it
        except Exception as error:  # noqa: BLE001 - one document's failure must not be the corpus's
            return CorpusProblem(str(self.content), unforeseen(error))
        return CorpusDocument(self.id, self.client.name, self.client.utility, blocks, self.client.aliases)


def _reason(error: UnsaidError) -> str:
    """Why a document was skipped; where it is stands beside it."""
    (message,) = error.args
    return f"cannot be read ({message.reason})" if isinstance(message, FileUnreadable) else str(error)


def corpus_entries(path: Path, workers: Workers = Workers()) -> Iterator[CorpusEntry | CorpusProblem]:
    """Find the documents of a corpus in a fixed order, without reading the files of a folder.

    Raises UnreadableFile when `path` is missing or unreadable, CorpusError when it is not a corpus, contains no
    document, or contradicts itself about a client's utility class; WorkStopped when the table of clients takes too
    much, and whatever `workers.check` raises.
    """
    try:
        yield from _found(path, workers)
    except OSError as error:
        raise UnreadableFile(f"{path}: cannot be read. Check its permissions.") from error


def _found(path: Path, workers: Workers) -> Iterator[CorpusEntry | CorpusProblem]:
    if path.is_dir():
        entries, advice = _folder_entries(path, workers), "Put .docx, .txt or .md files into one folder per client."
    elif not path.exists():
        raise UnreadableFile(
            f"{path}: this corpus does not exist. Name a folder of client folders or a .jsonl file."
        )
    elif path.name.lower().endswith((".jsonl", ".jsonl.gz")):
        entries, advice = (
            _line_entries(path, workers),
            "Write one JSON object with id, client and text in each line.",
        )
    else:
        raise CorpusError(f"{path}: not a corpus. Name a folder of client folders or a .jsonl file.")
    found = 0
    for entry in entries:
        found += isinstance(entry, CorpusEntry)
        yield entry
    if not found:
        raise CorpusError(f"{path}: contains no document. {advice}")


def _folder_entries(root: Path, workers: Workers) -> Iterator[CorpusEntry | CorpusProblem]:
    labels = workers.bounded(partial(_read_clients, root / CLIENTS_FILE))
    origins = workers.bounded(partial(read_origins, root / DOCUMENTS_FILE, LONGEST))
    unseen, unread = set(labels), set(origins)
    for folder in _visible(root):
        if not folder.is_dir():
            if folder.name not in (CLIENTS_FILE, DOCUMENTS_FILE):
                yield CorpusProblem(str(folder), "lies in no client's folder")
            continue
        name = _tidy(folder.name)
        unseen.discard(name)
        if fault := term_fault(name):
            yield CorpusProblem(str(folder), f"its name, which is the client's, {fault}; give it another one")
            continue
        for file in _files(folder, workers.check):
            if isinstance(file, CorpusProblem):
                yield file
            elif file.suffix.lower() in (".docx", *plain_text.SUFFIXES):
                path = file.relative_to(root).as_posix()
                unread.discard(path)
                yield CorpusEntry(path, labels.get(name, Client(name)), file, origins.get(path, UNKNOWN))
            else:
                yield CorpusProblem(str(file), "neither .docx, .txt nor .md")
    for name in sorted(unseen):
        yield CorpusProblem(str(root / CLIENTS_FILE), f"the line of {name!r}, which has no folder")
    for path in sorted(unread):
        yield CorpusProblem(str(root / DOCUMENTS_FILE), f"the line of {path!r}, which is no document")


def _files(folder: Path, check: Callable[[], None]) -> Iterator[Path | CorpusProblem]:
    """Return all files below a folder, in order; linked folders are skipped, because a link may lead back up."""
    waiting = [folder]  # no recursion: folders may be nested as deeply as a path is long
    while waiting:
        check()
        each = waiting.pop()
        try:
            if not each.is_dir():
                yield each
            elif each is folder or not each.is_symlink():
                waiting += reversed(_visible(each))
        except OSError:
            yield CorpusProblem(str(each), "this folder cannot be read; check its permissions")


def _visible(folder: Path) -> list[Path]:
    """Return the visible entries of a folder, without Word's lock files (`~$`)."""
    return [each for each in sorted(folder.iterdir()) if not each.name.startswith((".", "~$"))]


def _read_clients(path: Path) -> dict[str, Client]:
    if not path.exists():
        return {}
    try:
        if path.stat().st_size > LONGEST:
            raise CorpusError(f"{path}: has more than {LONGEST // 1024**2} MB. Leave out what is no client's.")
        text = read_bytes(path).decode("utf-8-sig")  # Excel writes the mark
        rows = list(csv.DictReader(io.StringIO(text, newline=""), strict=True))
    except (UnicodeDecodeError, csv.Error) as error:
        raise CorpusError(f"{path}: not a UTF-8 CSV file. Save it again as CSV UTF-8.") from error
    clients: dict[str, Client] = {}
    for number, row in enumerate(rows, start=1):
        if "client" not in row:
            raise CorpusError(f"{path}: the first line must be client,utility.")
        name = _tidy(row["client"] or "")
        aliases = tuple(alias for each in (row.get("aliases") or "").split(";") if (alias := _tidy(each)))
        client = Client(name, _tidy(row.get("utility") or "") or None, aliases)
        if name and (fault := _fault_of(client)):
            raise CorpusError(f"{path}, client {number}: {fault}. Correct it.")
        if clients.setdefault(name, client).utility != client.utility:
            raise CorpusError(f"{path}: client {name!r} has two industries. Keep one line for it.")
    clients.pop("", None)
    return clients


def _line_entries(path: Path, workers: Workers) -> Iterator[CorpusEntry | CorpusProblem]:
    labels: dict[str, str] = {}
    names = _Names()
    for where, entry in parsed_lines(path, workers, _parse):
        if isinstance(entry, CorpusProblem):
            yield entry
            continue
        _agree(labels, entry.client, where)
        unique = names.free(entry.id)
        if unique != entry.id:
            yield CorpusProblem(where, f"id {entry.id!r} occurs again; counted as {unique!r}", skipped=False)
        yield replace(entry, id=unique)


def _parse(entry: dict[str, Any], where: str) -> CorpusEntry | CorpusProblem:
    """Read what a line says of its document."""
    for field in ("id", "client", "text"):
        if not isinstance(entry.get(field), str):
            return CorpusProblem(where, f"{field!r} is missing or no string")
    utility = entry.get("utility")
    if not isinstance(utility, str | None):
        return CorpusProblem(where, "'utility' is neither a string nor null")
    client = Client(_tidy(entry["client"]), _tidy(utility or "") or None)
    if fault := _fault_of(client):
        return CorpusProblem(where, fault)
    try:
        origin = origin_of(entry.get("date"), entry.get("author"))
    except BadOrigin as error:
        return CorpusProblem(where, str(error))
    return CorpusEntry(entry["id"], client, entry["text"], origin)


def _fault_of(client: Client) -> str | None:
    """Return what is wrong with the names of a client, or with its utility class."""
    for what, name in (("'client'", client.name), *(("an alias", alias) for alias in client.aliases)):
        if fault := term_fault(name):
            return f"{what} {fault}"
    fault = label_fault(client.utility or "")
    return None if fault is None else f"'utility' {fault}"


def _agree(labels: dict[str, str], client: Client, where: str) -> None:
    if client.utility and labels.setdefault(client.name, client.utility) != client.utility:
        raise CorpusError(f"{where}: client {client.name!r} has two industries. Give it one.")


class _Names:
    """Unique names for documents: a taken one gets the next number that is free."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._numbers: dict[str, Iterator[int]] = {}

    def free(self, name: str) -> str:
        """Take a name, or the first numbered one that is free."""
        if name in self._taken:
            numbers = self._numbers.setdefault(name, count(2))
            name = next(copy for number in numbers if (copy := f"{name} ({number})") not in self._taken)
        self._taken.add(name)
        return name


def _tidy(name: str) -> str:
    """Return a name in composed form (NFC), because macOS decomposes "é" in folder names."""
    return unicodedata.normalize("NFC", name).strip()
