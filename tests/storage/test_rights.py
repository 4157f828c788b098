"""What an account holds is compared role by role and group by group."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.storage.rights.rights import EVERYTHING, NOTHING, Granted, Rights
from backend.storage.rights.roles import Role

NAMES = ("Retail", "Ports", "retail")
OTHER = "a group of which nothing here has heard"

groups = st.none() | st.frozensets(st.sampled_from(NAMES))
some_rights = st.dictionaries(st.sampled_from(Role), groups).map(Rights)
some_granted = st.builds(Granted, st.frozensets(st.sampled_from(Role)), groups, some_rights)


def pairs(rights):
    """The same as a set of pairs, in which every group is these, and one more that nobody can name."""
    return {
        (role, group)
        for role, of in rights.held.items()
        for group in ((*NAMES, OTHER, "any") if of is None else (*of, "any"))
    }


@given(some_rights, some_rights)
def test_covering_is_holding_every_pair(one, other):
    assert one.covers(other) == (pairs(other) <= pairs(one))
    assert pairs(one | other) == pairs(one) | pairs(other)
    assert EVERYTHING.may_administer(one)


@given(some_rights, some_rights)
def test_only_an_administrator_of_all_named_groups_may_grant(one, other):
    of_admin = {group for role, group in pairs(one) if role is Role.ADMIN} | {"any"}
    expected = pairs(other) <= pairs(one) and {group for _, group in pairs(other)} <= of_admin
    assert one.may_administer(other) == expected


@given(some_granted, st.frozensets(st.sampled_from(Role)), groups)
def test_the_most_that_something_comes_to_covers_it_beside_any_token(granted, roles, of):
    """Less what the token gives by itself, whatever somebody gains stands in `most`."""
    gained = pairs(granted.beside(roles, of)) - pairs(NOTHING.beside(roles, of))
    assert gained <= pairs(granted.most)


@given(some_granted, st.frozensets(st.sampled_from(Role)), groups, st.frozensets(st.sampled_from(Role)), groups)
def test_a_grant_adds_exactly_the_named_rights(granted, roles, named, said, of):
    if not roles and named == frozenset():
        return
    after = granted.and_also(roles, named)
    assert pairs(granted.beside(said, of)) <= pairs(after.beside(said, of))
    assert after.all_roles == granted.all_roles | roles
    if roles and named != frozenset():
        gained = pairs(after.beside(said, of)) - pairs(granted.beside(said, of))
        assert gained <= pairs(Rights(dict.fromkeys(roles, named)))


@given(some_granted, st.frozensets(st.sampled_from(Role)), st.frozensets(st.sampled_from(NAMES)), some_rights)
def test_a_revocation_never_adds_rights(granted, roles, named, token):
    left = granted.without(roles, named)
    for said, of in itertools.product(([], [Role.USER]), (frozenset(), frozenset({"Ports"}), None)):
        assert pairs(left.beside(frozenset(said), of)) <= pairs(granted.beside(frozenset(said), of))
    assert not left.all_roles & roles
    assert not named or left.all_groups is not None
    assert not named & (left.all_groups or frozenset())


def test_a_role_is_removed_with_its_last_group():
    granted = Granted(apart=Rights({Role.ADMIN: frozenset({"Retail"})}))
    assert granted.without([], ["Retail"]) == NOTHING


@pytest.mark.parametrize(
    "spelling", ["retail", " Retail", "Retail ", "Reta\u200bil", "ＲＥＴＡＩＬ", "Reta\u0131l", "*"]
)
def test_another_spelling_is_another_group(spelling):
    held = Rights(dict.fromkeys(Role, frozenset({"Retail"})))
    assert not held.covers(Rights({Role.USER: frozenset({spelling})}))
