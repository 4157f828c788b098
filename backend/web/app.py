"""The Flask application."""

from apiflask import APIFlask

from backend import __version__
from backend.web import problems, request_ids
from backend.web.blueprints import BLUEPRINTS
from backend.web.service import EXTENSION, Service

OPENAPI = "/v1/openapi.json"


def create_app(service: Service) -> APIFlask:
    """The application of one worker, around what its requests share."""
    app = APIFlask(
        "backend.web",
        title="Unsaid",
        version=__version__,
        spec_path=OPENAPI,
        docs_path=None,
        json_errors=False,
        static_folder=None,  # type: ignore[arg-type]
    )
    app.extensions[EXTENSION] = service
    request_ids.init_app(app)
    problems.init_app(app)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    return app
