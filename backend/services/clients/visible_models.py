"""The client models as one caller may see them: with stored dictionaries, without the names of hidden clients."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from backend.blocking.known_attackers import Defence
from backend.detection.custom.lists import TermLists
from backend.learning.model import ClientModel
from backend.learning.visible_clients import VisibleClients
from backend.services.clients.dictionaries import Dictionaries, ModelWithDictionaries
from backend.services.models.serving import Served
from backend.services.request.catalogue import Catalogue, wants_attackers
from backend.services.request.policy_book import PolicyBook
from backend.services.request.request import Request
from backend.storage.clients.dictionaries import unshared_aliases

ListsInView = TermLists
"""The lists of files, without those of clients that a caller may not see."""


@dataclass(frozen=True, slots=True, eq=False)
class ModelsInView:
    """The served models, as one caller may see them."""

    known: ModelWithDictionaries
    model: ClientModel
    """With the stored names; without what hidden clients alone say."""
    defence: Defence | None
    """The attackers of the version that is served, as nobody sees them from whom clients are hidden."""
    visible: VisibleClients

    @classmethod
    def of(cls, served: Served, dictionaries: Dictionaries, groups: Collection[str] | None) -> "ModelsInView":
        """Return the served models for a caller with these groups; None: all.

        Raises StoreUnavailable.
        """
        known = dictionaries.known_to(served.model)
        visible = known.visible(groups)
        return cls(known, known.in_sight(visible), served.defence, visible)

    def client(self, name: str) -> int:
        """The index of a client.

        Raises UnknownClient, without that name and without near ones: to others, errors repeat nothing.
        """
        return Catalogue(self.model, visible=self.visible, repeats_names=False).client(name)

    def attackers(self) -> Defence | None:
        """The attackers of the version as this caller sees them; for a limited caller they are trained first."""
        return None if self.defence is None else self.known.attackers_in_sight(self.visible, self.defence)


def lists_in_view(
    lists: TermLists,
    policies: PolicyBook,
    served: Served | None,
    dictionaries: Dictionaries,
    groups: Collection[str] | None,
) -> ListsInView:
    """Return the lists of files for a caller with these groups (None: all), without those of hidden clients.

    What their recognisers find often has the name of a project, and every report says what was searched for. Kinds
    that a policy of the caller's documents names are known to the caller.

    Raises StoreUnavailable.
    """
    if groups is None or not lists.clients:
        return lists
    stored = dictionaries.all()
    unshared = unshared_aliases(stored)
    ours = (each for each in stored if each.dictionary.group in groups)
    seen = {name for each in ours for name in (each.dictionary.name, *unshared[each.id])}
    if served is not None:
        seen |= dictionaries.known_to(served.model).visible(groups).names or frozenset()
    named = (policies.policy_for(client)[0].kinds for client in (None, *seen))
    return lists.only_of(seen, frozenset[str]().union(*named))


def catalogue_for(
    request: Request,
    base: Catalogue,
    served: Served | None,
    dictionaries: Dictionaries,
    groups: Collection[str] | None,
    *,
    has_document: bool = True,
) -> Catalogue:
    """Return the catalogue for a request of a caller with these groups (None: all).

    `base` has what counts for everyone: the lists of files, the policies and the pipeline. `served` is None for
    requests that name no client. Where no document is to be read, the attackers are those that the version has:
    it matters only whether there are any, and for a limited caller they would be trained first.

    Raises StoreUnavailable.
    """
    if served is None:
        return replace(base, lists=dictionaries.lists(base.lists))
    models = ModelsInView.of(served, dictionaries, groups)
    attackers = None
    if wants_attackers(request.selection):
        attackers = models.attackers() if has_document else models.defence
    return replace(
        base,
        model=models.model,
        defence=attackers,
        panel=served.panel if models.visible.sees_all else None,
        visible=models.visible,
        lists=models.known.lists(base.lists),
        repeats_names=False,
    )
