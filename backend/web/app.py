"""The Flask application."""

from collections.abc import Callable
from functools import partial

from apiflask import APIFlask

from backend import __version__
from backend.errors import UnsaidError
from backend.logs import log
from backend.processes.ceilings import Ceiling
from backend.services.accounts import CurrentRights, UserGrants
from backend.services.clients.dictionaries import Dictionaries
from backend.services.models.serving import ServedModels
from backend.services.policies.stored_policies import PoliciesInForce
from backend.settings import Settings
from backend.storage.store import Store
from backend.web import offloading, openapi
from backend.web.admission import ANSWERED_HERE, Gate, Limits
from backend.web.auth import question_limits, request_gate
from backend.web.auth.current_caller import current_account
from backend.web.auth.sign_in import BY_API_KEY, SignInMethods
from backend.web.held_downloads import HeldDownloads
from backend.web.http import headers, logs, metrics, problems, request_ids, size_limits, url_converters
from backend.web.open_batches import OpenBatches
from backend.web.routes import version
from backend.web.routes.blueprints import BLUEPRINTS
from backend.web.service import EXTENSION, Check, Result, Service, WorkRunner
from backend.wiring.index import index_here
from backend.wiring.served import check_names, served_models

INDEX_WAIT = 3.0
"""Seconds that a request waits for another program that is changing the index; then it is told to try again."""


def create_app(
    settings: Settings,
    sign_in_methods: SignInMethods = BY_API_KEY,
    *,
    may_make_key: bool = True,
    doer: WorkRunner | None = None,
    tell: Callable[[str, str], None] | None = None,
) -> APIFlask:
    """Create the application of one process; its service must `begin` before it answers.

    `sign_in_methods` says how callers sign in; by default with an API key. Without `may_make_key`, a store that has
    no key yet gets none. `doer` does heavy work; without one, it is done in this process. `tell` is called when the
    models change; by default that is logged and counted.
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
    store = Store.of(settings, may_make_key=may_make_key)
    models = served_models(settings.registry, store, tell or _tell_models)
    service = _service(settings, models, store, doer or _Here(app, settings.ner))
    app.url_map.merge_slashes = False  # werkzeug would redirect to a normalised URL
    app.extensions[EXTENSION] = service
    # Functions before a request run in this order, those after it in the reverse one.
    logs.init_app(app)
    headers.init_app(app, settings.service)
    request_ids.init_app(app)
    size_limits.init_app(app, settings.service)
    problems.init_app(app)
    version.init_app(app, sign_in_methods.settings.issuer)
    find_key = lambda token: service.store.api_keys.of(token)  # noqa: E731, PLW0108 - opens the store
    question_limits.init_app(app, sign_in_methods.settings)
    request_gate.init_app(
        app, sign_in_methods, find_key, UserGrants(service.store).granted, CurrentRights(service.store)
    )
    url_converters.init_app(app)
    openapi.init_app(app)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    offloading.init_app(app)
    return app


class _Here:
    """Runs heavy work in this process, where nothing can kill it: in a child process, and in tests."""

    def __init__(self, app: APIFlask, pipeline: str | None) -> None:
        self._app = app
        self._pipeline = pipeline

    def begin(self) -> None:
        """Read a first sentence before the first request, which would otherwise be slow."""
        _try(partial(check_names, self._pipeline, _SENTENCE))

    def check(self) -> None:
        """Do nothing: this process is there."""

    def run(self, work: Callable[[APIFlask], Result], ceiling: Ceiling) -> Result:
        """See WorkRunner."""
        del ceiling
        return work(self._app)


def _service(settings: Settings, models: ServedModels, store: Store, doer: WorkRunner) -> Service:
    options = settings.service
    gate = Gate(Limits(options.at_once, options.wait), metrics.tell_gate)
    store.identify_accounts_by(current_account)
    checks: dict[str, Check] = {
        "models": models.current,
        "store": store.check,
        "names": partial(check_names, settings.ner),
        "work": doer.check,
    }
    names = partial(_try, checks["names"])
    downloads = HeldDownloads()
    begin = (doer.begin, models.watch, downloads.watch)  # fork the processes first, while there is one thread
    dictionaries, policies = Dictionaries(store), PoliciesInForce(store)
    return Service(
        *(settings, models, gate, doer, store, dictionaries, policies, checks, downloads, Gate(ANSWERED_HERE)),
        index_here(settings, INDEX_WAIT),
        OpenBatches(options.max_request),
        # Refreshing reads what the store remembers, and no connection may be shared by forked processes.
        *((models.refresh, names, store.close), begin),
    )


_SENTENCE = "The board has asked Margaret Okafor to tell them what she knew about it."


def _try(check: Check) -> None:
    """Log an error, and let the worker start without what failed."""
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
