import json

import pytest

from backend.errors import CorpusError
from backend.learning.counting import count_corpus
from backend.services.files.reading import counted_texts
from backend.workers import Workers
from tests.learning.corpora import spelled


@pytest.fixture
def corpus(tmp_path):
    path = tmp_path / "corpus.jsonl"
    path.write_text(
        "".join(
            json.dumps({"id": str(i), "client": f"client {i % 7}", "text": f"report {i % 11} of plant {i % 5}"})
            + "\n"
            for i in range(150)
        )
        + "no JSON\n"
    )
    return path


def test_a_corpus_is_counted_with_its_problems_and_its_progress(corpus):
    done = []
    counted = count_corpus(corpus, counted_texts, progress=done.append)
    assert len(counted.counts.documents) == sum(done) == 150
    assert [problem.where for problem in counted.problems] == [f"{corpus}:151"]


def test_two_processes_count_the_same_as_one(corpus):
    alone = count_corpus(corpus, counted_texts)
    together = count_corpus(corpus, counted_texts, workers=Workers(jobs=2))
    assert spelled(together.counts) == spelled(alone.counts)
    assert together.problems == alone.problems


def test_a_client_without_a_word_is_left_out_and_reported(tmp_path):
    for name, text in {
        "A/a.txt": "till",
        "Mute/1.txt": "…",
        "Mute/2.txt": "",
        "Z/a.txt": "",
        "Z/z.txt": "loan",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    counted = count_corpus(tmp_path, counted_texts)
    assert [client.name for client in counted.counts.clients] == ["A", "Z"]
    assert counted.counts.documents == ("A/a.txt", "Z/a.txt", "Z/z.txt")
    assert [problem.reason for problem in counted.problems] == ["client 'Mute', whose documents hold no word"]


def test_a_corpus_without_any_word_is_refused(tmp_path):
    (tmp_path / "A").mkdir()
    (tmp_path / "A" / "a.txt").write_text("… — !")
    with pytest.raises(CorpusError, match="contains a word"):
        count_corpus(tmp_path, counted_texts)
