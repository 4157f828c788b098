"""The held-out attackers on texts of a few words, with values from arithmetic."""

import ast
import tomllib
from math import log
from pathlib import Path

import numpy as np
import pytest
from scipy.spatial.distance import jensenshannon

from backend import panel as panel_package
from backend.panel import ATTACKERS, INDUSTRY_ATTACKERS, Attacker, Group, Panel, Ranking
from backend.panel.attackers import Characters, Classifier, Runs, Weighting, Windows
from backend.panel.tokenisers import AS_WRITTEN, COMPOUNDS, LETTERS, NORMALISED, SPACED, STYLE, WORDS
from backend.privacy.linkability import linked_pairs
from backend.privacy.profiles import Profile, profiles_from_words

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"
AWKWARD = "The company's long-term debt (5%) rose to $4.37 [TERM], a [PERSON 3]'s and/or U.S. Re-Start!"


@pytest.mark.parametrize(
    ("tokeniser", "expected"),
    [
        (WORDS, "the company long term debt rose to 37 | | and or re start"),
        (SPACED, "the company's long-term debt 5% rose to $4.37 | a | s and/or u.s re-start"),
        (AS_WRITTEN, "The company's long-term debt 5% rose to $4.37 | a | s and/or U.S Re-Start"),
        (LETTERS, "the company s long term debt rose to | a | s and or u s re start"),
        (COMPOUNDS, "the company's long-term debt 5 rose to 4.37 | a | s and/or u.s re-start"),
        (STYLE, "the to | a | and or re"),
        (NORMALISED, "company long term debt 5 rose 4 37 | | u s start"),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_each_tokeniser_cuts_words_in_its_own_way_and_placeholders_are_gaps(tokeniser, expected):
    assert " | ".join(" ".join(part) for part in tokeniser.parts(AWKWARD)) == expected.replace("| |", "|  |")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Cooooool coool 10000 ----- ......", "coool coool 1000"),
        ("see https://me@www.mypage.com:80/a?b=1, www.other.org. http://", "\1www.mypage.com \1www.other.org"),
        ("well :-) and :(, but a:d =d! <3", "\x3a-) :( d =d <3"),
        ("It isn't ours, Ann’s or they; we've won’t", "ann"),
        ("kept\n> quoted words\n | a table\nkept", "kept kept"),
        ("kept `code` kept\n```\nmore code\n```\nkept ```open", "kept kept kept"),
        ("Zoe\u0308 e\u0331 \u2013 na\u00efve", "zo\u00eb e na\u00efve"),
        ("https://www.[CLIENT].com/x > [TERM]", "\1www | com x |"),
        ("`a [TERM]` kept", "kept"),
        ("", ""),
    ],
)
def test_words_are_normalised_as_in_the_open_world_paper(text, expected):
    """Section 6: no code, quotations and stop words; hosts of addresses; smileys; at most three repeats."""
    assert " | ".join(" ".join(part) for part in NORMALISED.parts(text)).strip() == expected


@pytest.mark.parametrize("gap", ["[CLIENT]", "[TERM]", "[PERSON 3]", "[REDACTED]", "[CUSTOM_ZIP 12]"])
def test_placeholders_are_bracketed_words_in_capitals(gap):
    assert WORDS.parts(f"our {gap} plan") == (("our",), ("plan",))


@pytest.mark.parametrize("text", ["[sic]", "[a 1]", "[1]", "[TWO WORDS]", "CLIENT"])
def test_nothing_else_is_a_placeholder(text):
    assert len(WORDS.parts(f"our {text} plan")) == 1


def one(reads, classifier=Classifier.BAYES, weighting=Weighting.COUNTS, smoothing=0.1):
    return Attacker("one", Group.WITHOUT_GOAL, reads, weighting, classifier, smoothing)


def ranking(attacker, known, texts, among=None):
    """The ranking by one attacker that learnt from (client, text)."""
    panel = Panel.learn([text for _, text in known], [client for client, _ in known], [attacker])
    (found,) = panel.rank(texts, among)
    return found


BANK_AND_SHOP = (("bank", "loan loan cash"), ("shop", "till cash"))


def test_naive_bayes_scores_by_smoothed_shares_of_words():
    """Three words in all, smoothed by .5: the bank says *loan* (2 + .5) / (3 + 1.5), the shop .5 / (2 + 1.5)."""
    found = ranking(one(Runs(WORDS), smoothing=0.5), BANK_AND_SHOP, ["a loan", "a loan, loan till"])
    bank, shop = log(2.5 / 4.5), log(0.5 / 3.5)
    till = log(0.5 / 4.5), log(1.5 / 3.5)
    prior = log(1 / 2)
    assert found.clients == ("bank", "shop")
    expected = [[bank + prior, shop + prior], [2 * bank + till[0] + prior, 2 * shop + till[1] + prior]]
    assert found.scores == pytest.approx(np.array(expected))
    assert found.named() == ("bank", "bank")
    assert found.ranks(["bank", "shop"]).tolist() == [1, 2]


def test_the_nearest_document_is_by_the_cosine():
    """Without weights by rarity there is no row, so all words are in one document each: cosines of 1/√2 and 1."""
    known = (("a", "red blue"), ("b", "green white"), ("b", "grey pink"))
    found = ranking(
        one(Runs(WORDS), Classifier.NEAREST_DOCUMENT, Weighting.TF_IDF), known, ["red", "grey pink", "red green"]
    )
    assert found.scores == pytest.approx(np.array([[0.5**0.5, 0], [0, 1], [0.5, 0.5]]))
    assert found.named() == ("a", "b", None)


def test_the_nearest_centroid_is_of_all_documents_of_a_client():
    """b's centroid has four words of equal weight, so one of them has a cosine of 1/2."""
    known = (("a", "red blue"), ("b", "green white"), ("b", "grey pink"))
    found = ranking(one(Runs(WORDS), Classifier.NEAREST_CENTROID, Weighting.TF_IDF), known, ["red", "grey"])
    assert found.scores == pytest.approx(np.array([[0.5**0.5, 0], [0, 0.5]]))


PROFILES = (("a", "red blue"), ("a", "red red lead"), ("b", "green white"), ("c", "red white grey grey"))
"""Shares: a has 3 of 5 red, b none, c 1 of 4."""


def test_the_nearest_profile_is_by_the_divergence_of_shares_of_words():
    """SciPy's distance is the root. *new* is no word of any profile, so two of three known words are red."""
    shares = {"a": [3, 1, 1, 0, 0, 0], "b": [0, 0, 0, 1, 1, 0], "c": [1, 0, 0, 0, 1, 2]}
    asked = [2, 1, 0, 0, 0, 0]
    found = ranking(
        one(Runs(NORMALISED), Classifier.NEAREST_PROFILE), PROFILES, ["red [TERM] red, new blue", "new"]
    )
    expected = [1 - jensenshannon(asked, shares[client], base=2) ** 2 for client in "abc"]
    assert found.scores == pytest.approx(np.array([expected, [0, 0, 0]]))
    assert found.named() == ("a", None)


def test_the_rank_by_profiles_is_the_k_of_k_d_anonymity():
    """So many profiles are within the distance of the own one, by the product's measure, which shares no code."""
    drawn = np.random.default_rng(5)
    vocabulary = [f"word{number}" for number in range(30)]

    def said(size):
        return " ".join(drawn.choice(vocabulary, size, p=drawn.dirichlet(np.ones(30))))

    known = [(str(client), said(80)) for client in range(12)]
    texts = [said(25) for _ in range(6)]
    found = ranking(one(Runs(NORMALISED), Classifier.NEAREST_PROFILE), known, texts)
    for text, own in zip(texts, ("0", "3", "5", "7", "9", "11"), strict=True):
        # A pair of one entity: the text in one community, its client's profile among all profiles in the other.
        lines = [
            (Profile("asked" if client == own else client, "clients"), words.split()) for client, words in known
        ]
        profiles = profiles_from_words([(Profile("asked", "text"), text.split()), *lines])
        (pair,) = (each for each in linked_pairs(profiles) if each.source == "text")
        ranks = found.ranks([own] * len(texts))
        assert ranks[texts.index(text)] == pair.rank  # no two profiles are equally far


@pytest.mark.parametrize("classifier", list(Classifier))
def test_every_classifier_names_the_client_whose_words_are_said(classifier):
    counts = "Bayes" in classifier or classifier is Classifier.NEAREST_PROFILE
    weighting = Weighting.COUNTS if counts else Weighting.TF_IDF
    known = (("a", "red blue"), ("a", "red lead"), ("b", "green white"), ("c", "grey pink"), ("c", "pink sand"))
    found = ranking(one(Runs(WORDS), classifier, weighting), known, ["red", "white", "pink", "nothing known"])
    assert found.named() == ("a", "b", "c", None)
    assert found.ranks(["a", "b", "c", "a"]).tolist() == [1, 1, 1, 3]
    two = ranking(one(Runs(WORDS), classifier, weighting), BANK_AND_SHOP, ["loan", "till", ""])
    assert two.named() == ("bank", "shop", None)


def test_an_attacker_with_equal_clients_names_nobody_and_a_rank_counts_them():
    scores = np.array([[3.0, 3.0, 1.0, 0.0], [3.0, 3.0 - 1e-12, 1.0, 0.0], [2.0, 1.0, 1.0, 1.0], [0, 0, 0, 0]])
    found = Ranking(ATTACKERS[0], ("a", "b", "c", "d"), scores)
    assert found.named() == (None, None, "a", None)
    assert found.ranks(["a", "b", "c", "d"]).tolist() == [2, 2, 4, 4]


def test_who_knows_the_industry_considers_its_clients_alone():
    scores = np.array([[4.0, 3.0, 2.0, 1.0]] * 3)
    found = Ranking(ATTACKERS[0], ("a", "b", "c", "d"), scores)
    inside = found.among([{"b", "c"}, {"c", "d"}, {"d"}])
    assert inside.named() == ("b", "c", "d")
    assert inside.ranks(["c", "c", "d"]).tolist() == [2, 1, 1]
    assert found.named() == ("a", "a", "a")


def test_the_panel_restricts_each_text_to_its_own_clients():
    panel = Panel.learn(["red", "blue", "red blue"], ["a", "b", "c"], [one(Runs(WORDS))])
    (found,) = panel.rank(["red", "red"], [{"b", "c"}, {"a", "b"}])
    assert found.named() == ("c", "a")


def test_pairs_cross_a_placeholder_only_if_asked():
    known = (("a", "cash in hand"), ("b", "cash or kind"), ("b", "hand kind"), ("a", "hand cash"))
    texts = ["cash in", "cash [TERM] in", "hand [TERM] kind"]
    assert ranking(one(Runs(WORDS, 2, 2)), known, texts).named() == ("a", None, None)
    assert ranking(one(Runs(WORDS, 2, 2, across=True)), known, texts).named() == ("a", "a", "b")


def test_runs_that_too_few_documents_have_are_not_learnt():
    known = (("a", "red sand"), ("a", "red lime"), ("b", "blue sand"), ("b", "blue"))
    found = ranking(one(Runs(WORDS, documents=2)), known, ["lime", "red"])
    assert found.named() == (None, "a")


def test_runs_of_characters_are_within_words_and_across_them_and_never_touch_a_gap():
    known = (("a", "abc d"), ("b", "xyz  d"))
    found = ranking(one(Characters(3, 5)), known, ["ABC", "yz\n D", "ab[TERM]c", "xy"])
    assert found.named() == ("a", "b", None, None)


WINDOWS = (
    ("a", "one two three four five"),
    ("b", "nine two three four eight"),
    ("c", "six seven one two three"),
)


def test_a_window_gives_one_point_to_those_who_have_it():
    """*two three four* is a's and b's, *three four five* is a's alone, *one two three* a's and c's."""
    found = ranking(one(Windows(3)), WINDOWS, ["two three four five", "one two three", "two three", "ten two four"])
    assert found.scores.tolist() == [[1.5, 0.5, 0], [0.5, 0, 0.5], [0, 0, 0], [0, 0, 0]]
    assert found.named() == ("a", None, None, None)
    assert found.ranks(["b", "b", "a", "a"]).tolist() == [2, 3, 3, 3]


def test_a_window_that_is_said_twice_counts_once():
    found = ranking(one(Windows(3)), WINDOWS, ["three four five, three four five"])
    assert found.scores.tolist() == [[1, 0, 0]]


def test_windows_never_cross_a_placeholder_unless_it_may_be_any_word():
    text = ["three [TERM] five", "[TERM] four five", "three [TERM] [TERM] five"]
    assert ranking(one(Windows(3)), WINDOWS, text).named() == (None, None, None)
    assert ranking(one(Windows(3, 1)), WINDOWS, text).named() == ("a", None, None)
    assert ranking(one(Windows(4, 1)), WINDOWS, ["two [TERM] four five"]).named() == ("a",)
    assert ranking(one(Windows(4, 1)), WINDOWS, ["two [TERM] [CLIENT] five"]).named() == (None,)
    assert ranking(one(Windows(4, 2)), WINDOWS, ["two [TERM] [CLIENT] five"]).named() == ("a",)


def test_a_window_that_five_clients_have_tells_nothing():
    known = tuple((client, "same words here") for client in "abcde")
    assert ranking(one(Windows(3)), known, ["same words here"]).scores.sum() == 0
    assert ranking(one(Windows(3)), known[:4], ["same words here"]).scores.tolist() == [[0.25] * 4]


def test_unknown_words_are_no_window():
    assert ranking(one(Windows(3)), WINDOWS, ["new two three", "new new new"]).scores.sum() == 0


def test_attackers_that_find_nothing_to_learn_name_nobody():
    panel = Panel.learn(["", "!"], ["a", "b"])
    assert all(found.named() == (None,) for found in panel.rank(["any text"]))


def test_a_single_client_is_always_named():
    panel = Panel.learn(["red sand and the blue sky"], ["a"])
    assert all(found.named() == ("a", "a") for found in panel.rank(["red", ""]))


def test_the_whole_panel_names_clients_who_repeat_themselves():
    said = {
        "bank": "we and our bank give loans to those who have cash in hand, and it is not with us that they end",
        "shop": "you go up or down the shop, then buy bread by the till before she can be asked about any money",
        "farm": "nobody there should keep cows after milk has become cheap, though some still do because of grass",
    }
    known = [(client, text) for client, text in said.items() for _ in range(2)]
    panel = Panel.learn([text for _, text in known], [client for client, _ in known])
    assert [each.attacker for each in panel.rank(["x"])] == list(ATTACKERS)
    for found in panel.rank(list(said.values())):
        assert found.named() == tuple(said), found.attacker.name


def test_an_attacker_of_beginnings_reads_nothing_else():
    """*loan* stands after the first eight characters of all texts but one."""
    known = (("bank", "the plan loan loan"), ("shop", "loan"))
    found = ranking(one(Runs(WORDS, characters=8)), known, ["loan", "the plan loan"])
    assert found.named() == ("shop", "bank")
    assert ranking(one(Runs(WORDS)), known, ["loan"]).named() == ("shop",)


def test_names_are_unique_and_every_wanted_kind_is_there():
    assert len({each.name for each in ATTACKERS}) == len(ATTACKERS)
    assert set(INDUSTRY_ATTACKERS) <= set(ATTACKERS)
    content = [each for each in ATTACKERS if each.group is Group.CONTENT_WORDS]
    assert {each.classifier for each in content} == set(Classifier)
    assert all(isinstance(each.reads, Runs) and each.reads.longest == 1 for each in content)
    of_counts = {Classifier.BAYES, Classifier.COMPLEMENT_BAYES, Classifier.NEAREST_PROFILE}
    for classifier in set(Classifier) - of_counts:
        assert {each.reads.tokeniser for each in content if each.classifier is classifier} == {WORDS, SPACED}
    sizes = {each.reads.words for each in ATTACKERS if isinstance(each.reads, Windows) and not each.reads.blanks}
    assert sizes == {4, 8, 12}


def test_the_panel_shares_no_code_with_the_product():
    """Held-out attackers measure protection only as long as they import nothing of what they attack."""
    folder = Path(panel_package.__file__).parent
    imported = {
        name
        for path in folder.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        for name in _imports(node)
    }
    assert "backend.panel.panel" in imported
    ours = {name for name in imported if name.startswith("backend")}
    assert {name for name in ours if not name.startswith("backend.panel")} == set()


def test_the_contract_of_imports_covers_the_panel():
    contracts = tomllib.loads(PYPROJECT.read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    (contract,) = [each for each in contracts if each.get("source_modules") == ["backend.panel"]]
    assert contract["type"] == "forbidden"
    assert not contract.get("allow_indirect_imports")
    assert {"backend.document", "backend.learning", "backend.blocking"} <= set(contract["forbidden_modules"])


def _imports(node):
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module] if isinstance(node, ast.ImportFrom) else []
