"""A corpus made to stop a training: it ends in time, can be cancelled, and takes no more memory than is allowed."""

import gzip
import inspect
import json
import os
import sys
from pathlib import Path

import pytest

from backend import workers
from backend.errors import CorpusError, JobCancelled, UnreadableFile, WorkStopped
from backend.learning import corpus, counting, json_lines
from backend.learning.corpus import CorpusEntry, corpus_entries
from backend.learning.counting import count_corpus
from backend.learning.json_lines import CorpusProblem
from backend.processes.ceilings import Ceiling
from backend.processes.fork_server import ChildPlan
from backend.processes.pool import Pool
from backend.services.files.reading import counted_texts
from backend.workers import Workers
from tests.hostile.corpora import hostile_corpus, outcome
from tests.processes import child_tasks as works

GOOD = b'{"id": "good", "client": "Ford", "text": "cars"}\n'


class Cancelled:
    """Says after some looks that the job was cancelled."""

    def __init__(self, after):
        self.left = after

    def __call__(self):
        self.left -= 1
        if self.left < 0:
            raise JobCancelled("cancelled")


@pytest.fixture
def pool():
    made = Pool(ChildPlan(works.prepare, works.make), 1)
    made.begin()
    yield made
    made.close()


def read(path, **options):
    return list(corpus_entries(path, Workers(**options)))


@pytest.mark.parametrize("line", [b"\n", b"x\n", b'{"id": 1}\n', b"x" * 300])
def test_a_corpus_without_any_document_can_be_cancelled(tmp_path, monkeypatch, line):
    monkeypatch.setattr(json_lines, "LONGEST", 100)
    monkeypatch.setattr(json_lines, "_BYTES", 100)
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(gzip.compress(line * 5_000))
    with pytest.raises(JobCancelled):
        count_corpus(path, counted_texts, workers=Workers(check=Cancelled(10)))


def test_a_corpus_of_empty_folders_can_be_cancelled(tmp_path):
    for number in range(50):
        (tmp_path / "A" / str(number)).mkdir(parents=True)
    with pytest.raises(JobCancelled):
        count_corpus(tmp_path, counted_texts, workers=Workers(check=Cancelled(10)))


def test_documents_of_one_id_are_named_in_proportion_to_their_number():
    class Counted(set):
        looks = 0

        def __contains__(self, name):
            self.looks += 1
            return super().__contains__(name)

    names = corpus._Names()
    names._taken = taken = Counted({f"a ({number})" for number in range(2, 500)})
    named = [names.free("a") for _ in range(1_000)]
    assert (named[0], named[1], named[-1]) == ("a", "a (500)", "a (1498)")
    assert taken.looks < 3_000


def test_a_line_that_is_too_long_is_skipped_unread(tmp_path, monkeypatch):
    monkeypatch.setattr(json_lines, "LONGEST", 1_000)
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"[" * 5_000 + b"\n" + GOOD + b"x" * 1_001 + b"\n" + GOOD + b"y" * 9_000)
    found = read(path)
    assert [each.where for each in found if isinstance(each, CorpusProblem) and each.skipped] == [
        f"{path}:1",
        f"{path}:3",
        f"{path}:5",
    ]
    assert [each.id for each in found if isinstance(each, CorpusEntry)] == ["good", "good (2)"]
    assert "has more than" in found[0].reason


def test_json_that_takes_too_much_memory_is_one_bad_line(tmp_path, monkeypatch, pool):
    monkeypatch.setattr(workers, "Ceiling", lambda: Ceiling(memory=64 * 1024 * 1024))
    path = tmp_path / "a.jsonl"
    path.write_bytes(GOOD + b'{"x": [' + b"[]," * 3_000_000 + b"[]]}\n" + GOOD)
    first, problem, _again, second = read(path, pool=pool)
    assert (first.id, second.id) == ("good", "good (2)")
    assert problem.where == f"{path}:2"
    assert "more memory" in problem.reason


def test_a_table_of_clients_that_takes_too_much_memory_ends_the_training(tmp_path, monkeypatch, pool):
    monkeypatch.setattr(workers, "Ceiling", lambda: Ceiling(memory=64 * 1024 * 1024))
    (tmp_path / "clients.csv").write_bytes(b"client," + b"," * 20_000_000)
    with pytest.raises(WorkStopped):
        read(tmp_path, pool=pool)


def test_a_table_of_clients_that_is_too_long_is_refused(tmp_path):
    with (tmp_path / "clients.csv").open("wb") as table:
        table.truncate(json_lines.LONGEST + 1)
    with pytest.raises(CorpusError, match="more than 32 MB"):
        read(tmp_path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_a_pipe_is_no_corpus(tmp_path):
    os.mkfifo(tmp_path / "a.jsonl")
    with pytest.raises(UnreadableFile):
        read(tmp_path / "a.jsonl")


def test_folders_in_folders_are_read_however_deep(tmp_path):
    (tmp_path / "A" / Path(*"a" * 150)).mkdir(parents=True)
    (tmp_path / "A" / Path(*"a" * 150) / "a.txt").write_text("cars")
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + 100)  # where it is higher, nothing could remove the folders
    try:
        (found,) = read(tmp_path)
    finally:
        sys.setrecursionlimit(before)
    assert found.id.endswith("a/a.txt")


def test_more_bad_lines_than_anybody_reads_are_no_corpus(tmp_path, monkeypatch):
    monkeypatch.setattr(counting, "MAX_PROBLEMS", 10)
    path = tmp_path / "a.jsonl"
    path.write_bytes(GOOD * 50 + b"x\n" * 10)
    assert len(count_corpus(path, counted_texts).problems) == 59
    path.write_bytes(GOOD * 50 + b"x\n" * 11)
    with pytest.raises(CorpusError, match="More than 10 files or lines"):
        count_corpus(path, counted_texts)


def test_long_documents_travel_in_smallbatches(monkeypatch):
    monkeypatch.setattr(counting, "_CHARACTERS", 100)
    entries = [CorpusEntry(str(each), None, "x" * 60) for each in range(5)]
    assert [len(each) for each in counting.batches(entries)] == [2, 2, 1]


@pytest.mark.parametrize("seed", range(0, 400, 20))
def test_any_corpus_is_counted_or_refused(tmp_path, seed):
    for number in range(seed, seed + 20):
        folder = tmp_path / str(number)
        folder.mkdir()
        said = outcome(hostile_corpus(folder, f"7:{number}"))
        assert not said.fault, (number, said)


def test_lines_are_the_same_alone_and_together(tmp_path, pool):
    path = tmp_path / "a.jsonl"
    path.write_text("".join(json.dumps({"id": "a", "client": "Ford", "text": f"w{i}"}) + "\n" for i in range(600)))
    assert read(path) == read(path, pool=pool)
