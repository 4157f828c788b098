"""`/v1/clients`: the clients and their dictionaries. A client's name is never part of a URL."""

from typing import Any

from apiflask import APIBlueprint, Schema
from apiflask.fields import DateTime, Integer, Nested, String
from apiflask.validators import Length, Range
from flask import Response
from marshmallow import RAISE

from backend.errors import NoModel, NotOfAllGroups, StaleVersion, UnknownClient
from backend.services.client_removal import remove_client
from backend.services.clients.client_list import ClientList, list_clients
from backend.services.clients.visible_models import ModelsInView
from backend.storage.clients.dictionaries import Dictionary, StoredClient
from backend.storage.rights.rights import Groups
from backend.web.auth.current_caller import caller
from backend.web.schemas.common import answer
from backend.web.schemas.fields import List, term
from backend.web.schemas.redaction_options import MAX_TERMS, Strict
from backend.web.service import service

INDEX = "Unsaid-Index"
"""The header that tells what was removed from the index with a client."""

blueprint = APIBlueprint("clients", __name__, tag="Clients")


class ListedClientOut(Schema):
    """A client whose documents can be analysed."""

    name = String(required=True)
    utility = String(required=True, allow_none=True, metadata={"description": "The client's industry."})
    documents = Integer(
        required=True,
        allow_none=True,
        metadata={
            "description": "The number of documents in the model; null if the model does not know the client."
        },
    )
    aliases = List(
        String(),
        required=True,
        metadata={"description": "Its other names, if the model does not know the client; else empty."},
    )
    id = String(
        required=True, allow_none=True, metadata={"description": "The id of the dictionary; null if there is none."}
    )
    group = String(required=True, allow_none=True)


class ClientsOut(Schema):
    """The clients that the caller may see by name."""

    clients = List(Nested(ListedClientOut), required=True)
    others = Integer(required=True, metadata={"description": "The number of clients that the caller may not see."})


class FoundClientsOut(Schema):
    """The clients whose names match."""

    clients = List(Nested(ListedClientOut), required=True)


class SearchIn(Strict):
    """A part of a name. It is sent in the body, because URLs are logged by proxies."""

    name = term(required=True, metadata={"example": "hal"})
    most = Integer(strict=True, validate=Range(1, 1_000), load_default=20)


class DictionaryIn(Strict):
    """The dictionary of a client."""

    name = term(required=True)
    aliases = List(term(), validate=Length(max=MAX_TERMS), load_default=())
    always = List(term(), validate=Length(max=MAX_TERMS), load_default=())
    never = List(term(), validate=Length(max=MAX_TERMS), load_default=())
    group = term(allow_none=True, load_default=None)
    utility = term(allow_none=True, load_default=None)


class ChangedDictionaryIn(DictionaryIn):
    """The new dictionary, and the version that it replaces."""

    version = Integer(required=True, strict=True, validate=Range(1, 2**31 - 1))


class StoredClientOut(Schema):
    """A stored dictionary."""

    id = String(required=True)
    version = Integer(required=True, metadata={"description": "Each change increases the version by 1."})
    changed = DateTime(required=True)
    name = String(required=True)
    aliases = List(String(), required=True)
    always = List(String(), required=True)
    never = List(String(), required=True)
    group = String(required=True, allow_none=True)
    utility = String(required=True, allow_none=True)


class ClientVersionIn(Strict):
    """The version that was read before."""

    version = Integer(required=True, validate=Range(1, 2**31 - 1))


@blueprint.get("/v1/clients")
@blueprint.output(ClientsOut)
@blueprint.doc(operation_id="listClients")
def list_all() -> Response:
    """List the clients that the caller may see."""
    found = listed_clients()
    return answer({"clients": [each.as_json() for each in found.clients], "others": found.others})


@blueprint.post("/v1/clients/search")
@blueprint.input(SearchIn)
@blueprint.output(FoundClientsOut)
@blueprint.doc(operation_id="searchClients")
def search(json_data: dict[str, Any]) -> Response:
    """Find clients by a part of any of their names."""
    found = listed_clients().called(json_data["name"], json_data["most"])
    return answer({"clients": [each.as_json() for each in found]})


@blueprint.post("/v1/clients")
@blueprint.input(DictionaryIn)
@blueprint.output(StoredClientOut, status_code=201)
@blueprint.doc(operation_id="addClient")
def add(json_data: dict[str, Any]) -> Response:
    """Add a client with its dictionary.

    A caller who is limited to groups is refused, whatever the name.
    """
    return _stored(service().store.clients.add(_dictionary(json_data), by=caller().id), 201)


@blueprint.get("/v1/clients/<client>")
@blueprint.output(StoredClientOut)
@blueprint.doc(operation_id="getClient")
def get(client: str) -> Response:
    """Get the dictionary of a client."""
    return _stored(_own(client))


@blueprint.put("/v1/clients/<client>")
@blueprint.input(ChangedDictionaryIn)
@blueprint.output(StoredClientOut)
@blueprint.doc(operation_id="changeClient")
def change(client: str, json_data: dict[str, Any]) -> Response:
    """Replace the dictionary of a client, unless someone else has changed it in the meantime.

    A caller who is limited to groups may change the terms to always redact or never redact, nothing else.
    """
    version = json_data.pop("version")
    known = _own(client, version).dictionary
    dictionary = _dictionary(json_data)
    if caller().groups is not None and _who(dictionary) != _who(known):
        raise _says_who_clients_are()
    return _stored(service().store.clients.change(client, version, dictionary, by=caller().id))


@blueprint.delete("/v1/clients/<client>")
@blueprint.input(ClientVersionIn, location="query", unknown=RAISE)
@blueprint.output({}, status_code=204)
@blueprint.doc(operation_id="removeClient")
def remove(client: str, query_data: dict[str, Any]) -> Response:
    """Delete the dictionary of a client, unless someone else has changed it in the meantime.

    Documents of the client are removed from the index of released documents first, all or none. The header
    Unsaid-Index then says how many, and whether the index still has documents of k clients in each group. If the
    request fails, the client is still there: repeat it.
    """
    stored = _own(client, query_data["version"])
    removed = remove_client(service().store, service().index, stored, _known_to_model(), caller().id)
    if removed is None:
        return Response(status=204)
    held = str(removed.held).lower()
    return Response(status=204, headers={INDEX: f"removed={len(removed.removed)}; k_held={held}"})


def _known_to_model() -> list[str]:
    try:
        return [each.name for each in service().models.current().model.clients]
    except NoModel:
        return []


def listed_clients() -> ClientList:
    """The clients that the caller may see."""
    return clients_in_groups(caller().groups)


def clients_in_groups(groups: Groups) -> ClientList:
    """The clients that a caller with these groups may see; None: all."""
    try:
        models = ModelsInView.of(service().models.current(), service().dictionaries, groups)
    except NoModel:
        models = None
    return list_clients(models, service().dictionaries.all(), groups)


def _own(client: str, version: int | None = None) -> StoredClient:
    """Return a stored client that the caller may see; any other is answered as if it did not exist.

    Whoever changes it names the version that they have read, so that the client checked here is the one that is
    changed.
    """
    stored = service().store.clients.get(client)
    if not _may_see(stored.dictionary.group):
        raise UnknownClient("No client with that id is stored. It may have been removed.")
    if version is not None and stored.version != version:
        raise StaleVersion("Someone else changed this client. Read it again, then repeat the change.")
    return stored


def _dictionary(values: dict[str, Any]) -> Dictionary:
    lists = {key: tuple(values[key]) for key in ("aliases", "always", "never")}
    return Dictionary(values["name"], group=values["group"], utility=values["utility"], **lists)


def _who(dictionary: Dictionary) -> tuple[object, ...]:
    """The fields of a dictionary that say which client it is about."""
    return dictionary.name, dictionary.aliases, dictionary.group, dictionary.utility


def _says_who_clients_are() -> NotOfAllGroups:
    """The same error for every name: a different one would reveal that a name is taken or known to a model."""
    return NotOfAllGroups(
        "Only people who see the clients of all groups may change the names, group and industry of a client. "
        "Ask one of them."
    )


def _may_see(group: str | None) -> bool:
    groups = caller().groups
    return groups is None or group in groups


def _stored(stored: StoredClient, status: int = 200) -> Response:
    dictionary = stored.dictionary
    content = {
        "id": stored.id,
        "version": stored.version,
        "changed": stored.changed.isoformat(),
        "name": dictionary.name,
        "aliases": list(dictionary.aliases),
        "always": list(dictionary.always),
        "never": list(dictionary.never),
        "group": dictionary.group,
        "utility": dictionary.utility,
    }
    return answer(content, status)
