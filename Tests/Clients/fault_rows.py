"""The faults and token surgeries that a rule can have, each with what real clients make of it.

Each row is a rule's action, where a client meets it, and what that client says. `test_faults.py` plays the rows, and fails
if the description of `/_sim/` names a fault that has none. What yt-dlp says is in `fault_messages.py`.
"""

from collections.abc import Callable
from dataclasses import dataclass

# The exit codes of curl's manual, by the names of libcurl.
EXITS = {
    0: "OK", 1: "UNSUPPORTED_PROTOCOL", 18: "PARTIAL_FILE", 22: "HTTP_RETURNED_ERROR", 28: "OPERATION_TIMEDOUT",
    52: "GOT_NOTHING", 56: "RECV_ERROR",
}
CONFIGURATION = "RetrieveConfiguration"


@dataclass(frozen=True)
class CurlRow:
    """What curl says of the configuration: its exit code, the status and the content that arrived.

    `body` tells what arrived of the usual content, None that it is a beginning of unknown length. `writes` is a format of `--write-out`, and `says` what it prints.
    """

    action: dict
    exit: str
    status: int = 200
    body: Callable[[bytes], bytes] = lambda usual: usual
    options: tuple = ()
    writes: str = ""
    says: str = ""


def transport(fault, *rest, **more):
    return CurlRow({"transport": fault}, *rest, **more)


def first(count):
    return lambda usual: usual[:count]


def nothing(usual):
    return b""


NO_HEAD = 0
# curl waits for longer than that only where the fault makes it.
SHORT = ("--max-time", "2")
UNTIL_CLOSED = ("--ignore-content-length", "--header", "Connection: close")

CURL = (
    transport("resetBefore", "RECV_ERROR", NO_HEAD, nothing),
    transport("resetAfterHead", "RECV_ERROR", 200, nothing),
    transport("resetWithin", "RECV_ERROR", 200, first(1)),
    transport({"fault": "resetWithin", "bytes": 100}, "RECV_ERROR", 200, first(100)),
    # The answer is whole; a client that reads to the connection's end meets the reset there.
    transport("resetAfter", "OK"),
    transport("resetAfter", "RECV_ERROR", options=UNTIL_CLOSED),
    CurlRow({"delay": 0}, "OK", options=UNTIL_CLOSED),
    transport("stall", "OPERATION_TIMEDOUT", NO_HEAD, nothing, SHORT),
    transport("stallAfterHead", "OPERATION_TIMEDOUT", 200, nothing, SHORT),
    transport("stallWithin", "OPERATION_TIMEDOUT", 200, first(1), SHORT),
    transport({"fault": "stallWithin", "bytes": 100}, "OPERATION_TIMEDOUT", 200, first(100), SHORT),
    transport("neverAccept", "OPERATION_TIMEDOUT", NO_HEAD, nothing, SHORT),
    transport({"fault": "neverAccept", "seconds": 60}, "OPERATION_TIMEDOUT", NO_HEAD, nothing, SHORT),
    # How much comes in that time depends on the machine.
    transport("dribble", "OPERATION_TIMEDOUT", 200, None, SHORT),
    transport({"fault": "dribble", "bytes": 2000, "everyMs": 60000}, "OPERATION_TIMEDOUT", 200, None, SHORT),
    transport({"fault": "dribble", "bytes": 2000, "everyMs": 5}, "OK"),
    transport("truncated", "PARTIAL_FILE", 200, first(1)),
    transport({"fault": "truncated", "bytes": 9}, "PARTIAL_FILE", 200, first(9)),
    transport("wrongLength", "PARTIAL_FILE"),
    transport({"fault": "wrongLength", "by": -2}, "OK", 200, first(-2)),
    transport("garbage", "UNSUPPORTED_PROTOCOL", NO_HEAD, nothing),
    transport("garbage", "OK", NO_HEAD, options=("--http0.9",)),
    transport("empty", "GOT_NOTHING", NO_HEAD, nothing),
    CurlRow({"delay": 10000}, "OPERATION_TIMEDOUT", NO_HEAD, nothing, SHORT),
    CurlRow({"delay": {"fixedMs": 10000}}, "OPERATION_TIMEDOUT", NO_HEAD, nothing, SHORT),
    CurlRow({"delay": {"uniformMs": [10000, 12000]}}, "OPERATION_TIMEDOUT", NO_HEAD, nothing, SHORT),
    CurlRow({"delay": {"longTailMs": 10000, "sigma": 0}}, "OPERATION_TIMEDOUT", NO_HEAD, nothing, SHORT),
    CurlRow({"delay": {"uniformMs": [1, 20]}}, "OK"),
    CurlRow({"status": 503}, "HTTP_RETURNED_ERROR", 503, nothing, ("--fail",)),
    CurlRow(
        {"status": 418, "body": "short and stout", "contentType": "text/plain"}, "OK", 418,
        lambda usual: b"short and stout", writes="%{content_type}", says="text/plain",
    ),
    CurlRow({"status": 204}, "OK", 204, nothing),
    CurlRow(
        {"body": "not XML", "contentType": "text/plain"}, "OK", 200, lambda usual: b"not XML",
        writes="%{content_type}", says="text/plain",
    ),
    CurlRow({"bodyBase64": "AP8="}, "OK", 200, lambda usual: b"\x00\xff"),
    CurlRow({"headers": {"X-New": "1", "Content-Type": None}}, "OK", writes="%header{x-new} %{content_type}", says="1 "),
    CurlRow({"headers": {"Retry-After": "7"}, "status": 503}, "HTTP_RETURNED_ERROR", 503, nothing, ("--fail",),
            "%header{retry-after}", "7"),
    CurlRow(
        {"bodyPatch": [{"find": "<requestor", "replace": "<REQ"}, {"find": "</mvpd>", "replace": ""}]}, "OK", 200,
        lambda usual: usual.replace(b"<requestor", b"<REQ").replace(b"</mvpd>", b""),
    ),
)


@dataclass(frozen=True)
class DecisionRow:
    """What a client of REST API v2 is told when it asks for a decision: the error's code.

    `place` says whether the error is the whole answer or that of the one resource, and `call` what was asked for. An
    answer of a server in front of the service has a status and no code.
    """

    failure: str
    code: str | int
    place: str = "answer"
    call: str = "authorize"
    details: str | None = None
    message: str | None = None
    source: str = "mvpd"


RESOURCE, ANSWER = "resource", "answer"
NOT_SUBSCRIBED = "Your package does not include this channel."
DENIED, PREAUTHORIZATION_DENIED = "authorization_denied_by_mvpd", "preauthorization_denied_by_mvpd"
CLIENT, INVALIDATED = "invalid_access_token_client_application", "authenticated_profile_invalidated"

# The failures that have names.
NAMED = (
    DecisionRow("denied", DENIED, RESOURCE, details=NOT_SUBSCRIBED),
    DecisionRow("denied", DENIED, RESOURCE, details="Not today.", message="Not today."),
    DecisionRow("denied", PREAUTHORIZATION_DENIED, RESOURCE, "preauthorize"),
    DecisionRow("notAuthorized", DENIED, RESOURCE, details=NOT_SUBSCRIBED),
    DecisionRow("providerUnreachable", "network_connection_timeout", RESOURCE),
    DecisionRow("repeatedDenials", DENIED, RESOURCE, details="Too many denied requests. Try again later."),
    DecisionRow("invalidResource", DENIED, RESOURCE, details="The resource is not valid."),
    DecisionRow("degraded", "authorization_denied_by_degradation_rule", RESOURCE, source="degradation"),
    DecisionRow("refreshTokenMissing", "authorization_denied_by_session_invalidated", RESOURCE),
    DecisionRow("tokenRefused", INVALIDATED),
    DecisionRow("otherDevice", INVALIDATED),
    DecisionRow("otherDeviceAtMediaToken", INVALIDATED),
    DecisionRow("missingDevice", "invalid_header_device_identifier"),
    DecisionRow("tooManyResources", "too_many_resources"),
    DecisionRow("unknownRequestor", "invalid_parameter_service_provider"),
    DecisionRow("requestorUnproven", CLIENT),
    DecisionRow("clientTooOld", "internal_server_error"),
    DecisionRow("unknownRegistrationCode", "invalid_authentication_session"),
    DecisionRow("sessionNotFound", "invalid_authentication_session"),
    DecisionRow("sessionWithoutUser", "authenticated_profile_missing"),
    DecisionRow("accessDenied", CLIENT),
    DecisionRow("invalidClient", CLIENT),
    DecisionRow("invalidSoftwareStatement", CLIENT),
    DecisionRow("unapprovedSoftwareStatement", CLIENT),
    DecisionRow("tooManyRequests", 429),
    DecisionRow("internalError", 500),
    DecisionRow("unavailable", "internal_server_error"),
)

# The failures that are named after an error of REST API v2: the client is told that error.
OF_ANSWERS = (
    "invalid_parameter_service_provider", "invalid_parameter_mvpd", "invalid_parameter_code", "invalid_parameter_resources",
    "invalid_parameter_redirect_url", "invalid_parameter_partner", "invalid_parameter_saml_response",
    "invalid_header_device_info", "invalid_header_device_identifier", "invalid_header_identity_for_temporary_access",
    "invalid_header_pfs_permission_access_not_present", "invalid_header_pfs_permission_access_not_determined",
    "invalid_header_pfs_permission_access_not_granted", "invalid_header_pfs_provider_id_not_determined",
    "invalid_header_pfs_provider_id_mismatch", "invalid_header_pfs_provider_info_expired", "invalid_integration",
    "invalid_authentication_session", "internal_server_error", "too_many_resources",
    "invalid_configuration_temporary_access", "invalid_configuration_platform", "invalid_configuration_platform_id",
    "invalid_configuration_platform_trait", "invalid_configuration_platform_category_trait",
    "invalid_configuration_platform_services", "invalid_configuration_mvpd_platform",
    "invalid_configuration_mvpd_platform_boarding_status", "invalid_configuration_mvpd_platform_profile_exchange",
    "invalid_access_token_service_provider", "invalid_access_token_client_application", "authenticated_profile_missing",
    "authenticated_profile_expired", "authenticated_profile_invalidated", "temporary_access_duration_limit_exceeded",
    "temporary_access_resources_limit_exceeded",
)
OF_RESOURCES = (
    "authorization_denied_by_parental_controls", "authorization_denied_by_hba_policies",
    "authorization_denied_by_session_invalidated", "identity_not_recognized_by_mvpd", "network_received_error", "network_connection_timeout",
    "maximum_execution_time_exceeded",
)
DECISIONS = (
    *NAMED,
    *(DecisionRow(code, code) for code in OF_ANSWERS),
    *(DecisionRow(code, code, RESOURCE) for code in OF_RESOURCES),
    DecisionRow(DENIED, DENIED, RESOURCE, details=NOT_SUBSCRIBED),
    DecisionRow(
        "authorization_denied_by_degradation_rule", "authorization_denied_by_degradation_rule", RESOURCE,
        source="degradation",
    ),
    # The error of a preauthorization.
    DecisionRow(PREAUTHORIZATION_DENIED, PREAUTHORIZATION_DENIED, RESOURCE, "preauthorize"),
    DecisionRow(PREAUTHORIZATION_DENIED, DENIED, RESOURCE, details=NOT_SUBSCRIBED),
)

# Where each kind of token is issued.
ISSUERS = {
    "authN": "SessionDevice", "authZ": "AuthorizeDevice", "media": "DeviceShortAuthorize", "access": "RetrieveAccessToken",
}
GOOD, BAD, NOT_BASE64 = "Signature Verified Successfully", "Signature Verification Failure", "not base64"
REFUSED = "invalid_access_token_client_application"
# What openssl says of the token's signature, and what the next one says to whom the client presents the token: the
# service, for a media token the programmer's server. A defect of a part that a token doesn't have leaves it as it is.
TOKENS = {
    "expired": {
        "authN": (GOOD, "pendingLogout 0"), "authZ": (GOOD, "pendingLogout 0"), "media": (GOOD, "TOKEN_EXPIRED"),
        "access": (GOOD, REFUSED),
    },
    "wrongSignature": {
        "authN": (BAD, "pendingLogout 0"), "authZ": (BAD, "pendingLogout 0"), "media": (BAD, "INVALID_SIGNATURE"),
        "access": (BAD, REFUSED),
    },
    "otherDevice": {
        "authN": (GOOD, "pendingLogout 34764"), "authZ": (GOOD, "pendingLogout 58772"), "media": (GOOD, "VALID_TOKEN"),
        "access": (GOOD, 200),
    },
    # An authN token of another requestor is one of single sign-on.
    "otherRequestor": {
        "authN": (GOOD, "accepted"), "authZ": (GOOD, "pendingLogout 0"), "media": (GOOD, "INVALID_REQUESTOR_ID"),
        "access": (GOOD, 200),
    },
    "malformed:cutInHalf": {
        "authN": (BAD, "pendingLogout 0"), "authZ": (BAD, "pendingLogout 0"), "media": (BAD, "INVALID_TOKEN_FORMAT"),
        "access": (BAD, REFUSED),
    },
    # Of an access token the head isn't base64.
    "malformed:notBase64": {
        "authN": (NOT_BASE64, "pendingLogout 0"), "authZ": (NOT_BASE64, "pendingLogout 0"),
        "media": (NOT_BASE64, "INVALID_TOKEN_FORMAT"), "access": (BAD, REFUSED),
    },
    # The empty element of an authN and a media token is one that no check needs.
    "malformed:emptyElement": {
        "authN": (GOOD, "accepted"), "authZ": (GOOD, "pendingLogout 0"), "media": (GOOD, "VALID_TOKEN"),
        "access": (GOOD, 200),
    },
    "malformed:wrongElementName": {
        "authN": (GOOD, "pendingLogout 0"), "authZ": (GOOD, "pendingLogout 0"), "media": (GOOD, "INVALID_TOKEN_FORMAT"),
        "access": (GOOD, 200),
    },
    "malformed:extraText": {
        "authN": (BAD, "pendingLogout 0"), "authZ": (BAD, "pendingLogout 0"), "media": (BAD, "INVALID_SIGNATURE"),
        "access": (BAD, REFUSED),
    },
}

# What openssl says of the signature on the SAML assertion that a browser is about to deliver, whether the assertion is
# for the service and lives, and what the service's page says of it.
ASSERTIONS = {
    "badSignature": (BAD, True, True, "The assertion isn't trusted."),
    "wrongAudience": (GOOD, False, True, "The assertion is meant for https://another-service.example/saml."),
    "expiredAssertion": (GOOD, True, False, "The assertion was valid until "),
}
OTHER_AUDIENCE = "https://another-service.example/saml"
# What curl says of an MVPD's logo.
LOGOS = {"down": ("HTTP_RETURNED_ERROR", 503), "slow": ("OPERATION_TIMEDOUT", NO_HEAD)}
# A browser gets the form again after the right password.
LOOP = "loginLoop"
