"""Policies as rules: what is left open becomes enough, what asks for less is refused, and nothing else is."""

import itertools
from dataclasses import fields, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.blocking.objectives import Objective
from backend.detection.pii import parse_entities
from backend.document.cleaning import AS_IT_STANDS, CLEAN, Cleaning, Comments, Images, Revisions
from backend.errors import InvalidRequest, PolicyDoesNotFit, PolicyNotMet
from backend.redaction.indexing import Indexing
from backend.redaction.placeholders import PlaceholderStyle
from backend.redaction.review_policy import ANY, EVERY_KIND, RequestedOptions, ReviewPolicy

KINDS = ("PERSON", "URL", "US_SSN")
CHOICES = st.builds(
    Cleaning,
    st.sampled_from(Images),
    st.sampled_from(Revisions),
    st.sampled_from(Comments),
    remove_hidden_text=st.booleans(),
    remove_traces=st.booleans(),
)
POLICIES = st.builds(
    ReviewPolicy,
    st.integers(1, 6),
    st.frozensets(st.sampled_from(KINDS)),
    st.none() | st.sampled_from(Objective),
    st.none() | st.sampled_from(PlaceholderStyle),
    st.booleans(),
    st.sampled_from([0.0, 0.25, 1.0]),
    CHOICES,
    st.booleans(),
    st.sampled_from(Indexing),
    st.booleans(),
)
REQUESTS = st.builds(
    RequestedOptions,
    st.none() | st.integers(1, 6),
    st.frozensets(st.sampled_from(KINDS)),
    st.none() | st.sampled_from(Objective),
    st.none() | st.sampled_from(PlaceholderStyle),
    CHOICES,
)

KEEPS_LEAST: dict[str, list] = {
    "images": ["keep", "tell", "remove"],
    "revisions": ["keep", "accept"],
    "comments": ["keep", "anonymise", "remove"],
    "remove_hidden_text": [False, True],
    "remove_traces": [False, True],
}


def refused(policy, asked):
    try:
        policy.refuse_weaker(asked, "client@1")
    except PolicyNotMet:
        return True
    return False


def as_strict(one, other):
    """Whether no choice of a clean copy keeps more than another one's."""
    told, than = one.as_json(), other.as_json()
    return all(order.index(told[name]) >= order.index(than[name]) for name, order in KEEPS_LEAST.items())


def asks_enough(policy, asked):
    """The rules of policies, said once more and otherwise."""
    prescribed = [(policy.placeholder, asked.placeholder)]
    if asked.k is not None:
        prescribed.append((policy.objective, asked.objective))
    return (
        (policy.least_k == 1 if asked.k is None else asked.k >= policy.least_k)
        and policy.personal <= asked.kinds
        and all(None in pair or len(set(pair)) == 1 for pair in prescribed)
        and as_strict(asked.clean, policy.clean)
    )


@settings(deadline=None)
@given(POLICIES, REQUESTS)
def test_exactly_what_asks_for_less_is_refused(policy, asked):
    assert refused(policy, asked) is not asks_enough(policy, asked)


@settings(deadline=None)
@given(POLICIES, CHOICES, st.sets(st.sampled_from([each.name for each in fields(Cleaning)])))
def test_open_options_are_filled_from_the_policy_and_given_ones_kept(policy, given_choices, left_open):
    cleaned = policy.cleaned(given_choices, left_open)
    for name, order in KEEPS_LEAST.items():
        values = [each.as_json()[name] for each in (given_choices, policy.clean, cleaned)]
        said, floor, got = map(order.index, values)
        assert got == (max(said, floor) if name in left_open else said)


@settings(deadline=None)
@given(POLICIES, st.integers(1, 6), st.integers(1, 8))
def test_a_k_that_is_left_open_is_enough_or_the_policy_does_not_fit(policy, usual, clients):
    if policy.least_k > clients:
        with pytest.raises(PolicyDoesNotFit, match=f"k = {policy.least_k}, and the model knows {clients} clients"):
            policy.k(None, usual, clients, "client@1")
    else:
        assert policy.k(None, usual, clients, "client@1") == max(usual, policy.least_k)
        assert policy.k(1, usual, clients, "client@1") == 1


@settings(deadline=None)
@given(POLICIES)
def test_a_policy_is_read_as_it_was_written(policy):
    assert ReviewPolicy.from_json(policy.as_json()) == policy


@settings(deadline=None)
@given(REQUESTS)
def test_without_a_policy_nothing_is_refused(asked):
    assert not refused(ANY, asked)


def test_the_order_of_clean_copies_is_the_one_that_clean_means():
    """Whatever `--clean` does is at least as strict as doing nothing, and both may keep pictures."""
    assert as_strict(CLEAN, AS_IT_STANDS)
    for one, other in itertools.permutations([CLEAN, AS_IT_STANDS]):
        policy = ReviewPolicy(clean=other)
        assert refused(policy, RequestedOptions(2, frozenset(), None, None, one)) is not as_strict(one, other)


@given(POLICIES, POLICIES)
def test_two_policies_together_require_what_each_does(one, other):
    """Of two objectives or two placeholders only one can be followed: that of the first."""
    both = one.along_with(other)
    assert not both.is_weaker_than(one)
    followed = {name: getattr(both, name) for name in ("objective", "placeholder") if getattr(other, name)}
    assert not both.is_weaker_than(replace(other, **followed))


def test_a_policy_by_which_more_goes_to_the_index_is_weaker():
    never, on_request, always = (ReviewPolicy(index=each) for each in Indexing)
    assert on_request.is_weaker_than(never)
    assert always.is_weaker_than(on_request)
    assert not never.is_weaker_than(always)
    assert ReviewPolicy(index_with_exceptions=True).is_weaker_than(never)


def test_every_kind_is_every_kind():
    policy = ReviewPolicy(personal=frozenset({EVERY_KIND.lower()}))
    everything = RequestedOptions(2, parse_entities("all"), None, None, ANY.clean)
    assert not refused(policy, everything)
    for kind in ("PERSON", "NATIONAL_ID"):
        assert refused(policy, replace(everything, kinds=everything.kinds - {kind}))


@pytest.mark.parametrize("wrong", [{"least_k": 0}, {"least_k": 1001}, {"blind_share": -0.1}, {"blind_share": 1.1}])
def test_numbers_out_of_their_range_are_refused(wrong):
    with pytest.raises(InvalidRequest):
        ReviewPolicy(**wrong)


@pytest.mark.parametrize("wrong", [{"objective": "best"}, {"placeholder": "x"}, {"clean": {"images": "burn"}}])
def test_words_that_mean_nothing_are_refused(wrong):
    with pytest.raises(InvalidRequest, match="a value that policies do not allow"):
        ReviewPolicy.from_json(wrong)
