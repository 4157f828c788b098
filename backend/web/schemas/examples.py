"""A complete example request for each operation with a body, as the OpenAPI document shows it.

They can be sent unchanged to a service with the sample models; ids of earlier results are filled in.
"""

import base64
import io
import zipfile
from collections.abc import Mapping
from typing import Any

from backend.web.schemas.documents_in import DOCX, JSON

CLIENT = "Halden & Rook"
"""A client of the sample."""

_TEXT = f"Ann Rook of {CLIENT} wrote to ann@halden.example about the stores."
_SUGGESTION = "0f3c5a7e9b1d2468"

_MAIN = DOCX.removesuffix("document") + "document.main+xml"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
_PARTS = {
    "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    f'<Override PartName="/word/document.xml" ContentType="{_MAIN}"/></Types>',
    "_rels/.rels": '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    f'<Relationship Id="rId1" Type="{_OFFICE}" Target="word/document.xml"/></Relationships>',
    "word/document.xml": '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>'
    f"<w:p><w:r><w:t>{_TEXT.replace('&', '&amp;')}</w:t></w:r></w:p></w:body></w:document>",
}
"""The smallest Word file that says something."""


def _zipped(files: Mapping[str, str | bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in files.items():
            archive.writestr(
                zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED
            )  # dated 1980, so that it is the same each time
    return stream.getvalue()


def _encoded(content: bytes) -> str:
    return base64.b64encode(content).decode()


_FILE = _zipped(_PARTS)
_DOCUMENT = {"document": _encoded(_FILE), "name": "plan.docx"}
_REVIEWED = {"version": 1}

BODIES: Mapping[str, dict[str, Any]] = {
    "analyse": {**_DOCUMENT, "client": CLIENT, "k": 5, "always": ["Project Gull"], "never": ["stores"]},
    "guess": {"words": {"stores": 12, "loans": 2, "the": 40}, "gone": [{"stores": 12}], "client": CLIENT},
    "measureRelease": {
        "before": [{"user": "ann", "id": "1", "text": "My doctor found a tumour."}],
        "after": [{"user": "ann", "id": "1", "text": "My doctor found a [TERM]."}],
        "unit": "word",
    },
    "measureLinkability": {
        "profiles": [
            {"entity": "ann", "community": "cars", "text": "The engine is loud."},
            {"entity": "ann", "community": "boats", "text": "The engine of my boat."},
        ]
    },
    "checkPrivacyPolicy": {
        "policy": {"requirements": [{"profile": "Rook", "attribute": "client", "belief": 0.6}]},
        "corpus": [
            {"id": "1", "client": "Rook", "text": "the larder is full", "utility": "Retail"},
            {"id": "2", "client": "Rook", "text": "a larder of stone", "utility": "Retail"},
            {"id": "3", "client": "Kestrel", "text": "the turbine turns", "utility": "Energy"},
            {"id": "4", "client": "Kestrel", "text": "a turbine of steel", "utility": "Energy"},
        ],
    },
    "redact": {**_DOCUMENT, "client": CLIENT, "k": 5, "objective": "floor", "placeholder": "numbered"},
    "addDownload": {"ciphertext": _encoded(bytes(16))},
    "getEffectivePolicy": {"client": CLIENT},
    "checkRedaction": {"client": CLIENT, "k": 5, "decided": True},
    "verify": {
        **_DOCUMENT,
        "report": {
            "suppressed": [{"spellings": ["Ann Rook"], "placeholder": "[PERSON 1]", "entity": "PERSON"}],
            "sought": [{"term": CLIENT, "placeholder": "[CLIENT]"}],
        },
    },
    "copy": {**_DOCUMENT, "clean": {"comments": "anonymise", "images": "keep"}},
    "redactBatch": {
        "documents": _encoded(_zipped({"plan.docx": _FILE, "notes.txt": _TEXT})),
        "client": CLIENT,
        "objective": "floor",
        "files": [{"path": "notes.txt", "k": 3, "utility": "Grocery retail"}],
    },
    "searchClients": {"name": "hal"},
    "addClient": {"name": CLIENT, "aliases": ["H&R"], "always": ["Project Gull"], "group": "Retail"},
    "changeClient": {"name": CLIENT, "aliases": ["H&R"], "never": ["the client"], "group": "Retail", "version": 1},
    "train": {"corpus": "clients-2026", "name": "autumn", "promote": False},
    "rollBack": {"version": "sample"},
    "redactFolder": {"inputs": "inbox/2026-11", "outputs": "redacted/2026-11", "client": CLIENT, "k": 5},
    "beginReview": {"client": CLIENT},
    "readDecisions": {"ids": [_SUGGESTION]},
    "decide": {**_REVIEWED, "decisions": [{"id": _SUGGESTION, "move": "accept"}]},
    "submitReview": _REVIEWED,
    "claimReview": _REVIEWED,
    "releaseReview": _REVIEWED,
    "recallReview": _REVIEWED,
    "reopenReview": _REVIEWED,
    "approveReview": {**_REVIEWED, **_DOCUMENT, "exceptions": [{"kind": "URL", "count": 1}]},
    "returnReview": {**_REVIEWED, "note": "the name in the header stays"},
    "takeSample": {**_REVIEWED, "share": 0.1},
    "judgeSample": {"verdicts": [{"id": _SUGGESTION, "goes": True}]},
    "changeEveryone": {"always": ["Project Gull"], "never": ["the client"], "version": 0},
    "searchAudit": {"action": "client.changed", "client": CLIENT},
    "setPolicy": {
        "client": CLIENT,
        "version": 0,
        "rules": {"least_k": 5, "personal": ["PERSON"], "second_approver": True, "clean": {"comments": "remove"}},
    },
    "listPolicyVersions": {"client": CLIENT},
    "removePolicy": {"client": CLIENT, "version": 1},
    "grant": {"issuer": "https://login.example", "subject": "ann", "roles": ["reviewer"], "groups": ["Retail"]},
    "revoke": {"roles": ["reviewer"]},
    "searchIndex": {"words": "cash flow of retail stores", "top": 3},
    "askForDocument": {
        "edition": "0" * 64,
        "group": 0,
        "message": "I draft a similar report. May I see yours? Ann, ann@halden.example",
    },
    "answerDocumentRequest": {"accept": True, "note": "Call me: 4711. Ben"},
}
"""By `operationId`; where a version is asked for, it is that of something new."""

PARAMETERS: Mapping[tuple[str, str], Any] = {("promote", "version"): "sample", ("removeClient", "version"): 1}
"""By `operationId` and name."""


def with_examples(spec: dict[str, Any]) -> dict[str, Any]:
    """Put the examples into an OpenAPI document."""
    for path in spec.get("paths", {}).values():
        for operation in path.values():
            name = operation.get("operationId")
            if name in BODIES:
                operation["requestBody"]["content"][JSON]["example"] = BODIES[name]
            for parameter in operation.get("parameters", ()):
                if (name, parameter["name"]) in PARAMETERS:
                    parameter["example"] = PARAMETERS[name, parameter["name"]]
    return spec
