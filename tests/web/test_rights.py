"""Every route × every field × limited accounts: what is not theirs is afterwards as it was before.

Here each account sends one in `ONE_IN` of the requests, so that one account sends each of them. `make attacks`
has every account send all of them.
"""

import re
from contextlib import closing

import pytest

from backend.storage.clients.proposals import ProposalState
from backend.web.auth import field_rights, route_roles
from tests.web.oidc.issuer import Issuer
from tests.web.rights_world import ACCOUNTS, BESIDE, GROUPS, World, requests, values

HEAVY = {
    "POST /v1/analyses",
    "POST /v1/redactions",
    "POST /v1/verifications",
    "POST /v1/copies",
    "POST /v1/downloads",
    "POST /v1/batches",
}
"""These change nothing that is stored; tests/web/test_sign_in_groups.py asks them for other groups' clients."""

CHANGES = ("POST", "PUT", "PATCH", "DELETE")

ALL_ACCOUNTS = (*ACCOUNTS, "mix")
ONE_IN = 9


@pytest.fixture(scope="module")
def world(sample_registry, tmp_path_factory):
    issuer = Issuer()
    yield World(tmp_path_factory.mktemp("world"), sample_registry, issuer)
    issuer.close()


def _fields(spec, schema, before=""):
    """All names of a schema, with dots before those of what stands in a field."""
    if "$ref" in schema:
        schema = spec["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    for inner in (*schema.get("allOf", ()), *schema.get("oneOf", ()), *schema.get("anyOf", ())):
        yield from _fields(spec, inner, before)
    if "items" in schema:
        yield from _fields(spec, schema["items"], before)
    for name, inner in schema.get("properties", {}).items():
        yield f"{before}{name}"
        yield from _fields(spec, inner, f"{before}{name}.")


def fields_of(app):
    """Every field of every route, as the application itself describes them and its addresses have them."""
    spec = app.spec
    found = {}
    for rule in app.url_map.iter_rules():
        for row in route_roles.rows_of(rule):
            method, template = row.split(" ", 1)
            told = spec["paths"].get(re.sub(r"<(?:[^:>]+:)?([^>]+)>", r"{\1}", template), {})
            operation = told.get(method.lower(), {})
            named = set(re.findall(r"<(?:[^:>]+:)?([^>]+)>", template))
            named |= {each["name"] for each in operation.get("parameters", ())}
            sent = operation.get("requestBody", {}).get("content", {}).values()
            body = {field.removeprefix("request.") for each in sent for field in _fields(spec, each["schema"])}
            found[row] = named | (body - {"request"})
    return found


def test_every_field_of_every_route_is_in_the_table(world):
    """A new route or field fails here until it has a row in backend/web/auth/field_rights.py."""
    missing = {
        (row, field)
        for row, fields in fields_of(world.app).items()
        for field in fields
        if "/v1/" in row and field_rights.needs(row, field) is None
    }
    assert missing == set(), "say in backend/web/auth/field_rights.py what a caller must hold for these"


def test_every_row_of_the_table_is_a_field_of_a_route(world):
    fields = fields_of(world.app)
    rows = {row for row, named in field_rights.FIELDS.items() if named}
    assert rows <= set(fields)
    alone = {row for row in rows if field_rights.FIELDS[row] is not field_rights.FIELDS["POST /v1/analyses"]}
    assert {
        (row, field) for row in alone for field in field_rights.FIELDS[row] if field not in fields[row]
    } == set()
    assert {field for named in fields.values() for field in named} >= field_rights.OF_THE_QUESTION
    assert set(fields) >= route_roles.CONCERNS_EVERY_GROUP


def test_every_field_that_names_something_is_tried(world):
    """Fields in the address are tried with the id of everything that there is."""
    for row, fields in fields_of(world.app).items():
        if row in HEAVY or "/v1/" not in row:
            continue
        for field in (each for each in fields if "." not in each):
            takes = field_rights.needs(row, field)
            if takes is not field_rights.Needs.NOTHING and f"<{field}>" not in row and row.split(" ")[0] in CHANGES:
                assert values(world, row, field) is not None, f"{row}: {field} is never tried"


READS = {
    "POST /v1/clients/search",
    "POST /v1/admin/audit/search",
    "POST /v1/admin/policies/versions",
    "POST /v1/reviews/<review>/decisions",
    "POST /v1/guesses",
    "POST /v1/privacy/spi",
    "POST /v1/privacy/linkability",
    "POST /v1/privacy/policy",
    "POST /v1/policies/effective",
    "POST /v1/redactions/check",
}
"""Whatever these would change is found with the next request that succeeds, or at the end."""


def _kind_of_change(kind, now):
    """A proposal is withdrawn or goes with its review, and is accepted or declined by an administrator."""
    if kind != "proposal":
        return kind
    if now is None or now[0] in {ProposalState.OPEN, ProposalState.WITHDRAWN}:
        return "review"
    return "proposal" if now[1] is not None else "everyone"


def _inside(world, account, scope, kind, pairs):
    """Whether an account may change something: by a second implementation, from pairs of roles and groups."""
    wanted = {
        "client": ("admin", "reviewer"),
        "policy": ("admin",),
        "proposal": ("admin",),
        "review": ("user", "reviewer", "admin"),
        "job": ("admin",),
    }.get(kind, ("admin",))
    has = {group for role, group in pairs if role in wanted}
    if "a group that nobody names" in has:
        return True
    if kind == "everyone":
        return False
    return scope is not None and (scope <= has or scope == {f"of {world.id_of(account)}"})


def _named(group):
    """A group as `pairs_of` has it: whoever holds every group holds those that nobody names."""
    return group if group in GROUPS else BESIDE


def check(world, account, before, after, told):
    """What an account may have changed, and nothing else."""
    (people, held, things), (people_after, held_after, things_after) = before, after
    pairs = held[account]
    of_admin = {group for role, group in pairs if role == "admin"}
    for subject, now in held_after.items():
        gained, lost = now - held.get(subject, set()), held.get(subject, set()) - now
        changed = {(role, _named(group)) for role, group in gained | lost if group != "any"}
        assert changed <= pairs, (account, told, subject, changed)
        assert {group for _, group in changed} <= of_admin, (account, told, subject, changed)
        assert not (gained | lost) or subject != account, (account, told)
    assert set(people_after) >= set(people) or "a group that nobody names" in of_admin, told
    for key in {*things, *things_after}:
        was, now = things.get(key, (None, None)), things_after.get(key, (None, None))
        if was == now:
            continue
        kind = _kind_of_change(key[0], now[1])
        for scope, there in ((was[0], key in things), (now[0], key in things_after)):
            assert not there or _inside(world, account, scope, kind, pairs), (account, told, key, was, now)
        if kind == "client" and "a group that nobody names" not in {group for _, group in pairs}:
            assert key in things, (account, told, "limited accounts make no client")
            if key in things_after:
                who = [(each.name, each.aliases, each.group, each.utility) for each in (was[1], now[1])]
                assert who[0] == who[1], (account, told)
        if kind == "policy" and now[1] is not None and "a group that nobody names" not in of_admin:
            assert now[1].least_k >= 2, "the floor"


def state(world):
    people = world.known()
    return people, world.holds(people), world.objects()


@pytest.mark.parametrize("account", ALL_ACCOUNTS)
def test_limited_accounts_change_nothing_that_is_not_theirs(account, sample_registry, tmp_path, request):
    """Each request is followed by a look at everything: what everybody holds, and what is stored."""
    one_in = 1 if request.config.getoption("--all-attacks", default=False) else ONE_IN
    with closing(Issuer()) as issuer:
        _attack(World(tmp_path, sample_registry, issuer), account, one_in)


def _share(all_requests, account, one_in):
    """One in so many of the requests of a route, and of each account other ones."""
    turn = ALL_ACCOUNTS.index(account)
    return (each for number, each in enumerate(all_requests) if number % one_in == turn % one_in)


def test_together_the_accounts_send_every_request():
    sent = [number for account in ALL_ACCOUNTS for number in _share(range(100), account, ONE_IN)]
    assert sorted(sent) == sorted([*range(100)] * (len(ALL_ACCOUNTS) // ONE_IN))


def _attack(world, account, one_in):
    fields = fields_of(world.app)
    world.id_of(account)
    before = state(world)
    done = 0
    for row in world.rows():
        method = row.split(" ", 1)[0]
        if row in HEAVY or method not in CHANGES:
            continue
        may = route_roles.ROUTES[row]
        if may is not None and not may & world.roles_of(account):
            continue
        for path, sent in _share(requests(world, row, sorted(fields[row])), account, one_in):
            answer = world.ask(account, method, path, **sent)
            assert answer.status_code < 500, (row, sent, answer.text)
            if answer.status_code >= 400:
                continue
            done += 1
            if row in READS:
                continue
            after = state(world)
            check(world, account, before, after, (row, path, sent))
            before = after
    check(world, account, before, state(world), "refused requests")
    assert done > 0 or account == "no group"
