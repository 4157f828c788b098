"""The optional columns of a corpus: who wrote a document, and when."""

import json
from datetime import date

import pytest

from backend.errors import CorpusError
from backend.learning.corpus import corpus_entries
from backend.learning.counting import count_corpus, read_texts
from backend.learning.json_lines import CorpusProblem
from backend.learning.origins import UNKNOWN, Origin
from backend.services.files.reading import counted_texts


def _lines(path, *rows):
    whole = [{"client": "Alder", "text": "grain", **row} for row in rows]
    path.write_text("".join(json.dumps(each) + "\n" for each in whole), "utf-8")
    return path


def _folder(root, table):
    for name in ("a", "b"):
        (root / "Alder").mkdir(exist_ok=True)
        (root / "Alder" / f"{name}.txt").write_text(f"grain of {name}")
    (root / "documents.csv").write_text(table, "utf-8")
    return root


def test_a_line_may_have_a_date_and_an_author(tmp_path):
    path = _lines(
        tmp_path / "corpus.jsonl",
        {"id": "1", "date": "2024-05-31", "author": " Ada "},
        {"id": "2", "date": "2024-05-31T22:10:00+02:00", "author": None},
        {"id": "3", "date": "", "author": ""},
        {"id": "4"},
    )
    origins = [each.origin for each in corpus_entries(path)]
    assert origins == [Origin(date(2024, 5, 31), "Ada"), Origin(date(2024, 5, 31)), UNKNOWN, UNKNOWN]


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ({"date": "31.5.2024"}, "'date' is not a date like 2024-05-31"),
        ({"date": "2024-02-30"}, "'date' is not a date like 2024-05-31"),
        ({"date": 2024}, "'date' is neither a string nor null"),
        ({"author": ["Ada"]}, "'author' is neither a string nor null"),
        ({"author": "A\x07da"}, "'author' contains a control character"),
    ],
)
def test_a_line_whose_date_or_author_cannot_be_used_is_skipped_with_the_reason(tmp_path, row, reason):
    path = _lines(tmp_path / "corpus.jsonl", {"id": "1", **row}, {"id": "2"})
    problem, entry = corpus_entries(path)
    assert problem == CorpusProblem(f"{path}:1", reason)
    assert entry.id == "2"


def test_a_table_beside_the_folders_gives_dates_and_authors(tmp_path):
    """Windows writes backslashes, and Excel a mark at the beginning."""
    root = _folder(tmp_path, "\ufeffpath,date,author\r\nAlder\\b.txt,2024-05-31,Ada\r\nAlder/c.txt,,\r\n")
    first, second, problem = corpus_entries(root)
    assert (first.origin, second.origin) == (UNKNOWN, Origin(date(2024, 5, 31), "Ada"))
    assert problem == CorpusProblem(str(root / "documents.csv"), "the line of 'Alder/c.txt', which is no document")


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("path,date\nAlder/a.txt,May\n", "document 1: 'date' is not a date like 2024-05-31. Correct it"),
        ("file,date\nAlder/a.txt,\n", "the first line must be path,date,author"),
        ("path,date\nAlder/a.txt,2024-05-31\nAlder/a.txt,2024-06-01\n", "has two lines that differ"),
        ('path,date\n"Alder', "not a UTF-8 CSV file"),
    ],
)
def test_a_table_that_cannot_be_used_is_refused(tmp_path, table, message):
    with pytest.raises(CorpusError, match=message):
        list(corpus_entries(_folder(tmp_path, table)))


def test_counting_notes_origins_and_texts_can_be_read_again(tmp_path):
    root = _folder(tmp_path, "path,author\nAlder/b.txt,Ada\n")
    assert count_corpus(root, counted_texts).origins == {"Alder/b.txt": Origin(author="Ada")}
    assert read_texts(root, ["Alder/b.txt", "Alder/gone.txt"], counted_texts, 7) == {"Alder/b.txt": "grain o"}
