"""Corpora put together at random: each is counted, or refused by an error of our family.

python -m tests.hostile.corpora [--corpora 2000] [--seed 7]
"""

import argparse
import gzip
import json
import os
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

from backend.errors import UnsaidError, unforeseen
from backend.learning.counting import count_corpus
from backend.services.files.reading import counted_texts
from tests.hostile.honest import honest
from tests.hostile.hostile_runs import Outcome

CLIENTS = (
    "Ford",
    "Halden & Rook",
    "halden & rook",
    "  Ford ",
    "Socie\u0301te\u0301",
    "Soci\u00e9t\u00e9",
    "\u202eFord",
    "",
    " ",
    "a" * 200,
    "a" * 300,
    "[CLIENT]",
    "x;y",
    "=1+1",
    "\u6f22",
    "\U0001f600",
    "Ford\nRook",
)
TEXTS = (
    "",
    "cars and vans",
    "\0",
    "\ufeffcars",
    "\ud800",
    "e" + "\u0301" * 500,
    "\ufdfa" * 200,
    "a " * 3_000,
    "1 2",
)
VALUES = (None, True, 0, -1, 1.5, 10**400, [], {}, [[]], "Retail", "", "x" * 5_000, "Re\ntail")
TABLES = (
    "client,utility,aliases\n",
    "utility\n",
    "client,client\n",
    "client;utility\n",
    '"client\n',
    "\ufeffclient,utility\r\n",
    "client,utility,aliases\0\n",
    "",
)
NAMES = (
    "a.txt",
    "b.md",
    "c.docx",
    "d.TXT",
    "~$a.docx",
    ".b.txt",
    "e.png",
    "a b.txt",
    "\u00e9.txt",
    "e\u0301.txt",
    "f",
)


def hostile_corpus(folder: Path, seed: str) -> Path:
    """Make the corpus of a seed below a folder, and return where it is."""
    chance = Random(seed)
    return chance.choice((_lines, _lines, _folders))(folder, chance)


def _line(chance: Random) -> bytes:
    row: dict[str, object] = {
        "id": chance.choice(("a", "a", "a (2)", "", "x" * 3_000, *VALUES)),
        "client": chance.choice((*CLIENTS, *CLIENTS, *VALUES)),
        "text": chance.choice((*TEXTS, *TEXTS, *VALUES)),
        "utility": chance.choice((None, None, "Retail", *VALUES)),
    }
    if chance.random() < 0.6:
        row |= {"id": "b", "client": chance.choice(("Ford", "Corvane")), "text": "cars", "utility": None}
        return json.dumps(row).encode()
    for name in chance.sample(sorted(row), chance.choice((0, 0, 0, 1, 2))):
        del row[name]
    # A number of 400 digits is written as it is; half a character only as an escape.
    line = json.dumps(row, ensure_ascii=chance.random() < 0.5).encode(errors="surrogatepass")
    return _damaged(line, chance) if chance.random() < 0.3 else line


def _damaged(line: bytes, chance: Random) -> bytes:
    where = chance.randrange(len(line) + 1)
    return chance.choice(
        (
            line[:where],
            line + line,
            line[:where] + bytes([chance.randrange(256)]) + line[where:],
            line.replace(b'"id"', b'"client"'),
            b'{"id": "a", ' + line[1:],
            b"\xef\xbb\xbf" + line,
            line.decode(errors="replace").encode("utf-16"),
            b"[" * 5_000 + line,
            b'{"a":' * 2_000 + b"1" + b"}" * 2_000,
            line.replace(b"1", b"1" * 5_000),
            b"NaN",
            b"",
            b"\r",
        )
    )


def _lines(folder: Path, chance: Random) -> Path:
    ends = (b"\n", b"\n", b"\r\n", b"\n\n", b"\r", b"\x0b", b"\xe2\x80\xa8")
    content = b"".join(_line(chance) + chance.choice(ends) for _ in range(chance.choice((0, 1, 5, 40))))
    path = folder / chance.choice(("a.jsonl", "a.JSONL", "a.jsonl.gz", "a.json"))
    if path.name.endswith(".gz"):
        content = gzip.compress(content)
        where = chance.randrange(len(content))
        damages: tuple[Callable[[], bytes], ...] = (
            lambda: content,
            lambda: content,
            lambda: content[:where],
            lambda: content + b"rest",
            lambda: content + content,
            lambda: content[:where] + bytes([chance.randrange(256)]) + content[where + 1 :],
        )
        content = chance.choice(damages)()
    path.write_bytes(content)
    return path


def _folders(folder: Path, chance: Random) -> Path:
    documents = list(honest().values())
    for _ in range(chance.choice((0, 1, 3, 6))):
        names = [each for each in CLIENTS if each.strip() and len(each) < 255]
        here = folder.joinpath(
            chance.choice(names), *chance.choices(("x", ".y", "z z"), k=chance.choice((0, 0, 2)))
        )
        here.mkdir(parents=True, exist_ok=True)
        for _ in range(chance.choice((0, 1, 4))):
            _file(here / chance.choice(NAMES), chance, documents)
    if chance.random() < 0.5:
        rows = (
            ",".join(str(chance.choice((*CLIENTS, *VALUES))) for _ in range(chance.choice((1, 2, 3, 3, 5)))) + "\n"
            for _ in range(chance.choice((0, 1, 5)))
        )
        table = chance.choice(TABLES) + "".join(rows)
        content = table.encode(chance.choice(("utf-8", "utf-8", "utf-8", "utf-16")), errors="replace")
        (folder / "clients.csv").write_bytes(content)
    return folder


def _file(path: Path, chance: Random, documents: list[bytes]) -> None:
    if path.exists() or path.is_symlink():
        return
    kind = chance.choice(("text", "text", "document", "half", "folder", "link", "pipe", "loop", "none"))
    if kind == "text":
        path.write_bytes(chance.choice(TEXTS).encode(errors="surrogatepass"))
    elif kind in {"document", "half"}:
        content = chance.choice(documents)
        path = path.with_suffix(".docx")
        path.write_bytes(content if kind == "document" else content[: chance.randrange(len(content))])
    elif kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind != "none":
        path.symlink_to({"link": "/dev/zero", "loop": path.name}[kind])


def outcome(path: Path) -> Outcome:
    """Count a corpus; an error outside the family is a fault, and so is a message of more than one line."""
    try:
        counted = count_corpus(path, counted_texts)
    except UnsaidError as error:
        return Outcome(error.code, "more than one line" if "\n" in str(error) else "")
    except Exception as error:  # noqa: BLE001 - this is what is looked for
        return Outcome("broken", unforeseen(error))
    unexpected = [each.reason for each in counted.problems if "Unforeseen" in each.reason]
    return Outcome("counted", unexpected[0] if unexpected else "")


def main() -> int:
    """Count the corpora of a seed, and tell what came of them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=int, default=2_000)
    parser.add_argument("--seed", default="7")
    asked = parser.parse_args()
    said, faults = Counter[str](), 0
    for number in range(asked.corpora):
        folder = Path(tempfile.mkdtemp(prefix="corpus-"))
        try:
            found = outcome(hostile_corpus(folder, f"{asked.seed}:{number}"))
        finally:
            shutil.rmtree(folder)
        said[found.said] += 1
        if found.fault:
            faults += 1
            sys.stdout.write(f"{asked.seed}:{number}: {found.said}: {found.fault}\n")
    sys.stdout.write(f"{dict(said)}; {faults} faults in {asked.corpora:,} corpora of seed {asked.seed}\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
