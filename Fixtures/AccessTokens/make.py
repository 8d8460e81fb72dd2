#!/usr/bin/env python3
"""Signs the access tokens anew with Fixtures/Keys/token.pem and PyJWT (pip install 'pyjwt[crypto]')."""
import pathlib

import jwt

here = pathlib.Path(__file__).resolve().parent
key = (here / "../Keys/token.pem").read_text()


def write(name, headers, claims):
    token = jwt.encode(claims, key, algorithm="RS256", headers=headers)
    (here / name).write_text(token + "\n")


# The header and the claims in the order recorded from the service, then jti.
write(
    "recorded.jwt",
    {"typ": None},
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
