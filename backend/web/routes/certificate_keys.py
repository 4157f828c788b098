"""`/v1/certificate-keys`: the public keys that verify certificates of this service."""

from apiflask import APIBlueprint, Schema
from apiflask.fields import Date, Integer, List, Nested, String
from flask import Response

from backend.services.redaction.certificate_check import keys_as_json
from backend.web.schemas.common import answer
from backend.web.service import service

blueprint = APIBlueprint("certificate_keys", __name__, tag="Service")


class CertificateKeyOut(Schema):
    """A public key, and on which days certificates were signed with it."""

    id = String(required=True, metadata={"description": "The first half of the SHA-256 of the key."})
    algorithm = String(required=True, metadata={"enum": ["Ed25519"]})
    public_key = String(required=True, metadata={"description": "Its 32 bytes, in hex."})
    label = String(required=True)
    since = Date(required=True)
    until = Date(required=True, allow_none=True, metadata={"description": "Null: it signs still."})
    revoked = Date(
        required=True,
        allow_none=True,
        metadata={"description": "Since when it is known that somebody else may sign with it: none of its counts."},
    )


class CertificateKeysOut(Schema):
    """What `unsaid certificate-key export` writes."""

    unsaid_certificate_keys = Integer(required=True)
    keys = List(Nested(CertificateKeyOut), required=True)


@blueprint.get("/v1/certificate-keys")
@blueprint.output(CertificateKeysOut)
@blueprint.doc(operation_id="certificate_keys")
def certificate_keys() -> Response:
    """List the public keys of certificates, the oldest first; save the answer for `unsaid verify --keys`."""
    return answer(keys_as_json(service().store.certificate_keys.all()))
