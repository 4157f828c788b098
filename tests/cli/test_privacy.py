"""`unsaid privacy`, from the outside."""

import json
from math import log2, sqrt

import pytest


@pytest.fixture
def lines(tmp_path):
    """Write objects as lines of a file and return its path."""

    def written(name, *objects):
        path = tmp_path / name
        path.write_text("".join(each if isinstance(each, str) else json.dumps(each) + "\n" for each in objects))
        return path

    return written


def document(user, text, sigma=None):
    return {"user": user, "id": text, "text": text} | ({} if sigma is None else {"sigma": sigma})


def test_the_index_of_a_release_with_given_sensitivities(unsaid, lines):
    before = lines("before.jsonl", document("ann", "a", 0), document("ann", "b", 1), document("bob", "c", 0))
    after = lines("after.jsonl", document("ann", "a", 0), document("bob", "c", 0))
    done = unsaid("privacy", "spi", before, after, "--json")
    report = json.loads(done.stdout)
    assert done.exit_code == 0
    # Ann: p = (1/2, 1/2), q = (1, 0); the term of the withheld document, 1/4, has no weight. Bob: nothing hidden.
    assert report["jsd"] == pytest.approx(0.311278 / 2, abs=1e-6)
    assert report["spi"] == pytest.approx((0.311278 - 0.25) / 2, abs=1e-6)
    assert report["impressions"] == 0.75
    assert [(each["user"], round(each["jsd"], 6)) for each in report["users"]] == [("ann", 0.311278), ("bob", 0)]


def test_the_shipped_model_judges_documents_without_sigma(unsaid, lines):
    texts = ["my doctor says that the tumour is back", "the garage door opens slowly"]
    before = lines("before.jsonl", *(document(user, text) for user in ("ann", "bob") for text in texts))
    after = lines("after.jsonl", document("ann", texts[0]), document("bob", texts[1]))
    users = json.loads(unsaid("privacy", "spi", before, after, "--json").stdout)["users"]
    assert users[0]["jsd"] == users[1]["jsd"]
    # Of Ann the harmless document is withheld, whose term is the larger one.
    assert users[0]["spi"] < users[0]["jsd"]
    assert users[0]["spi"] != users[1]["spi"]


def test_words_are_compared_where_documents_are_redacted(unsaid, lines):
    before = lines("before.jsonl", document("ann", "Rook sells chairs"))
    after = lines("after.jsonl", document("ann", "[CLIENT] sells chairs"))
    report = json.loads(unsaid("privacy", "spi", before, after, "--unit", "word", "--json").stdout)
    # Of three words one became the null word: two terms of 1/2 * 1/3 * log2(2).
    assert report["jsd"] == pytest.approx(1 / 3)
    assert report["elements"] == {"before": 3, "after": 2, "new": 0}
    whole = json.loads(unsaid("privacy", "spi", before, after, "--json").stdout)
    assert (whole["unit"], whole["jsd"]) == ("document", 1)
    told = " ".join(unsaid("privacy", "spi", before, after, "--unit", "word").stdout.split())
    assert "The release has 67% of the words, and the words differ by 0.333 of 1 on average." in told


def test_people_read_a_sentence_and_who_is_protected_least(unsaid, lines):
    before = lines("before.jsonl", document("ann", "a", 0.5), document("bob", "b", 0.5))
    after = lines("after.jsonl", document("ann", "a", 0.5))
    done = unsaid("privacy", "spi", before, after)
    assert done.stdout.startswith("The release has 50% of the documents, and 25% of what it hides")
    assert "1 of 2 documents in all" in done.stdout


def test_bad_lines_are_skipped_and_named(unsaid, lines):
    bad = ["no json\n", "[]\n", '{"user": 1, "text": "x"}\n', document("ann", "a", 2), document("ann", "a", "1")]
    before = lines("before.jsonl", *bad, document("ann", "a", 0))
    done = unsaid("privacy", "spi", before, before, "--json")
    report = json.loads(done.stdout)
    assert done.exit_code == 1
    assert [each["where"].rpartition(":")[2] for each in report["problems"]] == 2 * ["1", "2", "3", "4", "5"]
    assert (report["spi"], report["elements"]["before"]) == (0, 1)


def test_an_original_without_documents_is_refused(unsaid, lines):
    done = unsaid("privacy", "spi", lines("before.jsonl", ""), lines("after.jsonl", ""))
    assert done.exit_code == 2
    assert "contains no document" in done.stderr


def test_an_original_of_skipped_lines_says_why_the_first_was_skipped(unsaid, lines):
    done = unsaid("privacy", "spi", lines("before.jsonl", document("ann", "a", 1.5)), lines("after.jsonl", ""))
    assert done.exit_code == 2
    assert "'sigma' is no number from 0 to 1" in " ".join(done.stderr.split())


def profile(entity, community, text):
    return {"entity": entity, "community": community, "text": text}


def test_pairs_of_profiles_with_their_distances(unsaid, lines):
    path = lines(
        "profiles.jsonl",
        profile("ann", "cars", "engine"),
        profile("ann", "boats", "engine sail"),
        profile("ann", "boats", "the engine and the sail"),
        profile("bob", "boats", "anchor"),
    )
    done = unsaid("privacy", "linkability", path, "--json")
    report = json.loads(done.stdout)
    assert done.exit_code == 0
    assert report["profiles"] == 3
    into_cars, into_boats = sorted(report["pairs"], key=lambda each: each["target"], reverse=True)
    # p = (1, 0) and q = (1/2, 1/2) are .311278 bits apart.
    assert into_boats["distance"] == into_cars["distance"] == pytest.approx(sqrt(0.311278), abs=1e-6)
    assert (into_boats["source"], into_boats["rank"], into_boats["anonymous_subset"]) == ("cars", 1, 1)
    # Bob shares no word, so that only Ann's own profile has a likelihood.
    assert into_boats["likelihood"] == 1
    assert report["precision"] == {"1": 1, "5": 1, "10": 1, "20": 1}
    # Without "engine", or without Ann's profile, both are equally far: the belief moves from (1, 0) to (1/2, 1/2).
    assert (into_boats["epsilon_profiles"], into_boats["epsilon_words"]) == (0.5, 0.5)
    # Bob is at 1 of Ann's target; the other community has one profile.
    assert report["anonymity"] == {
        "2": {"at_distance": 0, "below_half": 0, "median_d": 1},
        "5": {"at_distance": 0, "below_half": 0, "median_d": None},
        "10": {"at_distance": 0, "below_half": 0, "median_d": None},
    }


def test_people_read_how_many_are_found(unsaid, lines):
    path = lines("profiles.jsonl", profile("ann", "cars", "engine"), profile("ann", "boats", "engine"))
    assert "In 2 of 2 pairs (100%), no profile in the other community is closer" in " ".join(
        unsaid("privacy", "linkability", path).stdout.split()
    )


def test_people_read_what_is_anonymous_around_a_target_and_what_one_change_tells(unsaid, lines):
    twins = [profile(each, "boats", "engine") for each in ("ann", "bob")]
    path = lines("profiles.jsonl", profile("ann", "cars", "engine"), *twins)
    shown = unsaid("privacy", "linkability", path, COLUMNS="200").stdout
    (of_two,) = [line.split() for line in shown.splitlines() if line.split()[:1] == ["2"]]
    assert of_two == ["2", "50.0%", "50.0%", "0"]
    (into_boats,) = [line.split() for line in shown.splitlines() if line.split()[:3] == ["ann", "cars", "boats"]]
    assert into_boats[-3:] == ["50.00%", "0.5", "0"]  # both twins share the word: without it neither is closer


def test_profiles_of_one_community_have_no_pairs(unsaid, lines):
    done = unsaid(
        "privacy", "linkability", lines("profiles.jsonl", profile("ann", "cars", "engine"), "{}\n"), "--json"
    )
    report = json.loads(done.stdout)
    assert done.exit_code == 1
    assert (report["pairs"], report["precision"]["1"], len(report["problems"])) == ([], None, 1)
    assert report["anonymity"] == {}


def test_own_texts_make_an_own_model(unsaid, lines, tmp_path):
    texts = lines(
        "texts.jsonl",
        *({"text": f"secret {i}", "sensitive": True} for i in range(20)),
        *({"text": f"open {i}", "sensitive": False} for i in range(20)),
        {"text": "no label"},
    )
    done = unsaid("privacy", "train-sensitivity", texts, "--out", tmp_path / "own.npz", "--json")
    assert done.exit_code == 1
    assert json.loads(done.stdout)["accuracy"] == 1
    before = lines("before.jsonl", document("ann", "secret"), document("bob", "open"))
    report = unsaid(
        "privacy", "spi", before, lines("after.jsonl", ""), "--sensitivity", tmp_path / "own.npz", "--json"
    )
    ann, bob = json.loads(report.stdout)["users"]
    assert ann["spi"] < 0.6
    assert bob["spi"] > 0.9


def test_a_file_that_is_no_model_is_refused(unsaid, lines):
    before = lines("before.jsonl", document("ann", "a"))
    done = unsaid("privacy", "spi", before, before, "--sensitivity", before)
    assert done.exit_code == 2
    assert "Train one on labelled texts" in done.stderr


@pytest.fixture
def corpus(lines):
    """Three clients of two industries; what each document says of its client is one word."""
    words = {"Rook": ("Retail", "larder"), "Vale": ("Retail", "shelf"), "Kestrel": ("Energy", "turbine")}
    return lines(
        "corpus.jsonl",
        *(
            {"id": f"{client}{i}", "client": client, "utility": industry, "text": f"the {word} report and plan {i}"}
            for client, (industry, word) in words.items()
            for i in range(4)
        ),
    )


def test_a_policy_names_the_words_that_break_it(unsaid, lines, corpus):
    policy = lines(
        "policy.json",
        {
            "requirements": [
                {"profile": "Rook", "attribute": "client", "belief": 0.34},
                {"profile": "Rook", "attribute": "industry", "value": "Energy", "belief": 0.34},
            ]
        },
    )
    done = unsaid("privacy", "policy", policy, corpus, "--json")
    report = json.loads(done.stdout)
    assert done.exit_code == 1
    assert report["violations"] == 1
    rook, energy = report["requirements"]
    assert (rook["value"], rook["satisfied"], energy["satisfied"]) == ("Rook", False, True)
    assert {each["id"] for each in rook["documents"]} == {"Rook0", "Rook1", "Rook2", "Rook3"}
    assert all(each["critical_words"] == each["critical_set"] == ["larder"] for each in rook["documents"])
    assert "larder" in unsaid("privacy", "policy", policy, corpus).stdout


def test_a_policy_that_holds_needs_no_attention(unsaid, lines, corpus):
    policy = lines("policy.json", {"requirements": [{"profile": "Rook", "attribute": "client", "belief": 1}]})
    done = unsaid("privacy", "policy", policy, corpus)
    assert (done.exit_code, "satisfied" in done.stdout) == (0, True)


@pytest.mark.parametrize(
    ("policy", "reason"),
    [
        ("[]", "no privacy policy"),
        ('{"requirements": []}', "no requirement"),
        ('{"requirements": [{"profile": "Rook", "attribute": "age", "belief": 0.1}]}', "no privacy policy"),
        ('{"requirements": [{"profile": "Rook", "attribute": "client", "belief": 2}]}', "no privacy policy"),
        ('{"requirements": [{"profile": "Nobody", "attribute": "client", "belief": 0.1}]}', "Nobody"),
        (
            '{"requirements": [{"profile": "Rook", "attribute": "industry", "value": "Mining", "belief": 0.1}]}',
            "no industry",
        ),
    ],
)
def test_a_policy_that_cannot_be_checked_is_refused(unsaid, lines, corpus, policy, reason):
    done = unsaid("privacy", "policy", lines("policy.json", policy), corpus)
    assert done.exit_code == 2
    assert reason in done.stderr


def test_a_redacted_document_is_partly_its_original(unsaid, lines):
    before = lines("before.jsonl", {"user": "ann", "id": "1", "text": "Rook sells chairs and tables", "sigma": 0})
    after = lines("after.jsonl", {"user": "ann", "id": "1", "text": "[CLIENT] sells chairs and tables", "sigma": 0})
    report = json.loads(unsaid("privacy", "spi", before, after, "--unit", "partial", "--json").stdout)
    # The cosine of five words and four of them is sqrt(4/5): p = (1, 0), q = (.894, .106).
    same = sqrt(4 / 5)
    divergence = (log2(2 / (1 + same)) + same * log2(2 * same / (1 + same)) + (1 - same)) / 2
    assert report["jsd"] == pytest.approx(divergence, abs=1e-6)
    assert report["elements"] == {"before": 1, "after": 1, "new": 0}
    other = lines("other.jsonl", {"user": "ann", "id": "2", "text": "[CLIENT] sells chairs and tables"})
    assert json.loads(unsaid("privacy", "spi", before, other, "--unit", "partial", "--json").stdout)["jsd"] == 1
