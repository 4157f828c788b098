"""What is needed and is not there is told by its code."""

from backend.errors import StoreUnavailable
from backend.web.service import EXTENSION


def test_ready_with_models_and_store(client):
    response = client.get("/readyz")
    assert (response.status_code, response.json["status"]) == (200, "ok")
    assert set(response.json["checks"].values()) == {"ok"}


def test_alive_but_not_ready_without_a_promoted_version(settings, tmp_path):
    from dataclasses import replace

    from backend.web.app import create_app

    app = create_app(replace(settings, registry=tmp_path / "empty"))
    app.extensions[EXTENSION].models.refresh()
    client = app.test_client()
    assert client.get("/healthz").status_code == 200
    response = client.get("/readyz")
    assert (response.status_code, response.json["checks"]["models"]) == (503, "no_model")


def test_a_database_that_is_away_is_named_without_its_address(app, client, monkeypatch):
    def away(_self):
        raise StoreUnavailable("postgresql://unsaid:hunter2@db does not answer")

    monkeypatch.setattr(type(app.extensions[EXTENSION].store), "check", away)
    from dataclasses import replace

    service = app.extensions[EXTENSION]
    app.extensions[EXTENSION] = replace(service, checks={"store": service.store.check})
    response = client.get("/readyz")
    assert response.json == {"status": "not ready", "checks": {"store": "store_unavailable"}}


def test_a_pipeline_that_is_not_there_is_reported_and_the_rest_continues(settings):
    from dataclasses import replace

    from backend.web.app import create_app

    app = create_app(replace(settings, ner="/nowhere"))
    app.extensions[EXTENSION].begin()
    try:
        response = app.test_client().get("/readyz")
    finally:
        app.extensions[EXTENSION].models.stop()
    told = {"models": "ok", "store": "ok", "names": "pipeline_unusable", "work": "ok"}
    assert response.json["checks"] == told
