"""An index of released documents for tests of the service."""

from backend.privacy.index_vectors import VectorSpace
from backend.privacy.microaggregation import distances_to_centroids, microaggregate
from backend.privacy.published_vectors import published
from backend.storage.index.index_building import write_index
from backend.storage.index.index_secret import Entry
from backend.wiring.index import dictionary, index_keys

K = 3
SUBJECTS = ("harvest wheat tractor", "loan bank interest", "harbour cargo crane", "film actor stage")
OWN = ("apple", "bread", "chair", "eagle", "fork", "glass", "iron", "jacket", "lamp", "moon", "nail", "oven")
CLIENTS = tuple(f"Client {letter}" for letter in "ABCDEFGHIJKL")


def document_id(number):
    return f"{number:064x}"


def entry_of(number, owners=CLIENTS, contact="ann"):
    """The entry of a document; `contact` is one for all, or one for each."""
    return Entry(document_id(number), owners[number], contact[number] if isinstance(contact, dict) else contact)


def make_index(settings, owners=CLIENTS, contact="ann"):
    """Write an index of a document of each owner, in groups by subject whoever owns them."""
    space = VectorSpace(dictionary())
    numbers = range(len(CLIENTS))
    vectors = space.vectors([space.count(f"{SUBJECTS[each % 4]} {OWN[each]}") for each in numbers])
    grouping = published(vectors, microaggregate(vectors, K), K)
    entries = [entry_of(each, owners, contact) for each in numbers]
    distances = distances_to_centroids(vectors, grouping)
    write_index(settings.index, index_keys(settings), space, K, entries, grouping, distances)
