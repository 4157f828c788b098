"""A stored panel ranks as the panel did that was stored, and holds no word of a document."""

import io
import json

import numpy as np
import pytest

from backend.panel import ATTACKERS, Panel
from backend.panel import stored as stored_module
from backend.panel.answer import ask_panel
from backend.panel.attackers import STORED, Characters, Classifier, Group, Windows
from backend.panel.stored import pack_panel, unpack_panel

STARTS, ENDS = ("quar", "bel", "tor", "mun", "sil", "ver"), ("rel", "ton", "ash", "ine")
WORDS = [f"{start}{end}" for start in STARTS for end in ENDS]
DRAWN = np.random.default_rng(11)


def drawn_text(client, length=120):
    """A text in which each client prefers other words."""
    weights = np.array([3.0 if place % 4 == client else 1.0 for place in range(len(WORDS))])
    return " ".join(DRAWN.choice(WORDS, length, p=weights / weights.sum()))


CLIENTS = [str(client) for client in range(4) for _ in range(3)]
TEXTS = [drawn_text(int(client)) for client in CLIENTS]
ASKED = [drawn_text(client, 30) for client in range(4)] + ["", "[TERM] zebra"]


@pytest.fixture(scope="module")
def panel():
    return Panel.learn(TEXTS, CLIENTS, STORED)


@pytest.fixture(scope="module")
def stored(panel):
    return pack_panel(panel)


def test_a_stored_panel_gives_the_same_answers(panel, stored):
    again = unpack_panel(stored)
    assert again.clients == panel.clients
    assert again.attackers == panel.attackers == STORED
    for client in "0123":
        assert ask_panel(again, ASKED, client, [None] * 6) == ask_panel(panel, ASKED, client, [None] * 6)


def test_a_stored_panel_scores_alike_to_three_digits(panel, stored):
    for before, after in zip(panel.rank(ASKED), unpack_panel(stored).rank(ASKED), strict=True):
        assert after.scores == pytest.approx(before.scores, rel=1e-3, abs=2e-3), before.attacker.name


def test_no_word_of_a_document_is_stored(stored):
    with np.load(io.BytesIO(stored)) as arrays:
        content = b"".join(arrays[name].tobytes() for name in arrays.files).lower()
    assert b"header" not in content
    assert not [word for word in WORDS if word.encode() in content or word.encode("utf-32-le") in content]


def test_single_words_have_fifteen_attackers_and_what_words_cannot_hide_has_three():
    groups = [each.group for each in STORED]
    assert (groups.count(Group.CONTENT_WORDS), groups.count(Group.WITHOUT_GOAL)) == (15, 3)
    assert set(STORED) <= set(ATTACKERS)


def test_an_attacker_that_is_not_in_the_list_any_more_is_left_out(stored, monkeypatch):
    gone = STORED[1].name, "windows of 8 words"
    left = {name: each for name, each in stored_module._BY_NAME.items() if name not in gone}
    monkeypatch.setattr(stored_module, "_BY_NAME", left)
    again = unpack_panel(stored)
    assert again.attackers == tuple(each for each in STORED if each.name not in gone)
    assert len(again.rank(ASKED)) == len(STORED) - 2


def test_a_panel_of_an_earlier_release_opens_and_lacks_what_came_later():
    """The attacker by profiles came to the others."""
    later = next(each for each in STORED if each.classifier is Classifier.NEAREST_PROFILE)
    earlier = tuple(each for each in STORED if each is not later)
    again = unpack_panel(pack_panel(Panel.learn(TEXTS, CLIENTS, earlier)))
    assert again.attackers == earlier
    (answer,) = ask_panel(again, ASKED[:1], "0", [None])
    assert (answer.content_words.attackers, answer.others.attackers) == (14, 3)


def test_attackers_with_too_many_weights_are_left_out(panel, monkeypatch):
    """Three attackers are linear, and their weights are dense."""
    monkeypatch.setattr(stored_module, "MOST_DENSE", 10)
    again = unpack_panel(pack_panel(panel))
    linear = [each for each in STORED if "linear" in each.name]
    assert len(linear) == 3
    assert set(STORED) - set(again.attackers) == set(linear)


@pytest.mark.parametrize("kind", [Characters, Windows])
def test_what_cannot_be_stored_is_refused(kind):
    """Runs of characters have no list of what is known, and windows with blanks have many."""
    attacker = next(
        each for each in ATTACKERS if isinstance(each.reads, kind) and getattr(each.reads, "blanks", True)
    )
    with pytest.raises((TypeError, ValueError), match="not stored"):
        pack_panel(Panel.learn(TEXTS, CLIENTS, [attacker]))


@pytest.mark.parametrize("texts", [["", ""], ["a", "b"]])
def test_attackers_that_found_nothing_to_learn_rank_all_alike(texts):
    again = unpack_panel(pack_panel(Panel.learn(texts, ["0", "1"], STORED)))
    (answer,) = ask_panel(again, ["anything"], "0", [None])
    assert answer.content_words.named_by == ()
    assert again.attackers == STORED


def test_a_single_client_is_always_named():
    again = unpack_panel(pack_panel(Panel.learn(TEXTS[:2], ["0", "0"], STORED)))
    (answer,) = ask_panel(again, ["anything"], "0", [None])
    assert len(answer.content_words.named_by) == 15


@pytest.mark.parametrize("damage", ["empty", "cut", "other"])
def test_damaged_bytes_are_no_panel(stored, damage):
    content = {"empty": b"", "cut": stored[:-40], "other": b"PK\3\4 nothing"}[damage]
    with pytest.raises((ValueError, KeyError)):
        unpack_panel(content)


def test_nothing_that_is_stored_is_executed(stored):
    """An object in the file would have to be unpickled."""
    stream = io.BytesIO()
    np.savez(stream, header=np.array([{"clients": []}], dtype=object))
    with pytest.raises(ValueError, match="allow_pickle"):
        unpack_panel(stream.getvalue())
    with np.load(io.BytesIO(stored)) as arrays:
        assert json.loads(arrays["header"].tobytes())["clients"] == ["0", "1", "2", "3"]
