"""`/v1/certificate-keys`: the public keys that verify certificates of this service."""

from apiflask import APIBlueprint, Schema
from apiflask.fields import Date, Integer, List, Nested, String
from flask import Response

from backend.services.redaction.certificate_check import keys_as_json
from backend.web.schemas.common import answer
from backend.web.service import service

blueprint = APIBlueprint("certificate_keys", __name__, tag="Service")


class CertificateKeyOut(Schema):
    """A public key, and the days on which certificates were signed with it."""

    id = String(required=True, metadata={"description": "The first half of the SHA-256 of the key."})
    algorithm = String(required=True, metadata={"enum": ["Ed25519"]})
    public_key = String(required=True, metadata={"description": "The 32 bytes of the public key, in hex."})
    label = String(required=True)
    since = Date(required=True)
    until = Date(required=True, allow_none=True, metadata={"description": "Null for the key that signs now."})
    revoked = Date(
        required=True,
        allow_none=True,
        metadata={"description": "The day of revocation; null if valid. No certificate of a revoked key is valid."},
    )


class CertificateKeysOut(Schema):
    """The same as `unsaid certificate-key export` writes."""

    unsaid_certificate_keys = Integer(required=True)
    keys = List(Nested(CertificateKeyOut), required=True)


@blueprint.get("/v1/certificate-keys")
@blueprint.output(CertificateKeysOut)
@blueprint.doc(operation_id="certificate_keys")
def certificate_keys() -> Response:
    """List the public keys of certificates, oldest first.

    Save the response to a file for `unsaid verify --keys`.
    """
    return answer(keys_as_json(service().store.certificate_keys.all()))
