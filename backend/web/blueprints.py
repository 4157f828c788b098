"""Every blueprint of the service: a new one is a line here."""

from apiflask import APIBlueprint

from backend.web import analyses, health, metrics, pane, version

BLUEPRINTS: tuple[APIBlueprint, ...] = (
    version.blueprint,
    health.blueprint,
    metrics.blueprint,
    pane.blueprint,
    analyses.blueprint,
)
