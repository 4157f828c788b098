"""Whatever a certificate says of the client, at least k clients stay possible."""

from hypothesis import given
from hypothesis import strategies as st

from backend.reporting.crowd import anonymity_set

MODELS = st.lists(st.sampled_from([None, "Banking", "Energy", "Ports", "Retail"]), min_size=1, max_size=40)


@given(MODELS, st.integers(1, 8))
def test_a_reader_of_the_certificate_is_left_with_k_clients(industries, k):
    """An attacker who knows all clients, their industries and this rule, and which k - 1 the model likes best.

    What is possible is what would have given the same certificate; of these, k - 1 may be excluded since k holds.
    Where nothing is said of k, nobody is.
    """
    crowds = [anonymity_set(industries, client, k) for client in range(len(industries))]
    for seen in set(crowds):
        possible = crowds.count(seen)
        excluded = k - 1 if seen.hides_k else 0
        assert possible - excluded >= k or (not seen.hides_k and possible == len(industries))


def test_an_industry_is_named_from_2k_minus_1_clients_on():
    for shared, named in ((8, None), (9, "Ports")):
        assert anonymity_set(["Ports"] * shared + ["Retail"] * 9, 0, 5).industry == named


def test_no_industry_is_named_if_omitting_it_would_single_out_few_clients():
    """Else "none is named" would say that the client is one of the three in Energy."""
    assert anonymity_set(["Ports"] * 20 + ["Energy"] * 3, 0, 5).industry is None
    assert anonymity_set(["Ports"] * 20 + ["Energy"] * 9, 0, 5).industry == "Ports"


@given(MODELS, st.data(), st.integers(1, 8))
def test_the_industries_of_hidden_clients_change_nothing(industries, data, k):
    """Else a caller would count them, asking at one k after the other."""
    seen = sorted(data.draw(st.sets(st.sampled_from(range(len(industries))), min_size=1)))
    others = [
        industry if each in seen else data.draw(st.sampled_from(["Energy", "Ports", None]))
        for each, industry in enumerate(industries)
    ]
    for client in seen:
        assert anonymity_set(industries, client, k, seen) == anonymity_set(others, client, k, seen)


@given(MODELS, st.data(), st.integers(1, 8))
def test_an_industry_that_is_named_or_not_leaves_2k_minus_1_of_those_who_are_seen(industries, data, k):
    seen = sorted(data.draw(st.sets(st.sampled_from(range(len(industries))), min_size=1)))
    named = [anonymity_set(industries, client, k, seen).industry for client in seen]
    for each in set(named):
        assert named.count(each) >= min(2 * k - 1, len(seen))
