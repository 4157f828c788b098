"""List and set policies, by the names of the clients that the caller may see."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from backend.document.phrases import normal_form
from backend.errors import UnknownClient
from backend.redaction.review_policy import ReviewPolicy
from backend.services.clients.client_list import ClientList, ListedClient
from backend.storage.clients.policies import StoredPolicy


def policy_of(rules: Mapping[str, Any]) -> ReviewPolicy:
    """Build the policy with these rules.

    Raises InvalidRequest.
    """
    return ReviewPolicy.from_json(rules)


def client_in_view(name: str, clients: ClientList) -> str:
    """Find a client that the caller may see: by name, else by an alias that only it has.

    Raises UnknownClient: a policy for a misspelt name would count for nobody.
    """
    return listed_in_view(name, clients).name


def listed_in_view(name: str, clients: ClientList) -> ListedClient:
    """List the policies in view, with the stored data of the client."""
    wanted = normal_form(name)
    own = [each for each in clients.clients if normal_form(each.name) == wanted]
    known = own or [each for each in clients.clients if wanted in map(normal_form, each.names)]
    if len(known) != 1:
        raise UnknownClient(
            "No client of that name exists, or you may not see it, or several clients have that name."
        )
    return known[0]


def stored_client_in_view(name: str, clients: ClientList) -> ListedClient:
    """The same for a change by a limited caller: stored clients with that name come first.

    The models may know a client by another name than its dictionary has. Its policy counts for that name too, and a
    policy for that name alone would count in its place.

    Raises UnknownClient.
    """
    wanted = normal_form(name)
    stored = [
        each for each in clients.clients if each.stored is not None and wanted in map(normal_form, each.names)
    ]
    own = [each for each in stored if normal_form(each.name) == wanted]
    return listed_in_view(name, ClientList(tuple(own or stored) or clients.clients, clients.others))


def policies_in_view(
    policies: Iterable[StoredPolicy], clients: ClientList, groups: Collection[str] | None
) -> tuple[StoredPolicy, ...]:
    """The default policy and those of clients that a caller with these groups may see; None: all."""
    seen = {normal_form(each.name) for each in clients.clients}
    return tuple(
        each for each in policies if groups is None or each.client is None or normal_form(each.client) in seen
    )
