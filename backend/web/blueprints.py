"""Every blueprint of the service: a new one is a line here."""

from apiflask import APIBlueprint

from backend.web import (
    admin,
    analyses,
    audit,
    batches,
    clients,
    copies,
    folder_batches,
    guesses,
    health,
    jobs,
    metrics,
    pane,
    policies,
    proposals,
    redactions,
    reviews,
    training,
    users,
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
    reviews.blueprint,
    proposals.blueprint,
    admin.blueprint,
    policies.blueprint,
    users.blueprint,
    audit.blueprint,
    training.blueprint,
    batches.blueprint,
    folder_batches.blueprint,
    jobs.blueprint,
)
