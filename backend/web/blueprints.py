"""Every blueprint of the service: a new one is a line here."""

from apiflask import APIBlueprint

from backend.web import (
    admin,
    analyses,
    batches,
    clients,
    copies,
    guesses,
    health,
    metrics,
    pane,
    redactions,
    training,
    verifications,
    version,
)

BLUEPRINTS: tuple[APIBlueprint, ...] = (
    version.blueprint,
    health.blueprint,
    metrics.blueprint,
    pane.blueprint,
    analyses.blueprint,
    guesses.blueprint,
    redactions.blueprint,
    verifications.blueprint,
    copies.blueprint,
    clients.blueprint,
    admin.blueprint,
    training.blueprint,
    batches.blueprint,
)
