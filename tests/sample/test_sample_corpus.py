"""The sample corpus reads like the real thing: nothing is filled in from a template."""

import csv
from collections import Counter, defaultdict
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from backend.document.tokens import terms

CORPUS = Path(__file__).parents[2] / "models" / "sample" / "corpus"
DOCUMENTS = sorted(path for path in CORPUS.glob("*/*") if path.suffix in (".md", ".txt"))


@pytest.fixture(scope="module")
def words():
    return {path: path.read_text("utf-8").lower().split() for path in DOCUMENTS}


def _shingles(words):
    return {tuple(words[i : i + 5]) for i in range(len(words) - 4)}


def test_there_are_ten_clients_in_four_industries_with_rivals_in_each():
    with (CORPUS / "clients.csv").open(encoding="utf-8", newline="") as file:
        utility = {row["client"]: row["utility"] for row in csv.DictReader(file)}
    per_client = Counter(path.parent.name for path in DOCUMENTS)
    assert set(per_client) == set(utility)
    assert len(per_client) >= 10
    assert min(per_client.values()) >= 12
    industries = Counter(utility.values())
    assert len(industries) >= 4
    assert min(industries.values()) >= 2


def test_every_document_has_150_to_400_words(words):
    lengths = {f"{path.parent.name}/{path.name}": len(words[path]) for path in DOCUMENTS}
    assert {name: length for name, length in lengths.items() if not 150 <= length <= 400} == {}


def test_no_two_documents_share_more_than_a_fifth_of_their_five_word_sequences(words):
    shingles = {path: _shingles(words[path]) for path in DOCUMENTS}
    having = defaultdict(set)
    for path, sequences in shingles.items():
        for sequence in sequences:
            having[sequence].add(path)
    shared = Counter(pair for paths in having.values() for pair in combinations(sorted(paths), 2))
    worst = max(count / min(len(shingles[a]), len(shingles[b])) for (a, b), count in shared.items())
    assert worst <= 0.2


def test_no_file_name_tells_the_client():
    for path in DOCUMENTS:
        distinctive = {word for word in terms(path.parent.name) if len(word) > 4}
        assert not distinctive & set(terms(path.stem)), path


def test_rivals_share_their_industry_s_vocabulary(words):
    """Two rivals have more content words in common than two clients of different industries have, on average."""
    with (CORPUS / "clients.csv").open(encoding="utf-8", newline="") as file:
        utility = {row["client"]: row["utility"] for row in csv.DictReader(file)}
    said = defaultdict(set)
    for path in DOCUMENTS:
        said[path.parent.name] |= set(terms(path.read_text("utf-8")))
    overlap = {True: [], False: []}
    for a, b in combinations(sorted(said), 2):
        overlap[utility[a] == utility[b]].append(len(said[a] & said[b]) / len(said[a] | said[b]))
    assert sum(overlap[True]) / len(overlap[True]) > sum(overlap[False]) / len(overlap[False])


def test_documents_of_one_client_do_not_begin_alike(words):
    for client in {path.parent for path in DOCUMENTS}:
        openings = sorted(tuple(words[path][:4]) for path in DOCUMENTS if path.parent == client)
        assert all(a != b for a, b in pairwise(openings)), client.name
