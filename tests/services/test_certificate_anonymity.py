"""The clients among which a certificate leaves the client, for callers who do not see all clients."""

from types import SimpleNamespace
from typing import cast

from backend.learning.clients import Client
from backend.learning.model import ClientModel
from backend.learning.visible_clients import EVERYBODY, VisibleClients
from backend.reporting.crowd import AnonymitySet
from backend.services.redaction.client_figures import _crowd
from backend.services.terms.industry import CountedRank
from backend.services.terms.subject import Subject

CLIENTS = [Client(name, "Ports") for name in ("Acmeport", "Quayside Works", "Berthold")]


def test_an_industry_is_named_by_the_clients_that_the_caller_may_see():
    """With all of them, asking at one k after the other would tell how many hidden clients an industry has."""
    subject = Subject(cast("ClientModel", SimpleNamespace(clients=CLIENTS)), 0, 2)
    seen = VisibleClients(frozenset({"Acmeport", "Berthold"}))
    inside, of_all = CountedRank(2, of_industry=True), CountedRank(2, of_industry=False)
    assert _crowd(subject, "Ports", EVERYBODY, inside) == AnonymitySet(hides_k=True, industry="Ports")
    assert _crowd(subject, "Ports", seen, inside) == AnonymitySet(hides_k=True, industry=None)
    assert _crowd(subject, "Farms", EVERYBODY, inside) == AnonymitySet(hides_k=True, industry=None)
    assert _crowd(subject, "Ports", EVERYBODY, of_all) == AnonymitySet(hides_k=True, industry=None)
