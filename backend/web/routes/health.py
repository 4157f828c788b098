"""`/healthz`: liveness, whether the process answers. `/readyz`: readiness, whether it can do its work."""

from apiflask import APIBlueprint

from backend.errors import UnsaidError
from backend.web.service import service

blueprint = APIBlueprint("health", __name__, tag="Service")


@blueprint.get("/healthz")
@blueprint.doc(hide=True)
def healthz() -> dict[str, str]:
    """Report that this process answers."""
    return {"status": "ok"}


@blueprint.get("/readyz")
@blueprint.doc(hide=True)
def readyz() -> tuple[dict[str, object], int]:
    """Report each dependency as "ok" or with its error code; status 503 unless all are ok."""
    found = {name: _state(check) for name, check in service().checks.items()}
    ready = all(state == "ok" for state in found.values())
    return {"status": "ok" if ready else "not ready", "checks": found}, 200 if ready else 503


def _state(check: object) -> str:
    try:
        check()  # type: ignore[operator]
    except UnsaidError as error:
        return error.code
    return "ok"
