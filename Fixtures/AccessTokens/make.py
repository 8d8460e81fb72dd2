#!/usr/bin/env python3
"""Signs the access tokens anew with Fixtures/Keys/token.pem and PyJWT (pip install 'pyjwt[crypto]')."""
import base64
import hashlib
import json
import pathlib

import jwt
from cryptography.hazmat.primitives.serialization import load_pem_private_key

here = pathlib.Path(__file__).resolve().parent
key = (here / "../Keys/token.pem").read_text()


def thumbprint():
    """Of the public key (RFC 7638, section 3)."""
    jwk = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(load_pem_private_key(key.encode(), None).public_key()))
    required = json.dumps({name: jwk[name] for name in ("e", "kty", "n")}, separators=(",", ":"), sort_keys=True)
    return base64.urlsafe_b64encode(hashlib.sha256(required.encode()).digest()).decode().rstrip("=")


def write(name, headers, claims):
    token = jwt.encode(claims, key, algorithm="RS256", headers=headers)
    (here / name).write_text(token + "\n")


# The claims in the order recorded from the service, then jti; the header as recorded, and the key's name.
write(
    "recorded.jwt",
    {"typ": None, "kid": thumbprint()},
    {
        "sub": "3f3f5c5e-8b1b-49b0-8d9c-6b6f3f1c0a01",
        "nbf": 1767225600,
        "iss": "auth.adobe.com",
        "exp": 1767247200,
        "iat": 1767225600,
        "scopes": "api:client:v2",
        "jti": "a0b1c2d3-0000-4000-8000-5a5a5a5a5a5a",
    },
)

# Another order, a typ header, no jti, and the scopes of older applications.
write(
    "older-scopes.jwt",
    {},
    {
        "iss": "auth.adobe.com",
        "iat": 1767225600,
        "nbf": 1767225600,
        "exp": 1767312000,
        "scopes": "config:client,decisions:client,platform:sso,profile:client,tokens:client",
        "sub": "3f3f5c5e-8b1b-49b0-8d9c-6b6f3f1c0a01",
    },
)
