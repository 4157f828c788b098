"""Somebody who may write to the database, and has no key, gives nobody more than they had, and is found out.

Every table and every column is attacked by the drivers alone. What the store answers after that must be what it
answered before, or a refusal; and the audit has to tell.
"""

import copy
import re
from collections.abc import Callable
from datetime import timedelta
from functools import cached_property, partial
from itertools import pairwise
from pathlib import PurePath
from typing import Any

import pytest

from backend.errors import UnsaidError
from backend.redaction.review_policy import ReviewPolicy
from backend.review.changes import Change, Reason, Scope
from backend.review.decision_states import Move
from backend.review.pane_marks import PaneMarks
from backend.review.workflow import Step
from backend.storage.audit.actions import Action
from backend.storage.audit.events import Event
from backend.storage.audit.trail_file import examine_file, export_lines
from backend.storage.authenticity.authentic_rows import INFO
from backend.storage.authenticity.covered import BY_TABLE, COVERED, NOT_COVERED, PARENT_OF
from backend.storage.authenticity.seen_end import SeenEnd
from backend.storage.clients.dictionaries import Dictionary
from backend.storage.clients.proposals import ProposalState
from backend.storage.index_requests import DocumentAnswer
from backend.storage.jobs.job_files import FileResult
from backend.storage.jobs.jobs import NewJob
from backend.storage.jobs.states import JobState
from backend.storage.reviews.reviews import ReviewTerms
from backend.storage.rights.roles import Role
from backend.storage.store import Store
from backend.storage.tables import Table
from tests.further_cases import MOSTLY_SQLITE, on_both_databases, on_databases
from tests.storage.conftest import settings_in
from tests.storage.direct_database import IMPOSSIBLE, Raw, other

ISSUER = "https://login.example"
FORMS = {"batch": 1, "training": 1}
DAY = timedelta(days=1)


class Filled:
    """A store in which there is something of everything, each changed at least once, and what it was before."""

    def __init__(self, settings):
        self.settings, self.store, self.raw = settings, Store.of(settings), Raw(settings)
        self._fill()
        self.before = self.raw.all()
        self._change()
        self.now = self.raw.all()

    @cached_property
    def honest(self):
        """The answers before any attack; they are the same for every test, since all rows are put back."""
        answers = self.answers()
        self.reset()
        return answers

    def _fill(self):
        store = self.store
        self.tokens = [store.api_keys.new(f"k{n}", Role.ADMIN, None, 30 * DAY).token for n in range(3)]
        self.ids = [each.id for each in store.api_keys.all()]
        self.user = store.users.grant(ISSUER, "ada", [Role.ADMIN], None, "unsaid").id
        self.gone_user = store.users.grant(ISSUER, "bob", [Role.ADMIN], None, "unsaid").id
        store.registry_seals.keep((1, 5, 7, True), {"/registry": None, "/trials": None})
        self.signed_by = [store.certificate_keys.new(label) for label in ("one", "two")]
        store.policies.set(None, 0, ReviewPolicy(least_k=2), "unsaid")
        store.policies.set("Rook", 0, ReviewPolicy(least_k=3), "unsaid")
        self.rook = store.clients.add(Dictionary("Rook", ("Rk",), always=("Heron",)))
        self.gone = store.clients.add(Dictionary("Danone", ("Dn",)))
        store.global_terms.change(0, Dictionary("everyone", always=("Owl",)), "unsaid")
        self.reviews = [
            store.reviews.begin("ann", "Rook", None, ReviewTerms("v1", None, second_approver=True))
            for _ in range(3)
        ]
        for each in self.reviews:
            decided = [self._decision(n) for n in range(3)]
            store.reviews.decide(each.id, 1, "ann", decided, marks=PaneMarks("TrackAll"))
            store.reviews.take(each.id, 2, "ann", Step.SUBMIT)
        marks = store.reviews.marks(self.reviews[0].id)
        store.reviews.sample(self.reviews[0].id, 3, "cid", 1.0)
        store.reviews.judge(self.reviews[0].id, "cid", {f"{n:016x}": True for n in range(2)})
        assert marks.of("0" * 16)
        self.requests = [
            store.index_requests.make(who, "e" * 64, 3, f"Heron for {who}?", ["a", "b"]).id
            for who in ("ann", "bea")
        ]
        self.jobs = [store.jobs.ask(NewJob("batch", {"groups": n}, "ann", files=("aa", "bb"))).id for n in range(4)]

    @staticmethod
    def _decision(number):
        term = f"Heron {number}"
        more: dict[str, Any] = (
            {"scope": Scope.CLIENT, "term": term} if number < 2 else {"replacement": "a bird", "note": "why"}
        )
        move = Move.ACCEPT if number < 2 else Move.EDIT
        return Change(f"{number:016x}", move, reason=Reason.NEEDED if number == 2 else None, **more)

    def _change(self):
        store = self.store
        store.api_keys.revoke(self.ids[2])
        store.users.revoke(self.user, [Role.ADMIN], None, "unsaid")
        store.users.forget(self.gone_user, "unsaid")
        store.certificate_keys.revoke(store.certificate_keys.all()[0].id)
        store.certificate_keys.new("three")
        store.registry_seals.keep((2, 6, 7, True), {"/registry": (1, 5, 7, True)})
        store.policies.set(None, 1, ReviewPolicy(least_k=5), "unsaid")
        store.policies.set("Rook", 1, ReviewPolicy(least_k=7), "unsaid")
        store.clients.change(self.rook.id, 1, Dictionary("Rook", ("Rk", "Rok"), always=("Heron", "Crow")))
        store.clients.remove(self.gone.id, 1)
        store.global_terms.change(1, Dictionary("everyone", always=("Owl", "Kite")), "unsaid")
        review = self.reviews[0].id
        store.reviews.take(review, 4, "bea", Step.CLAIM)
        store.reviews.decide(review, 5, "bea", [Change(f"{1:016x}", Move.REJECT)], marks=PaneMarks())
        store.reviews.remove(self.reviews[2].id, "unsaid", anyway=True)
        store.index_requests.answer(self.requests[0], DocumentAnswer("cid", "Call Cid", ("a",)))
        store.index_requests.withdraw(self.requests[1], "bea")
        held = store.held_jobs.take(self.jobs[0], "w", FORMS)
        store.job_files.about_to_write(held, 0, PurePath("a.txt"))
        event = Event("ann", Action.DOCUMENT_REDACTED, self.jobs[0])
        store.job_files.written(held, 0, FileResult(2, "not_clean", needs_attention=True), event)
        store.jobs.cancel(self.jobs[1], "ann")
        store.held_jobs.finish(store.held_jobs.take(self.jobs[3], "w", FORMS), done=0, skipped=0)
        self.held = held

    def uses(self):
        """Whatever grants, approves or constrains, by name; those that list for people may list less."""
        store, review, other_review = self.store, self.reviews[0].id, self.reviews[1].id
        uses: dict[str, Callable[[], object]] = {
            f"key {n}": partial(store.api_keys.of, token) for n, token in enumerate(self.tokens)
        }
        uses |= {
            "list: keys": store.api_keys.all,
            "user": partial(store.users.get, self.user),
            "forgotten": partial(store.users.get, self.gone_user),
            "granted": partial(store.users.granted, self.user),
            "granted to the forgotten": partial(store.users.granted, self.gone_user),
            "list: users": lambda: tuple((each.id, each.granted) for each in store.users.all()),
            "certificate keys": store.certificate_keys.all,
            "what signs": lambda: store.certificate_keys.signer().public,
            "seals of registries": partial(store.registry_seals.seen, ["/registry", "/trials"]),
            "policies": store.policies.current,
            "policies of all": partial(store.policies.versions, None),
            "policies of Rook": partial(store.policies.versions, "Rook"),
            "clients": store.clients.all,
            "client": partial(store.clients.get, self.rook.id),
            "client by name": partial(store.clients.find, "Rook"),
            "client by alias": partial(store.clients.find, "Rk"),
            "client by another alias": partial(store.clients.find, "Owl"),
            "client that is gone": partial(store.clients.find, "Danone"),
            "everyone": store.global_terms.get,
            "review": lambda: self._seen(store.reviews.get(review)),
            "review that is gone": partial(store.reviews.get, self.reviews[2].id),
            "decisions": partial(store.reviews.decisions, review),
            "other decisions": partial(store.reviews.decisions, other_review),
            "agreement": partial(store.reviews.agreement, review),
            "judged": partial(store.reviews.judged, review),
            "list: proposals": self._proposals,
            "list: jobs": lambda: tuple(
                (each.id, each.kind, each.owner, each.version) for each in store.jobs.all()
            ),
            "a job's request": partial(store.jobs.request, self.jobs[2]),
            "a job's request that is gone": partial(store.jobs.request, self.jobs[3]),
            "list: files": partial(store.job_files.all, self.jobs[0]),
            "requests for documents": store.index_requests.all,
            "revision": lambda: (store.policies.revision(), store.clients.revision(), store.users.revision()),
            # What follows changes something where it is not refused.
            "approve": lambda: store.reviews.take(review, 6, "bea", Step.APPROVE).standing,
            "approve another": lambda: store.reviews.take(other_review, 3, "bea", Step.APPROVE).standing,
            "take a job that was cancelled": partial(store.held_jobs.take, self.jobs[1], "w", FORMS),
            "take a job": lambda: self._held(store.held_jobs.take(self.jobs[2], "w", FORMS)),
            "sign in": lambda: store.users.seen(ISSUER, "ada").granted,
            "set a policy": lambda: store.policies.set("Rook", 2, ReviewPolicy(least_k=9), "unsaid").version,
            "accept": self._accept,
            "answer a request": lambda: store.index_requests.answer(
                self.requests[0], DocumentAnswer("dan", None, ("b",))
            ),
        }
        return uses

    @staticmethod
    def _seen(review):
        return review.standing, review.terms, review.client, review.group, review.version, review.marks

    @staticmethod
    def _held(held):
        return held and (held.kind, held.request, held.owner)

    def _proposals(self):
        found = self.store.proposals.all(None, ProposalState.OPEN, 100)
        return tuple((each.term, each.goes, each.client, each.who) for each in found)

    def _accept(self):
        found = self.store.proposals.all(None, ProposalState.OPEN, 100)
        accepted = self.store.proposals.accept(found[0].id, "unsaid", None)
        return accepted.term, accepted.goes, self.store.clients.find("Rook").dictionary

    def answers(self):
        return {name: _answer(use) for name, use in self.uses().items()}

    def found_out(self):
        return self.store.audit.verify()

    def reset(self):
        """Let all be as it was; the process knows what it knew, but for the end of the trail that it has seen."""
        self.raw.put(self.now)
        authentic = self.store._database.carried[INFO]
        authentic.seen = SeenEnd()

    def start_again(self):
        """Forget what the process has in memory, as one that starts now."""
        self.store._opened = None


def _answer(use):
    try:
        return use()
    except UnsaidError as error:
        return f"refused: {error.code}"


@pytest.fixture(params=MOSTLY_SQLITE)
def kind(request):
    """On PostgreSQL the same statements run: `make check` runs one test of each sort there."""
    return request.param


@pytest.fixture(scope="module")
def filled_stores(tmp_path_factory, request):
    """Fill one store of each kind, when the first test asks for it: to fill one takes longer than most attacks."""
    made = {}

    def of(kind):
        if kind not in made:
            made[kind] = Filled(settings_in(tmp_path_factory.mktemp("filled"), kind, request, ready=True))
        return made[kind]

    yield of
    for each in made.values():
        each.store.close()


@pytest.fixture
def attacked(kind, filled_stores):
    """The filled store with all its rows put back, in a process that remembers nothing."""
    attacked = filled_stores(kind)
    attacked.reset()
    attacked.start_again()
    return attacked


@pytest.fixture
def filled(settings):
    """A filled store of the test's own, in the process that filled it."""
    filled = Filled(settings)
    yield filled
    filled.store.close()


def wrong_answers(honest, answers):
    """Which uses say something else than before, and do not refuse."""
    return [
        name
        for name, answer in answers.items()
        if answer != honest[name]
        and not (isinstance(answer, str) and answer.startswith("refused"))
        and name != "revision"
        and not (answer is None and name.startswith(("key", "take a job")))
        and not (name.startswith("list") and all(each in honest[name] for each in answer))
    ]


def key_columns(table):
    return [column.name for column in Table.metadata.tables[table].primary_key]


def is_covered(table, column):
    parts = {name: (part.parent, *part.columns) for name, (_whole, part) in PARENT_OF.items()}
    whole = {each.table: each.all_columns for each in COVERED}
    return column in parts.get(table, whole.get(table, ()))


def test_every_column_is_covered_or_listed_with_the_reason_why_not():
    """A column that is missing here needs a row in `covered`."""
    missing = []
    for table, columns in ((each.name, each.columns) for each in Table.metadata.sorted_tables):
        for column in columns:
            known = [is_covered(table, column.name), table in NOT_COVERED, f"{table}.{column.name}" in NOT_COVERED]
            missing += [] if known.count(True) == 1 else [f"{table}.{column.name}"]
    assert missing == []


def test_every_column_that_is_listed_as_not_covered_exists():
    columns = {
        f"{table.name}.{column.name}" for table in Table.metadata.tables.values() for column in table.columns
    }
    assert set(NOT_COVERED) <= columns | set(Table.metadata.tables)
    assert all(len(why) > 20 for why in NOT_COVERED.values())


ATTACKED = sorted({each.table for each in COVERED} | set(PARENT_OF))


def attacks_on_columns(filled, table):
    now = filled.now[table]
    for column in now[0]:
        also = [each[column] for each in now]
        for number, row in _some(now, column):
            for new in other(column, row[column], also) if is_covered(table, column) else ():
                if not means_the_same(table, row, column, new):
                    rows = copy.deepcopy(now)
                    rows[number][column] = new
                    yield f"{column} of row {number} := {new!r}"[:90], {table: rows}


def attacks_by_other_types(filled, table):
    """Digits as the bytes that they stand for, which SQLite keeps in any column: the MAC of both was the same."""
    now = filled.now[table]
    for column in now[0]:
        for number, row in _some(now, column) if is_covered(table, column) else ():
            value = row[column]
            if isinstance(value, str) and re.fullmatch("([0-9a-f]{2})*", value):
                rows = copy.deepcopy(now)
                rows[number][column] = bytes.fromhex(value)
                yield f"{column} of row {number} in bytes", {table: rows}


def _some(rows, column):
    """Of the values of a column one each of those that differ, three at most."""
    first = {repr(row[column]): (number, row) for number, row in reversed(list(enumerate(rows)))}
    return list(first.values())[:3]


def means_the_same(table, row, column, new):
    """What is not done has no result yet, and waits or runs, whatever its row says."""
    if table == "jobs" and row["state"] != "done":
        stops = row["cancel_asked"] and column == "ending"
        open_too = column == "state" and {row["state"], new} <= {"waiting", "running"}
        return open_too or column in {"version", "done", "skipped"} or (column == "ending" and not stops)
    if table == "job_files" and row["state"] != "done":
        return column in {"output_mark", "error"} or (column == "needs_attention" and new)
    return False


def attacks_on_rows(filled, table):
    now, keys = filled.now[table], key_columns(table)
    macs = filled.now["row_macs"]
    for number, row in list(enumerate(now))[:3]:
        yield f"row {number} deleted", {table: now[:number] + now[number + 1 :]}
        without = [each for each in macs if not _is_mac_of(each, table, row, keys)]
        yield f"row {number} deleted with its MAC", {table: now[:number] + now[number + 1 :], "row_macs": without}
        yield f"row {number} forged", {table: [*now, {**row, keys[-1]: _another(row[keys[-1]])}]}
    for one, two in pairwise(now[:4]):
        rest = [row for row in now if row not in (one, two)]
        swapped = [
            {**two, **{key: one[key] for key in keys}},
            {**one, **{key: two[key] for key in keys}},
        ]
        if swapped not in ([one, two], [two, one]):
            yield "two rows swapped", {table: [*rest, *swapped]}
            yield (
                "two rows swapped with their MACs",
                {
                    table: [*rest, *swapped],
                    "row_macs": _swapped(macs, table, _name(one, keys), _name(two, keys)),
                },
            )


def attacks_by_rolling_back(filled, kind):
    """Old rows of a table and of its parts, with more and more of what vouches for them."""
    old, now = filled.before, filled.now
    macs = [each for each in now["row_macs"] if each["kind"] != kind]
    old_macs = [each for each in old["row_macs"] if each["kind"] == kind]
    tree = [each for each in now["mac_tree"] if each["kind"] not in {kind, ""}]
    old_tree = [each for each in old["mac_tree"] if each["kind"] in {kind, ""}]
    family = [kind, *(part for part, (whole, _) in PARENT_OF.items() if whole.table == kind)]
    rows = {each: old[each] for each in family}
    for table in family:
        if old[table] != now[table]:
            yield f"the table {table}", {table: old[table]}
    if len(family) > 1:
        yield "the table and its parts", rows
    yield "these, and the counters", {**rows, "revisions": old["revisions"]}
    parts_alone = [{**each, "parts": _parts_in(old_macs, each)} for each in now["row_macs"] if each["kind"] == kind]
    if BY_TABLE[kind].parts:
        yield "with the hashes of parts alone", {**rows, kind: now[kind], "row_macs": macs + parts_alone}
    yield "with the MACs", {**rows, "row_macs": macs + old_macs}
    with_tree = {**rows, "row_macs": macs + old_macs, "mac_tree": tree + old_tree}
    yield "with the MACs and the tree", with_tree
    yield "with all MACs and trees", {**rows, "row_macs": old["row_macs"], "mac_tree": old["mac_tree"]}
    yield "with the end of the trail", {**with_tree, "audit_head": old["audit_head"]}
    last = max(now["audit"], key=lambda row: row["number"])
    then = max(old["audit"], key=lambda row: row["number"])
    others = [row for row in now["audit"] if row is not last]
    yield "with what the last row says", {**with_tree, "audit": [*others, {**last, "content": then["content"]}]}
    yield "with an end that never began", {**with_tree, "audit_head": _beginning(now), "audit": []}


def attacks_on_the_end(filled):
    yield "the end of the trail alone", {"audit_head": filled.before["audit_head"]}


def _parts_in(macs, mac):
    return next((each["parts"] for each in macs if each["name"] == mac["name"]), mac["parts"])


def _beginning(now):
    return [{**now["audit_head"][0], "number": 0, "hash": "0" * 64, "moment": "", "signature": ""}]


def _another(value):
    return value + 1000 if isinstance(value, int) else ("f" if value[:1] != "f" else "e") + value[1:]


def _name(row, keys):
    return "/".join(str(row[key]) for key in keys)


def _is_mac_of(mac, table, row, keys):
    return mac["kind"] == table and mac["name"] == _name(row, keys)


def _swapped(macs, table, one, two):
    found = {each["name"]: each for each in macs if each["kind"] == table}
    if one not in found or two not in found:
        return macs
    rest = [each for each in macs if each not in (found[one], found[two])]
    fields = ("version", "mac", "parts")
    return [
        *rest,
        {**found[one], **{name: found[two][name] for name in fields}},
        {**found[two], **{name: found[one][name] for name in fields}},
    ]


ONE_OF = 6
"""Of so many kinds of attacks on SQLite, one is made on PostgreSQL too: the code is that of SQLite."""


@pytest.fixture
def some(kind, request):
    """Those attacks of a table that are made here: one of each kind, on PostgreSQL some of these.

    `make attacks` makes all of them on both.
    """
    if request.config.getoption("--all-attacks", default=False):
        return lambda filled, attacks: put_by_turns(filled, ([each] for each in attacks), 1)
    return lambda filled, attacks: put_by_turns(filled, by_kind(attacks), 1 if kind == "sqlite" else ONE_OF)


def by_kind(attacks):
    """The attacks on each column, the deletions, the swaps and so on; of the second kind the second comes first."""
    kinds = {}
    for name, tables in attacks:
        kinds.setdefault(re.sub(r"\d+", "", name.partition(" := ")[0]), []).append((name, tables))
    for number, found in enumerate(kinds.values()):
        first = number % len(found)
        yield found[first:] + found[:first]


def put_by_turns(filled, kinds, one_of):
    """Make the first attack of each kind that the database allows, of one kind in so many; yields its name."""
    left_out = 0
    for attacks in kinds:
        if left_out:
            left_out -= 1
        elif (made := next((name for name, tables in attacks if _is_put(filled, tables)), None)) is not None:
            left_out = one_of - 1
            yield made


def _is_put(filled, tables):
    try:
        filled.raw.put(tables)
    except IMPOSSIBLE:
        return False
    return True


def go_wrong(filled, attacks):
    """What of these attacks gives somebody something, or is not found by the audit; asking for one makes it."""
    honest = filled.honest
    assert filled.found_out().holds
    told, tried = [], 0
    for name in attacks:
        verdict = filled.found_out()
        if tried % 3 == 0:  # the others know the MACs from before
            filled.start_again()
        answers = filled.answers()
        filled.reset()
        tried += 1
        told += [f"{name}: not found by the audit"] * verdict.holds
        told += [f"{name}: {use} says {answers[use]!r}"[:300] for use in wrong_answers(honest, answers)]
    assert tried, "nothing was attacked"
    return told


ON_POSTGRESQL = [("api_keys",), ("reviews",), ("jobs",)]


@pytest.mark.parametrize(("kind", "table"), on_databases([(each,) for each in ATTACKED], ON_POSTGRESQL))
def test_changing_a_column_adds_no_rights(attacked, table, some):
    assert go_wrong(attacked, some(attacked, attacks_on_columns(attacked, table))) == []


@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
@pytest.mark.parametrize("table", sorted(set(ATTACKED) - {"everyone"}))
def test_a_value_of_another_type_is_another_value(attacked, table):
    attacks = ([each] for each in attacks_by_other_types(attacked, table))
    assert go_wrong(attacked, put_by_turns(attacked, attacks, 1)) == []


@pytest.mark.parametrize(("kind", "table"), on_databases([(each,) for each in ATTACKED], ON_POSTGRESQL))
def test_deleting_forging_or_swapping_rows_adds_no_rights(attacked, table, some):
    assert go_wrong(attacked, some(attacked, attacks_on_rows(attacked, table))) == []


@pytest.mark.parametrize(("kind", "decided"), on_databases([("rejected",), ("proposed",), (None,)], [(None,)]))
def test_what_others_had_decided_by_a_verdict_cannot_be_changed(attacked, decided):
    """Also not to NULL, as if a version that did not store it had written the row."""
    verdicts = attacked.now["blind_verdicts"]
    assert [each["decided"] for each in verdicts] == ["accepted"] * 2
    attacked.raw.put({"blind_verdicts": [{**each, "decided": decided} for each in verdicts]})
    agreement = partial(attacked.store.reviews.agreement, attacked.reviews[0].id)
    assert _answer(agreement) == "refused: not_authentic"


@pytest.mark.parametrize(("kind", "table"), on_databases(sorted((each.table,) for each in COVERED), ON_POSTGRESQL))
def test_rolling_back_rows_adds_no_rights(attacked, table, some):
    assert go_wrong(attacked, some(attacked, attacks_by_rolling_back(attacked, table))) == []


@on_both_databases
def test_rolling_back_the_end_of_the_trail_gives_nobody_more_rights(attacked, some):
    assert go_wrong(attacked, some(attacked, attacks_on_the_end(attacked))) == []


@on_both_databases
def test_macs_that_are_removed_are_not_made_again(filled, opened):
    filled.raw.put({"row_macs": [], "mac_tree": []})
    filled.raw.put({"api_keys": [{**row, "role": "admin", "revoked": None} for row in filled.now["api_keys"]]})
    assert filled.store.upgrade().adopted == 0
    assert filled.store.api_keys.of(filled.tokens[2]) is None, "a process that knew its MAC goes by that"
    other = opened(filled.settings)
    refusals = {_answer(partial(other.api_keys.of, token)) for token in filled.tokens}
    assert refusals == {"refused: store_damaged"}
    assert _answer(other.policies.current) == "refused: store_damaged"
    assert not filled.found_out().holds


def test_everything_rolled_back_is_found_with_an_exported_trail(filled, tmp_path):
    """A process that starts then cannot tell; only who has kept an end elsewhere can."""
    with filled.store.audit.opened() as (links, head):
        (tmp_path / "kept.jsonl").write_bytes(b"".join(export_lines(links, head)))
    filled.raw.put(filled.before)
    filled.start_again()
    assert filled.found_out().holds
    assert filled.store.api_keys.of(filled.tokens[2]) is not None, "it was not revoked by then"
    assert not examine_file(tmp_path / "kept.jsonl", filled.store.audit).holds


def test_the_audit_names_the_row_and_the_fault(filled):
    revoked, other_key = filled.ids[2], filled.ids[0]
    keys = [{**row, "role": "auditor"} if row["id"] == other_key else row for row in filled.now["api_keys"]]
    put_back = [row for row in filled.before["api_keys"] if row["id"] == revoked]
    macs = [row for row in filled.now["row_macs"] if row["name"] != revoked]
    macs += [row for row in filled.before["row_macs"] if row["name"] == revoked]
    gone = [row for row in filled.now["policies"] if row["version"] != 2]
    users = [*filled.now["users"], *(row for row in filled.before["users"] if row["id"] == filled.gone_user)]
    everyone = [*filled.now["everyone"], {**filled.now["everyone"][0], "id": "forged"}]
    filled.raw.put(
        {
            "api_keys": [*(row for row in keys if row["id"] != revoked), *put_back],
            "row_macs": macs,
            "policies": gone,
            "users": users,
            "everyone": everyone,
        }
    )
    stored = {(each.table, each.row): (each.wrong.value, each.version) for each in filled.found_out().stored}
    missing = {("policies", row["id"]): ("missing", 1) for row in filled.now["policies"] if row["version"] == 2}
    assert stored == {
        ("api_keys", other_key): ("changed", 1),
        ("api_keys", revoked): ("rolled_back", 2),
        ("users", filled.gone_user): ("restored", None),
        ("everyone", "forged"): ("added", None),
        **missing,
    }


def test_a_job_that_was_cancelled_is_not_begun_by_a_change_of_its_row(filled):
    rows = [
        {**row, "state": "waiting", "cancel_asked": False, "ending": True} if row["id"] == filled.jobs[1] else row
        for row in filled.now["jobs"]
    ]
    filled.raw.put({"jobs": rows})
    assert _answer(partial(filled.store.held_jobs.take, filled.jobs[1], "w", FORMS)) == "refused: not_authentic"
    assert filled.store.jobs.get(filled.jobs[2]).state is JobState.WAITING
