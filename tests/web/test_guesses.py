"""Who would be guessed is told from words and their numbers alone."""

import pytest

from tests.conftest import CLIENT
from tests.web.documents import REPORT, encoded, word_file


@pytest.fixture
def post(client):
    def send(route, **body):
        response = client.post(f"/v1/{route}", json=body)
        assert response.status_code == 200, response.text
        return response.json

    return send


def test_a_guess_without_the_terms_of_a_level_is_the_guess_of_that_level(post):
    """Two ways to one figure: what the analysis foretells, and what the words that are left come to."""
    found = post("analyses", document=encoded(REPORT), client=CLIENT, k=6)
    for level in found["levels"]:
        gone = [each["words"] for each in found["suggestions"] if (each["from_level"] or 0) <= level["k"]]
        seen = post("guesses", words=found["words"], gone=gone, client=CLIENT)
        # A level holds in every way to read the file; a question about words knows the text that counts alone.
        assert seen["k_reached"] >= level["k_reached"] >= level["k"]
        assert [each["client"] for each in seen["guess"]] == [each["client"] for each in level["guess"]]
        assert seen["kept_share"] == pytest.approx(level["kept_share"], abs=0.01)


def test_a_guess_without_redacted_words_is_that_of_the_redacted_document(post):
    asked = {"document": encoded(REPORT), "client": CLIENT, "k": 3}
    found = post("analyses", **asked)
    decisions = [{"id": each["id"], "verdict": "accepted"} for each in found["suggestions"]]
    report = post("redactions", **asked, decisions=decisions)["report"]
    seen = post(
        "guesses", words=found["words"], gone=[each["words"] for each in found["suggestions"]], client=CLIENT
    )
    # The report has the least rank of all ways to read the file; the question knows the text that counts alone.
    assert seen["k_reached"] >= report["k_reached"] >= 3
    assert seen["utility"] == report["utility_after"]


def test_a_guess_without_redacted_words_is_that_of_the_document(post):
    found = post("analyses", document=encoded(REPORT), client=CLIENT)
    seen = post("guesses", words=found["words"], client=CLIENT)
    assert (seen["k_reached"], seen["guess"][0]["client"], seen["kept_share"]) == (1, CLIENT, 1.0)


def test_without_a_client_there_is_no_k(post):
    seen = post("guesses", words={"retail": 3})
    assert seen["k_reached"] is None


def test_no_word_that_the_model_knows_reveals_nothing(post):
    seen = post("guesses", words={"quixotrade": 1}, gone=[{"quixotrade": 5, "other": 2}])
    assert seen["warnings"] == [
        "The document contains no word that the model knows, so all clients are equally likely."
    ]
    assert seen["messages"] == [{"code": "no_known_word", "params": {}}]
    assert seen["kept_share"] == 0


def test_what_people_wrote_instead_of_placeholders_is_guessed_with_the_text(post):
    """As in the redacted file itself, whose words are counted after the redaction."""
    asked = {"document": encoded(REPORT), "client": CLIENT, "k": 3}
    found = post("analyses", **asked)
    first, *others = found["suggestions"]
    own = "a goole pilot, of [PERSON 1]"
    decisions = [{"id": first["id"], "verdict": "edited", "replacement": own}]
    decisions += [{"id": each["id"], "verdict": "accepted"} for each in others]
    redacted = post("redactions", **asked, decisions=decisions)["document"]
    words = post("analyses", document=redacted, client=CLIENT, pii=[])["words"]
    gone = [each["words"] for each in found["suggestions"]]
    written = [{"text": own, "places": first["count"]}]
    seen = post("guesses", words=found["words"], gone=gone, client=CLIENT, replacements=written)
    there = post("guesses", words=words, client=CLIENT)
    assert seen["guess"] == there["guess"] != post("guesses", words=found["words"], gone=gone)["guess"]
    assert seen["k_reached"] == there["k_reached"]
    assert seen["kept_share"] == pytest.approx(sum(words.values()) / sum(found["words"].values()), abs=1e-4)


def test_of_a_term_that_goes_in_some_places_only_the_words_of_these_places_go(post):
    """As in the redacted file itself, whose words are counted after the redaction."""
    text = word_file("Ann Rook met Rook and Ann Rook.", "Ann Rook opens stores for shoppers.")
    asked = {"document": encoded(text), "client": CLIENT, "k": 2, "always": ["Ann Rook"], "pii": []}
    found = post("analyses", **asked)
    rook = next(each for each in found["suggestions"] if each["term"] == "Ann Rook")
    first = {name: rook["places"][0][name] for name in ("story", "block", "start")}
    first["story"] = {name: first["story"][name] for name in ("part", "kind")}
    decisions = [{"id": rook["id"], "verdict": "accepted", "places": [first]}]
    redacted = post("redactions", **asked, decisions=decisions)["document"]
    words = post("analyses", document=redacted, client=CLIENT, pii=[])["words"]
    texts = [{"text": rook["places"][0]["text"], "places": 1}]
    seen = post("guesses", words=found["words"], gone_texts=texts, client=CLIENT)
    there = post("guesses", words=words, client=CLIENT)
    assert (seen["guess"], seen["k_reached"]) == (there["guess"], there["k_reached"])
    assert seen["kept_share"] == pytest.approx(sum(words.values()) / sum(found["words"].values()), abs=1e-4)


def test_more_words_than_the_document_had_are_all_of_it(post):
    written = [{"text": "one two three", "places": 4}]
    assert post("guesses", words={"store": 2}, replacements=written)["kept_share"] == 1


@pytest.mark.parametrize(
    "body",
    [
        {"words": {"a": 1}, "replacements": [{"text": "a", "places": -1}]},
        {"words": {"a": 1}, "replacements": [{"text": "a"}]},
        {"words": {"a": 1}, "replacements": [{"text": "a" * 201, "places": 1}]},
        {"words": {"a": 1}, "replacements": [{"text": "a\u200bb", "places": 1}]},
        {"words": {"a": 1}, "replacements": [{"text": "a", "places": 1}] * 5_001},
        {"words": {"a": 1}, "gone_texts": [{"text": "a", "places": -1}]},
        {"words": {"a": 1}, "gone_texts": [{"text": "a", "places": 10_000_001}]},
        {"words": {"a": 1}, "gone_texts": [{"text": "a"}]},
        {"words": {"a": 1}, "gone_texts": [{"text": "", "places": 1}]},
        {"words": {"a": 1}, "gone_texts": [{"text": "a" * 10_001, "places": 1}]},
        {"words": {"a": 1}, "gone_texts": [{"text": "a", "places": 1}] * 20_001},
        {},
        {"words": {"a": -1}},
        {"words": {"a": "1"}},
        {"words": {"a": 10**9}},
        {"words": []},
        {"words": {"a": 1.5}},
    ],
)
def test_what_does_not_fit_is_refused(client, body):
    response = client.post("/v1/guesses", json=body)
    assert (response.status_code, response.json["code"]) == (422, "does_not_fit")
