"""A zip of documents comes back redacted, one document after the other, whatever becomes of some of them."""

import io
import json
import re
import struct
import zipfile

import pytest

from backend.errors import InvalidRequest
from backend.services.redaction.zip_batch import zipped_files
from tests.conftest import CLIENT
from tests.web.documents import REPORT, encoded, paragraphs_of, word_file

ANN = "Write to ann@halden.example"


def zipped(files):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return stream.getvalue()


@pytest.fixture
def redact(client):
    def send(zip_of, **options):
        data = {"documents": (io.BytesIO(zipped(zip_of)), "a.zip"), "request": json.dumps(options)}
        response = client.post("/v1/batches", data=data)
        assert response.status_code == 200, response.text
        archive = zipfile.ZipFile(io.BytesIO(response.data))
        return {name: archive.read(name) for name in archive.namelist()}

    return send


def test_each_document_returns_under_its_name(redact):
    back = redact({"a/plan.docx": word_file(ANN), "notes.txt": ANN.encode(), "c.png": b"", "~$plan.docx": b"a"})
    assert paragraphs_of(back["documents/a/plan.docx"]) == ["Write to [EMAIL_ADDRESS 1]"]
    assert back["documents/notes.txt"] == b"Write to [EMAIL_ADDRESS 1]"
    assert set(back) == {"documents/a/plan.docx", "documents/notes.txt", "summary.json"}


def test_it_is_the_redaction_of_each_document_by_itself(redact, client):
    back = redact({"plan.docx": REPORT}, client=CLIENT, k=4)
    alone = client.post("/v1/redactions", json={"document": encoded(REPORT), "client": CLIENT, "k": 4})
    assert encoded(back["documents/plan.docx"]) == alone.json["document"]


def test_names_that_a_system_takes_for_one_get_numbers(redact):
    """Unpacked on a Mac, one would replace the other."""
    names = ("\u00e9.txt", "e\u0301.txt", "\u00c9.txt")
    back = redact({name: f"{number} {ANN}".encode() for number, name in enumerate(names)})
    summary = json.loads(back["summary.json"])["files"]
    outputs = [each["output"] for each in summary]
    assert sorted(re.findall(r" \((\d)\)", " ".join(outputs))) == ["2", "3"], "who gets none is drawn"
    assert [re.sub(r" \(\d\)", "", output) for output in outputs] == [f"documents/{name}" for name in names]
    assert [back[name][:1] for name in outputs] == [b"0", b"1", b"2"]


def test_a_bad_document_stops_no_other_and_the_summary_names_no_original(redact):
    back = redact({"Quixotrade.docx": b"no zip", "../b.txt": ANN.encode(), "b.txt": ANN.encode()})
    summary = json.loads(back["summary.json"])["files"]
    assert [bool(each["error"]) for each in summary] == [True, True, False]
    assert summary[2]["output"] == "documents/b.txt"
    assert summary[2]["verification"] == "clean"
    assert "k_reached" not in summary[2], "with the model, the rank points at the client"
    assert b"Quixotrade" not in back["summary.json"]
    assert b"ann@halden.example" not in back["summary.json"]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (r"..\..\plan.txt", "backslash"),
        (r"a\plan.txt", "backslash"),
        ("C:/plan.txt", "leads out of the zip"),
        ("C:plan.txt", "leads out of the zip"),
        ("/plan.txt", "leads out of the zip"),
        ("a/../../plan.txt", "leads out of the zip"),
        ("a\nb.txt", "control character"),
        ("a/" + "x" * 300 + ".txt", "255 bytes"),
    ],
)
def test_no_output_has_a_path_that_means_another_place_where_it_is_unpacked(redact, name, said):
    back = redact({name: ANN.encode(), "b.txt": ANN.encode()})
    bad, good = json.loads(back["summary.json"])["files"]
    assert bad["output"] is None
    assert said in bad["error"]
    assert name not in bad["error"]
    assert good["output"] == "documents/b.txt"
    assert set(back) == {"documents/b.txt", "summary.json"}


def test_the_report_is_there_where_it_is_requested(redact):
    back = redact({"b.txt": ANN.encode()}, report=True)
    (report,) = json.loads(back["report.json"])["files"]
    assert report["suppressed"][0]["term"] == "ann@halden.example"
    assert report["output"] == "documents/b.txt"


def test_outputs_that_would_have_one_name_get_numbers(redact):
    back = redact({"ann@halden.example.txt": b"a", "bo@halden.example.txt": b"b"}, always=["ann@halden.example"])
    assert "documents/REDACTED.txt" in back
    back = redact({"Ann.txt": b"Ann", "Bo.txt": b"Bo", "ann.txt": b"ann"}, always=["Ann", "Bo"], pii=[])
    names = [name for name in back if name.startswith("documents")]
    assert names == [f"documents/REDACTED{number}.txt" for number in ("", " (2)", " (3)")]


def test_each_file_may_have_a_client_of_its_own(redact):
    files = {"a.docx": REPORT, "b.docx": REPORT}
    summary = json.loads(redact(files, files=[{"path": "a.docx", "client": CLIENT, "k": 3}])["summary.json"])
    assert [each["k"] for each in summary["files"]] == [3, None]


def test_a_file_shows_the_industry_that_its_row_names_as_with_a_manifest(redact, unsaid, tmp_path, sample_model):
    own = sample_model.clients[sample_model.find(CLIENT)].utility
    other = next(each for each in sample_model.utilities if each != own)
    options = {"client": CLIENT, "k": 3, "objective": "floor", "robust": False}
    rows = [{"path": "other.docx", "utility": other}, {"path": "own.docx", "utility": own}]
    back = redact(dict.fromkeys(("none.docx", "other.docx", "own.docx"), REPORT), files=rows, **options)
    (tmp_path / "other.docx").write_bytes(REPORT)
    (tmp_path / "rows.csv").write_text(f"path,client,utility\nother.docx,{CLIENT},{other}\n", "utf-8")
    asked = ("--objective", "floor", "--no-robust", "--k", "3", "--manifest", "rows.csv", "--out", "out")
    unsaid("redact", "other.docx", *asked)
    assert back["documents/own.docx"] == back["documents/none.docx"] != back["documents/other.docx"]
    assert paragraphs_of(back["documents/other.docx"]) == paragraphs_of((tmp_path / "out/other.docx").read_bytes())


@pytest.mark.parametrize(
    ("content", "options", "status", "code"),
    [
        (b"no zip", {}, 400, "invalid_request"),
        (zipped({}), {}, 400, "invalid_request"),
        (zipped({"a.png": b""}), {}, 400, "invalid_request"),
        (zipped({"a.txt": b""}), {"client": "Quixotrade"}, 404, "unknown_client"),
        (zipped({"a.txt": b""}), {"files": [{"path": "a.txt", "client": "Quixotrade"}]}, 404, "unknown_client"),
        (zipped({"a.txt": b""}), {"files": [{"path": "a.txt"}] * 2}, 400, "invalid_request"),
        # As a Mac writes it, the accent is a character of its own: the row would be of no file.
        (zipped({"u\u0308.txt": b""}), {"files": [{"path": "\xfc.txt", "client": CLIENT}]}, 400, "invalid_request"),
        (zipped({"a.txt": b""}), {"files": [{"path": "a.txt", "utility": "banking"}]}, 400, "invalid_request"),
        (
            zipped({"a.txt": b""}),
            {"files": [{"path": "a.txt", "client": CLIENT, "utility": "Quixotrade"}]},
            400,
            "invalid_request",
        ),
        (zipped({"a.txt": b""})[:-9], {}, 400, "invalid_request"),
    ],
)
def test_a_batch_that_cannot_start_is_refused(client, content, options, status, code):
    response = client.post("/v1/batches", json={"documents": encoded(content), **options})
    assert (response.status_code, response.json["code"]) == (status, code)
    assert "Quixotrade" not in response.text


def test_a_zip_that_unpacks_to_too_much_is_refused_before_it_is_unpacked(client):
    bomb = zipped({f"{n}.txt": bytes(10_000_000) for n in range(60)})
    response = client.post("/v1/batches", data=bomb, content_type="application/zip")
    assert (response.status_code, response.json["code"]) == (400, "invalid_request")


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_file_of_a_zip_is_what_the_zip_library_itself_unpacks(method):
    stream = io.BytesIO(b"something in front of the zip")
    stream.seek(0, io.SEEK_END)
    with zipfile.ZipFile(stream, "a", method) as archive:
        archive.writestr("a/b.txt", ANN * 100)
        with archive.open("c.txt", "w", force_zip64=True) as file:
            file.write(b"")
    files = zipped_files(stream.getvalue())
    with zipfile.ZipFile(stream) as archive:
        assert {each.path: each.content() for each in files} == {
            name: archive.read(name) for name in archive.namelist()
        }


def test_the_files_of_a_zip_are_compressed_until_they_are_processed():
    bomb = zipped({f"{n}.txt": bytes(20_000_000) for n in range(20)})
    assert sum(len(each.packed) for each in zipped_files(bomb)) < len(bomb)


def test_files_that_share_their_bytes_are_refused():
    content = zipped({"a.txt": bytes(range(256)) * 10})
    start, end = content.index(b"PK\x01\x02"), content.index(b"PK\x05\x06")
    more = b"".join(content[start:end].replace(b"a.txt", f"{n}.txt".encode()) for n in range(9))
    tail = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 10, 10, end - start + len(more), start, 0)
    with pytest.raises(InvalidRequest, match="overlap"):
        zipped_files(content[:end] + more + tail)


@pytest.mark.parametrize("at", [0, 5, 40, 60])
def test_a_file_that_is_damaged_in_the_zip_stops_no_other(client, at):
    content = bytearray(zipped({"a.txt": ANN.encode(), "b.txt": ANN.encode()}))
    content[at] ^= 0xFF
    response = client.post("/v1/batches", data=bytes(content), content_type="application/zip")
    summary = json.loads(zipfile.ZipFile(io.BytesIO(response.data)).read("summary.json"))["files"]
    assert [bool(each["error"]) for each in summary] == [at not in {5}, False]


@pytest.mark.parametrize("code_page", ["utf-8", "cp866", "cp1251"])
def test_a_name_of_which_the_zip_does_not_say_how_it_is_encoded_is_redacted(client, code_page):
    """Programs of other systems write the bytes of a name, and the one that reads them knows the code page."""
    name = "\u0421\u0435\u0432\u0435\u0440\u0441\u0442\u0430\u043b\u044c"
    written = name.encode(code_page)
    stand_in = "x" * len(written)
    sent = zipped({f"{stand_in} plan.txt": ANN.encode()}).replace(stand_in.encode(), written)
    assert len(zipfile.ZipFile(io.BytesIO(sent)).namelist()) == 1
    options = json.dumps({"always": [name]})
    answer = client.post("/v1/batches", data={"documents": (io.BytesIO(sent), "a.zip"), "request": options})
    back = zipfile.ZipFile(io.BytesIO(answer.data))
    assert back.namelist() == ["documents/REDACTED plan.txt", "summary.json"]


def test_utf_8_that_the_zip_does_not_name_is_read_as_such(client):
    """A row names the file as its sender sees it, and the output has that name."""
    sent = zipped({"xx.txt": ANN.encode()}).replace(b"xx.txt", "\u00e9.txt".encode())
    options = json.dumps({"files": [{"path": "\u00e9.txt", "k": 1}]})
    answer = client.post("/v1/batches", data={"documents": (io.BytesIO(sent), "a.zip"), "request": options})
    assert answer.status_code == 200, answer.text
    assert "documents/\u00e9.txt" in zipfile.ZipFile(io.BytesIO(answer.data)).namelist()


def test_an_entry_without_a_name_is_no_error_of_the_server():
    """It is no file that anybody could name; zipfile asks for the last letter of its name."""
    sent = zipped({"x": b"nothing", "a.txt": ANN.encode()})
    at = sent.rindex(b"PK\x01\x02", 0, sent.rindex(b"PK\x01\x02"))
    length = struct.pack("<H", 0)
    unnamed = sent[: at + 28] + length + sent[at + 30 : at + 46] + sent[at + 47 :]
    end = unnamed.rindex(b"PK\x05\x06")
    size = struct.unpack_from("<L", unnamed, end + 12)[0] - 1
    unnamed = unnamed[: end + 12] + struct.pack("<L", size) + unnamed[end + 16 :]
    assert "" in zipfile.ZipFile(io.BytesIO(unnamed)).namelist()
    assert [each.path for each in zipped_files(unnamed)] == ["a.txt"]
