"""The client models as one reader may see them: with what is stored of their clients, and nobody else's names."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from backend.blocking.defence import Defence
from backend.blocking.utility import Objective
from backend.errors import InvalidRequest, UnknownClient
from backend.learning.model import ClientModel
from backend.learning.visible import Visible
from backend.services.analyse import HideRequest
from backend.services.batch import Subjects
from backend.services.dictionaries import Dictionaries, Known
from backend.services.serving import Served


@dataclass(frozen=True, slots=True, eq=False)
class ModelsInView:
    """What is served to somebody, who may see some of the clients by name."""

    known: Known
    model: ClientModel
    """With the stored names; without what hidden clients alone say."""
    defence: Defence | None
    """The attackers of the version that is served, as nobody sees them from whom clients are hidden."""
    visible: Visible

    @classmethod
    def of(cls, served: Served, dictionaries: Dictionaries, groups: Collection[str] | None) -> "ModelsInView":
        """What is served, for somebody of these groups; None: of all.

        Raises StoreUnavailable.
        """
        known = dictionaries.known_to(served.model)
        visible = known.visible(groups)
        return cls(known, known.in_sight(visible), served.defence, visible)

    def client(self, name: str) -> int:
        """The index of a client.

        Raises UnknownClient, without that name and without near ones: to others, errors repeat nothing.
        """
        try:
            return self.visible.find(self.model.clients, name)
        except UnknownClient:
            raise UnknownClient(
                "no client of that name is known here, or none that you may see; look in /v1/clients"
            ) from None

    def subjects(self, request: HideRequest) -> Subjects:
        """What a request wants hidden, with the stored terms of its client.

        Raises UnknownClient, ImpossibleK, InvalidRequest, PipelineUnusable.
        """
        asked = replace(self.known.asked(request), visible=self.visible)
        if asked.client is not None:
            asked = replace(asked, client=self.model.clients[self.client(asked.client)].name)
        return Subjects.of(self.model, asked, self._defence(request))

    def _defence(self, request: HideRequest) -> Defence | None:
        """The attackers that a program holds out against, where any are wanted."""
        wish = request.wish
        if wish.objective is Objective.SIMPLE:
            if wish.robust or wish.assurance is not None:
                raise InvalidRequest(
                    "robust and assurance speak of attackers, to which simple pays no heed; drop them"
                )
            return None
        if wish.robust is False:
            if wish.assurance is not None:
                raise InvalidRequest("assurance speaks of attackers, and robust says that there are none; drop one")
            return None
        if self.defence is None and (wish.robust or wish.assurance is not None):
            raise InvalidRequest("this version was stored without attackers to hold out against; train it again")
        return None if self.defence is None else self.known.attackers_in_sight(self.visible, self.defence)
