"""Dictionaries of clients: found by every spelling of their names, and never overwritten unseen."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, nullcontext
from typing import cast

import pytest
from hypothesis import settings as of_hypothesis
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test
from sqlalchemy import select

from backend.errors import ClientExists, InvalidRequest, StaleVersion, UnknownClient
from backend.storage.clients import dictionaries
from backend.storage.clients.dictionaries import Dictionary
from backend.storage.db.database import Database, url_of
from backend.storage.tables import AliasRow

ROOK = Dictionary("Halden & Rook", ("HRL", "Rook"), ("Project Heron",), ("steering",), "Ports", "Retail")


def test_another_process_reads_a_stored_client(store, opened, settings):
    added = store.clients.add(ROOK)
    other = opened(settings).clients
    assert other.get(added.id) == added
    assert other.all() == (added,)
    assert (added.version, added.dictionary) == (1, ROOK)
    assert added.dictionary.group == "Ports"


@pytest.mark.parametrize("name", ["Halden & Rook", "halden &  rook", "HALDEN\u00a0& ROOK", "hrl", "ROOK"])
def test_a_client_is_found_however_its_name_is_written(store, name):
    added = store.clients.add(ROOK)
    store.clients.add(Dictionary("Danone"))
    assert store.clients.find(name) == added


def test_a_name_precedes_an_alias_and_an_ambiguous_alias_finds_none(store):
    rook = store.clients.add(Dictionary("Rook"))
    store.clients.add(ROOK)
    store.clients.add(Dictionary("Hurley", ("HRL",)))
    assert store.clients.find("rook") == rook
    with pytest.raises(UnknownClient, match=r"2 stored clients have the name 'HRL'"):
        store.clients.find("HRL")
    with pytest.raises(UnknownClient, match="No client 'Danone' is stored"):
        store.clients.find("Danone")


def test_a_name_is_stored_once(store):
    store.clients.add(ROOK)
    with pytest.raises(ClientExists):
        store.clients.add(Dictionary("HALDEN &  rook"))
    danone = store.clients.add(Dictionary("Danone"))
    with pytest.raises(ClientExists):
        store.clients.change(danone.id, 1, Dictionary("Halden & Rook"))
    assert [each.dictionary.name for each in store.clients.all()] == ["Danone", "Halden & Rook"]
    assert store.clients.get(danone.id) == danone


def test_a_stale_change_does_not_overwrite_a_newer_one(store, opened, settings):
    read = store.clients.add(ROOK)
    other = opened(settings).clients
    changed = other.change(read.id, read.version, Dictionary("Halden & Rook", ("HR Ltd",)))
    assert changed.version == 2
    with pytest.raises(StaleVersion):
        store.clients.change(read.id, read.version, Dictionary("Halden & Rook", ("lost",)))
    with pytest.raises(StaleVersion):
        store.clients.remove(read.id, read.version)
    assert store.clients.find("HR Ltd") == changed
    with pytest.raises(UnknownClient):
        store.clients.find("HRL")
    store.clients.remove(read.id, 2)
    with pytest.raises(StaleVersion):
        other.change(read.id, 2, ROOK)
    with pytest.raises(UnknownClient):
        other.find("HR Ltd")


@pytest.mark.parametrize("odd", ["", "nobody", "\0", "é\udc80", "' OR 1=1 --", "x" * 10_000])
def test_malformed_ids_are_unknown(store, odd):
    store.clients.add(ROOK)
    with pytest.raises(UnknownClient):
        store.clients.get(odd)
    with pytest.raises(StaleVersion):
        store.clients.remove(odd, 1)
    assert len(store.clients.all()) == 1


def test_of_many_concurrent_changes_of_one_version_one_succeeds(store):
    read = store.clients.add(Dictionary("Rook"))

    def change(number):
        try:
            store.clients.change(read.id, 1, Dictionary("Rook", (f"alias {number}",)))
        except StaleVersion:
            return None
        return f"alias {number}"

    with ThreadPoolExecutor(8) as pool:
        kept = [each for each in pool.map(change, range(16)) if each]
    assert len(kept) == 1
    assert store.clients.get(read.id).dictionary.aliases == tuple(kept)
    assert store.clients.get(read.id).version == 2


def test_a_deleted_client_leaves_no_trace(store, settings):
    store.clients.remove(store.clients.add(ROOK).id, 1)
    with closing(Database(url_of(settings))) as database, database.reading() as session:
        assert session.scalars(select(AliasRow)).all() == []


def test_a_list_of_clients_is_stored_as_a_whole_or_not_at_all(store):
    store.clients.add(Dictionary("Danone", ("D",)))
    rook = store.clients.add(ROOK)
    assert store.clients.put([Dictionary("danone", ("E",)), ROOK, Dictionary("Ford")]) == (1, 1)
    assert store.clients.find("E").dictionary.name == "danone"
    assert store.clients.get(rook.id) == rook, "what says the same is no change"

    def breaks_off():
        yield Dictionary("Renault")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store.clients.put(breaks_off())
    assert [each.dictionary.name for each in store.clients.all()] == ["danone", "Ford", "Halden & Rook"]


def test_every_change_gives_another_revision_and_no_failure_does(store):
    counted = [store.clients.revision()]
    rook = store.clients.add(ROOK)
    counted.append(store.clients.revision())
    with pytest.raises(ClientExists):
        store.clients.add(ROOK)
    with pytest.raises(StaleVersion):
        store.clients.change(rook.id, 7, ROOK)
    counted.append(store.clients.revision())
    store.clients.change(rook.id, 1, Dictionary("Rook"))
    counted.append(store.clients.revision())
    store.clients.remove(rook.id, 2)
    assert counted[1] == counted[2]
    assert len({*counted, store.clients.revision()}) == 4


def test_a_dictionary_is_tidied():
    tidied = Dictionary("  Halden \n & Rook", ("HRL", "hrl ", "halden & rook"), group="  ", utility=" Retail ")
    assert (tidied.name, tidied.aliases, tidied.group, tidied.utility) == (
        "Halden & Rook",
        ("HRL",),
        None,
        "Retail",
    )


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"name": " "}, "The name is empty"),
        ({"name": "Rook", "always": ("Heron", "\u200b")}, "Entry 2 of always contains only spaces"),
        ({"name": "Rook", "aliases": ("Ro\x07ok",)}, "Entry 1 of aliases contains a control character"),
        ({"name": "Rook", "never": ("Ro\ud800ok",)}, "Entry 1 of never contains a broken character"),
        ({"name": "Rook", "group": "\x1b[2J"}, "The group contains a control character"),
        ({"name": "Rook", "never": ("word " * 100,)}, "more than 300"),
        ({"name": "Rook", "always": ("Heron", "kite"), "never": ("HERON",)}, "'Rook': 1 term on both lists"),
    ],
)
def test_a_dictionary_that_says_nothing_or_contradicts_itself_is_refused(wrong, said):
    with pytest.raises(InvalidRequest, match=said):
        Dictionary(**wrong)


def test_terms_of_a_dictionary_are_not_in_its_repr():
    assert "Heron" not in repr(ROOK)
    assert "HRL" not in repr(ROOK)


class Dict(RuleBasedStateMachine):
    """The simple model of the store: a dict of what was answered last, by folded name."""

    names = st.sampled_from(["Alder", "ALDER", "Birch", "Cedar", "Elm & Co", "elm  & co"])
    terms = st.lists(st.sampled_from(["red", "green", "blue kite", "Blue  Kite"]), max_size=3).map(tuple)
    dictionaries = st.builds(Dictionary, names, terms, terms)

    def __init__(self, clients):
        super().__init__()
        self.clients = clients
        self.stored = {}
        for each in clients.all():
            clients.remove(each.id, each.version)

    @staticmethod
    def key(dictionary):
        return " ".join(dictionary.name.casefold().split())

    @rule(dictionary=dictionaries)
    def add(self, dictionary):
        key = self.key(dictionary)
        with pytest.raises(ClientExists) if key in self.stored else nullcontext():
            self.stored[key] = self.clients.add(dictionary)

    @precondition(lambda self: self.stored)
    @rule(dictionary=dictionaries, data=st.data())
    def change(self, dictionary, data):
        old = data.draw(st.sampled_from(sorted(self.stored)))
        key = self.key(dictionary)
        with pytest.raises(ClientExists) if key != old and key in self.stored else nullcontext():
            changed = self.clients.change(self.stored[old].id, self.stored[old].version, dictionary)
            assert changed.version == self.stored.pop(old).version + 1
            self.stored[key] = changed

    @precondition(lambda self: self.stored)
    @rule(data=st.data())
    def remove(self, data):
        gone = self.stored.pop(data.draw(st.sampled_from(sorted(self.stored))))
        self.clients.remove(gone.id, gone.version)

    @precondition(lambda self: self.stored)
    @rule(dictionary=dictionaries, data=st.data())
    def write_over_what_was_not_read(self, dictionary, data):
        old = self.stored[data.draw(st.sampled_from(sorted(self.stored)))]
        with pytest.raises(StaleVersion):
            self.clients.change(old.id, old.version - 1, dictionary)
        with pytest.raises(StaleVersion):
            self.clients.remove(old.id, old.version + 1)

    @invariant()
    def all_are_there_and_found(self):
        assert set(self.clients.all()) == set(self.stored.values())
        for name in ("red", "green", "blue kite"):
            called_so = [
                each for each in self.stored.values() if name in map(str.casefold, each.dictionary.aliases)
            ]
            if len(called_so) == 1:
                assert self.clients.find(name) == called_so[0]


def test_the_store_behaves_like_a_dict(store, kind):
    """Fewer sequences on PostgreSQL: what a sequence finds out is in the code that both share."""
    few = of_hypothesis(max_examples=15 if kind == "sqlite" else 4, stateful_step_count=12, deadline=None)
    run_state_machine_as_test(cast("type[Dict]", lambda: Dict(store.clients)), settings=few)


def test_lists_are_bounded_by_what_documents_are_searched_for(monkeypatch):
    """4,500 terms of 60 signs for 18 letters each were 4.9 million letters, and stopped every analysis."""
    monkeypatch.setattr(dictionaries, "LONGEST_LISTS", 50)
    nearly = Dictionary("Rook", aliases=("Rook Ltd",), always=("Heron " * 3,), never=("Kestrel",))
    with pytest.raises(InvalidRequest, match="characters together"):
        Dictionary("Rook", always=("Heron \ufdfa \ufdfa \ufdfa",))
    with pytest.raises(InvalidRequest, match="characters together"):
        nearly.with_term("Peregrine Falcon", goes=True)
    assert nearly.with_term("Owl", goes=True).always == ("Heron Heron Heron", "Owl")
