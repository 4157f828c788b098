"""Numbers, places in a zip and times of outputs do not show the order of the original names."""

import io
import json
import zipfile
from contextlib import closing
from itertools import permutations
from pathlib import Path

import pytest

from backend.document.phrases import Phrase
from backend.reporting.report import Report
from backend.services.files.drawn_order import DrawnOrder
from backend.services.redaction.batch import BatchRequest, redact_files
from backend.services.redaction.redact import redact_content
from backend.services.redaction.zip_batch import RedactedEntry, redact_zip, zipped_files
from backend.services.request.catalogue import Catalogue
from backend.services.request.effective import EffectiveRequest
from backend.services.request.request import Request, Terms
from backend.settings import Settings
from backend.storage.store import Store
from backend.web.message_words import HTTP
from tests.ooxml.building import zipped

CLIENTS = ("Brightbasket", "Corvane", "Tanimir")
SECRETS = [number.to_bytes(32, "big") for number in range(60)]


TERMS = Terms(always=tuple(map(Phrase, CLIENTS)))


@pytest.fixture
def inbox(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for client in CLIENTS:
        (tmp_path / "in" / client).mkdir(parents=True)
        (tmp_path / "in" / client / "0417.txt").write_text(f"{len(client)} of {client}", "utf-8")
    return tmp_path / "in"


def _redacted(inbox, out, order):
    catalogue = Catalogue(output_order=order)
    return redact_files(BatchRequest((inbox,), Path(out), Request(terms=TERMS), catalogue), lambda *_: None)


def _names(report: Report):
    """Which client got which name."""
    return {Path(file.path).parent.name: Path(file.output).as_posix() for file in report.files}


def test_a_secret_alone_decides_who_gets_which_number(inbox):
    """With 60 secrets each of the 6 orders occurs; one is missing with a chance of 6 · (5/6)^60 < 0.02 %."""
    numbered = ("REDACTED/0417.txt", "REDACTED/0417 (2).txt", "REDACTED/0417 (3).txt")
    seen = set()
    for number, secret in enumerate(SECRETS):
        names = _names(_redacted(inbox, f"out{number}", DrawnOrder(secret)))
        assert sorted(names.values()) == sorted(f"out{number}/{name}" for name in numbered)
        in_order = sorted((len(name), name, client) for client, name in names.items())
        seen.add(tuple(client for *_, client in in_order))
    assert seen == set(permutations(CLIENTS))


def test_the_same_secret_gives_the_same_names_again_however_the_files_are_listed(inbox):
    order = DrawnOrder(SECRETS[1])
    first = _names(_redacted(inbox, "out", order))
    before = {path: path.read_bytes() for path in Path("out").rglob("*.txt")}
    assert _names(_redacted(inbox, "out", order)) == first
    assert {path: path.read_bytes() for path in Path("out").rglob("*.txt")} == before
    names = [f"{client}/0417.txt" for client in CLIENTS]
    assert {tuple(each[i] for i in order.of(each)) for each in permutations(names)} == {
        tuple(names[i] for i in order.of(names))
    }


def test_without_a_secret_no_earlier_output_is_replaced(inbox):
    _redacted(inbox, "out", None)
    before = {path: path.read_bytes() for path in Path("out").rglob("*.txt")}
    again = _names(_redacted(inbox, "out", None))
    assert {path: path.read_bytes() for path in before} == before
    assert not {*map(Path, again.values())} & {*before}


def test_without_a_secret_each_run_draws_another_order():
    """That 60 draws of ten files are all equal happens once in 10!^59 runs."""
    names = [str(number) for number in range(10)]
    assert len({tuple(DrawnOrder.at_random().of(names)) for _ in range(60)}) > 1


def test_outputs_are_written_in_the_drawn_order_and_reported_in_that_of_the_files(inbox, monkeypatch):
    """The times of the outputs are those of their writing."""
    written = []
    monkeypatch.setattr("backend.services.files.outputs.write_atomically", lambda path, _: written.append(path))
    report = _redacted(inbox, "out", DrawnOrder(SECRETS[2]))
    assert [path.as_posix() for path in written] == [
        f"out/REDACTED/0417{number}.txt" for number in ("", " (2)", " (3)")
    ]
    assert [Path(file.path).parent.name for file in report.files] == list(CLIENTS)


def test_files_of_one_name_keep_their_order():
    assert DrawnOrder(SECRETS[0]).of(["note.txt"] * 5) == list(range(5))


def _zip(order):
    effective = EffectiveRequest(asked=TERMS)
    given = zipped_files(zipped({f"{client}/0417.txt": client.encode() for client in CLIENTS}))

    def redacted(file):
        path = Path(file.path)
        done = redact_content(path, path, file.content(), effective)
        return RedactedEntry(done.report, done).packed(HTTP, with_report=True)

    pieces = redact_zip(given, redacted, order=order, worded=HTTP, with_report=True)
    return zipfile.ZipFile(io.BytesIO(b"".join(pieces)))


def test_documents_in_a_zip_have_numbers_and_places_by_the_secret_alone():
    seen = set()
    for secret in SECRETS:
        archive = _zip(DrawnOrder(secret))
        files = json.loads(archive.read("report.json"))["files"]
        assert [file["path"] for file in files] == [f"{client}/0417.txt" for client in CLIENTS]
        outputs = [file["output"] for file in files]
        assert [row["output"] for row in json.loads(archive.read("summary.json"))["files"]] == outputs
        numbered = [f"documents/REDACTED/0417{number}.txt" for number in ("", " (2)", " (3)")]
        assert archive.namelist()[:3] == numbered
        seen.add(tuple(map(outputs.index, numbered)))
    assert seen == set(permutations(range(3)))


def test_each_store_has_a_secret_of_its_own(tmp_path):
    secrets = []
    for name in "ab":
        with closing(Store.of(Settings(tmp_path / name, tmp_path, tmp_path))) as store:
            secrets += [store.order_secret, store.rank_secret]
    assert len(set(secrets)) == 4
