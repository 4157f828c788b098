"""`/v1/version`: what runs here."""

from apiflask import APIBlueprint, Schema
from apiflask.fields import String

from backend import __version__

blueprint = APIBlueprint("version", __name__, tag="Service")


class VersionOut(Schema):
    """What runs here."""

    version = String(required=True, metadata={"description": "The version of the server.", "example": "0.1.0"})


@blueprint.get("/v1/version")
@blueprint.output(VersionOut)
@blueprint.doc(operation_id="version")
def version() -> dict[str, str]:
    """Tell the version of the server."""
    return {"version": __version__}
