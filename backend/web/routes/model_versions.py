"""`/v1/admin/versions` and `/v1/admin/roll-back`: list and switch the model version in use."""

from dataclasses import asdict
from typing import Any

from apiflask import APIBlueprint, Schema
from apiflask.fields import Boolean, DateTime, Integer, List, Nested, String
from apiflask.validators import Length
from flask import Response

from backend.services.models import promotion
from backend.web.auth.current_caller import caller
from backend.web.schemas.common import answer
from backend.web.schemas.redaction_options import Strict
from backend.web.service import service
from backend.wiring.registries import open_registry

blueprint = APIBlueprint("admin", __name__, tag="Administration")


class ModelVersionOut(Schema):
    """A model version."""

    name = String(required=True)
    created = DateTime(required=True)
    clients = Integer(required=True)
    documents = Integer(required=True)
    features = Integer(
        required=True,
        allow_none=True,
        metadata={"description": "The number of words that count; null for callers who may not see every client."},
    )
    promoted = Boolean(required=True, metadata={"description": "Whether this version is in use."})
    authentic = Boolean(
        required=True,
        metadata={"description": "Whether a key of this registry authenticates the version."},
    )


class ModelVersionsOut(Schema):
    """All versions, oldest first."""

    versions = List(Nested(ModelVersionOut), required=True)


class VersionInUseOut(Schema):
    """The version in use now; every worker serves it within two seconds."""

    version = String(required=True)


class RollBackIn(Strict):
    """The version in use now, so that a repeated request rolls back only once."""

    version = String(required=True, validate=Length(1, 100))


@blueprint.get("/v1/admin/versions")
@blueprint.output(ModelVersionsOut)
@blueprint.doc(operation_id="listVersions")
def versions() -> Response:
    """List the model versions."""
    found = open_registry(service().settings.registry, service().store).versions()
    # One word of one hidden client more may make one feature more.
    unseen = {} if caller().groups is None else {"features": None}
    listed = [{**asdict(each), "created": each.created.isoformat(), **unseen} for each in found]
    return answer({"versions": listed})


@blueprint.post("/v1/admin/versions/<version>/promote")
@blueprint.output(VersionInUseOut)
@blueprint.doc(operation_id="promote")
def promote(version: str) -> Response:
    """Promote a version, so that it is in use from now on. Promoting the version in use changes nothing."""
    promotion.promote(
        service().store.audit.record,
        open_registry(service().settings.registry, service().store),
        version,
        caller().id,
    )
    return answer({"version": version})


@blueprint.post("/v1/admin/roll-back")
@blueprint.input(RollBackIn)
@blueprint.output(VersionInUseOut)
@blueprint.doc(operation_id="rollBack")
def roll_back(json_data: dict[str, Any]) -> Response:
    """Roll back to the version that was in use before."""
    registry = open_registry(service().settings.registry, service().store)
    note = service().store.audit.record
    return answer({"version": promotion.roll_back(note, registry, json_data["version"], caller().id)})
