"""What is stored of a client counts where its documents are analysed, as soon as it is stored."""

import dataclasses
from contextlib import closing

import pytest

from backend.detection.custom.lists import NO_LISTS, TermLists, TermRules
from backend.document.phrases import Phrase
from backend.errors import InvalidRequest, StoreUnavailable
from backend.learning.aliases import with_aliases
from backend.learning.corpus import CorpusDocument
from backend.learning.counts import count_terms
from backend.learning.model import TrainingOptions
from backend.learning.train import train
from backend.learning.visible_clients import EVERYBODY
from backend.services.analysis.analyse import names_of_client
from backend.services.clients.dictionaries import Dictionaries, edited, read_dictionaries
from backend.services.request import resolve as resolve_module
from backend.services.request.catalogue import Catalogue
from backend.services.request.request import Request, Terms
from backend.services.request.resolve import Purpose, resolve
from backend.settings import Settings
from backend.storage.clients.dictionaries import Dictionary
from backend.storage.store import Store

SAYS = {
    "Alder": "oak kestrel summit",
    "Birch": "elm kestrel summit",
    "Cedar": "ash kestrel river",
    "Danone": "milk river",
}
"""Of their words the most telling ones become features; *kestrel* has three speakers, *summit* and *river* two."""


@pytest.fixture(scope="module", params=[1, None], ids=["one feature", "all features"])
def model(request):
    """A model that knows few words of the corpus, or all of them: who says the others is kept as well."""
    documents = [
        CorpusDocument(f"{client}{number}", client, "Retail" if client == "Alder" else None, (text,))
        for client, text in SAYS.items()
        for number in range(2)
    ]
    return train(count_terms(documents), TrainingOptions(features=request.param)).model


@pytest.fixture
def settings(tmp_path):
    return Settings(tmp_path / "data", tmp_path / "registry", tmp_path / "lists")


@pytest.fixture
def store(settings):
    with closing(Store.of(settings)) as store:
        yield store


@pytest.fixture
def dictionaries(store):
    return Dictionaries(store)


def test_stored_names_are_names_of_the_client(store, dictionaries, model):
    store.clients.add(Dictionary("ALDER", ("Alnus", "Old Oak House")))
    known = dictionaries.known_to(model)
    assert known.model.clients[0].aliases == ("ALDER", "Alnus", "Old Oak House")
    assert known.model.find("old oak house") == known.model.find("Alder") == 0
    assert {"Alnus", "Old Oak House"} <= {name.text for name in names_of_client(known.model, 0)}
    assert model.clients[0].aliases == (), "the model itself is as it was"


def test_nothing_is_learnt_again_for_a_name(store, dictionaries, model):
    store.clients.add(Dictionary("Alder", ("Alnus",)))
    taught = dictionaries.known_to(model).model
    for field in dataclasses.fields(model):
        if field.name not in {"clients", "ordinary"}:
            assert getattr(taught, field.name) is getattr(model, field.name), field.name


@pytest.mark.parametrize(
    ("alias", "ordinary"),
    [
        ("Kestrel", True),  # Birch and Cedar say it too
        ("Summit", False),  # of the others Birch alone
        ("River", True),  # Cedar and Danone, and Alder does not
        ("Oak", False),  # nobody else
        ("Alnus", False),  # nobody at all
        ("The", True),  # a stop word
    ],
)
def test_a_name_that_two_other_clients_say_wants_its_capital(model, alias, ordinary):
    """As it does for names that were known when the model was trained."""
    (phrase,) = (name for name in names_of_client(with_aliases(model, {0: [alias]}), 0) if name.text == alias)
    assert phrase.case_sensitive == ordinary


def test_a_stored_client_that_goes_by_the_models_name_is_the_one(store, dictionaries, model):
    store.clients.add(Dictionary("Alder Holdings plc", ("Alder",)))
    store.clients.add(Dictionary("Twig One", ("Birch",)))
    store.clients.add(Dictionary("Twig Two", ("Birch",)))
    store.clients.add(Dictionary("Cedar"))
    store.clients.add(Dictionary("Toothpick", ("Cedar",)))
    store.clients.add(Dictionary("Not in the model", ("Nowhere",)))
    known = dictionaries.known_to(model)
    names = {model.clients[index].name: each.name for index, each in known.dictionaries.items()}
    assert names == {"Alder": "Alder Holdings plc", "Cedar": "Cedar"}


def test_stored_terms_are_the_clients_own_list(store, dictionaries, model):
    store.clients.add(Dictionary("Alder", always=("Project Heron",), never=("steering",)))
    known = dictionaries.known_to(model)
    lists = known.lists(NO_LISTS)
    assert lists.of("Alder") == (TermRules(), TermRules(("steering",), ("Project Heron",)))
    assert lists.of("Birch") == (TermRules(),)


def test_a_stored_term_wins_over_a_list_in_a_file(store, dictionaries, model):
    files = TermRules(("Kite", "steering", "stays"), ("PROJECT heron", "goes"))
    store.clients.add(Dictionary("Alder", always=("kite",), never=("Project Heron",)))
    lists = dictionaries.known_to(model).lists(TermLists(clients={"alder": files, "birch": files}))
    assert lists.of("Alder")[1] == TermRules(("steering", "stays", "Project Heron"), ("goes", "kite"))
    assert lists.of("Birch")[1] == files


def test_a_change_by_another_process_counts_at_once_and_nothing_is_read_twice(store, settings, dictionaries, model):
    added = store.clients.add(Dictionary("Alder", ("Alnus",)))
    first = dictionaries.known_to(model)
    assert dictionaries.known_to(model) is first
    with closing(Store.of(settings)) as other:
        other.clients.change(added.id, 1, Dictionary("Alder", ("Betula",)))
    second = dictionaries.known_to(model)
    assert second.model.clients[0].aliases == ("Betula",)
    assert dictionaries.all()[0].version == 2
    assert dictionaries.known_to(with_aliases(model, {})) is not second, "another model is another value"
    store.clients.remove(added.id, 2)
    assert dictionaries.known_to(model).dictionaries == {}


def test_members_of_a_group_see_its_clients_by_name(store, dictionaries, model):
    store.clients.put([Dictionary("Alder", group="Trees"), Dictionary("Birch", group="Twigs"), Dictionary("Cedar")])
    known = dictionaries.known_to(model)
    assert known.visible(["Trees"]).names == {"Alder"}
    assert known.visible({"Trees", "Twigs", "Roots"}).names == {"Alder", "Birch"}
    assert known.visible([]).names == frozenset(), "Cedar has no group, and of Danone nothing is stored"
    assert known.visible(None) is EVERYBODY
    assert known.visible(["Twigs"]).name_of(model.clients[0]) == "another client, Retail"


def test_without_the_store_nothing_is_analysed_as_if_nothing_were_stored(tmp_path, model):
    nowhere = Settings(tmp_path, tmp_path, tmp_path, database="postgresql://unsaid@127.0.0.1:1/unsaid")
    with closing(Store.of(nowhere)) as store, pytest.raises(StoreUnavailable):
        Dictionaries(store).known_to(model)


# Lists of clients, and changes of one.


def test_a_corpus_clients_csv_and_excel_are_read(tmp_path):
    (tmp_path / "clients.csv").write_bytes(
        b"\xef\xbb\xbfclient,utility,aliases,never,always,group\r\n"
        b"Halden & Rook,Retail,HRL; Rook ;,steering,Project Heron;Kite,Ports\r\n"
        b'"Danone, SA",,,,,\r\n'
        b",,,,,\r\n"
    )
    assert read_dictionaries(tmp_path / "clients.csv") == (
        Dictionary("Halden & Rook", ("HRL", "Rook"), ("Project Heron", "Kite"), ("steering",), "Ports", "Retail"),
        Dictionary("Danone, SA"),
    )
    (tmp_path / "short.csv").write_text("client\nDanone\n")
    assert read_dictionaries(tmp_path / "short.csv") == (Dictionary("Danone"),)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("name,utility\nRook,Retail\n", "the first line must name columns of client,utility"),
        ("client,phone\nRook,1\n", "the first line must name columns"),
        ("", "the first line must name columns"),
        ("client,aliases\nRook,R\n,alone\n", "line 3: The name is empty"),
        ("client\nRook\nDanone\n  ROOK \n", "line 4: 'ROOK' is already in an earlier line"),
        ("client,always,never\nRook,Kite,kite\n", "line 2: 'Rook': 1 term on both lists"),
        ("client\nR\u00f6\n", "not a UTF-8 CSV"),
        ('client\n"Rook\n', "not a UTF-8 CSV"),
    ],
)
def test_a_list_of_clients_with_a_fault_is_refused_by_its_line(tmp_path, content, said):
    (tmp_path / "clients.csv").write_bytes(content.encode("latin-1"))
    with pytest.raises(InvalidRequest, match=said):
        read_dictionaries(tmp_path / "clients.csv")


def test_an_edit_adds_drops_and_renames():
    old = Dictionary("Rook", ("R", "HRL"), ("Heron", "Kite"), ("steering",), "Ports", "Retail")
    new = edited(old, Dictionary("Halden & Rook", ("H&R",), (), ("heron",), None, "Harbours"), ["HERON", "hrl"])
    assert new == Dictionary("Halden & Rook", ("R", "H&R"), ("Kite",), ("steering", "heron"), "Ports", "Harbours")


def test_dropping_an_unlisted_term_is_refused():
    with pytest.raises(InvalidRequest, match="1 of the terms to remove"):
        edited(Dictionary("Rook", ("R",)), Dictionary("Rook"), ["R", "Heron"])


class TestForEveryone:
    """The stored list for everyone counts over the list in a file, and under that of a client."""

    LISTS = TermLists(everyone=TermRules(allow=("kestrel",), deny=("summit",)))

    @pytest.fixture
    def everyone(self, store):
        return store.global_terms.change(0, Dictionary("everyone", always=("Kestrel",), never=("board",)), "root")

    @pytest.mark.usefixtures("everyone")
    def test_the_stored_dictionary_overrides_lists_in_files(self, dictionaries, model):
        for lists in (dictionaries.lists(self.LISTS), dictionaries.known_to(model).lists(self.LISTS)):
            assert set(lists.everyone.deny) == {"summit", "Kestrel"}
            assert lists.everyone.allow == ("board",)

    def test_a_change_of_it_counts_at_once(self, store, dictionaries, everyone):
        assert dictionaries.lists(NO_LISTS).everyone.deny == ("Kestrel",)
        store.global_terms.change(everyone.version, Dictionary("everyone"), "root")
        assert dictionaries.lists(NO_LISTS).everyone.deny == ()

    @pytest.mark.usefixtures("everyone")
    def test_never_terms_of_a_client_are_kept_in_its_documents(self, store, dictionaries, model):
        store.clients.add(Dictionary("Alder", never=("kestrel",)))
        catalogue = Catalogue(model, lists=dictionaries.known_to(model).lists(NO_LISTS))
        of_client, of_nobody = (resolve(Request(client, k=2), catalogue) for client in ("Alder", None))
        assert "kestrel" not in {phrase.text.casefold() for phrase in of_client.always}
        assert "kestrel" in {phrase.text.casefold() for phrase in of_nobody.always}


def test_all_terms_that_count_for_a_document_raise_its_ceiling(model, monkeypatch):
    """The request's own, those of the client, and those of all clients; each as long as it is searched for."""
    told = []
    monkeypatch.setattr(resolve_module, "terms_were_read", told.append)
    lists = TermLists(TermRules(deny=("heron",)), {"alder": TermRules(allow=("\ufdfa",))})
    request = Request(client="Alder", terms=Terms(always=(Phrase("gull"),)))
    resolve(request, Catalogue(model, lists=lists), Purpose.ANALYSE)
    assert told == [len("heron") + len("gull") + len(Phrase("\ufdfa").key)]
