"""`/v1/index`: find similar released documents, in groups of k clients that look the same.

No answer has a member, a client or a contact. Searches read the published edition, not the index itself.
"""

from typing import Any

from apiflask import APIBlueprint, Schema
from apiflask.fields import Boolean, DateTime, Float, Integer, List, Nested, String
from apiflask.schemas import FileSchema
from apiflask.validators import Length, Range
from flask import Response

from backend.document.phrases import normal_form
from backend.reporting.index_reports import FoundGroup
from backend.services.audit.index_events import of_published, of_search
from backend.services.audit.index_removals import record_removal
from backend.services.index.erasing import LooksAfter, remove_document
from backend.services.index.released_index import PublishedEdition
from backend.storage.audit.actions import Action
from backend.storage.rights.roles import Role
from backend.web.auth.current_caller import caller
from backend.web.offloading import RAW
from backend.web.routes.clients import clients_in_groups
from backend.web.schemas.common import answer
from backend.web.schemas.redaction_options import Strict
from backend.web.service import service

blueprint = APIBlueprint("index", __name__, tag="Index")

MAX_WORDS = 2_000
"""Characters of a search."""

MAX_GROUPS = 50


class EditionOut(Schema):
    """A published edition of the index."""

    id = String(required=True, metadata={"description": "The SHA-256 of its file."})
    published = DateTime(required=True)
    documents = Integer(required=True)
    groups = Integer(required=True)


class IndexOut(Schema):
    """The index of released documents, in figures."""

    k = Integer(required=True, metadata={"description": "The clients that each group has at least."})
    documents = Integer(required=True)
    groups = Integer(required=True)
    k_held = Boolean(
        required=True,
        metadata={
            "description": "False if a vector has fewer than k clients left of those that it was made of. "
            "Then no edition is published."
        },
    )
    edition = Nested(
        EditionOut,
        required=True,
        allow_none=True,
        metadata={"description": "The current edition, which searches read; null before the first one."},
    )


class NewEditionOut(EditionOut):
    """The edition that was published, and is the current one now."""


class RemovedOut(Schema):
    """What was removed from the index."""

    removed = Integer(required=True)
    dissolved_groups = Integer(
        required=True,
        metadata={
            "description": "Groups whose vector had too few clients left, which joined the nearest other one."
        },
    )
    k_held = Boolean(
        required=True, metadata={"description": "Whether the vector of each group still has k clients."}
    )


class SearchIn(Strict):
    """What to look for in the current edition."""

    words = String(
        required=True,
        validate=Length(1, MAX_WORDS),
        metadata={"description": "Words, or a piece of text. Words that no group has are ignored."},
    )
    top = Integer(
        strict=True,
        validate=Range(1, MAX_GROUPS),
        load_default=10,
        metadata={
            "description": "Number of groups; further ones at the distance of the last one are counted, not listed."
        },
    )


class FoundGroupOut(Schema):
    """A group of documents, which are a tie: the search cannot say which of them is nearest to the words."""

    group = Integer(required=True, metadata={"description": "The number of the group in this edition."})
    ranks = List(
        Integer(), required=True, metadata={"description": "The first and the last rank that its documents share."}
    )
    distance = Float(required=True, metadata={"description": "The cosine distance to the words, 0…1."})
    documents = Integer(required=True)
    stems = List(String(), required=True, metadata={"description": "The weightiest stems of the group."})


class FoundGroupsOut(Schema):
    """The nearest groups, nearest first."""

    edition = String(required=True, metadata={"description": "The id of the edition."})
    groups = List(Nested(FoundGroupOut), required=True)
    left_out = Integer(
        required=True,
        metadata={"description": "Further groups at the distance of the last one, which are not listed."},
    )


@blueprint.get("/v1/index")
@blueprint.output(IndexOut)
@blueprint.doc(operation_id="getIndex")
def get() -> Response:
    """Get the size of the index of released documents, and its current edition."""
    edition = service().index.edition()
    with service().index.opened() as opened:
        certificate = opened.certificate()
        content = {
            "k": opened.k,
            "documents": certificate.documents,
            "groups": certificate.groups,
            "k_held": opened.held,
            "edition": None if edition is None else _edition_as_json(edition),
        }
    return answer(content)


@blueprint.post("/v1/admin/index/editions")
@blueprint.output(NewEditionOut, status_code=201)
@blueprint.doc(operation_id="publishEdition")
def publish() -> Response:
    """Publish an edition of the index, which searches and downloads get from then on.

    Its groups have a random order, without ids and clients. Readers of several editions see how groups grow and
    shrink: publish seldom.
    """
    published = service().index.publish()
    service().store.audit.record(of_published(caller().id, Action.INDEX_PUBLISHED, published))
    return answer(_edition_as_json(published), 201)


@blueprint.delete("/v1/index/documents/<path:document>")
@blueprint.output(RemovedOut)
@blueprint.doc(operation_id="removeDocument")
def remove(document: str) -> Response:
    """Remove a document from the index, by the SHA-256 of its file.

    The account that has added it may do so, and administrators who see its client. If others have added the same
    file, theirs stays. A document of an index that was built from a folder is called by its path there. Published
    editions do not change.
    """
    removed = remove_document(service().index, document, caller().id, looks_after())
    record_removal(service().store, caller().id, removed)
    return answer({"removed": len(removed.removed), "dissolved_groups": removed.dissolved, "k_held": removed.held})


def looks_after() -> LooksAfter:
    """Whether the caller is an administrator who sees a client; documents without one are for those who see all."""
    groups = caller().groups_as(Role.ADMIN)
    if groups is None:
        return lambda _owner: True
    seen = clients_in_groups(groups).known_names if groups else frozenset()
    return lambda owner: owner is not None and normal_form(owner) in seen


@blueprint.get("/v1/index/edition")
@blueprint.output(FileSchema(type="string", format="binary"), content_type=RAW)
@blueprint.doc(operation_id="getEdition")
def edition() -> Response:
    """Download the current edition, a file that `unsaid index search` reads."""
    current = service().index.current_edition()
    service().store.audit.record(of_published(caller().id, Action.INDEX_DOWNLOADED, current))
    headers = {"Content-Disposition": 'attachment; filename="edition.npz"'}
    return Response(current.content, mimetype=RAW, headers=headers)


@blueprint.post("/v1/index/searches")
@blueprint.input(SearchIn)
@blueprint.output(FoundGroupsOut)
@blueprint.doc(operation_id="searchIndex")
def search(json_data: dict[str, Any]) -> Response:
    """Find similar released documents: the groups of the current edition that are nearest to some words.

    The words are not stored.
    """
    current, found = service().index.search(json_data["words"], json_data["top"])
    service().store.audit.record(of_search(caller().id, current, len(found.groups)))
    groups = [_group_as_json(each) for each in found.groups]
    return answer({"edition": current.id, "groups": groups, "left_out": found.left_out})


def _edition_as_json(edition: PublishedEdition) -> dict[str, Any]:
    return {
        "id": edition.id,
        "published": edition.published.isoformat(),
        "documents": edition.documents,
        "groups": edition.groups,
    }


def _group_as_json(found: FoundGroup) -> dict[str, Any]:
    return {
        "group": found.group,
        "ranks": [found.first, found.last],
        "distance": found.distance,
        "documents": found.documents,
        "stems": list(found.stems),
    }
