"""The Flask application."""

from collections.abc import Callable
from functools import partial

from apiflask import APIFlask

from backend import __version__
from backend.errors import UnsaidError
from backend.logs import log
from backend.services.dictionaries import Dictionaries
from backend.services.people import People, RightsAgain
from backend.services.policies import PoliciesInForce
from backend.settings import Settings
from backend.storage.store import Store
from backend.web import headers, limits, logs, metrics, openapi, problems, request_ids, sign_in_checks, version
from backend.web.blueprints import BLUEPRINTS
from backend.web.gate import Gate, Limits
from backend.web.service import EXTENSION, Check, Service
from backend.web.sign_in import BY_API_KEY, Door
from backend.web.signed_in import acting
from backend.wiring.served import check_names, served_models


def create_app(
    settings: Settings,
    stuck: Callable[[], None] = lambda: None,
    door: Door = BY_API_KEY,
    *,
    may_make_key: bool = True,
) -> APIFlask:
    """The application of one process; its service must `begin` before it answers.

    `stuck` is called when work that never ends has taken all places of this process. `door` says who can be let in;
    by default whoever has an API key. Without `may_make_key` a store that has no key yet gets none.
    """
    app = APIFlask(
        "backend.web",
        title="Unsaid",
        version=__version__,
        spec_path=openapi.PATH,
        docs_path=None,
        json_errors=False,
        static_folder=None,  # type: ignore[arg-type]
    )
    service = _service(settings, stuck, may_make_key=may_make_key)
    app.url_map.merge_slashes = False  # an address is what it is; werkzeug would answer with another one
    app.extensions[EXTENSION] = service
    # Functions before a request run in this order, those after it in the reverse one.
    logs.init_app(app)
    headers.init_app(app, settings.service)
    request_ids.init_app(app)
    limits.init_app(app, settings.service)
    problems.init_app(app)
    version.init_app(app, door.settings.issuer)
    find_key = lambda token: service.store.api_keys.of(token)  # noqa: E731, PLW0108 - opens the store
    sign_in_checks.init_app(app, door, find_key, People(service.store).granted, RightsAgain(service.store))
    openapi.init_app(app)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    return app


def _service(settings: Settings, stuck: Callable[[], None], *, may_make_key: bool) -> Service:
    models = served_models(settings.registry, _tell_models)
    asked = settings.service
    gate = Gate(Limits(asked.at_once, asked.wait, asked.time_limit), stuck, metrics.tell_gate)
    store = Store.of(settings, may_make_key=may_make_key)
    store.acted_by(acting)
    checks: dict[str, Check] = {
        "models": models.current,
        "store": store.check,
        "names": partial(check_names, settings.ner),
    }
    # After the fork, since the pipeline has threads; before the first request, which would wait for it.
    begin = (models.watch, partial(_try, partial(check_names, settings.ner, _SENTENCE)))
    return Service(settings, models, gate, store, Dictionaries(store), PoliciesInForce(store), checks, begin)


_SENTENCE = "The board has asked Margaret Okafor to tell them what she knew about it."


def _try(check: Check) -> None:
    """What is wrong is told, and does not keep the worker from doing what it can do without."""
    try:
        check()
    except UnsaidError as error:
        log().error("not_ready", code=error.code)


def _tell_models(event: str, error: str) -> None:
    metrics.MODELS.labels(event).inc()
    if error:
        log().error(event, code=error, error=error)
    else:
        log().info(event)
