"""Asking a panel about texts: who names the client, and among which clients."""

import pytest

from backend.panel import Attacker, Group, Panel
from backend.panel.answer import GroupAnswer, ask_panel
from backend.panel.attackers import Runs
from backend.panel.tokenisers import WORDS

KNOWN = (("bank", "loan loan cash rate"), ("shop", "till cash aisle"), ("farm", "field cow cash"))
WORD = Attacker("words", Group.CONTENT_WORDS, Runs(WORDS))
PAIR = Attacker("pairs", Group.WITHOUT_GOAL, Runs(WORDS, 2, 2))


@pytest.fixture(scope="module")
def panel():
    return Panel.learn([text for _, text in KNOWN], [client for client, _ in KNOWN], [WORD, PAIR])


def test_each_group_says_who_names_the_client(panel):
    """*loan* is the bank's alone; *cash rate* is a pair of the bank."""
    named, hidden, pair = ask_panel(panel, ["a loan", "the till", "cash rate"], "bank", [None] * 3)
    assert named.content_words == GroupAnswer((("words", 1),))
    assert hidden.content_words.named_by == ()
    assert hidden.content_words.worst[1] > 1
    assert pair.others.named_by == ("pairs",)
    assert {named.clients, hidden.clients} == {3}


def test_a_text_that_tells_nothing_ranks_the_client_last_of_all(panel):
    """Three clients are equally likely, so the attacker has to list three to be sure."""
    (nothing,) = ask_panel(panel, ["[TERM] zebra"], "bank", [None])
    assert nothing.content_words.ranks == (("words", 3),)
    assert nothing.as_json()["content_words"] == {
        "attackers": 1,
        "named_by": [],
        "worst": {"attacker": "words", "rank": 3},
    }


def test_whoever_knows_the_industry_compares_its_clients_alone(panel):
    """*till* is the shop's, so whoever compares bank and farm alone learns nothing from it."""
    alone, among = ask_panel(panel, ["till", "till"], "farm", [None, ("bank",)])
    assert alone.content_words.ranks[0][1] >= 2
    assert (alone.clients, among.clients) == (3, 2)
    assert among.content_words.ranks[0][1] <= alone.content_words.ranks[0][1]


def test_a_client_of_which_no_text_was_learnt_has_no_answer(panel):
    assert ask_panel(panel, ["loan"], "mill", [None]) == ()


def test_the_worst_attacker_gives_the_lowest_rank():
    assert GroupAnswer((("a", 4), ("b", 2), ("c", 2))).worst == ("b", 2)
    assert GroupAnswer(()).worst is None
