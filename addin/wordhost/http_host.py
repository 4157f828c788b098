"""The host for a person: a page with the document on the left and the pane on the right.

    python -m addin.wordhost.http_host [FILE.docx] [--pane FOLDER] [--service ADDRESS] [--port PORT]

Only this machine can reach it, and nothing is written: the document stays in memory until somebody saves it.
"""

import argparse
import json
import mimetypes
import re
import urllib.error
import urllib.request
from http.client import HTTPResponse
from pathlib import Path
from urllib.parse import urlsplit

from flask import Flask, Response, abort, request
from werkzeug.security import safe_join
from werkzeug.serving import BaseWSGIServer, make_server

from addin.wordhost import shown
from addin.wordhost.errors import HostFailure
from addin.wordhost.open_desk import UNNAMED, Desk, Selected
from addin.wordhost.package import Package
from addin.wordhost.playwright_host import library
from addin.wordhost.profiles import MODULES
from addin.wordhost.samples import SAMPLES

HERE = Path(__file__).parent
SAMPLE = SAMPLES[0].path
CONFORMANCE = HERE / "conformance"
LIBRARY_ADDRESS = re.compile(r"https://appsforoffice\.microsoft\.com/lib/[^/\"']+/hosted/")
BRIDGE = '<script src="/desk/over_http.js"></script><script src="/desk/bridge.js"></script>'
SHOWN_MODULES = ("docx-preview/dist/docx-preview.min.js", "jszip/dist/jszip.min.js")
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
PASSED_ON = (
    "Content-Type",
    "Authorization",
    "Accept",
    "Prefer",
    "Idempotency-Key",
    "Unsaid-Pane",
    "Unsaid-Request",
)
PASSED_BACK = ("Content-Type", "Retry-After", "WWW-Authenticate")
LARGEST_DOCUMENT = 64 * 1024 * 1024


def application(
    content: bytes,
    pane: Path = CONFORMANCE,
    service: str | None = None,
    token: str | None = None,
    *,
    name: str = UNNAMED,
) -> Flask:
    """The page, the pane, and the host behind them; the service is asked with `token` where the pane has none."""
    app = Flask(__name__, static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_DOCUMENT
    desk = Desk(content, name)
    app.before_request(_only_from_here)
    _serve_files(app, pane.resolve())  # Flask looks for a relative folder beside its application
    _serve_document(app, desk)
    _serve_samples(app)
    _serve_opened(app, desk)

    @app.get("/host/context")
    def context() -> Response:
        return _json(desk.host.context())

    @app.get("/host/events")
    def events() -> Response:
        with desk.lock:
            return _json(desk.host.events.take())

    @app.post("/host/execute")
    def execute() -> Response:
        number, told = request.get_json()
        with desk.lock:
            return _json(desk.host.execute(number, told))

    @app.route("/v1/<path:_>", methods=["GET", "POST", "PUT", "PATCH", "DELETE"])
    def passed_on(_: str) -> Response:
        if service is None:
            abort(503, "Start this page with --service and the address of Unsaid's service.")
        return _pass_on(service, token)

    return app


def _only_from_here() -> None:
    """Another site whose name leads to this machine gets nothing."""
    if urlsplit(f"//{request.host}").hostname not in {"127.0.0.1", "localhost"}:
        abort(403)
    origin = request.headers.get("Origin")
    if origin is not None and urlsplit(origin).netloc != request.host:
        abort(403)


def _file(folder: Path, name: str) -> Response:
    """Return a file from memory: a connection that the browser drops would leave it open."""
    path = safe_join(str(folder), name)
    if path is None or not Path(path).is_file():
        abort(404)
    return Response(Path(path).read_bytes(), mimetype=mimetypes.guess_type(name)[0])


def _serve_files(app: Flask, pane: Path) -> None:
    @app.get("/")
    def page() -> Response:
        return _file(HERE / "desk", "index.html")

    @app.get("/desk/<name>")
    def desk_file(name: str) -> Response:
        return _file(HERE if name == "bridge.js" else HERE / "desk", name)

    @app.get("/library/<path:name>")
    def script(name: str) -> Response:
        found = library(name)
        if found is None:
            abort(404)
        return Response(found, mimetype="text/javascript")

    @app.get("/modules/<path:name>")
    def module(name: str) -> Response:
        if name not in SHOWN_MODULES:
            abort(404)
        return _file(MODULES, name)

    @app.get("/pane/", defaults={"name": "index.html"})
    @app.get("/pane/<path:name>")
    def pane_file(name: str) -> Response:
        if not name.endswith(".html"):
            return _file(pane, name)
        file = pane / name
        if not file.resolve().is_relative_to(pane) or not file.is_file():
            abort(404)
        return Response(beside_the_host(file.read_text("utf-8")), mimetype="text/html")


def beside_the_host(html: str) -> str:
    """A page of the pane with the library from this machine and the host in place of Word."""
    html = LIBRARY_ADDRESS.sub("/library/", html)
    return html.replace("<script", f"{BRIDGE}<script", 1)


def _serve_document(app: Flask, desk: Desk) -> None:
    @app.get("/document")
    def saved() -> Response:
        with desk.lock:
            saved = Response(desk.host.session.save(), mimetype=DOCX)
        saved.headers.set("Content-Disposition", "attachment", filename=desk.name)
        return saved

    @app.get("/document/shown")
    def for_the_preview() -> Response:
        with desk.lock:
            return Response(shown.shown(desk.host.session.package), mimetype=DOCX)

    @app.get("/document/state")
    def state() -> Response:
        with desk.lock:
            return _json(desk.state())

    @app.put("/document/selection")
    def selected() -> Response:
        try:
            wanted = Selected(**request.get_json())
            with desk.lock:
                return _json(desk.select(wanted))
        except TypeError:
            abort(400)

    @app.put("/document")
    def exchanged() -> Response:
        try:
            with desk.lock:
                desk.open(request.get_data(), _file_name(request.args.get("name", "")))
        except HostFailure as problem:
            return Response(f"This file cannot be opened: {problem}.", status=400, mimetype="text/plain")
        return Response(status=204)


def _serve_samples(app: Flask) -> None:
    @app.get("/samples")
    def samples() -> Response:
        return _json([{"file": each.file, "title": each.title} for each in SAMPLES])

    @app.get("/samples/<name>")
    def sample(name: str) -> Response:
        found = next((each for each in SAMPLES if each.file == name), None)
        if found is None:
            abort(404)
        return Response(found.path.read_bytes(), mimetype=DOCX)


def _file_name(name: str) -> str:
    """The last part of a name that a browser gave."""
    return re.split(r"[/\\]", name)[-1][:200] or UNNAMED


def _serve_opened(app: Flask, desk: Desk) -> None:
    """The documents that the pane has made and opened (`Application.createDocument`), each on a page of its own."""

    @app.get("/opened/<int:number>/")
    def opened_page(number: int) -> Response:
        _opened(number)
        return _file(HERE / "desk", "opened.html")

    @app.get("/opened/<int:number>/document")
    def opened(number: int) -> Response:
        return Response(_opened(number), mimetype=DOCX)

    @app.get("/opened/<int:number>/shown")
    def opened_for_the_preview(number: int) -> Response:
        return Response(shown.shown(Package(_opened(number))), mimetype=DOCX)

    def _opened(number: int) -> bytes:
        every = desk.host.session.opened
        if not 1 <= number <= len(every):
            abort(404)
        return every[number - 1]


def _json(value: object) -> Response:
    return Response(json.dumps(value), mimetype="application/json")


def _pass_on(service: str, token: str | None) -> Response:
    headers = {name: request.headers[name] for name in PASSED_ON if name in request.headers}
    if token is not None:
        headers.setdefault("Authorization", f"Bearer {token}")
    asked = urllib.request.Request(  # noqa: S310 - the address is the one that the person gave
        f"{service.rstrip('/')}{request.full_path}", request.get_data() or None, headers, method=request.method
    )
    try:
        with urllib.request.urlopen(asked) as answered:  # noqa: S310
            return _passed_back(answered)
    except urllib.error.HTTPError as refused:
        return _passed_back(refused)
    except urllib.error.URLError:
        return Response("Unsaid's service does not answer.", 502)


def _passed_back(answered: HTTPResponse | urllib.error.HTTPError) -> Response:
    headers = {name: answered.headers[name] for name in PASSED_BACK if name in answered.headers}
    return Response(answered.read(), answered.status, headers)


def serving(app: Flask, port: int) -> BaseWSGIServer:
    """A server for this machine alone."""
    return make_server("127.0.0.1", port, app, threaded=True)


def main() -> None:
    """Serve until Ctrl-C."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("file", nargs="?", type=Path, default=SAMPLE)
    parser.add_argument("--pane", type=Path, default=CONFORMANCE, help="the folder of the built pane")
    parser.add_argument("--service", help="the address of Unsaid's service, for /v1/")
    parser.add_argument("--port", type=int, default=8765)
    told = parser.parse_args()
    page = application(told.file.read_bytes(), told.pane, told.service, name=told.file.name)
    server = serving(page, told.port)
    print(f"http://127.0.0.1:{server.server_port}/")  # noqa: T201 - the address is what one waits for
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        server.shutdown()


if __name__ == "__main__":
    main()
