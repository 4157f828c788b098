"""Give reviews the requests and the models that they need."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from backend.errors import InvalidRequest, NoModel, UnsaidError
from backend.review.decisions import SubmittedDecision, Verdict
from backend.services.models.serving import ServedModels
from backend.services.redaction.partial_terms import PlaceKey
from backend.services.review.reviews import Versions
from backend.storage.store import Store
from backend.wiring.registries import open_registry


def model_versions(models: ServedModels, folder: Path, store: Store) -> Versions:
    """The served version, and the versions that the registry still has."""
    registry = open_registry(folder, store)

    def is_kept(version: str) -> bool:
        try:
            registry.version(version)
        except UnsaidError:
            return False
        return True

    try:
        return Versions(models.current().model.version, is_kept)
    except NoModel:
        return Versions(None, is_kept)


def decided_words(decisions: Iterable[Mapping[str, Any]]) -> dict[str, SubmittedDecision]:
    """The decisions by the ids of suggestions; an `edited` one is accepted with a replacement.

    Raises InvalidRequest when one suggestion is decided on twice.
    """
    words: dict[str, SubmittedDecision] = {}
    for each in decisions:
        if each["id"] in words:
            raise InvalidRequest("A suggestion has two decisions. Send only the last one.")
        goes = each["verdict"] != Verdict.REJECTED
        words[each["id"]] = (
            SubmittedDecision(Verdict.ACCEPTED, each.get("replacement"))
            if goes
            else SubmittedDecision(Verdict.REJECTED)
        )
    return words


def decided_places(decisions: Iterable[Mapping[str, Any]]) -> dict[str, frozenset[PlaceKey]]:
    """The places to redact, for suggestions that are redacted in some places only."""
    return {
        each["id"]: frozenset(
            (at["story"]["part"], at["story"]["kind"], at["block"], at["start"]) for at in each["places"]
        )
        for each in decisions
        if "places" in each
    }
