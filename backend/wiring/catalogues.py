"""The catalogue of a service and its jobs, before the models and the client of a request are known."""

from backend.detection.custom.lists import TermLists
from backend.services.request.catalogue import Catalogue
from backend.services.request.in_force import rank_key_of
from backend.services.request.policy_book import PolicyBook
from backend.settings import Settings
from backend.storage.store import Store
from backend.wiring.sensitivity import sensitivity_if_any
from backend.wiring.taxonomy import taxonomy_if_any


def served_catalogue(settings: Settings, store: Store, policies: PolicyBook, lists: TermLists) -> Catalogue:
    """Return what every request of a service has in common, so that a job answers as HTTP does."""
    return Catalogue(
        lists=lists,
        policies=policies,
        pipeline=settings.ner,
        rank_key=rank_key_of(store),
        sensitivity=sensitivity_if_any(),
        taxonomy=taxonomy_if_any(),
    )
