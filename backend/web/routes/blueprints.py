"""The list of all blueprints: each new one needs a line here."""

from apiflask import APIBlueprint

from backend.web.http import metrics
from backend.web.routes import (
    analyses,
    approvals,
    audit,
    batches,
    certificate_keys,
    clients,
    copies,
    folder_batches,
    guesses,
    health,
    jobs,
    model_versions,
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
    certificate_keys.blueprint,
    clients.blueprint,
    reviews.blueprint,
    approvals.blueprint,
    proposals.blueprint,
    model_versions.blueprint,
    policies.blueprint,
    users.blueprint,
    audit.blueprint,
    training.blueprint,
    batches.blueprint,
    folder_batches.blueprint,
    jobs.blueprint,
)
