"""What the verification reports of 212 real Word files: what is left, what was not examined, and how long it took.

    python -m tests.benchmarks.real_reports [--archive FILE] [--out FILE]

Each file loses one frequent longer word of its own and what the patterns find, as in `test_real_files`. The command
prints every report with what the tests' own reading says of it: `true` where a plain search finds the string, or
where the bytes of the part are no text that anyone reads as XML; `to judge` for the rest, which a person looks at.
With `--out` it writes the seconds of each file, so that two versions can be compared.
"""

import argparse
import io
import json
import re
import sys
import unicodedata
import zipfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from time import process_time

from lxml import etree

from backend.verification.residue import Verification
from tests.ooxml.real_files import ARCHIVE, Redacted, left, real_files, redacted
from tests.ooxml.structure import is_package, is_xml, parts_of

_MADE_BY_PROGRAMS = {
    b"\x89PNG": "picture",
    b"\xff\xd8\xff": "picture",
    b"GIF8": "picture",
    b"BM": "picture",
    b"RIFF": "picture",
    b"II*\0": "picture",
    b"MM\0*": "picture",
    b"\x01\0\0\0": "metafile",
    b"\xd7\xcd\xc6\x9a": "metafile",
    b"\x1f\x8b": "compressed",
    b"\xd0\xcf\x11\xe0": "OLE object",
    b"{\\rtf": "rich text",
    b"%PDF": "PDF",
    b"%!PS": "PostScript",
}
"""What files that are no text begin with."""
_SHOWN = re.compile(rb"<(?:svg|html|body)\b", re.IGNORECASE)
_POINTS_TO_DOCUMENTS = re.compile(rb"subDoc\b")


@dataclass(frozen=True, slots=True)
class Reported:
    """A row of a verification, and what a reading of the tests' own says of it."""

    file: str
    kind: str
    """`left` or `not_examined`."""
    part: str
    why: str
    judgement: str


@dataclass(frozen=True, slots=True)
class Timed:
    """A file, how it came out, and the seconds of the processor that it took."""

    file: str
    status: str
    seconds: float


def reports_of(done: Redacted) -> Iterator[Reported]:
    """Yield what the verification of a file reports as left or not examined."""
    verification = done.report.verification
    if done.content is None or verification is None:
        return
    yield from _left(done, verification)
    for part in verification.parts:
        if not part.examined:
            content = _content_of(done.content, part.name)
            why = json.dumps(part.reason.as_json() if part.reason else {}, ensure_ascii=False)
            yield Reported(done.name, "not_examined", part.name, why, _kind_of(part.name, content))


def _left(done: Redacted, verification: Verification) -> Iterator[Reported]:
    assert done.content is not None
    strings = done.report.strings.strings
    for place in verification.places:
        string = None if place.index is None else strings[place.index].text
        stands = string is not None and _says(done.content, string)
        why = f"{place.how}: {string!r} ({place.placeholder})"
        yield Reported(done.name, "left", place.part, why, "true" if stands else "to judge")


def _says(content: bytes, string: str) -> bool:
    """Tell whether a plain search finds a string anywhere, as it stands or by its letters and digits alone."""
    folded = unicodedata.normalize("NFKC", string).casefold()
    return bool(left(content, folded))


def _content_of(package: bytes, name: str) -> bytes | None:
    """Return the bytes of a part, of which the last names may tell of something packed into it."""
    content = package
    for each in name.split("!/"):
        if not is_package(content):
            return content
        parts = parts_of(content)
        if each not in parts:
            return None
        content = parts[each]
    return content


def _kind_of(name: str, content: bytes | None) -> str:
    """Say why nobody reads a part as text, or that a person has to judge."""
    if content is None:
        return "to judge"
    kinds = (kind for beginning, kind in _MADE_BY_PROGRAMS.items() if content.startswith(beginning))
    by_sign = "text of other documents" if _POINTS_TO_DOCUMENTS.search(content) else ""
    by_sign = "page or drawing" if _SHOWN.search(content[:4096]) else by_sign
    kind = next(kinds, by_sign)
    if not kind and not is_xml(name, content):
        kind = "bytes" if b"\0" in content else "text without paragraphs"
    return f"true: {kind}" if kind else "true: no XML" if not _is_well_formed(content) else "to judge"


def _is_well_formed(content: bytes) -> bool:
    try:
        etree.parse(io.BytesIO(content), etree.XMLParser(resolve_entities=False))
    except etree.XMLSyntaxError:
        return False
    return True


def main() -> None:
    """Redact every file, print its reports and a table of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--archive", type=Path, default=ARCHIVE)
    parser.add_argument("--out", type=Path, help="a JSON file for the reports and the seconds of each file")
    options = parser.parse_args()
    rows: list[Reported] = []
    times: list[Timed] = []
    for name, content in real_files(options.archive):
        start = process_time()
        done = redacted(name, content)
        seconds = process_time() - start
        status = "refused" if done.report.verification is None else done.report.verification.status.value
        times.append(Timed(name, status, round(seconds, 3)))
        try:
            rows += reports_of(done)
        except (zipfile.BadZipFile, OSError) as error:
            sys.stderr.write(f"{name}: {error}\n")
    if options.out:
        told = {"reports": [asdict(each) for each in rows], "times": [asdict(each) for each in times]}
        options.out.write_text(json.dumps(told, indent=1, ensure_ascii=False), "utf-8")
    sys.stdout.write(_told(rows, times))


def _told(rows: list[Reported], times: list[Timed]) -> str:
    lines = [f"{each.kind}\t{each.judgement}\t{each.file}\t{each.part}\t{each.why}" for each in rows]
    files = Counter(each.status for each in times)
    doubtful = {(each.kind, each.file) for each in rows if each.judgement == "to judge"}
    lines.append(f"files: {len(times)}; {', '.join(f'{status} {count}' for status, count in files.items())}")
    lines.append(f"files with a report to judge: {len({file for _, file in doubtful})}")
    lines.append(f"seconds: {sum(each.seconds for each in times):.1f}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
