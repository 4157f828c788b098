"""Limited accounts that work together: whatever they ask for, in any order, they never hold more than at first."""

from contextlib import closing

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from tests.web.oidc.issuer import Issuer
from tests.web.rights_world import CLIENTS, World, requests
from tests.web.test_rights import fields_of

TOGETHER = ("no group", "one group", "two groups", "reviewer", "auditor", "user of another")
ALIKE = ("new", "kim", "bob", "liv", "eve")
"""Accounts that they grant something to, and which then ask too."""

GRANT = "POST /v1/admin/users"
WIDENING = (
    *(GRANT, GRANT, GRANT),
    "POST /v1/admin/users/<user>/revoke",
    "POST /v1/admin/users/<user>/revoke",
    "PUT /v1/clients/<client>",
    "DELETE /v1/clients/<client>",
    "POST /v1/admin/policies",
    "POST /v1/admin/policies/remove",
    "POST /v1/reviews",
    "POST /v1/proposals/<proposal>/accept",
    "POST /v1/jobs/<job>/retry",
    "PUT /v1/admin/everyone",
    "POST /v1/admin/versions/<version>/promote",
)


def _together(held):
    return set().union(*(held.get(each, set()) for each in (*TOGETHER, *ALIKE)))


def _beyond(world):
    """What belongs to none of them: whose clients are whose, and what counts for every group or for others."""
    store = world.store
    clients = [each.dictionary for each in store.clients.all()]
    policies = {each.client: each.policy for each in store.policies.current()}
    return (
        [(each.name, each.aliases, each.group, each.utility) for each in clients],
        [policies[each] for each in (None, *(name for name, group in CLIENTS.items() if group in {"Banks", None}))],
        store.global_terms.get().dictionary,
        world.registry.promoted(),
    )


def _grants(world, fields):
    """Whether any of them may grant anything."""
    return any(
        world.ask(account, "POST", path, **sent).status_code < 400
        for account in TOGETHER
        for path, sent in requests(world, GRANT, fields)
    )


def test_limited_accounts_together_never_hold_more_than_at_first(sample_registry, tmp_path):
    with closing(Issuer()) as issuer:
        world = World(tmp_path, sample_registry, issuer)
        fields = fields_of(world.app)
        for account in (*TOGETHER, *ALIKE):
            world.ask(account, "GET", "/v1/jobs")
        first, beyond = world.holds(), _beyond(world)
        granted = [0]

        class Together(RuleBasedStateMachine):
            """One world for all examples: what was gained in one of them would be seen in the next."""

            @rule(
                account=st.sampled_from((*TOGETHER, *ALIKE)),
                row=st.sampled_from(WIDENING),
                number=st.integers(0, 10_000),
            )
            def ask(self, account, row, number):
                found = list(requests(world, row, sorted(fields[row])))
                path, sent = found[number % len(found)]
                answer = world.ask(account, row.split(" ", 1)[0], path, **sent)
                assert answer.status_code < 500, answer.text
                granted[0] += answer.status_code < 400 and "users" in row

            @invariant()
            def nobody_gains(self):
                held = world.holds()
                assert _together(held) <= _together(first)
                for subject, pairs in held.items():
                    assert pairs <= first.get(subject, set()) | _together(first), subject
                    if subject in first and not first[subject] <= _together(first):
                        assert pairs == first[subject], f"{subject} holds what none of them does"
                assert _beyond(world) == beyond

        run_state_machine_as_test(
            Together,
            settings=settings(
                max_examples=10, stateful_step_count=15, deadline=None, suppress_health_check=list(HealthCheck)
            ),
        )
        # Few random requests are allowed ones, and sometimes none: then they are asked in turn.
        assert granted[0] > 0 or _grants(world, sorted(fields[GRANT])), "nothing was granted, so nothing was tested"
        assert _together(world.holds()) <= _together(first)
