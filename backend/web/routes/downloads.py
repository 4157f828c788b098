"""`/v1/downloads`: hand an encrypted file to a browser, where Word lets the pane save none.

The pane encrypts the file. The key is in the fragment of the address that it opens in the browser, which no browser
sends. The service never sees the key or the file.
"""

from apiflask import APIBlueprint, Schema
from apiflask.fields import Integer, String
from apiflask.schemas import FileSchema
from flask import Response

from backend.web.auth.current_caller import caller
from backend.web.held_downloads import HELD_FOR
from backend.web.offloading import RAW
from backend.web.schemas.common import answer
from backend.web.schemas.documents_in import Base64, DocumentRequest, takes_document
from backend.web.schemas.redaction_options import Strict
from backend.web.service import service

blueprint = APIBlueprint("downloads", __name__, tag="Documents")

PART = "ciphertext"


class DownloadIn(Strict):
    """An encrypted file."""

    ciphertext = Base64(metadata={"format": "byte", "description": "The ciphertext, in base64."})


class DownloadOut(Schema):
    """Where the file waits."""

    id = String(
        required=True,
        metadata={"description": "The id of the file. Anyone who has it can collect the ciphertext, once."},
    )
    seconds = Integer(
        required=True, metadata={"description": "How many seconds the service stores it.", "example": HELD_FOR}
    )


@blueprint.post("/v1/downloads")
@takes_document(DownloadIn, PART, RAW)
@blueprint.output(DownloadOut, status_code=201)
@blueprint.doc(operation_id="addDownload")
def add(sent: DocumentRequest) -> Response:
    """Store an encrypted file in memory for 60 seconds, to be collected once.

    It is for the pane in Word on Mac and iPad, which cannot save files: the browser collects the file, and decrypts
    it with a key that only the pane and the browser have. A raw body may have 32 MB, a form or JSON 1 MB.
    """
    return answer({"id": service().downloads.put(caller().id, sent.document), "seconds": HELD_FOR}, 201)


@blueprint.post("/v1/downloads/<download>/collect")
@blueprint.output(FileSchema(type="string", format="binary"), content_type=RAW)
@blueprint.doc(operation_id="collectDownload")
def collect(download: str) -> Response:
    """Collect an encrypted file, which is then removed. The id takes the place of a token."""
    return Response(service().downloads.take(download), mimetype=RAW)
