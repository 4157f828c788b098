"""`unsaid index`, from the outside."""

import contextlib
import json
import shutil
import sqlite3

import pytest

from backend.wiring.index import index_here

SUBJECTS = ("harvest wheat tractor", "loan bank interest", "harbour cargo crane", "film actor stage")
INDUSTRIES = ("Farming", "Finance", "Shipping", "Film")


@pytest.fixture
def lines(tmp_path):
    """Write objects as lines of a file and return its path."""

    def written(name, *objects):
        path = tmp_path / name
        path.write_text("".join(json.dumps(each) + "\n" for each in objects))
        return path

    return written


def document(number, client):
    return {"id": f"d{number}", "client": client, "text": f"{SUBJECTS[number % 4]} [PERSON 1] of Xqzmart"}


@pytest.fixture
def corpus(lines):
    """Twelve documents of twelve clients on four subjects, each of which is an industry."""
    documents = (document(number, f"client {number}") | {"utility": INDUSTRIES[number % 4]} for number in range(12))
    return lines("corpus.jsonl", *documents)


@pytest.fixture
def index(unsaid, corpus, tmp_path):
    """A 3-anonymous index of the corpus."""
    path = tmp_path / "index"
    done = unsaid("index", "build", corpus, "--k", 3, "--out", path)
    assert done.exit_code == 0, done.output
    return path


def printed(done, status=0):
    assert done.exit_code == status, done.output
    return json.loads(done.stdout)


def test_an_index_is_built_and_described(unsaid, corpus, tmp_path):
    built = printed(unsaid("index", "build", corpus, "--k", 3, "--out", tmp_path / "index", "--json"))
    assert (built["documents"], built["groups"], built["smallest"]) == (12, 4, 3)
    info = printed(unsaid("index", "info", tmp_path / "index", "--json"))
    assert {name: info[name] for name in ("documents", "k", "groups", "smallest", "largest", "drift")} == {
        "documents": 12,
        "k": 3,
        "groups": 4,
        "smallest": 3,
        "largest": 3,
        "drift": 0.0,
    }
    assert info["sse_per_document"] == pytest.approx(built["sse_per_document"])
    assert info["faults"] == []


def test_a_search_prints_groups_in_order_with_their_members(unsaid, index):
    first, *others = printed(unsaid("index", "search", index, "loans of the bank", "--json"))["groups"]
    assert set(first["members"]) & {"d1", "d5", "d9"}
    assert first["ranks"] == [1, 3]
    assert first["distance"] <= min((each["distance"] for each in others), default=1)
    shown = unsaid("index", "search", index, "loans of the bank")
    assert "1–3" in shown.stdout
    assert "The documents of a group are a tie" in shown.stdout


def test_names_and_codes_are_not_indexed_unless_that_is_asked_for(unsaid, corpus, index, tmp_path):
    refused = unsaid("index", "search", index, "Xqzmart")
    assert refused.exit_code == 2
    assert "knows none of these words" in refused.stderr
    done = unsaid("index", "build", corpus, "--k", 3, "--out", tmp_path / "names", "--unknown-words")
    assert "names among them reveal clients" in done.stdout
    assert printed(unsaid("index", "search", tmp_path / "names", "Xqzmart", "--json"))["groups"]


def test_documents_are_added_and_removed(unsaid, index, lines):
    new = lines("new.jsonl", {"id": "n1", "client": "client 9", "text": "bank loan"}, {"id": "n2", "text": "Xqz"})
    added = printed(unsaid("index", "add", index, new, "--json"), 1)
    assert [each["id"] for each in added["added"]] == ["n1"]
    assert "without words" in added["problems"][0]["reason"]
    assert printed(unsaid("index", "info", index, "--json"))["documents"] == 13
    removed = printed(unsaid("index", "remove", index, "n1", "n7", "--json"), 1)
    assert (removed["removed"], removed["unknown"], removed["k_held"]) == (["n1"], ["n7"], True)
    assert printed(unsaid("index", "info", index, "--json"))["documents"] == 12


def test_a_vector_can_be_sent_instead_of_a_text(unsaid, index, lines):
    text, vector = {"id": "t", "text": "bank bank loan"}, {"id": "v", "vector": {"bank": 2, "loan": 1, "xqz": 4}}
    added = printed(unsaid("index", "add", index, lines("new.jsonl", text, vector), "--json"))["added"]
    assert added[0]["group"] == added[1]["group"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ({"text": "bank"}, "'id' is missing"),
        ({"id": 3, "text": "bank"}, "'id' is missing"),
        ({"id": "a", "text": "bank", "client": 3}, "'client' is no string"),
        ({"id": "a"}, "needs either"),
        ({"id": "a", "text": "bank", "vector": {"bank": 1}}, "needs either"),
        ({"id": "a", "vector": {"bank": -1}}, "needs either"),
        ({"id": "a", "vector": {"bank": True}}, "needs either"),
        ({"id": "a", "vector": ["bank"]}, "needs either"),
        ({"id": "d1", "client": "client 1", "text": "bank"}, "in the index already"),
    ],
)
def test_a_bad_line_is_skipped_with_its_reason(unsaid, index, lines, line, reason):
    report = printed(unsaid("index", "add", index, lines("new.jsonl", line), "--json"), 1)
    assert reason in report["problems"][0]["reason"]


def test_too_few_clients_are_refused_with_the_reason(unsaid, corpus, lines, tmp_path):
    few = lines("few.jsonl", *(document(number, f"client {number % 2}") for number in range(12)))
    refused = unsaid("index", "build", few, "--k", 3, "--out", tmp_path / "few")
    assert refused.exit_code == 2
    assert "documents of 2 owners, and each group needs 3" in refused.stderr
    assert not (tmp_path / "few").exists()
    done = unsaid("index", "build", few, "--k", 3, "--out", tmp_path / "few", "--ignore-clients")
    assert done.exit_code == 0


def test_an_index_below_k_answers_no_search(unsaid, index):
    emptied = printed(unsaid("index", "remove", index, *(f"d{number}" for number in range(10)), "--json"), 1)
    assert emptied["k_held"] is False
    refused = unsaid("index", "search", index, "bank")
    assert refused.exit_code == 2
    assert "build the index again" in refused.stderr
    assert printed(unsaid("index", "info", index, "--json"), 1)["k_held"] is False


def test_a_group_shows_only_words_that_k_clients_share_unless_fewer_are_asked_for(unsaid, lines, tmp_path):
    own = ("apple", "apple", "chair", "chair", "eagle", "eagle")
    texts = (f"harvest wheat {word} [PERSON 1]" for word in own)
    corpus = lines(
        "own.jsonl", *({"id": f"d{at}", "client": f"c{at}", "text": text} for at, text in enumerate(texts))
    )
    for options, words in (((), {"harvest", "wheat"}), (("--shared-by", 2), {"harvest", "wheat", *own})):
        path = tmp_path / f"index {len(options)}"
        built = printed(unsaid("index", "build", corpus, "--k", 6, "--out", path, *options, "--json"))
        assert (
            built["shared_by"]
            == printed(unsaid("index", "info", path, "--json"))["shared_by"]
            == 6 - 2 * len(options)
        )
        (group,) = printed(unsaid("index", "search", path, "wheat", "--json"))["groups"]
        stems = set(group["stems"])
        assert {word for word in words if any(word.startswith(stem) for stem in stems)} == words
        assert len(stems) == len(words)
    shown = unsaid("index", "build", corpus, "--k", 6, "--out", tmp_path / "two", "--shared-by", 2).stdout
    assert "fewer than k (6), and reveals more of each document" in " ".join(shown.split())
    refused = unsaid("index", "build", corpus, "--k", 6, "--out", tmp_path / "more", "--shared-by", 7)
    assert refused.exit_code == 2
    assert "must be 2 to k (6)" in refused.stderr


def test_documents_without_a_word_in_common_are_refused(unsaid, lines, tmp_path):
    words = ("apple", "chair", "eagle")
    corpus = lines("own.jsonl", *({"id": word, "client": word, "text": word} for word in words))
    refused = unsaid("index", "build", corpus, "--k", 3, "--out", tmp_path / "index")
    assert refused.exit_code == 2
    assert "No group has a word that documents of 3 owners share" in refused.stderr
    assert not (tmp_path / "index").exists()


def test_only_top_groups_are_listed_and_others_at_the_same_distance_are_counted(unsaid, lines, tmp_path):
    subjects = ("wheat apple", "wheat chair", "wheat eagle")
    documents = ({"id": f"d{at}", "client": f"c{at}", "text": subjects[at % 3]} for at in range(6))
    path = tmp_path / "index"
    assert unsaid("index", "build", lines("ties.jsonl", *documents), "--k", 2, "--out", path).exit_code == 0
    found = printed(unsaid("index", "search", path, "wheat", "--top", 1, "--json"))
    assert (len(found["groups"]), found["left_out"]) == (1, 2)
    assert found["groups"][0]["ranks"] == [1, 6]
    assert (
        "2 more groups at the distance of the last one"
        in unsaid("index", "search", path, "wheat", "--top", 1).stdout
    )
    assert printed(unsaid("index", "search", path, "wheat", "--top", 3, "--json"))["left_out"] == 0


def test_unknown_words_that_no_group_shows_are_not_in_the_files(unsaid, lines, tmp_path):
    texts = ("bank Xqzmart", "bank Xqzmart", "bank Xqzmart Vorlund")
    corpus = lines("c.jsonl", *({"id": f"{at}", "client": f"{at}", "text": text} for at, text in enumerate(texts)))
    for weighting in ("tf", "tf-idf"):
        path = tmp_path / weighting
        options = ("--k", 3, "--unknown-words", "--weighting", weighting)
        assert unsaid("index", "build", corpus, "--out", path, *options).exit_code == 0
        assert {"bank", "xqzmart"} == set(
            printed(unsaid("index", "search", path, "bank", "--json"))["groups"][0]["stems"]
        )
        content = b"".join(each.read_bytes() for each in path.iterdir())
        assert b"xqzmart" in content
        assert b"vorlund" not in content


def test_an_edition_has_groups_without_ids_and_can_be_searched(unsaid, index, tmp_path):
    edition = tmp_path / "edition.npz"
    published = printed(unsaid("index", "publish", index, "--out", edition, "--json"))
    assert published == {"k": 3, "groups": 4, "documents": 12}
    private = printed(unsaid("index", "search", index, "bank loan", "--json"))["groups"]
    public = printed(unsaid("index", "search", edition, "bank loan", "--json"))["groups"]
    assert [each["distance"] for each in public] == [each["distance"] for each in private]
    assert not any(each["members"] for each in public)
    assert not any(name in edition.read_bytes() for name in (b"d1", b"client"))
    assert unsaid("index", "publish", index, "--out", edition).exit_code == 2


def test_documents_that_nobody_seems_to_have_redacted_are_reported(unsaid, lines, tmp_path):
    texts = ("bank [TERM] loan", "bank interest", "bank credit of [PERSON 1]")
    corpus = lines("c.jsonl", *({"id": text, "client": text, "text": text} for text in texts))
    done = unsaid("index", "build", corpus, "--k", 3, "--out", tmp_path / "new")
    assert "1 document without a placeholder. Are they redacted?" in " ".join(done.stdout.split())


def test_a_client_with_more_than_its_share_of_a_group_is_reported(unsaid, index, lines):
    new = lines(
        "new.jsonl", *({"id": f"n{number}", "client": "client 1", "text": "bank loan"} for number in range(4))
    )
    (uneven,) = printed(unsaid("index", "add", index, new, "--json"))["uneven"]
    # Three documents of three clients, and four more of one of them, or of a fourth.
    assert uneven["largest_owner_share"] in (5 / 7, 4 / 7)
    assert printed(unsaid("index", "info", index, "--json"))["largest_owner_share"] == uneven["largest_owner_share"]
    assert "In 1 group one client has up to" in unsaid("index", "remove", index, "n0").stdout


def test_weights_of_any_size_give_the_same_group(unsaid, index, lines):
    small, large = ({"id": str(size), "vector": {"bank": size, "loan": size}} for size in (1e-300, 1e300))
    added = printed(unsaid("index", "add", index, lines("new.jsonl", small, large), "--json"))["added"]
    assert added[0]["group"] == added[1]["group"]
    assert set(printed(unsaid("index", "search", index, "bank loan", "--json"))["groups"][0]["members"]) >= {
        "1e-300"
    }


def test_a_text_is_classified_by_the_industries_of_near_groups(unsaid, index):
    industries = printed(unsaid("index", "classify", index, "the bank and its loans", "--json"))["industries"]
    assert industries[0] == {"industry": "Finance", "share": 1.0}
    assert "Finance" in unsaid("index", "classify", index, "the bank and its loans").stdout


def test_what_is_no_index_is_refused(unsaid, tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("text")
    for path in ("folder", "file"):
        refused = unsaid("index", "search", tmp_path / path, "bank")
        assert refused.exit_code == 2
        assert "this is no" in refused.stderr.lower()


def test_changes_are_in_the_audit_trail(unsaid, index):
    assert unsaid("db", "upgrade").exit_code == 0
    unsaid("index", "remove", index, "d1", "report of Xqzmart")
    rows = unsaid("audit", "list", "--json").stdout
    assert "index.removed" in rows
    assert "Xqzmart" not in rows


def test_no_vector_outlives_the_clients_that_it_was_made_of(unsaid, lines, tmp_path):
    """Two clients make a group of k = 2; two others join, and then the documents of the first two are removed."""
    made = lines(
        "made.jsonl", *({"id": f"m{each}", "client": f"c{each}", "text": "xylophone bank"} for each in "ab")
    )
    index, edition = tmp_path / "index", tmp_path / "edition.npz"
    assert unsaid("index", "build", made, "--k", 2, "--out", index).exit_code == 0
    added = lines("new.jsonl", *({"id": f"n{number}", "text": "bank"} for number in range(2)))
    assert unsaid("index", "add", index, added).exit_code == 0
    assert printed(unsaid("index", "remove", index, "ma", "--json"), 1)["k_held"] is False
    for command in (("search", index, "xylophone"), ("publish", index, "--out", edition), ("add", index, added)):
        refused = unsaid("index", *command)
        assert refused.exit_code == 2
        assert "build the index again" in refused.stderr
    assert not edition.exists()


def test_the_audit_verifies_the_index_and_finds_one_that_was_put_back(unsaid, corpus, tmp_path, monkeypatch):
    index = tmp_path / "served"
    monkeypatch.setenv("UNSAID_INDEX", str(index))
    assert unsaid("db", "upgrade").exit_code == 0
    assert unsaid("index", "build", corpus, "--k", 3, "--out", index).exit_code == 0
    shutil.copytree(index, tmp_path / "before")
    unsaid("index", "remove", index, "d1")
    assert printed(unsaid("audit", "verify", "--json"))["index"] == []
    shutil.rmtree(index)
    shutil.copytree(tmp_path / "before", index)
    told = unsaid("audit", "verify")
    assert told.exit_code == 1
    assert "somebody has put an earlier state back" in " ".join(told.stdout.split())


def test_a_client_goes_after_its_documents_and_not_under_a_lock(unsaid, corpus, tmp_path, monkeypatch):
    here = tmp_path / "data" / "index"
    assert unsaid("db", "upgrade").exit_code == 0
    assert unsaid("index", "build", corpus, "--k", 3, "--out", here).exit_code == 0
    assert unsaid("client", "add", "client 1").exit_code == 0
    monkeypatch.setattr("backend.cli.client.index_here", lambda: index_here(wait=0.0))
    with contextlib.closing(sqlite3.connect(here / "index.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        refused = unsaid("client", "remove", "client 1")
    assert refused.exit_code == 2
    assert "Another program is changing the index" in refused.stderr
    removed = printed(unsaid("client", "remove", "client 1", "--json"))
    assert removed["index"]["removed"] == ["d1"]
    assert "client.removed" in unsaid("audit", "list", "--json").stdout
