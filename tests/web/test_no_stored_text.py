"""Nothing of a document is anywhere but in the answer to whoever sent it.

A real server is asked on every route, so that it succeeds and so that it fails. What is sent carries words that are
found nowhere else, another one in each place; then everything that the server has written is searched for them.
"""

import base64
import io
import json
import os
import re
import shutil
import sys
import zipfile
from contextlib import closing
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import docx
import pytest

from backend.detection.finding import FindingKind
from backend.document.placeholders import REDACTED
from backend.review.suggestions import suggestion_id
from backend.settings import Settings
from backend.storage.store import Store
from backend.web.auth import route_roles
from backend.web.schemas.documents_in import DOCX
from tests.conftest import CLIENT
from tests.web.documents import encoded, zipped
from tests.web.released import document_id, make_index
from tests.web.server import Server, eventually, running

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="gunicorn does not run on Windows")

TEXT, HEADER, TITLE, FILE = "Zyrqtextum", "Zyrqheadum", "Zyrqtitlum", "Zyrqfilum"
NAME, ALIAS, TERM, REPLACEMENT = "Zyrqclientum", "Zyrqaliasum", "Zyrqtermum", "Zyrqplacum"
QUERY, AGENT, PATH, KEY = "Zyrqquerum", "Zyrqagentum", "Zyrqpathum", "Zyrqkeyum"
TRAINED_FILE = "zyrqlearntum"
TRAINED, TRAINED_TERM = ("anvil", "bellows", "crucible", "damper"), "quenching"
CANARIES = (TEXT, HEADER, TITLE, FILE, NAME, ALIAS, TERM, REPLACEMENT, QUERY, AGENT, PATH, KEY)

ECHOED = frozenset(
    {
        ("POST /v1/clients", NAME),
        ("POST /v1/admin/versions/<version>/promote", PATH),
        ("POST /v1/admin/roll-back", TERM),
    }
)
"""The name of a client, or of a version, that cannot be stored or is not there is told to whoever has named it."""

FORM = "multipart/form-data; boundary=b"
"""The kind of body that a server is most tempted to put on the disk."""

WATCHED = """
import os, sys

def watch(event, arguments):
    # Also of a file that has no name, or is gone before anybody could look. A child closes what it inherits, so
    # that the list is opened for each line.
    if event != "open" or not isinstance(arguments[0], str) or arguments[0] == {seen!r}:
        return
    if arguments[2] & (os.O_WRONLY | os.O_RDWR):
        seen = os.open({seen!r}, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        os.write(seen, (arguments[0] + chr(10)).encode())
        os.close(seen)

sys.addaudithook(watch)
from backend.cli import main
main()
"""


def _document():
    document = docx.Document()
    document.add_paragraph(f"{TEXT} of {CLIENT} wrote to {TEXT}@halden.example about {NAME} and {ALIAS}. {TERM}")
    document.sections[0].header.paragraphs[0].text = HEADER
    document.core_properties.title = document.core_properties.author = TITLE
    stream = io.BytesIO()
    document.save(stream)
    return _large(stream.getvalue())


def _large(content):
    """The same with blanks behind the properties: werkzeug itself would put half a megabyte on the disk."""
    read, stream = zipfile.ZipFile(io.BytesIO(content)), io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name in read.namelist():
            archive.writestr(name, read.read(name) + b" " * (600_000 * (name == "docProps/app.xml")))
    return stream.getvalue()


DOCUMENT = _document()
BROKEN = DOCUMENT[:-100] + TEXT.encode()


@dataclass
class Asked:
    """Asks a server, always with the words in the query and the headers; remembers what was asked and answered."""

    server: Server
    answers: list = field(default_factory=list)
    succeeded: set = field(default_factory=set)
    failed: set = field(default_factory=set)

    def __call__(
        self, row, body=None, *, at=None, kind="application/json", query=f"{KEY}={QUERY}", by=None, **headers
    ):
        usual, template = row.split(" ", 1)
        if isinstance(body, dict | list):
            body = json.dumps(body).encode()
        said = {"User-Agent": AGENT, "Referer": AGENT, "X-Request-ID": AGENT, AGENT: AGENT, "Cookie": f"a={AGENT}"}
        sent = {**said, "Content-Type": kind, **{name.replace("_", "-"): value for name, value in headers.items()}}
        answer = self.server.ask(by or usual, f"{at or template}?{query}", body, sent)
        assert answer.status < 500, answer.body
        (self.succeeded if answer.status < 400 else self.failed).add(row)
        self.answers.append((row, answer))
        return answer


def _drive_what_is_open(ask):
    for row in (
        "GET /",
        "GET /healthz",
        "GET /readyz",
        "GET /v1/version",
        "GET /v1/certificate-keys",
        "GET /v1/openapi.json",
        "GET /pane",
        "GET /pane/",
    ):
        assert ask(row).status < 400
        assert ask(row, {TEXT: TEXT}, by="POST").status == 405
    assert ask("GET /pane/<path:name>", at="/pane/index.html").status == 200
    assert ask("GET /pane/<path:name>", at=f"/pane/{PATH}.js").status == 404
    assert ask("GET nowhere", at=f"/{PATH}").status == 404
    assert ask("POST nowhere", {TEXT: TEXT}, at=f"/v1/{PATH}").status == 404
    assert ask("GET /metrics").status == 200


def _drive_with_other_tokens(ask):
    for row, who in route_roles.ROUTES.items():
        if who is not None:
            assert (
                ask(
                    row,
                    {TEXT: TEXT},
                    at=row.split()[1].replace("<", "").replace(">", ""),
                    Authorization=f"Bearer {TERM}",
                ).status
                == 401
            )


HIDING = {"client": CLIENT, "k": 2, "always": [TERM], "never": [ALIAS], "name": f"{FILE}.docx"}


def _drive_with_a_document(ask, row, **more):
    """In all three forms; broken, and with what fits no schema."""
    options = {**({} if row.endswith(("copies", "verifications")) else HIDING), **more}
    assert ask(row, {"document": encoded(DOCUMENT), **options, "name": f"{FILE}.docx"}).status == 200
    assert ask(row, DOCUMENT, kind=DOCX, Unsaid_Request=json.dumps(options)).status == 200
    assert ask(row, _form(DOCUMENT, json.dumps(options)), kind=FORM).status == 200
    refused = [
        ask(row, {"document": encoded(BROKEN), **options}),
        ask(row, BROKEN, kind=DOCX, Unsaid_Request=json.dumps(options)),
        ask(row, _form(BROKEN, json.dumps(options)), kind=FORM),
        ask(row, {"document": encoded(DOCUMENT), **options, KEY: [{KEY: TERM}], "k": TERM, "clean": {KEY: TERM}}),
        ask(row, {"document": TERM, "always": TERM, "client": [NAME], "report": TERM, "decisions": TERM}),
        ask(row, DOCUMENT, kind=DOCX, Unsaid_Request=f"{{{TERM}"),
        ask(row, f"--b\r\n{TERM}".encode(), kind=FORM),
        ask(row, f'{{"{TERM}'.encode()),
        ask(row, DOCUMENT, kind=f"text/{AGENT}"),
        ask(row, DOCUMENT, kind=DOCX, Authorization=f"Bearer {TERM}"),
        ask(row, {"document": encoded(DOCUMENT), **options}, Unsaid_Pane=AGENT),
    ]
    assert all(400 <= each.status < 500 for each in refused)


def _form(content, options):
    return (
        f'--b\r\nContent-Disposition: form-data; name="document"; filename="{FILE}.docx"\r\n'
        f"Content-Type: {DOCX}\r\n\r\n".encode()
        + content
        + f'\r\n--b\r\nContent-Disposition: form-data; name="request"\r\n\r\n{options}\r\n--b--\r\n'.encode()
    )


def _drive_documents(ask):
    row = "POST /v1/analyses"
    _drive_with_a_document(ask, row)
    story = {"part": FILE, "kind": "body", "blocks": [{"ordinal": 0, "text": f"{TEXT} of {NAME}"}]}
    found = ask(row, {"stories": [story], **HIDING}).json
    assert ask(row, {"stories": [story, story], **HIDING}).status == 400
    assert ask(row, {"document": encoded(DOCUMENT), "client": NAME}).status == 404
    assert ask(row, {"document": encoded(DOCUMENT), "pii": [TERM]}).status == 400
    found = ask(row, {"document": encoded(DOCUMENT), **HIDING}).json
    decisions = [
        {"id": each["id"], "verdict": "edited", "replacement": REPLACEMENT} for each in found["suggestions"]
    ]
    row = "POST /v1/redactions"
    _drive_with_a_document(ask, row, decisions=decisions)
    report = ask(row, {"document": encoded(DOCUMENT), **HIDING}).json["report"]
    for wrong in ([{"id": "0" * 16, "verdict": "accepted"}], [{"id": TERM, "verdict": TERM, "replacement": "\n"}]):
        assert ask(row, {"document": encoded(DOCUMENT), **HIDING, "decisions": wrong}).status in {409, 422}
    assert ask(row, {"document": encoded(DOCUMENT), "client": NAME}).status == 404
    # In a header there is room for 8,000 characters.
    report |= {"messages": [], "warnings": [], "promise": None, "privacy": None}
    _drive_with_a_document(ask, "POST /v1/verifications", report=report)
    _drive_with_a_document(ask, "POST /v1/copies")
    _drive_downloads(ask)
    row = "POST /v1/guesses"
    words = {**found["words"], TEXT: 2}
    assert ask(row, {"words": words, "gone": [{TEXT: 1}], "client": CLIENT}).status == 200
    written = [{"text": REPLACEMENT, "places": 2}]
    assert ask(row, {"words": words, "client": CLIENT, "replacements": written}).status == 200
    assert ask(row, {"words": words, "replacements": [{"text": REPLACEMENT, "places": TERM}]}).status == 422
    assert ask(row, {"words": words, "client": NAME}).status == 404
    assert ask(row, {"words": {TEXT: TERM}, KEY: TERM}).status == 422
    _drive_measures(ask)


def _drive_measures(ask):
    """Texts to measure, whose users and clients are names of the caller's own."""
    row, text = "POST /v1/privacy/spi", {"user": NAME, "id": KEY, "text": TEXT}
    assert ask(row, {"before": [text], "after": [{**text, "text": TERM}]}).status == 200
    assert ask(row, {"before": [{**text, "sigma": TERM}], "after": [], KEY: TERM}).status == 422
    row, profile = "POST /v1/privacy/linkability", {"entity": NAME, "community": TITLE, "text": TEXT}
    assert ask(row, {"profiles": [profile, {**profile, "community": KEY}]}).status == 200
    assert ask(row, {"profiles": [{**profile, "community": f"{KEY}{n}"} for n in range(150)]}).status == 400
    row, document = "POST /v1/privacy/policy", {"id": FILE, "client": NAME, "text": TEXT, "utility": TITLE}
    corpus = [document, {**document, "id": KEY}, {**document, "id": ALIAS, "client": ALIAS, "text": TERM}]
    requirement = {"profile": NAME, "attribute": "client", "belief": 0.5}
    assert ask(row, {"policy": {"requirements": [requirement]}, "corpus": corpus}).status == 200
    unknown = {**requirement, "value": HEADER}
    assert ask(row, {"policy": {"requirements": [unknown]}, "corpus": corpus}).status == 400
    assert ask(row, {"policy": {"requirements": [{**requirement, "belief": TERM}]}, "corpus": corpus}).status == 422


DICTIONARY = {
    "name": NAME,
    "aliases": [ALIAS],
    "always": [TERM],
    "never": [TEXT],
    "group": HEADER,
    "utility": TITLE,
}


def _drive_clients(ask):
    row = "POST /v1/clients"
    stored = ask(row, DICTIONARY).json
    assert ask(row, DICTIONARY).status == 409
    assert ask(row, {**DICTIONARY, "never": [TERM]}).status == 400
    assert ask(row, {**DICTIONARY, KEY: TERM}).status == 422
    here = {"at": f"/v1/clients/{stored['id']}"}
    nowhere = {"at": f"/v1/clients/{PATH}"}
    assert ask("GET /v1/clients").json["clients"]
    assert ask("POST /v1/clients/search", {"name": NAME[:6]}).json["clients"]
    assert ask("POST /v1/clients/search", {KEY: NAME}).status == 422
    assert ask("GET /v1/clients/<client>", **here).json["name"] == NAME
    assert ask("GET /v1/clients/<client>", **nowhere).status == 404
    changed = {**DICTIONARY, "always": [TERM, REPLACEMENT], "version": 1}
    assert ask("PUT /v1/clients/<client>", changed, **here).json["version"] == 2
    assert ask("PUT /v1/clients/<client>", changed, **here).status == 409
    assert ask("PUT /v1/clients/<client>", changed, **nowhere).status == 404
    assert ask("DELETE /v1/clients/<client>", **nowhere, query="version=1").status == 404
    assert ask("DELETE /v1/clients/<client>", **here, query=f"version={TERM}").status == 422
    other = ask(row, {**DICTIONARY, "name": CLIENT, "never": []}).json
    analysed = ask("POST /v1/analyses", {"document": encoded(DOCUMENT), "client": CLIENT, "k": 2})
    assert {ALIAS, TERM} <= {each["term"] for each in analysed.json["suggestions"]}
    assert ask("DELETE /v1/clients/<client>", at=f"/v1/clients/{other['id']}", query="version=1").status == 204


def _drive_administration(ask):
    assert len(ask("GET /v1/admin/versions").json["versions"]) == 2
    row = "POST /v1/admin/versions/<version>/promote"
    assert ask(row, at="/v1/admin/versions/other/promote").status == 200
    assert ask(row, at=f"/v1/admin/versions/{PATH}/promote").status == 404
    row = "POST /v1/admin/roll-back"
    assert ask(row, {"version": TERM}).status >= 400
    assert ask(row, {"version": "other"}).status == 200


CORPUS = {
    client: f"{TRAINED_TERM} {' '.join(TRAINED)} {client} reports on steel and freight. " * 3
    for client in ("Northgate", "Ostrava", "Pemberton")
}


def _drive_downloads(ask):
    """The pane sends ciphertext; what somebody else sends leaves no more behind."""
    row, collect = "POST /v1/downloads", "POST /v1/downloads/<download>/collect"
    bytes_ = "application/octet-stream"
    told = ask(row, DOCUMENT, kind=bytes_)
    assert told.status == 201
    assert ask(row, {"ciphertext": encoded(DOCUMENT)}).status == 201
    assert ask(row, {"ciphertext": TERM, KEY: TERM}).status == 422
    at = f"/v1/downloads/{told.json['id']}/collect"
    assert ask(collect, at=at).body == DOCUMENT
    assert ask(collect, {TERM: TERM}, at=at).status == 404


def _drive_training(ask):
    row = "POST /v1/admin/training"
    assert ask(row, {"corpus": PATH}).status == 400
    assert ask(row, {"corpus": "clients", "name": f"/{TERM}"}).status == 422
    job = ask(row, {"corpus": "clients", "name": "learnt"}).json["id"]
    at = f"{row.replace('POST', 'GET')}/<job>", f"/v1/admin/training/{job}"

    def ended():
        return ask(at[0], at=at[1]).json["state"] not in {"waiting", "running"}

    eventually(ended)
    assert ask(at[0], at=at[1]).json["state"] == "done"
    assert ask(at[0], at=f"/v1/admin/training/{PATH}").status == 404
    ask("GET /v1/admin/training")
    failed = ask(row, {"corpus": "broken"}).json["id"]
    eventually(lambda: ask(at[0], at=f"/v1/admin/training/{failed}").json["state"] == "failed")


def _drive_batches(ask):
    row = "POST /v1/batches"
    content = zipped({f"{FILE}/{FILE}.docx": DOCUMENT, f"{FILE}.docx": BROKEN, f"{TITLE}.txt": TEXT.encode()})
    options = {"client": CLIENT, "k": 2, "always": [TERM], "files": [{"path": f"{FILE}.docx", "client": None}]}
    assert ask(row, {"documents": encoded(content), **options, "report": True}).status == 200
    assert ask(row, content, kind="application/zip", Unsaid_Request=json.dumps(options)).status == 200
    form = _form(content, json.dumps(options)).replace(b'name="document"', b'name="documents"')
    assert ask(row, form, kind=FORM).status in {200, 400}
    assert ask(row, {"documents": encoded(content[:-99]), **options}).status == 400
    assert ask(row, {"documents": encoded(content), "client": NAME}).status == 404
    assert ask(row, {"documents": TERM, KEY: TERM}).status == 422


def _drive_policies(ask):
    stored = ask("POST /v1/clients", {**DICTIONARY, "name": PATH, "aliases": [KEY]}).json
    row = "POST /v1/admin/policies"
    wanted = {"client": PATH, "version": 0, "rules": {"least_k": 2}}
    assert ask(row, wanted).json["client"] == PATH
    assert ask(row, wanted).status == 409
    assert ask(row, {**wanted, "client": QUERY}).status == 404
    assert ask(row, {**wanted, "rules": {"personal": [TERM]}}).status == 400
    assert ask(row, {**wanted, "rules": {KEY: TERM}}).status == 422
    assert len(ask("GET /v1/admin/policies").json["policies"]) == 1
    assert ask("POST /v1/policies/effective", {"client": PATH}).json["name"] == "client@1"
    assert ask("POST /v1/policies/effective", {"client": QUERY}).status == 404
    assert ask("POST /v1/redactions/check", {"client": CLIENT, "always": [TERM]}).status == 200
    assert ask("POST /v1/redactions/check", {"client": NAME, "always": [TERM]}).status == 404
    assert len(ask(f"{row}/versions", {"client": KEY}).json["versions"]) == 1
    assert ask(f"{row}/versions", {"client": TERM}).status == 404
    assert ask(f"{row}/remove", {"client": TERM, "version": 1}).status == 404
    assert ask(f"{row}/remove", {"client": PATH, "version": 1}).json["rules"] is None
    assert ask("DELETE /v1/clients/<client>", at=f"/v1/clients/{stored['id']}", query="version=1").status == 204


def _drive_users(ask):
    row = "POST /v1/admin/users"
    wanted = {"issuer": f"https://{PATH}.example", "subject": NAME, "roles": ["user"], "groups": [HEADER]}
    user = ask(row, wanted).json
    assert ask(row, {**wanted, "roles": [TERM]}).status == 422
    assert ask("GET /v1/admin/users").json["users"][0]["subject"] == NAME
    revoke, forget = f"{row}/<user>/revoke", "DELETE /v1/admin/users/<user>"
    assert ask(revoke, {"groups": [TERM]}, at=f"/v1/admin/users/{user['id']}/revoke").status == 400
    assert ask(revoke, {}, at=f"/v1/admin/users/{PATH}/revoke").status == 404
    assert ask(revoke, {}, at=f"/v1/admin/users/{user['id']}/revoke").json["roles"] == []
    assert ask(forget, at=f"/v1/admin/users/{PATH}").status == 404
    assert ask(forget, at=f"/v1/admin/users/{user['id']}").status == 204
    assert ask(row, wanted).status == 200


def _drive_the_trail(ask):
    """After all others, so that it has rows of everything that was done."""
    row = "POST /v1/admin/audit/search"
    assert len(ask(row, {"most": 1000}).json["rows"]) > 40
    assert ask(row, {"client": CLIENT}).json["rows"]
    assert ask(row, {"client": NAME, "action": TERM}).json["rows"] == []
    assert ask(row, {"who": f"{NAME} {NAME}"}).status == 422
    assert ask("GET /v1/admin/audit/verification").json["holds"]
    assert found_in(ask("GET /v1/admin/audit/export").body) == []


def _drive_jobs(ask):
    row = "POST /v1/batches/folders"
    folders = {"inputs": f"{PATH}/in", "outputs": f"{PATH}/out"}
    asked = ask(row, {**folders, "client": CLIENT, "k": 2, "always": [TERM], "never": [ALIAS]}).json["id"]
    assert ask(row, {**folders, "inputs": f"../{PATH}"}).status == 400
    assert ask(row, {**folders, "outputs": f"{PATH}/other", "client": NAME}).status == 404
    assert ask(row, {**folders, KEY: TERM}).status == 422
    at = {"at": f"/v1/jobs/{asked}"}
    eventually(lambda: ask("GET /v1/jobs/<job>", **at).json["state"] == "done")
    assert ask("GET /v1/jobs").json["jobs"]
    assert ask("GET /v1/jobs/<job>", at=f"/v1/jobs/{PATH}").status == 404
    row = "GET /v1/jobs/<job>/files"
    told = ask(row, at=f"/v1/jobs/{asked}/files", query="offset=0").json["files"]
    assert {(each["path"], each["state"]) for each in told} == {
        (f"{FILE}/{FILE}.docx", "done"),
        (f"{TITLE}.docx", "failed"),
    }
    assert ask(row, at=f"/v1/jobs/{asked}/files").status == 422  # it does not know the word
    assert ask(row, at=f"/v1/jobs/{PATH}/files", query="offset=0").status == 404
    row = "GET /v1/jobs/<job>/privacy"
    given_away = ask(row, at=f"/v1/jobs/{asked}/privacy").json["privacy"]
    assert (given_away["measured"], given_away["left_out"]) == (1, 1)
    assert ask(row, at=f"/v1/jobs/{PATH}/privacy").status == 404
    row = "POST /v1/jobs/<job>/retry"
    assert ask(row, {TERM: TERM}, at=f"/v1/jobs/{asked}/retry").status == 200
    assert ask(row, at=f"/v1/jobs/{PATH}/retry").status == 404
    eventually(lambda: ask("GET /v1/jobs/<job>", **at).json["state"] == "done")
    row = "POST /v1/jobs/<job>/cancel"
    assert ask(row, at=f"/v1/jobs/{asked}/cancel").status == 409
    first = ask("POST /v1/admin/training", {"corpus": "clients", "name": "before"}).json["id"]
    second = ask("POST /v1/batches/folders", {**folders, "outputs": f"{PATH}/{FILE}"}).json["id"]
    assert ask(row, at=f"/v1/jobs/{second}/cancel").json["state"] == "cancelled", (
        "the worker has no time for it yet"
    )
    eventually(lambda: ask("GET /v1/jobs/<job>", at=f"/v1/jobs/{first}").json["state"] == "done")


def _drive_reviews(ask):
    """Every text that a review can hold is one of the words."""
    row = "POST /v1/reviews"
    review = ask(row, {"group": HEADER}).json["id"]
    assert ask(row, {"client": NAME}).json["client"] == NAME
    assert ask(row, {"client": FILE}).status == 404
    assert ask(row, {KEY: TERM, "group": [HEADER]}).status == 422
    assert review in [each["id"] for each in ask("GET /v1/reviews", query="most=200").json["reviews"]]
    assert ask("GET /v1/reviews").status == 422  # it does not know the word
    assert ask("GET /v1/reviews", query=f"most={TERM}").status == 422
    here, nowhere = f"/v1/reviews/{review}", f"/v1/reviews/{PATH}"
    row = "GET /v1/reviews/<review>"
    assert ask(row, at=nowhere).status == 404

    def version():
        return ask(row, at=here).json["version"]

    named = {"document": encoded(DOCUMENT), "always": [TERM], "review": review}
    found = ask("POST /v1/analyses", named).json["suggestions"]
    assert ask("POST /v1/analyses", {**named, "review": TERM}).status == 422
    decided = "PATCH /v1/reviews/<review>/decisions", {"at": f"{here}/decisions"}
    found.sort(key=lambda each: each["id"] != _added(TERM))
    one = found[0]["id"]
    move = {"id": one, "move": "edit", "replacement": REPLACEMENT, "note": ALIAS, "scope": "everyone", "term": TERM}
    assert ask(decided[0], {"version": version(), "decisions": [move]}, **decided[1]).status == 200
    place = {"id": one, "move": "reject", "place": found[0]["places"][0]["id"], "note": ALIAS}
    assert ask(decided[0], {"version": version(), "decisions": [place]}, **decided[1]).status == 200
    for wrong in (
        {"version": 1, "decisions": [move]},
        {"version": version(), "decisions": [{"id": one, "move": "verify"}]},
        {"version": version(), "decisions": [{**move, "reason": TERM, KEY: TERM}]},
        {"version": version(), "decisions": [{**move, "scope": "client"}]},
    ):
        assert ask(decided[0], wrong, **decided[1]).status in {400, 409, 422}
    told = ask("POST /v1/reviews/<review>/decisions", {"ids": [one]}, **decided[1]).json["decisions"]
    assert (told[0]["decision"]["replacement"], told[0]["decision"]["note"]) == (REPLACEMENT, ALIAS)
    assert ask("POST /v1/reviews/<review>/decisions", {"ids": [TERM]}, **decided[1]).status == 422
    assert ask("POST /v1/redactions", named).status == 200
    take_back = {"id": one, "move": "take_back", "place": found[0]["places"][0]["id"]}
    all_go = [{"id": each["id"], "move": "accept"} for each in found]
    assert ask(decided[0], {"version": version(), "decisions": [take_back, *all_go]}, **decided[1]).status == 200
    approve = "POST /v1/reviews/<review>/approve", {"at": f"{here}/approve"}
    for name in ("submit", "recall", "submit", "claim", "release", "claim", "return", "submit", "claim", "approve"):
        said = {"note": TITLE} if name == "return" else {}
        if name == "approve":
            said = {each: named[each] for each in ("document", "always")}
            refused = {**said, "version": version(), "never": [TERM], "always": []}
            assert ask(approve[0], refused, **approve[1]).status in {409, 422}
            wrong = {**said, "version": version(), "exceptions": [{"kind": TERM, "count": TERM, KEY: TERM}]}
            assert ask(approve[0], wrong, **approve[1]).status == 422
        step = f"POST /v1/reviews/<review>/{name}", {"at": f"{here}/{name}"}
        assert ask(step[0], {"version": version(), **said}, **step[1]).status == 200
        assert ask(step[0], {"version": version(), **said}, **step[1]).status == 409
        assert ask(step[0], {"version": TERM, KEY: TERM}, **step[1]).status == 422
    step = "POST /v1/reviews/<review>/reopen", {"at": f"{here}/reopen"}
    assert ask(step[0], {"version": version()}, **step[1]).status == 200
    assert ask(step[0], {"version": TERM}, **step[1]).status == 422
    _drive_a_sample(ask)
    _drive_proposals(ask)


def _drive_a_sample(ask):
    review = ask("POST /v1/reviews", {}).json["id"]
    row, here = "POST /v1/reviews/<review>/sample", {"at": f"/v1/reviews/{review}/sample"}
    assert ask(row, {"version": 1, "share": TERM}, **here).status == 422
    assert ask(row, {"version": 1, "share": 1}, **here).status == 200
    row = "PATCH /v1/reviews/<review>/sample"
    assert ask(row, {"verdicts": [{"id": "0" * 16, "goes": True}]}, **here).status == 200
    assert ask(row, {"verdicts": [{"id": TERM, "goes": TERM, KEY: TERM}]}, **here).status == 422
    row = "GET /v1/reviews/<review>/agreement"
    assert ask(row, at=f"/v1/reviews/{review}/agreement").json["judged"] == 0
    assert ask(row, at=f"/v1/reviews/{PATH}/agreement").status == 404
    row = "DELETE /v1/reviews/<review>"
    assert ask(row, at=f"/v1/reviews/{PATH}").status == 404
    assert ask(row, at=f"/v1/reviews/{review}").status == 204


def _added(term):
    return suggestion_id(FindingKind.ALWAYS, REDACTED, term)


def _drive_proposals(ask):
    review = ask("POST /v1/reviews", {"client": CLIENT}).json["id"]
    wide = [
        {"id": _added(term), "move": "accept", "scope": scope, "term": term}
        for scope, term in (("everyone", REPLACEMENT), ("client", ALIAS))
    ]
    row, here = "PATCH /v1/reviews/<review>/decisions", {"at": f"/v1/reviews/{review}/decisions"}
    assert ask(row, {"version": 1, "decisions": wide}, **here).status == 200
    listed = ask("GET /v1/proposals", query="state=open").json["proposals"]
    assert {REPLACEMENT, ALIAS} <= {each["term"] for each in listed}
    assert ask("GET /v1/proposals", query=f"state={TERM}").status == 422
    first, *others = listed
    for name, proposals in (("accept", others), ("decline", [first])):
        row = f"POST /v1/proposals/<proposal>/{name}"
        for each in proposals:
            assert ask(row, at=f"/v1/proposals/{each['id']}/{name}").status == 200
            assert ask(row, at=f"/v1/proposals/{each['id']}/{name}").status == 409
        assert ask(row, at=f"/v1/proposals/{PATH}/{name}").status == 404
    row = "GET /v1/admin/everyone"
    everyone = ask(row).json
    assert ask(row, Authorization=f"Bearer {TERM}").status == 401
    row = "PUT /v1/admin/everyone"
    assert ask(row, {"version": everyone["version"], "always": [TERM], "never": [ALIAS]}).status == 200
    assert ask(row, {"version": everyone["version"], "always": [TERM]}).status == 409
    assert ask(row, {"version": 9, "always": [TERM], "never": [TERM]}).status == 400


def _drive_index(ask):
    """The words of a search are not stored, and those of them that no group has are not told."""
    row = "POST /v1/admin/index/editions"
    assert ask(row).status == 201
    row = "DELETE /v1/index/documents/<document>"
    assert ask(row, {TEXT: TEXT}, at=f"/v1/index/documents/{document_id(0)}").json["removed"] == 1
    assert ask(row, at=f"/v1/index/documents/{PATH}").status == 404
    row = "POST /v1/index/searches"
    assert ask(row, {"words": f"harvest of wheat {TERM} {NAME}"}).json["groups"]
    assert ask(row, {"words": TERM}).status == 400
    assert ask(row, {"words": f"wheat {TERM}", KEY: TERM, "top": NAME}).status == 422
    edition = ask("GET /v1/index").json["edition"]["id"]
    assert ask("GET /v1/index/edition").status == 200
    _drive_requests(ask, {"edition": edition, "group": 0})


def _drive_requests(ask, found):
    """The messages and the notes of requests are stored encrypted, and told to those that they are for."""
    row = "POST /v1/index/requests"
    request = ask(row, {**found, "message": f"{TITLE} {ALIAS}"}).json["id"]
    assert ask(row, {**found, "message": TERM, "edition": TERM, KEY: TERM}).status == 422
    row, here = "GET /v1/index/requests", f"/v1/index/requests/{request}"
    assert ask(row).json["made"][0]["message"] == f"{TITLE} {ALIAS}"
    assert ask(row, Authorization=f"Bearer {TERM}").status == 401
    (asked,) = ask("GET /v1/index/requests").json["asked"]
    assert asked["message"] == TITLE
    row, there = "POST /v1/index/requests/<request>/answers", f"/v1/index/requests/{asked['id']}/answers"
    assert ask(row, {"accept": True, "note": NAME}, at=there).json["note"] == NAME
    assert ask(row, {"accept": False, "note": TERM, KEY: TERM}, at=there).status == 422
    assert ask(row, {"accept": False, "note": TERM}, at=there).status == 400
    row = "DELETE /v1/index/requests/<request>"
    assert ask(row, at=here).status == 204
    assert ask(row, at=f"/v1/index/requests/{PATH}").status == 404


DRIVES = (
    _drive_what_is_open,
    _drive_with_other_tokens,
    _drive_documents,
    _drive_batches,
    _drive_clients,
    _drive_reviews,
    _drive_administration,
    _drive_training,
    _drive_jobs,
    _drive_policies,
    _drive_users,
    _drive_index,
    _drive_the_trail,
)


@dataclass(frozen=True)
class Driven:
    """A server that was asked on every route, and all that it has written."""

    asked: Asked
    log: str
    metrics: str
    data: Path
    temporary: Path
    left: list
    """The words that stood in temporary files while it ran."""

    opened: frozenset


@pytest.fixture(scope="module")
def driven(sample_registry, tmp_path_factory):
    folder = tmp_path_factory.mktemp("canary")
    data, temporary, pane, corpora = (folder / name for name in ("data", "tmp", "pane", "corpora"))
    for each in (temporary, pane, corpora / "broken"):
        each.mkdir(parents=True)
    (pane / "index.html").write_text("<!doctype html>")
    for client, text in CORPUS.items():
        for number in range(4):
            path = corpora / "clients" / client / f"{TRAINED_FILE}{number}.txt"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text + f"number {number}")
    shutil.copytree(sample_registry, data / "registry")
    shutil.copytree(sample_registry / "versions" / "sample", data / "registry" / "versions" / "other")
    inbox = folder / "folders" / PATH / "in"
    for name, content in ((f"{FILE}/{FILE}.docx", DOCUMENT), (f"{TITLE}.docx", BROKEN)):
        (inbox / name).parent.mkdir(parents=True, exist_ok=True)
        (inbox / name).write_bytes(content)
    settings = Settings.from_environment({"UNSAID_DATA": str(data), "UNSAID_NER": "none"})
    make_index(settings)
    with closing(Store.of(settings)) as store:
        store.index_requests.make("someone-else", "0" * 64, 0, TITLE, [document_id(1)])
    command = (sys.executable, "-c", WATCHED.format(seen=str(folder / "opened")))
    environment = {
        "TMPDIR": str(temporary),
        "UNSAID_PANE": str(pane),
        "UNSAID_CORPORA": str(corpora),
        "UNSAID_BATCH_FOLDERS": str(folder / "folders"),
        "UNSAID_LOCK_OUT": "1000 per minute",
    }
    with running(settings, "--workers", "2", worker=True, command=command, **environment) as server:
        asked = Asked(server)
        for drive in DRIVES:
            drive(asked)
        metrics = server.ask("GET", "/metrics").body.decode()
        left = _searched(temporary)
        server.stop()
        log = "".join(server.logged + server.told)
    opened = frozenset((folder / "opened").read_text().splitlines())
    return Driven(asked, log, metrics, data, temporary, left, opened)


def test_every_route_was_driven_to_success_and_to_failure(driven):
    assert set(route_roles.ROUTES) - driven.asked.succeeded == set()
    assert set(route_roles.ROUTES) - driven.asked.failed == set()


def test_the_answers_hold_the_words_or_nothing_would_be_searched_for(driven):
    """What was sent has arrived: a canary that nobody ever read proves nothing."""
    answered = "".join(answer.body.decode(errors="replace") for _, answer in driven.asked.answers)
    assert {each for each in (TEXT, TERM, NAME, ALIAS, REPLACEMENT) if each not in answered} == set()


def test_no_line_of_the_log_contains_a_word(driven):
    assert found_in(driven.log.encode()) == []
    assert driven.log.count('"event": "request"') >= len(driven.asked.answers)


def test_no_problem_repeats_what_was_sent(driven):
    told = [
        (row, word)
        for row, answer in driven.asked.answers
        if answer.status >= 400
        for word in found_in(answer.body + repr(answer.headers).encode())
    ]
    assert set(told) <= ECHOED


def test_no_header_and_no_metric_contains_a_word(driven):
    headers = "".join(repr(answer.headers) for _, answer in driven.asked.answers)
    assert found_in(headers.encode()) == []
    assert found_in(driven.metrics.encode()) == []
    assert "unsaid_problems_total" in driven.metrics


def test_no_temporary_file_contains_a_word_and_none_is_left(driven):
    assert driven.left == []
    assert [path.name for path in driven.temporary.rglob("*")] == []


def test_no_file_is_opened_for_writing_but_what_the_service_keeps(driven):
    """Also none without a name, or gone before anybody could look: where documents are put when memory is short."""
    assert {path for path in driven.opened if not _may_be_written(Path(path), driven)} == set()


def _may_be_written(path, driven):
    """The data; figures for the metrics; the file by which a worker tells that it lives; a trial of the folder.

    A child also tells Linux that it may be ended first where memory runs out; that is no file of a disk.
    """
    own = re.compile(r"unsaid-metrics-\w{8}/[a-z_]+_\d+\.db|wgunicorn-\w{8}|[a-z0-9_]{8}")
    if path.is_relative_to(driven.temporary):
        return own.fullmatch(path.relative_to(driven.temporary).as_posix()) is not None
    return path.is_relative_to(driven.data) or path in (Path(os.devnull), Path("/proc/self/oom_score_adj"))


def test_no_file_that_is_kept_contains_a_word(driven):
    """The database and its log, sealed dictionaries, job rows; the registry, but for counts of what was learnt."""
    assert (driven.data / "unsaid.db").stat().st_size > 0
    assert _searched(driven.data) == []


def test_the_registry_holds_counts_of_what_was_learnt_and_no_sentence(driven):
    content = b"".join(_contents((driven.data / "registry" / "versions" / "learnt").rglob("*")))
    assert TRAINED_TERM.casefold().encode() in content.lower()
    for sentence in (" ".join(TRAINED), " ".join(TRAINED).casefold()):
        assert sentence.encode() not in content


def test_the_registry_contains_no_name_of_a_file_that_was_learnt_from(driven):
    content = b"".join(_contents((driven.data / "registry" / "versions" / "learnt").rglob("*")))
    assert TRAINED_FILE.encode() not in content


@pytest.mark.parametrize("hide", [lambda word: word.encode(), str.upper, str.encode])
def test_the_search_finds_a_word(hide):
    hidden = hide(TEXT)
    assert found_in(hidden if isinstance(hidden, bytes) else hidden.encode()) == [TEXT]


def found_in(content):
    """The words that stand in some bytes, in any of the ways that a program is likely to write them."""
    lower = content.lower()
    return [word for word in CANARIES if any(form in lower or form in content for form in _forms(word))]


@cache
def _forms(word):
    plain = word.lower()
    inner = [base64.b64encode(bytes(shift) + word.encode())[4 if shift else 0 : -4] for shift in range(3)]
    return (
        plain.encode(),
        plain.encode("utf-16-le"),
        plain.encode("utf-16-be"),
        word.encode().hex().encode(),
        *inner,
    )


def _searched(folder):
    """The words in the files of a folder, unpacked where they are packed, and in the names of the files."""
    return [
        (str(path.relative_to(folder)), word)
        for path in sorted(folder.rglob("*"))
        for content in (path.name.encode(), *_contents([path]))
        for word in found_in(content)
    ]


def _contents(paths):
    for path in paths:
        if path.is_file():
            content = path.read_bytes()
            yield content
            if zipfile.is_zipfile(io.BytesIO(content)):
                archive = zipfile.ZipFile(io.BytesIO(content))
                yield from (archive.read(name) for name in archive.namelist())
