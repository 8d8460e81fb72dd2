"""Single sign-on of REST API v2: by a partner, and by a token of the programmer or of the service.

Sources: Adobe, "Single Sign-On Using Partner Flows", "Single Sign-On Using Service Token Flows", "SSO Service".
"""

import base64
import json
import re
import time
import uuid
from dataclasses import replace

import pytest

from rest_v2_answers import (
    DOMAIN,
    HELP,
    MILLISECONDS,
    NET,
    NEWS,
    NO_PROFILE,
    authorize_at,
    compact,
    decisions,
    one_profile,
    permitted,
    refused,
    said,
    session_answer,
)
from rest_v2_client import APPLE_DEVICE, at, base64_text


def served(answer):
    """The answer, if the endpoint exists."""
    if answer.status in (404, 405):
        pytest.skip(f"{answer.request.split('?')[0]} isn't served: {answer.status}")
    return answer


def framework(access="granted", provider="platform-tv", expiration=None):
    expiration = expiration or int((time.time() + 86400) * MILLISECONDS)
    info = {"id": provider, "expirationDate": str(expiration)} if access == "granted" else {}
    return {"frameworkPermissionInfo": {"accessStatus": access}, "frameworkProviderInfo": info}


@pytest.fixture
def apple(app):
    app.info = APPLE_DEVICE
    return app


def test_partner_session(apple, landing):
    """Adobe, "Single Sign-On Using Partner Flows": the platform knows the person, so it is asked for an assertion."""
    answer = served(apple.create_partner_session("Apple", framework(), domainName=DOMAIN, redirectUrl=landing))
    given = answer.json
    request = given["authenticationRequest"]
    assert b"AuthnRequest" in base64.b64decode(request["request"], validate=True)
    assert request["attributesNames"] and all(isinstance(name, str) for name in request["attributesNames"])
    wanted = {
        "actionName": "partner_profile", "actionType": "direct", "reasonType": "none",
        "url": f"/api/v2/{NET}/profiles/sso/Apple", "sessionId": str(uuid.UUID(given["sessionId"])),
        "mvpd": "PlatformTV", "serviceProvider": NET,
        "authenticationRequest": {
            "type": "saml", "request": request["request"], "attributesNames": request["attributesNames"],
        },
    }
    said(answer, wanted)


@pytest.mark.parametrize(
    "status", (None, framework("denied"), framework("notDetermined"), framework("restricted")),
    ids=("none", "denied", "not determined", "restricted"),
)
def test_partner_session_without_the_platforms_consent(apple, landing, status):
    """No MVPD is known then, so the login goes on with choosing one."""
    answer = served(apple.create_partner_session("Apple", status, domainName=DOMAIN, redirectUrl=landing))
    given = answer.json
    shown = [given[name] for name in ("actionName", "actionType", "reasonType")]
    assert shown == ["resume", "direct", "pfs_fallback"], answer
    assert given["missingParameters"] == ["mvpd"] and apple.session(given["code"]).status == 200, answer


def test_partner_session_with_a_parameter_missing(apple):
    answer = served(apple.create_partner_session("Apple", framework(), domainName=DOMAIN))
    given = answer.json
    assert list(given) == [
        "actionName", "actionType", "reasonType", "missingParameters", "url", "code", "sessionId", "mvpd",
        "serviceProvider", "notBefore", "notAfter",
    ]
    assert given["reasonType"] == "missing_parameters_fallback" and given["missingParameters"] == ["redirectUrl"], answer


def test_partner_session_with_an_unknown_partner(apple, landing):
    answer = served(apple.create_partner_session("Pear", framework(), domainName=DOMAIN, redirectUrl=landing))
    refused(answer, "invalid_parameter_partner")


@pytest.mark.parametrize(
    "status, code",
    [
        (None, "invalid_header_pfs_permission_access_not_present"),
        ({}, "invalid_header_pfs_permission_access_not_present"),
        (framework("notDetermined"), "invalid_header_pfs_permission_access_not_determined"),
        (framework("denied"), "invalid_header_pfs_permission_access_not_granted"),
        (framework("restricted"), "invalid_header_pfs_permission_access_not_granted"),
        (framework(provider="nobody"), "invalid_header_pfs_provider_id_not_determined"),
        (framework(expiration=1735689600000), "invalid_header_pfs_provider_info_expired"),
        (framework(), "invalid_parameter_saml_response"),
    ],
)
def test_partner_profile_is_refused(apple, status, code):
    refused(served(apple.create_partner_profile("Apple", "no SAML", status)), code)


def test_partner_session_of_a_degraded_integration(apple, landing):
    apple = at(apple, "RULE_NET")
    answer = served(apple.create_partner_session("Apple", framework(), domainName=DOMAIN, redirectUrl=landing))
    session_answer(answer, *authorize_at("degraded"), mvpd="PlatformTV", provider="RULE_NET")


def issued(answer, status, word):
    """A token of the service: HS256 over the common identifier, for an hour. Its answers are JSON without a charset."""
    given = plain(answer, status)
    assert list(given) == ["status", "serviceToken", "notBefore", "notAfter"] and given["status"] == word, answer
    assert given["notAfter"] - given["notBefore"] == 3600 * MILLISECONDS
    head, claims, _ = given["serviceToken"].split(".")
    assert unpacked(head) == {"alg": "HS256", "typ": "JWT"}
    claims = unpacked(claims)
    assert list(claims) == ["iss", "sub", "nbf", "exp", "iat"] and claims["iss"] == "ssoservicetoken"
    assert claims["nbf"] * MILLISECONDS == given["notBefore"] and claims["exp"] * MILLISECONDS == given["notAfter"]
    return given["serviceToken"], claims["sub"]


def plain(answer, status):
    assert answer.status == status and answer.header("Content-Type") == "application/json", (answer, answer.fields)
    return json.loads(answer.body)


def unpacked(part):
    return json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))


def wrong(answer, status, word, code, message, action):
    """The service wraps its errors, and orders their members in its own way."""
    given = plain(answer, status)
    trace = given["error"]["trace"]
    error = {"status": status, "code": code, "message": message, "action": action, "helpUrl": HELP, "trace": trace}
    assert answer.body == compact({"status": word, "error": error}), answer


def test_service_token_joins_two_devices(app, landing):
    """Adobe, "Single Sign-On Using Service Token Flows": one login, and the profile on both devices."""
    group = f"household-{app.device}"
    token, subject = issued(served(app.create_service_token(group)), 201, "CREATED")
    assert subject == group
    app.extra["AD-Service-Token"] = token
    app.log_in("Adobe", landing)
    other = replace(app, device="second" + app.device)
    profile = one_profile(other.profile("Adobe"), "Adobe")
    assert (profile["type"], profile["issuer"]) == ("serviceTokenSSO", "Adobe")
    created = other.create_session(mvpd="Adobe", domainName=DOMAIN, redirectUrl=landing)
    session_answer(created, *authorize_at("authenticatedSSO"), mvpd="Adobe")
    (decision,) = decisions(other.authorize("Adobe", NEWS))
    permitted(decision, NEWS, "Adobe")
    # Without the token there is no single sign-on.
    said(replace(other, extra={}).profile("Adobe"), NO_PROFILE)
    other.log_out("Adobe", landing)
    said(app.profile("Adobe"), NO_PROFILE)


def test_service_token_by_link(app):
    """Adobe, "SSO Service": a code from one device lets another one join, once."""
    token, subject = issued(served(app.create_service_token(f"household-{app.device}")), 201, "CREATED")
    given = plain(served(app.link(token)), 201)
    assert list(given) == ["status", "code", "notBefore", "notAfter"] and given["status"] == "CREATED"
    assert re.fullmatch(r"\d{6}", given["code"]), given
    other = replace(app, device="second" + app.device)
    joined, same = issued(other.create_service_token(link=given["code"]), 201, "CREATED")
    assert same == subject
    third = replace(app, device="third" + app.device)
    message = "The provided token is invalid"
    wrong(third.create_service_token(link=given["code"]), 400, "BAD_REQUEST", "token_invalid", message, "get_new_token")

    first, second = base64_text(app.device), base64_text(other.device)
    devices = plain(served(app.linked(token)), 200)["devices"]
    assert {name: device["type"] for name, device in devices.items()} == {first: "regular", second: "sso"}
    answer = served(app.unlink(token, second, base64_text("nobody")))
    assert plain(answer, 200) == {"status": "OK", "unlinkedDevices": [second]}
    assert list(plain(app.linked(token), 200)["devices"]) == [first]
    assert issued(app.refresh_service_token(token), 200, "OK")[1] == subject


def test_service_token_needs_an_identifier_or_a_link(app):
    message = "Either x-sso-id or x-sso-link header is required for POST requests"
    wrong(served(app.create_service_token()), 400, "BAD_REQUEST", "header_missing", message, "check_headers")


def test_service_token_needs_a_bearer(app):
    app.extra["Authorization"] = None
    message = "Unauthorized access"
    wrong(served(app.create_service_token("7")), 401, "UNAUTHORIZED", "unauthorized", message, "none")
