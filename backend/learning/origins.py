"""When a document of a corpus was written, and by whom: optional columns, which only measurements use.

No version stores them: they decide which documents are held out, and are forgotten when training ends.
"""

import csv
import datetime as dt
import io
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from backend.document.entry_validation import label_fault
from backend.errors import CorpusError
from backend.files import read_bytes

DOCUMENTS_FILE = "documents.csv"
"""The table in the folder of a corpus: the columns path, date and author."""


@dataclass(frozen=True, slots=True)
class Origin:
    """The date and the author of a document, as far as they are known."""

    date: dt.date | None = None
    author: str | None = None


UNKNOWN = Origin()


class BadOrigin(ValueError):
    """A date or an author that cannot be used; the text says why, without quoting it."""


def origin_of(written: object, author: object) -> Origin:
    """Return the origin that a line of a corpus gives; None and "" are unknown.

    Raises BadOrigin when the date is not in ISO 8601, or the author is no name.

    >>> origin_of("2024-05-31", " Ada ")
    Origin(date=datetime.date(2024, 5, 31), author='Ada')
    """
    for name, value in (("date", written), ("author", author)):
        if not isinstance(value, str | None):
            raise BadOrigin(f"{name!r} is neither a string nor null")
    known = unicodedata.normalize("NFC", str(author or "")).strip()
    if fault := label_fault(known):
        raise BadOrigin(f"'author' {fault}")
    try:
        day = dt.datetime.fromisoformat(str(written).strip()).date() if written else None
    except ValueError:
        raise BadOrigin("'date' is not a date like 2024-05-31") from None
    return Origin(day, known or None)


def read_origins(path: Path, at_most: int) -> dict[str, Origin]:
    """Read the table of documents, by path; a folder without a table gives none.

    Raises CorpusError when it has more bytes than `at_most`, is not a table, or has a row that cannot be used.
    """
    if not path.exists():
        return {}
    if path.stat().st_size > at_most:
        raise CorpusError(f"{path}: has more than {at_most // 1024**2} MB. Write the corpus as JSON lines.")
    try:
        text = read_bytes(path).decode("utf-8-sig")  # Excel writes the mark
        rows = list(csv.DictReader(io.StringIO(text, newline=""), strict=True))
    except (UnicodeDecodeError, csv.Error) as error:
        raise CorpusError(f"{path}: not a UTF-8 CSV file. Save it again as CSV UTF-8.") from error
    found: dict[str, Origin] = {}
    for number, row in enumerate(rows, start=1):
        if "path" not in row:
            raise CorpusError(f"{path}: the first line must be path,date,author.")
        name = (row["path"] or "").strip().replace("\\", "/").removeprefix("./")
        try:
            origin = origin_of(row.get("date"), row.get("author"))
        except BadOrigin as error:
            raise CorpusError(f"{path}, document {number}: {error}. Correct it, or leave it empty.") from error
        if name and found.setdefault(name, origin) != origin:
            raise CorpusError(f"{path}: {name!r} has two lines that differ. Keep one line for it.")
    return found
