"""What REST API v2 answers, by the vendor's pages: each check compares bytes, so the order of members counts.

Sources: Adobe, "Enhanced Error Codes" and the samples of the page of each endpoint.
"""

import json
import re
import time
import uuid

NET = "DEMO_NET"
DOMAIN = "demo-net.example"
NEWS = "news-live"
MILLISECONDS = 1000
CODE_LIFE = 1800 * MILLISECONDS
MEDIA_LIFE = 300 * MILLISECONDS
SHORT = 2

HELP = (
    "https://experienceleague.adobe.com/docs/pass/authentication/auth-features/error-reportn/enhanced-error-codes.html"
)

# "Enhanced Error Codes": status, action and message by code.
ERRORS = {
    "invalid_parameter_service_provider": (400, "none", "The service provider parameter value is missing or invalid."),
    "invalid_parameter_mvpd": (400, "none", "The mvpd parameter value is missing or invalid."),
    "invalid_parameter_code": (400, "none", "The code parameter value is missing or invalid."),
    "invalid_parameter_resources": (400, "none", "The resources parameter value is missing or invalid."),
    "invalid_parameter_redirect_url": (400, "none", "The redirect URL parameter value is missing or invalid."),
    "invalid_parameter_partner": (400, "none", "The partner parameter value is missing or invalid."),
    "invalid_parameter_saml_response": (400, "none", "The SAML response parameter value is missing or invalid."),
    "invalid_header_device_info": (400, "none", "The device information header value is missing or invalid."),
    "invalid_header_device_identifier": (
        400, "none", "The device identifier header value is missing or invalid.",
    ),
    "invalid_header_identity_for_temporary_access": (
        400, "none", "The identity for temporary access header value is missing or invalid.",
    ),
    "invalid_header_pfs_permission_access_not_present": (
        400, "none", "The permission access status value from the partner framework status header is not present.",
    ),
    "invalid_header_pfs_permission_access_not_determined": (
        400, "none", "The permission access status value from the partner framework status header is undetermined.",
    ),
    "invalid_header_pfs_permission_access_not_granted": (
        400, "none", "The permission access status value from the partner framework status header is not granted.",
    ),
    "invalid_header_pfs_provider_id_not_determined": (
        400, "none",
        "The provider id value from the partner framework status header is not associated with a known mvpd.",
    ),
    "invalid_header_pfs_provider_id_mismatch": (
        400, "none",
        "The provider id value from the partner framework status header does not match the mvpd sent as parameter.",
    ),
    "invalid_header_pfs_provider_info_expired": (
        400, "none", "The provider information from the partner framework status header has expired.",
    ),
    "invalid_integration": (
        400, "none",
        "The integration between the specified service provider and mvpd does not exist or is disabled.",
    ),
    "invalid_authentication_session": (
        400, "none", "The authentication session associated with this request is missing or invalid.",
    ),
    "preauthorization_denied_by_mvpd": (
        403, "none",
        'The MVPD has returned a "Deny" decision when requesting pre-authorization for the specified resource.',
    ),
    "authorization_denied_by_mvpd": (
        403, "none", 'The MVPD has returned a "Deny" decision when requesting authorization for the specified resource.',
    ),
    "authorization_denied_by_parental_controls": (
        403, "none",
        'The MVPD has returned a "Deny" decision due parental controls settings for the specified resource.',
    ),
    "authorization_denied_by_degradation_rule": (
        403, "none", "The integration has an AuthZNone rule applied for the requested resources",
    ),
    "internal_server_error": (500, "none", "The request failed due to an internal server error."),
    "too_many_resources": (
        403, "configuration",
        "The authorization or preauthorization request failed because too many resources were queried. Please contact "
        "support team to properly configure the authorization and preauthorization limitations.",
    ),
    "invalid_configuration_temporary_access": (500, "configuration", "The temporary access configuration is invalid."),
    "invalid_configuration_platform": (
        500, "configuration", "The platform configuration is missing or invalid for integration.",
    ),
    "invalid_configuration_platform_id": (
        500, "configuration", "The platform id configuration is missing or invalid.",
    ),
    "invalid_configuration_platform_trait": (
        500, "configuration", "The platform trait configuration is missing or invalid.",
    ),
    "invalid_configuration_platform_category_trait": (
        500, "configuration", "The platform category trait configuration is missing or invalid.",
    ),
    "invalid_configuration_platform_services": (
        500, "configuration", "The platform services configuration is missing or invalid for integration.",
    ),
    "invalid_configuration_mvpd_platform": (
        500, "configuration", "The mvpd platform configuration is missing or invalid for mvpd and platform.",
    ),
    "invalid_configuration_mvpd_platform_boarding_status": (
        500, "configuration",
        "The mvpd platform boarding status configuration is missing or invalid for mvpd and platform.",
    ),
    "invalid_configuration_mvpd_platform_profile_exchange": (
        500, "configuration",
        "The mvpd platform profile exchange configuration is missing or invalid for mvpd and platform.",
    ),
    "invalid_access_token_service_provider": (
        401, "application-registration", "The access token is invalid due to invalid service provider.",
    ),
    "invalid_access_token_client_application": (
        401, "application-registration", "The access token is invalid due to invalid client application.",
    ),
    "authenticated_profile_missing": (
        403, "authentication", "The authenticated profile associated with this request is missing.",
    ),
    "authenticated_profile_expired": (
        403, "authentication", "The authenticated profile associated with this request has expired.",
    ),
    "authenticated_profile_invalidated": (
        403, "authentication", "The authenticated profile associated with this request has been invalidated.",
    ),
    "temporary_access_duration_limit_exceeded": (
        403, "authentication", "The temporary access duration limit has been exceeded.",
    ),
    "temporary_access_resources_limit_exceeded": (
        403, "authentication", "The temporary access resources limit has been exceeded.",
    ),
    "authorization_denied_by_hba_policies": (
        403, "authentication",
        'The MVPD has returned a "Deny" decision due home-based authentication policies. The current authentication was '
        "obtain through a Home-based authentication flow and but the device is no longer in-home when requesting "
        "authorization for the specified resource. The user must re-authenticate with a supported MVPD in order to "
        "continue.",
    ),
    "authorization_denied_by_session_invalidated": (
        403, "authentication",
        "The authentication session was invalidated by the identity provider. The user must re-authenticate with a "
        "supported MVPD in order to continue.",
    ),
    "identity_not_recognized_by_mvpd": (
        403, "authentication",
        "The authorization request failed due to the fact that user identity was not recognized by the MVPD.",
    ),
    "network_received_error": (
        403, "retry",
        "There was a read error while retrieving the response from the associated partner service. Retrying the request "
        "might solve the issue.",
    ),
    "network_connection_timeout": (
        403, "retry",
        "There was a connection timeout with the associated partner service. Retrying the request might solve the issue.",
    ),
    "maximum_execution_time_exceeded": (
        403, "retry",
        "The request did not complete in the maximum allowed time. Retrying the request might solve the issue.",
    ),
}


def compact(value):
    """JSON as the service writes it: one line, no spaces, nothing escaped that needn't be."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def hashed(names):
    """The order in which a Java hash table gives its keys: maps of the API come in it."""

    def slot(name):
        value = 0
        for unit in memoryview(name.encode("utf-16-be")).cast("H").tolist():
            swapped = (unit >> 8) | ((unit & 0xFF) << 8)
            value = (31 * value + swapped) & 0xFFFFFFFF
        return (value ^ (value >> 16)) & (size - 1)

    size = 16
    while len(names) > 0.75 * size:
        size *= 2
    return sorted(names, key=slot)


def failure(code, given, details=None):
    """The object of an enhanced error code; the trace is taken from what came, and must be a UUID."""
    status, action, message = ERRORS[code]
    trace = given.get("trace")
    assert trace and str(uuid.UUID(trace)) == trace, given
    text = {"details": details} if details is not None else {}
    wanted = {"status": status, "code": code, "message": message, **text}
    return wanted | {"helpUrl": HELP, "trace": trace, "action": action}


def refused(answer, code):
    """The whole body is the error object, and the HTTP status is its own."""
    given = answer.json
    assert answer.body == compact(failure(code, given)), answer
    assert answer.status == ERRORS[code][0], answer


def said(answer, value, status=200):
    assert answer.status == status, answer
    assert answer.json is not None
    assert answer.body == compact(value), (answer, value)


def soon(milliseconds, life=0):
    """Whether a time lies `life` after now, to within a few seconds."""
    return abs(milliseconds - time.time() * MILLISECONDS - life) < 5 * MILLISECONDS


def session_answer(answer, action, kind, reason, url, mvpd=None, missing=None, provider=NET):
    """An answer of the sessions endpoints; the code is returned if there is to be one."""
    given = answer.json
    coded = action != "authorize"
    wanted = {"actionName": action, "actionType": kind, "reasonType": reason}
    code = given.get("code")
    wanted["url"] = url.format(provider=provider, code=code, mvpd=mvpd)
    if missing:
        wanted["missingParameters"] = missing
    if coded:
        assert re.fullmatch("[A-Z0-9]{7}", code), answer
        wanted["code"] = code
    assert str(uuid.UUID(given["sessionId"])) == given["sessionId"], answer
    wanted["sessionId"] = given["sessionId"]
    if mvpd:
        wanted["mvpd"] = mvpd
    wanted["serviceProvider"] = provider
    if coded:
        # These two are text here, and numbers everywhere else.
        start, end = given["notBefore"], given["notAfter"]
        assert isinstance(start, str) and isinstance(end, str) and soon(int(start)), answer
        assert int(end) - int(start) == CODE_LIFE, answer
        wanted |= {"notBefore": start, "notAfter": end}
    said(answer, wanted)
    return code


AUTHENTICATE = ("authenticate", "interactive", "none", "/api/v2/authenticate/{provider}/{code}")
RESUME = ("resume", "direct", "none", "/api/v2/{provider}/sessions/{code}")
RETRY = ("retry", "direct", "none", "/api/v2/{provider}/sessions/{code}")


def authorize_at(reason):
    return ("authorize", "direct", reason, "/api/v2/{provider}/decisions/authorize/{mvpd}")


def one_profile(answer, mvpd):
    given = answer.json
    assert answer.status == 200 and list(given) == ["profiles"] and list(given["profiles"]) == [mvpd], answer
    return given["profiles"][mvpd]


def regular(profile, mvpd, life=2592000):
    """A profile of an ordinary login: its members, its times, its attributes in the order of a hash table."""
    assert list(profile) == ["notBefore", "notAfter", "issuer", "type", "attributes"], profile
    assert type(profile["notBefore"]) is int and type(profile["notAfter"]) is int
    assert soon(profile["notBefore"]) and profile["notAfter"] - profile["notBefore"] == life * MILLISECONDS
    assert (profile["issuer"], profile["type"]) == (mvpd, "regular")
    attributes = profile["attributes"]
    assert list(attributes) == hashed([*attributes]), attributes
    assert {"userID", "upstreamUserID", "mvpd"} <= attributes.keys()
    assert attributes["mvpd"] == {"value": mvpd, "state": "plain"}
    for attribute in attributes.values():
        assert list(attribute) == ["value", "state"] and attribute["state"] in ("plain", "enc"), attributes
    return attributes


NO_PROFILE = {"profiles": {}}


def decisions(answer):
    given = answer.json
    assert answer.status == 200 and list(given) == ["decisions"], answer
    return given["decisions"]


def about(resource, mvpd, source, authorized, provider=NET):
    return {
        "resource": resource, "serviceProvider": provider, "mvpd": mvpd, "source": source, "authorized": authorized,
    }


def window(decision):
    assert soon(decision["notBefore"]) and decision["notAfter"] > decision["notBefore"], decision
    return {"notBefore": decision["notBefore"], "notAfter": decision["notAfter"]}


def permitted(decision, resource, mvpd, source="mvpd", provider=NET, windowed=True):
    """A permission with its media token, which is returned."""
    token = decision["token"]
    assert type(token["notBefore"]) is int and soon(token["notBefore"]), decision
    assert token["notAfter"] - token["notBefore"] == MEDIA_LIFE, decision
    assert isinstance(token["serializedToken"], str)
    ordered = {name: token[name] for name in ("notBefore", "notAfter", "serializedToken")}
    wanted = about(resource, mvpd, source, True, provider) | {"token": ordered}
    assert compact(decision) == compact(wanted | (window(decision) if windowed else {})), decision
    return token


def denied(decision, code, resource, mvpd, source="mvpd", provider=NET, details=None, windowed=False):
    error = failure(code, decision.get("error", {}), details)
    wanted = about(resource, mvpd, source, False, provider) | {"error": error}
    assert compact(decision) == compact(wanted | (window(decision) if windowed else {})), decision


def logout_entry(action, mvpd, url=None):
    kind = {"logout": "interactive", "partner_logout": "partner_interactive"}.get(action, "none")
    return {"actionName": action, "actionType": kind, "mvpd": mvpd} | ({"url": url} if url else {})
