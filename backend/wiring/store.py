"""Open the store of the settings.

Commands that can do without a store use `stored`, which loads this module only if there is one.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from backend.document.phrases import normal_form
from backend.errors import NoModel, RegistryDamaged, UnknownClient
from backend.messages.problems import ClientNotKnown
from backend.services.clients.dictionaries import Dictionaries
from backend.services.files.drawn_order import DrawnOrder
from backend.services.policies.stored_policies import PoliciesInForce
from backend.services.request.catalogue import Catalogue
from backend.services.request.in_force import rank_key_of
from backend.settings import Settings
from backend.storage.db.keys import new_key
from backend.storage.store import Store
from backend.wiring.models import known_clients


@contextmanager
def opened_store() -> Iterator[Store]:
    """Open the store of the settings; it is closed when the block ends.

    Raises InvalidRequest when UNSAID_DATABASE cannot be understood.
    """
    store = Store.of(Settings.from_environment())
    try:
        yield store
    finally:
        store.close()


def client_for_policy(store: Store, name: str | None) -> str | None:
    """Find a client by name, among those that are stored or that the promoted model knows.

    Raises UnknownClient: a policy for a misspelt name would count for nobody.
    """
    if name is None:
        return None
    try:
        return store.clients.find(name).dictionary.name
    except UnknownClient:
        known = names_known_to_model()
    found = [each for each in known if normal_form(each) == normal_form(name)]
    if not found:
        raise UnknownClient(ClientNotKnown(name))
    return found[0]


def names_known_to_model() -> tuple[str, ...]:
    """Return the names of the clients of the promoted model; none without one."""
    try:
        return tuple(each.name for each in known_clients(None, None).clients)
    except (NoModel, RegistryDamaged):
        return ()


def new_store_key() -> str:
    """Return a new random key for UNSAID_KEY."""
    return new_key()


def with_stored(store: Store, catalogue: Catalogue) -> Catalogue:
    """Add stored dictionaries, lists and policies, and the keys of ranks and outputs, to a catalogue of files.

    Raises StoreUnavailable.
    """
    policies, dictionaries = PoliciesInForce(store).book(), Dictionaries(store)
    catalogue = replace(catalogue, policies=policies, output_order=DrawnOrder(store.order_secret))
    if catalogue.model is None:
        return replace(catalogue, lists=dictionaries.lists(catalogue.lists))
    known = dictionaries.known_to(catalogue.model)
    return replace(
        catalogue,
        model=known.model,
        lists=known.lists(catalogue.lists),
        rank_key=rank_key_of(store),
    )
