"""An attacker who has all editions of an index, knows the method, and says which row of the last one is whose.

The attacker reads the bytes of editions and shares no other code with the index.
"""

import numpy as np
import pytest
from scipy.sparse import csr_array
from scipy.stats import binomtest

from backend.evaluation.edition_attack import Attacker, read
from backend.privacy.anonymous_index import AnonymousIndex, MembersInMemory
from backend.privacy.edition import Edition, edition_of
from backend.privacy.group_vectors import GroupVectors
from backend.privacy.index_vectors import normalised
from backend.privacy.microaggregation import microaggregate

K, COLUMNS, DOCUMENTS, CHANGES = 4, 60, 120, 1_000
CERTAINTY = 0.999


class Published:
    """An index that publishes an edition after each change, beside who is in which of its groups."""

    def __init__(self, seed, k=K):
        """`k` is what groups are kept at, whatever the editions say."""
        self.draw = np.random.default_rng(seed)
        vectors = normalised(csr_array(np.array([self._row() for _ in range(DOCUMENTS)])))
        grouping = microaggregate(vectors, K)
        self.members = MembersInMemory()
        self.index = AnonymousIndex(k, GroupVectors.of(grouping.centroids), self.members)
        for document, (group, core) in enumerate(
            zip(grouping.groups.tolist(), grouping.core.tolist(), strict=True)
        ):
            sums = self.members.sums(group).with_document(0.5)
            self.members.add(str(document).encode(), document, group, sums, core=core)
        self.next = DOCUMENTS

    def _row(self):
        return self.draw.integers(0, 3, COLUMNS) * (self.draw.random(COLUMNS) < 0.2) + np.eye(COLUMNS)[0]

    def edition(self):
        """The bytes of an edition, read again."""
        sizes = {group: len(members) for group, members in self.members.groups.items()}
        content = edition_of(K, self.index.vectors, sizes, "s{}".format).packed()
        return read(Edition.unpacked(content))

    def change(self, share_removed):
        """Insert or remove a random document; return the one that was inserted."""
        if self.draw.random() < share_removed:
            removal = self.index.remove(self.draw.choice(sorted(self.members.documents)))
            if removal.into is not None:
                self.index.vectors.wipe(removal.group)
            return None
        name, self.next = str(self.next).encode(), self.next + 1
        row = self._row()
        self.index.insert(name, name, {column: float(row[column]) for column in np.flatnonzero(row).tolist()})
        return name

    def state(self):
        """What the attacker calls the group of each document."""
        return {document: self.named(group) for document, (_, group) in self.members.documents.items()}

    def named(self, group):
        """The name of a group: an edition of that group alone has it."""
        (name,) = read(edition_of(K, self.index.vectors, {group: K}, "s{}".format)).sizes
        return name


def attacked(seed, k=K, changes=CHANGES, share_removed=0.5):
    """The attacker after all editions, the groups of documents at first and in the end, and all their sizes."""
    index = Published(seed, k)
    before, attacker = index.state(), Attacker.starting_with(index.edition())
    sizes = set(attacker.last.sizes.values())
    for _ in range(changes):
        inserted = index.change(share_removed)
        if inserted is None:
            attacker.see(index.edition())
        else:
            attacker.notice(inserted, index.edition())
        sizes |= set(attacker.last.sizes.values())
    return attacker, before, index.state(), sizes


def hits(attacker, targets, late):
    """How often the row that the attacker names is that of the document, in 50 random orders of rows."""
    return sum(_hits(attacker, targets, late, np.random.default_rng(seed)) for seed in range(50))


def _hits(attacker, targets, late, draw):
    rows = {}
    for group in sorted(set(late.values())):
        own = [document for document, each in late.items() if each == group]
        rows.update({document: (group, place) for place, document in enumerate(draw.permutation(own).tolist())})
    found = 0
    for document, target in targets.items():
        group = attacker.guess(target)
        found += rows[document] == (group, int(draw.integers(attacker.last.sizes[group])))
    return found


def right_on_average(attacker, targets, late):
    sizes = attacker.last.sizes
    return np.mean(
        [(attacker.guess(target) == late[document]) / sizes[late[document]] for document, target in targets.items()]
    )


@pytest.fixture(scope="module")
def attack():
    return attacked(seed=5)


def test_with_all_editions_of_a_thousand_changes_members_are_linked_with_1_k_at_most(attack):
    attacker, before, late, _ = attack
    still_there = {document: group for document, group in before.items() if document in late}
    noticed = {document: document for document in late if document in attacker.places}
    for targets in (still_there, noticed):
        trials = 50 * len(targets)
        found = hits(attacker, targets, late)
        assert binomtest(found, trials).proportion_ci(CERTAINTY).low <= 1 / K
        assert right_on_average(attacker, targets, late) <= 1 / K


def test_the_attacker_follows_every_group_and_is_no_straw_man(attack):
    attacker, before, late, _ = attack
    still_there = {document: group for document, group in before.items() if document in late}
    best = np.mean([1 / attacker.last.sizes[late[document]] for document in still_there])
    assert right_on_average(attacker, still_there, late) == pytest.approx(best)
    assert set(attacker.last.sizes) == set(late.values())


def test_every_group_of_every_edition_has_k_documents_and_an_old_vector(attack):
    attacker, before, _, sizes = attack
    assert min(sizes) >= K, "where a group is smaller, its members are linked with more than 1/k"
    assert attacker.unexpected == 0
    assert set(attacker.last.sizes) <= set(before.values())


def test_an_index_that_dissolves_its_groups_too_late_is_caught():
    attacker, before, late, _ = attacked(seed=6, k=2, changes=80, share_removed=0.9)
    still_there = {document: group for document, group in before.items() if document in late}
    found = hits(attacker, still_there, late)
    assert binomtest(found, 50 * len(still_there)).proportion_ci(CERTAINTY).low > 1 / K


def test_a_vector_that_is_computed_again_is_noticed_and_gives_a_document_away():
    """Table 1 of Navarro-Arribas et al.: the attacker subtracts."""
    members, new = np.array([[1.0, 0.0], [0.6, 0.8]]), np.array([0.0, 1.0])
    means = [members.mean(axis=0), np.vstack([members, new]).mean(axis=0)]
    editions = [
        read(edition_of(2, GroupVectors.of(csr_array(mean[None])), {0: size}, "s{}".format))
        for mean, size in zip(means, (2, 3), strict=True)
    ]
    attacker = Attacker.starting_with(editions[0])
    attacker.see(editions[1])
    assert attacker.unexpected == 1
    assert 3 * means[1] - 2 * means[0] == pytest.approx(new)
