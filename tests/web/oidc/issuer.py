"""An issuer whose private keys the tests hold, so that tokens can be forged; its public ones are on loopback."""

import base64
import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import jwt
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from jwt.algorithms import ECAlgorithm, RSAAlgorithm

AUDIENCE, TENANT = "api://unsaid", "tenant-one"


def rsa_key(bits=2048):
    return rsa.generate_private_key(65537, bits)


def ec_key(curve=None):
    return ec.generate_private_key(curve or ec.SECP256R1())


def part(value):
    """A part of a token, as JSON and base64url."""
    raw = value if isinstance(value, bytes) else json.dumps(value).encode()
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


class Issuer:
    """Signs tokens, and answers at `/keys` and at the address of its description.

    `answers` may be set to what it shall answer instead, as `(status, headers, body)`. `fetches` counts questions.
    """

    def __init__(self):
        self.keys = {"rsa": rsa_key(), "ec": ec_key()}
        self.answers = None
        self.fetches = 0
        issuer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                issuer.fetches += 1
                status, headers, body = issuer.answers or issuer.answer(self.path)
                self.send_response(status)
                for name, value in {"Content-Length": str(len(body)), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                """Say nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/realms/house"
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.01,))
        self.thread.start()

    def close(self):
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()

    def environment(self, **more):
        """The settings of a service that trusts this issuer."""
        return {
            "UNSAID_OIDC_ISSUER": self.url,
            "UNSAID_OIDC_AUDIENCE": AUDIENCE,
            "UNSAID_OIDC_TENANTS": TENANT,
            "UNSAID_OIDC_JWKS": f"{self.url}/keys",
            **more,
        }

    def answer(self, path):
        known = {
            "/realms/house/keys": self.jwks(),
            "/realms/house/.well-known/openid-configuration": self.described(),
        }
        return (200, {}, json.dumps(known[path]).encode()) if path in known else (404, {}, b"")

    def jwks(self):
        return {"keys": [self.public(kid) for kid in self.keys]}

    def public(self, kid):
        key = self.keys[kid]
        maker = RSAAlgorithm if isinstance(key, rsa.RSAPrivateKey) else ECAlgorithm
        return {**maker.to_jwk(key.public_key(), as_dict=True), "kid": kid, "use": "sig"}

    def described(self):
        return {"issuer": self.url, "jwks_uri": f"{self.url}/keys"}

    def claims(self, **changes):
        """The claims of a good token for somebody who may look at the figures; None takes one away."""
        now = int(time.time())
        claims = {
            "iss": self.url,
            "aud": AUDIENCE,
            "sub": "somebody",
            "tid": TENANT,
            "iat": now,
            "nbf": now,
            "exp": now + 300,
            "scope": "openid unsaid",
            "roles": ["auditor"],
            **changes,
        }
        return {name: value for name, value in claims.items() if value is not None}

    def token(self, kid="rsa", *, key=None, algorithm=None, headers=None, **changes):
        """A token with these changes to its claims, signed by the key of that name unless another one is given."""
        key = key or self.keys[kid]
        algorithm = algorithm or ("RS256" if isinstance(key, rsa.RSAPrivateKey) else "ES256")
        return jwt.encode(self.claims(**changes), key, algorithm, {"kid": kid, **(headers or {})})
