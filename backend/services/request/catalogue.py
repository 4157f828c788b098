"""The model, its attackers, the term lists and the policies that resolve every request of one caller."""

from collections.abc import Collection
from dataclasses import dataclass

from backend.blocking.known_attackers import Defence
from backend.blocking.objectives import Objective
from backend.blocking.target_rank import RankKey
from backend.detection.custom.lists import NO_LISTS, TermLists
from backend.errors import InvalidRequest, UnknownClient
from backend.learning.model import ClientModel
from backend.learning.visible_clients import EVERYBODY, VisibleClients
from backend.messages.problems import (
    AttackerOption,
    AttackersIgnored,
    AttackersMissing,
    ClientNotInView,
    IndustryNotInModel,
    ModelMissing,
)
from backend.panel import Panel
from backend.privacy.earlier_texts import EarlierTexts
from backend.privacy.sensitivity import SensitivityModel
from backend.services.files.drawn_order import DrawnOrder
from backend.services.request.policy_book import NO_POLICIES, PolicyBook
from backend.services.terms.term_selection import SelectionOptions
from backend.taxonomy.taxonomy import Taxonomy


@dataclass(frozen=True, slots=True, eq=False)
class Catalogue:
    """The model, lists and policies that resolve requests; without a model, client terms are not redacted.

    `lists` hold the terms for everyone and for single clients, of files and of the store. `visible` are the clients
    that the caller may see by name. `panel` are the held-out attackers of the version, None for a caller to whom
    clients are hidden: they know what hidden clients say.
    `pipeline` is the folder or package of the spaCy pipeline that finds names, None where names are not looked for.
    Errors repeat no name where `repeats_names` is False. `rank_key` draws the ranks of documents, and
    `output_order` the order of outputs; both are None where nothing is stored. `sensitivity` tells how sensitive
    words are, None where privacy is not measured; `earlier` are texts to compare releases with.
    `taxonomy` has broader forms of words, None where this installation has none.
    """

    model: ClientModel | None = None
    defence: Defence | None = None
    visible: VisibleClients = EVERYBODY
    lists: TermLists = NO_LISTS
    policies: PolicyBook = NO_POLICIES
    pipeline: str | None = None
    repeats_names: bool = True
    rank_key: RankKey | None = None
    output_order: DrawnOrder | None = None
    panel: Panel | None = None
    sensitivity: SensitivityModel | None = None
    earlier: EarlierTexts | None = None
    taxonomy: Taxonomy | None = None

    def known_model(self) -> ClientModel:
        """The model; raises InvalidRequest without one."""
        if self.model is None:
            raise InvalidRequest(ModelMissing())
        return self.model

    def client(self, name: str) -> int:
        """The index of a client in the model.

        Raises UnknownClient, InvalidRequest without a model.
        """
        model = self.known_model()
        try:
            return self.visible.find(model.clients, name)
        except UnknownClient:
            if self.repeats_names:
                raise
            raise UnknownClient(ClientNotInView()) from None

    def utility(self, name: str | None) -> int | None:
        """The index of an industry in the model; None for None.

        Raises InvalidRequest, which repeats no name where the caller may not learn which there are.
        """
        if name is None:
            return None
        model = self.known_model()
        known = self._industries(model)
        if name in known:
            return model.utilities.index(name)
        if not self.repeats_names:
            raise InvalidRequest(IndustryNotInModel(None, ()))
        raise InvalidRequest(IndustryNotInModel(name, tuple(sorted(known))))

    def _industries(self, model: ClientModel) -> Collection[str]:
        """The industries that may be named; those of hidden clients only count as unknown."""
        return model.utilities if self.visible.sees_all else self.visible.utilities(model.clients)

    def attackers(self, selection: SelectionOptions) -> Defence | None:
        """The attackers that terms are selected against; None if not requested, or the version has none.

        Raises InvalidRequest when options contradict each other, or need attackers that the version does not have.
        """
        if not wants_attackers(selection):
            return None
        if self.defence is None and (selection.robust or selection.assurance is not None):
            raise InvalidRequest(AttackersMissing("robust" if selection.robust else "assurance"))
        return self.defence


def wants_attackers(selection: SelectionOptions) -> bool:
    """Whether terms are selected against the version's attackers, if it has any.

    Raises InvalidRequest when the options contradict each other.
    """
    simple = selection.objective is Objective.SIMPLE
    if not simple and selection.robust is not False:
        return True
    if selection.robust or selection.assurance is not None:
        option: AttackerOption = "robust" if selection.robust else "assurance"
        raise InvalidRequest(AttackersIgnored(option, "simple" if simple else "not_robust"))
    return False
