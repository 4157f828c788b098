import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from backend.errors import CorpusError, UnreadableFile
from backend.learning.corpus import CorpusDocument, CorpusEntry, corpus_entries
from backend.learning.json_lines import CorpusProblem
from backend.services.files.reading import counted_texts


def read_corpus(path: Path) -> Iterator[CorpusDocument | CorpusProblem]:
    for entry in corpus_entries(path):
        yield entry.read(counted_texts) if isinstance(entry, CorpusEntry) else entry


def folder(root: Path, files: dict[str, str | bytes]) -> Path:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return root


def lines(path: Path, *objects: object) -> Path:
    path.write_text("".join(json.dumps(each) + "\n" for each in objects))
    return path


def test_each_sub_folder_is_a_client_and_clients_csv_adds_industry_and_aliases(tmp_path):
    root = folder(
        tmp_path,
        {
            "Halden & Rook/b.txt": "shelves",
            "Halden & Rook/2019/a.md": "aisles",
            "Corvane/x.txt": "loans",
            "clients.csv": "\ufeffclient,utility,aliases\r\nHalden & Rook,Retail,H&R; Rook ;\r\n",
        },
    )
    assert list(read_corpus(root)) == [
        CorpusDocument("Corvane/x.txt", "Corvane", None, ("loans",)),
        CorpusDocument("Halden & Rook/2019/a.md", "Halden & Rook", "Retail", ("aisles",), ("H&R", "Rook")),
        CorpusDocument("Halden & Rook/b.txt", "Halden & Rook", "Retail", ("shelves",), ("H&R", "Rook")),
    ]


def test_a_link_that_leads_back_up_is_not_followed(tmp_path):
    root = folder(tmp_path, {"A/a.txt": "once"})
    (root / "A" / "loop").symlink_to(root, target_is_directory=True)
    assert [each.id for each in read_corpus(root)] == ["A/a.txt"]


def test_lock_files_and_hidden_files_are_passed_over_in_silence(tmp_path):
    root = folder(tmp_path, {"A/~$a.docx": "x", "A/.a.txt": "x", ".git/a.txt": "x", "A/a.txt": "kept"})
    assert [each.id for each in read_corpus(root)] == ["A/a.txt"]


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("A/photo.png", "x", "neither"),
        ("stray.txt", "x", "no client's folder"),
        ("A/latin.txt", b"caf\xe9", "UTF-8"),
        ("clients.csv", "client,utility\nNobody,Retail\n", "'Nobody', which has no folder"),
    ],
)
def test_unusable_documents_become_problems_and_the_rest_is_read(tmp_path, name, content, reason):
    root = folder(tmp_path, {"A/good.txt": "good", name: content})
    read = list(read_corpus(root))
    problems = [each for each in read if isinstance(each, CorpusProblem)]
    assert [each.id for each in read if isinstance(each, CorpusDocument)] == ["A/good.txt"]
    assert len(problems) == 1
    assert problems[0].where == str(root / name)
    assert reason in problems[0].reason


@pytest.mark.parametrize("name", ["corpus.jsonl", "corpus.jsonl.gz"])
def test_json_lines_are_read_packed_or_not(tmp_path, name):
    path = lines(
        tmp_path / "plain",
        {"id": "1", "client": "Ford", "text": "cars\nvans", "utility": "Automobiles"},
        {"id": "2", "client": "Ford", "text": "", "utility": None},
    )
    content = path.read_bytes()
    (tmp_path / name).write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
    assert list(read_corpus(tmp_path / name)) == [
        CorpusDocument("1", "Ford", "Automobiles", ("cars\nvans",)),
        CorpusDocument("2", "Ford", None, ("",)),
    ]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"{", "not a JSON object"),
        (b"[1]", "not a JSON object"),
        (b'{"id": "\xff"}', "UTF-8"),
        (b'{"id": 7, "client": "Ford", "text": "x"}', "'id'"),
        (b'{"id": "7", "client": "Ford"}', "'text'"),
        (b'{"id": "7", "client": "  ", "text": "x"}', "'client' is empty"),
        (b'{"id": "7", "client": "Ford", "text": "x", "utility": 1}', "'utility'"),
    ],
)
def test_a_bad_line_is_reported_with_its_number_and_the_next_is_read(tmp_path, line, reason):
    path = tmp_path / "corpus.jsonl"
    path.write_bytes(b"\n" + line + b'\n{"id": "good", "client": "Ford", "text": "x"}\n')
    problem, good = read_corpus(path)
    assert good == CorpusDocument("good", "Ford", None, ("x",))
    assert problem.where == f"{path}:2"
    assert reason in problem.reason


def test_documents_with_one_id_are_all_kept_under_names_of_their_own(tmp_path):
    ids = ["a", "a (2)", "a", "a"]
    path = lines(tmp_path / "c.jsonl", *({"id": name, "client": "Ford", "text": "x"} for name in ids))
    read = list(read_corpus(path))
    documents = [each.id for each in read if isinstance(each, CorpusDocument)]
    assert documents == ["a", "a (2)", "a (3)", "a (4)"]
    assert [each for each in read if isinstance(each, CorpusProblem)] == [
        CorpusProblem(f"{path}:3", "id 'a' occurs again; counted as 'a (3)'", skipped=False),
        CorpusProblem(f"{path}:4", "id 'a' occurs again; counted as 'a (4)'", skipped=False),
    ]


def test_two_industries_for_one_client_stop_the_reading(tmp_path):
    one = {"id": "1", "client": "Ford", "text": "x", "utility": "Automobiles"}
    path = lines(tmp_path / "c.jsonl", one, {**one, "id": "2", "utility": "Banking"})
    with pytest.raises(CorpusError, match=r"c\.jsonl:2: client 'Ford' has two industries"):
        list(read_corpus(path))


@pytest.mark.parametrize(
    "table",
    ["name,utility\nA,Retail\n", "client,utility\nA,Retail\nA,Banking\n", b"client,utility\nA,Caf\xe9\n"],
)
def test_a_clients_table_that_makes_no_sense_stops_the_reading(tmp_path, table):
    root = folder(tmp_path, {"A/a.txt": "x", "clients.csv": table})
    with pytest.raises(CorpusError, match=r"clients\.csv"):
        list(read_corpus(root))


def test_a_folder_that_cannot_be_read_is_a_problem_and_the_rest_is_read(tmp_path, monkeypatch):
    """Permissions do not stop root; a path longer than the system takes (4096 bytes) stops everybody."""
    root = folder(tmp_path, {"A/z.txt": "good", "B/b.txt": "good"})
    monkeypatch.chdir(root / "A")
    for _ in range(20):
        Path("d" * 250).mkdir()
        monkeypatch.chdir("d" * 250)
    monkeypatch.chdir(root)
    deepest, first, second = read_corpus(root)
    assert (first.id, second.id) == ("A/z.txt", "B/b.txt")
    assert deepest.where.startswith(str(root / "A" / "ddd"))
    assert deepest.reason == "this folder cannot be read; check its permissions"


def test_an_unforeseen_error_is_a_problem_that_tells_its_place_and_nothing_of_the_document(tmp_path):
    def read(path: Path) -> tuple[str, ...]:
        raise KeyError(path.read_text())

    (entry,) = corpus_entries(folder(tmp_path, {"A/a.txt": "Halden"}))
    problem = entry.read(read)
    assert problem.where == str(tmp_path / "A" / "a.txt")
    assert problem.reason.startswith("Unforeseen KeyError in test_corpus.py:")
    assert "Halden" not in problem.reason


def test_a_problem_names_its_file_once(tmp_path):
    (tmp_path / "A").mkdir()
    (tmp_path / "A" / "gone.txt").symlink_to("nowhere")
    (entry,) = corpus_entries(tmp_path)
    assert "gone.txt" not in entry.read(counted_texts).reason


def test_a_missing_corpus_says_what_a_corpus_is(tmp_path):
    with pytest.raises(UnreadableFile, match=r"this corpus does not exist. Name a folder .* or a \.jsonl"):
        list(read_corpus(tmp_path / "nowhere"))


@pytest.mark.parametrize(("name", "advice"), [("empty", "Put .docx"), ("empty.jsonl", "one JSON object")])
def test_an_empty_corpus_says_what_to_do(tmp_path, name, advice):
    path = tmp_path / name
    path.touch() if path.suffix else path.mkdir()
    with pytest.raises(CorpusError, match=f"contains no document. .*{advice}"):
        list(read_corpus(path))


def test_a_file_that_is_not_a_corpus_is_refused(tmp_path):
    with pytest.raises(CorpusError, match="not a corpus"):
        list(read_corpus(folder(tmp_path, {"letter.docx": "x"}) / "letter.docx"))


def test_a_packed_corpus_that_was_cut_short_says_so(tmp_path):
    path = tmp_path / "c.jsonl.gz"
    line = json.dumps({"id": "1", "client": "Ford", "text": "x"}).encode() + b"\n"
    path.write_bytes(gzip.compress(line * 50)[:-12])
    with pytest.raises(CorpusError, match="damaged after line"):
        list(read_corpus(path))
