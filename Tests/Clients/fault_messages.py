"""What yt-dlp says of each fault, as `test_faults.py` plays it: the sentence of its error, or how it ends."""

import json
import re
from dataclasses import dataclass, field

# The operations that yt-dlp calls with the token in its cache, without a login.
AFTER_LOGIN = ("Authorize", "ShortAuthorize")
LOGGED_OUT = "logged out"
TOKEN = "a media token"


@dataclass(frozen=True)
class Row:
    """What yt-dlp says of an action that a rule has on an operation, or on all of the MVPD's for None."""

    operation: str | None
    action: dict
    says: str | re.Pattern
    options: dict = field(default_factory=dict)

    def __str__(self):
        return f"{self.operation} {json.dumps(self.action)}"


def page(status):
    return f"Unable to download webpage: HTTP Error {status}"


def document(status):
    return f"Unable to download JSON metadata: HTTP Error {status}"


def failure(operation, name, says, **more):
    return Row(operation, {"failure": name} | more, says)


BAD_REQUEST, FORBIDDEN, UNAUTHORIZED = "400: Bad Request", "403: Forbidden", "401: Unauthorized"
TOO_MANY, UNAVAILABLE = "429: Too Many Requests", "503: Service Unavailable"
NOT_SUBSCRIBED = "Your package does not include this channel."
SILENT = 'A network error occured when communicating with the provider"s authorization service'

FAILURES = (
    failure("Authorize", "denied", NOT_SUBSCRIBED),
    failure("Authorize", "denied", "Not today.", message="Not today."),
    failure("Authorize", "notAuthorized", NOT_SUBSCRIBED),
    failure("Authorize", "providerUnreachable", SILENT),
    failure("Authorize", "repeatedDenials", "Too many denied requests. Try again later."),
    failure("Authorize", "invalidResource", "The resource is not valid."),
    failure("Authorize", "degraded", "Your provider's programs can't be watched at the moment."),
    failure("Authorize", "refreshTokenMissing", "Sign in to your provider again."),
    failure("Authorize", "tokenRefused", LOGGED_OUT),
    failure("Authorize", "otherDevice", LOGGED_OUT),
    failure("ShortAuthorize", "otherDeviceAtMediaToken", LOGGED_OUT),
    failure("Authorize", "missingDevice", page(BAD_REQUEST)),
    failure("Authorize", "tooManyResources", page(FORBIDDEN)),
    failure("Authorize", "unknownRequestor", "The parameter requestor_id names an unknown requestor."),
    failure("Authorize", "requestorUnproven", page(FORBIDDEN)),
    failure("Authorize", "clientTooOld", page("410: Gone")),
    failure("Authenticate", "unknownRegistrationCode", page(BAD_REQUEST)),
    failure("Session", "sessionNotFound", page(UNAUTHORIZED)),
    failure("Session", "sessionWithoutUser", LOGGED_OUT),
    failure("Authorize", "accessDenied", page(UNAUTHORIZED)),
    failure("RequestRegistrationCode", "accessDenied", document(UNAUTHORIZED)),
    failure("RetrieveAccessToken", "invalidClient", document(BAD_REQUEST)),
    failure("RequestRegistrationCode", "invalidClient", document(FORBIDDEN)),
    failure("RetrieveClientCredentials", "invalidSoftwareStatement", document(BAD_REQUEST)),
    failure("RetrieveClientCredentials", "unapprovedSoftwareStatement", document(BAD_REQUEST)),
    failure("IndividualizeDevice", "tooManyRequests", document(TOO_MANY)),
    failure("Authorize", "internalError", page("500: Internal Server Error")),
    failure("Authorize", "unavailable", page(UNAVAILABLE)),
    # The MVPD's sentences that only the errors of REST API v2 bring about.
    failure("Authorize", "authorization_denied_by_parental_controls", "Parental controls do not allow this program."),
    failure("Authorize", "authorization_denied_by_hba_policies", "Your device has left your home network."),
    failure("Authorize", "identity_not_recognized_by_mvpd", "Your provider does not recognize this account."),
    failure("Authorize", "network_received_error", "Your provider's answer could not be read."),
    failure("Authorize", "maximum_execution_time_exceeded", "Your provider took too long to answer."),
)


def token(surgery, access, authn, authz):
    """What yt-dlp says of an access token, an authN token and an authZ token; into media tokens it doesn't look."""
    places = {"RetrieveAccessToken": access, "Session": authn, "Authorize": authz}
    return tuple(Row(operation, {"token": surgery}, says) for operation, says in places.items())


REFUSED = document(UNAUTHORIZED)
TOKENS = (
    *token("expired", REFUSED, LOGGED_OUT, LOGGED_OUT),
    *token("wrongSignature", REFUSED, LOGGED_OUT, LOGGED_OUT),
    # It doesn't name its device when it begins with the token in its cache.
    *token("otherDevice", TOKEN, LOGGED_OUT, TOKEN),
    *token("otherRequestor", TOKEN, TOKEN, LOGGED_OUT),
    *token("malformed:cutInHalf", REFUSED, "Unable to extract simpleTokenMsoID", LOGGED_OUT),
    *token("malformed:notBase64", REFUSED, LOGGED_OUT, LOGGED_OUT),
    *token("malformed:emptyElement", TOKEN, "Unable to extract simpleTokenAuthenticationGuid", LOGGED_OUT),
    *token("malformed:wrongElementName", TOKEN, LOGGED_OUT, LOGGED_OUT),
    *token("malformed:extraText", REFUSED, LOGGED_OUT, LOGGED_OUT),
)
HURRY = {"socket_timeout": 2}
PROVIDERS = (
    Row(None, {"mvpd": "down"}, page(UNAVAILABLE)),
    Row("Authorize", {"mvpd": "down"}, SILENT),
    Row("Authorize", {"mvpd": "slow"}, re.compile(r"Unable to download webpage: .*timeout=2\.0\)"), HURRY),
    Row(None, {"mvpd": "badSignature"}, page(BAD_REQUEST)),
    Row(None, {"mvpd": "wrongAudience"}, page(BAD_REQUEST)),
    Row(None, {"mvpd": "expiredAssertion"}, page(BAD_REQUEST)),
    Row(None, {"mvpd": "loginLoop"}, LOGGED_OUT),
)
CUT_SHORT = re.compile(r"demo: Error .*more expected")
TRANSPORT = tuple(
    Row("Authorize", {"transport": fault}, says, HURRY)
    for fault, says in (
        ("stall", re.compile(r"Unable to download webpage: .*timeout=2\.0\)")),
        ("stallAfterHead", re.compile(r"demo: Error .*timed out\.")),
        ("truncated", CUT_SHORT), ("wrongLength", CUT_SHORT),
        ("empty", re.compile(r"Unable to download webpage: .*without response'\)\)")),
    )
)
ROWS = (*FAILURES, *TOKENS, *PROVIDERS, *TRANSPORT)
