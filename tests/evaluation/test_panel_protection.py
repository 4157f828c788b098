"""What held-out attackers say of documents, and how it is put into shares and tables."""

import pytest

from backend.blocking.held_out_promises import HeldOutPromise, Interval, Split
from backend.evaluation.held_out_promises import Checked
from backend.evaluation.panel_attacks import DEFAULT, UNTOUCHED, WAYS, Attacked
from backend.evaluation.panel_tables import attackers_table, goals_table, left_table, quarters_table
from backend.panel import ATTACKERS, Group
from backend.panel.held_out import HeldOut, Seen, Share, Verdict

CONTENT = [each for each in ATTACKERS if each.group is Group.CONTENT_WORDS]
OTHERS = [each for each in ATTACKERS if each.group is Group.WITHOUT_GOAL]


def test_the_interval_of_a_share_is_wilsons():
    """1 of 10, z = 1.96: (.1 + z²/20 ± z √(.09/10 + z²/400)) / (1 + z²/10)."""
    z = 1.959964
    middle, half, whole = 0.1 + z * z / 20, z * (0.009 + z * z / 400) ** 0.5, 1 + z * z / 10
    share = Share.of([True] + [False] * 9)
    assert share.value == 0.1
    assert (share.low, share.high) == pytest.approx(((middle - half) / whole, (middle + half) / whole), abs=1e-6)
    assert Share.of([]) is None


def test_the_interval_of_a_mean_draws_documents():
    assert Share.mean([0.5] * 10) == Share(0.5, 0.5, 0.5)
    share = Share.mean([0.0] * 50 + [1.0] * 50)
    assert share.value == 0.5
    assert (share.low, share.high) == pytest.approx((0.4, 0.6), abs=0.03), "± 1.96 √(.25/100)"
    assert Share.mean([]) is None


FARM, MILL, BANK = "cows milk grass", "wheat flour bread", "cash loans bonds"
KNOWN = (
    *((f"{FARM} crops and the", "farm", "food"), (f"{MILL} crops and the", "mill", "food")) * 2,
    *((f"{BANK} money and the", "bank", "money"),) * 2,
    *(("notes coins mint money and the", "mint", "money"),) * 2,
    *(("words of no trade", "club", None),) * 2,
)


@pytest.fixture(scope="module")
def held_out():
    return HeldOut.learn(KNOWN)


def verdicts_of_words(held_out, *documents):
    return [each for each in held_out.attack(documents) if each.attacker in CONTENT]


def test_an_attacker_who_knows_the_industry_considers_its_clients(held_out):
    documents = (
        Seen("milk [TERM] crops", "farm", "food", 0.5, reached=False),
        Seen("[TERM] crops", "mill", "food", 0.5, reached=True),
        Seen("milk", "bank", "money", 0.1, reached=True),
        Seen("trade [TERM]", "club", None, 0.5, reached=False),
    )
    for each in verdicts_of_words(held_out, *documents):
        assert (each.named[0], *each.named[2:]) == (True, False, True), each.attacker.name
        assert each.inside[:2] in {(1, 1), (1, 2)}, "the food industry has two clients"
        assert each.inside[3] is None
        assert len(each.named_inside) == 3
        assert each.chances == (0.5, 0.5, 0.5, None)
        assert each.chance == 0.5


def test_industries_are_recognised_by_what_their_clients_share(held_out):
    documents = (Seen("crops", "farm", "food", 0.5, reached=True), Seen("money", "farm", "food", 0.5, reached=True))
    found = held_out.industry_correct((*documents, Seen("money", "club", None, 0.5, reached=True)))
    assert len(found) == 5
    assert set(found.values()) == {(True, False)}
    assert held_out.industry_correct(documents[:0]) == {}


def test_without_industries_nobody_is_asked_for_them():
    known = [(text, client, None) for text, client, _ in KNOWN]
    held_out = HeldOut.learn(known)
    documents = (Seen("milk", "farm", None, 1.0, reached=False),)
    assert held_out.industry_correct(documents) == {}
    assert all(each.named_inside == () and each.chance is None for each in held_out.attack(documents))


def verdict(attacker, ranks, inside=(None,) * 4):
    return Verdict(attacker, ranks, inside, tuple(None if rank is None else 0.25 for rank in inside))


@pytest.fixture
def attacked():
    """Four documents: one of two attackers of content words names one of them, and two inside the industry."""
    seen = [Seen("text", "farm", "food", kept, reached=True) for kept in (0.9, 0.7, 0.8, 0.6)]
    found = (
        verdict(CONTENT[0], (2, 5, 9, 9), (2, 2, 5, None)),
        verdict(CONTENT[1], (1, 5, 4, 9), (1, 1, 5, None)),
        verdict(OTHERS[0], (1, 1, 1, 1), (1, 1, 1, None)),
    )
    return Attacked(seen, found, {CONTENT[0]: (True, True, False), CONTENT[1]: (True, True, True)})


def test_goals_are_those_of_the_worst_attacker_of_content_words(attacked):
    table = goals_table(attacked, attacked)
    assert [row[2] for row in table.rows] == pytest.approx([1 / 4, 2 / 3, 0.75, 2 / 3, 1 / 4, 0.75])
    assert [row[1] for row in table.rows] == [0.08, 0.2, 0.72, 0.92, 0.08, 0.8]


def test_tables_have_a_row_for_each_attacker_and_the_mean(attacked):
    found = {UNTOUCHED: attacked, DEFAULT: attacked}
    first, second, third, mean = attackers_table("Filings", found).rows
    assert (first[3], first[5], first[6]) == (0, 3 / 4, 0)
    assert (second[3], second[5], second[6], second[8]) == (1 / 4, 2 / 4, 2 / 3, 0.25)
    assert (third[1], third[3]) == ("without a goal", 1)
    assert (mean[3], mean[6]) == pytest.approx((1 / 8, 1 / 3)), (
        "of 2 × 4 readings, and of 2 × 3 inside the industry"
    )
    assert left_table("Filings", found).rows[0][1:5] == pytest.approx((4, 0.75, 1, 1 / 8))


def test_quarters_go_from_few_words_kept_to_many(attacked):
    rows = quarters_table(attacked).rows
    assert [row[2] for row in rows] == [0.6, 0.7, 0.8, 0.9]
    assert [row[3] for row in rows] == [0, 0, 0, 1]


def test_the_default_is_what_redaction_does_unasked():
    assert list(WAYS)[-1] == DEFAULT
    assert WAYS[DEFAULT][1]


def test_the_cautious_interval_of_a_mean_is_wilsons_where_all_attackers_agree():
    """SciPy's interval of a share is the second implementation."""
    for hits, size in ((0, 24), (3, 24), (24, 24)):
        agreed = [1.0] * hits + [0.0] * (size - hits)
        mean, share = Share.cautious(agreed), Share.of([each == 1 for each in agreed])
        assert (mean.value, mean.low, mean.high) == pytest.approx((share.value, share.low, share.high), abs=1e-6)
    assert Share.cautious([]) is None


def test_the_worst_of_several_attackers_has_a_wider_interval():
    """6 of 24 among twelve: z of 1 − .05/24 is 2.87, so (.25 + 8.22/48 ± 2.87 √(.0078 + .00357)) / 1.343."""
    one, worst = (Share.of([True] * 6 + [False] * 18, among=among) for among in (1, 12))
    assert (one.low, worst.low, worst.high) == pytest.approx((0.120, 0.086, 0.542), abs=2e-3)


def test_what_came_is_within_a_promise_if_neither_the_mean_nor_the_worst_attacker_is_below_it():
    def measured(mean, worst):
        return HeldOutPromise(Split.TIME, 5, 36, 12, *(Interval(*mean),) * 2, "letters", Interval(*worst), 0.7)

    promise = measured((0.5, 0.4, 0.6), (0.3, 0.2, 0.4))
    for mean, worst, within in ((0.4, 0.2, True), (0.9, 0.19, False), (0.39, 0.9, False)):
        came = measured((mean, 0, 1), (worst, 0, 1))
        assert Checked(2014, 0, 400, (promise,), came).within(promise) is within
