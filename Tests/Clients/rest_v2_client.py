"""A client of REST API v2, as the vendor's pages tell programmers to write one. It knows the protocol, not the server.

Sources: Adobe, "REST API V2 Overview" and the page of each endpoint, "Dynamic Client Registration API",
"Enhanced Error Codes", "SSO Service".

`API` sends anything, however malformed, and never follows a redirect. `App` is an application on one device that keeps
the rules: it registers once, names its device where the pages ask for it, and opens a browser for what is interactive.
"""

import base64
import http.client
import json
import urllib.parse
import uuid
from dataclasses import dataclass, field, replace

import requests

from browser import Journey, travel
from device import statement

SECONDS = 30
FORM = "application/x-www-form-urlencoded"
JSON = "application/json; charset=utf-8"

# What a set-top box says of itself; "Headers: X-Device-Info" has the keys.
BOX = {
    "primaryHardwareType": "SetTopBox",
    "model": "Box 4",
    "version": "4.1",
    "manufacturer": "Acme",
    "vendor": "Acme",
    "osName": "Linux",
    "osVersion": "6.1",
    "connectionType": "LAN",
    "applicationId": "DEMOTV",
}


# What a box of the platform partner says.
APPLE_DEVICE = {
    "primaryHardwareType": "SetTopBox", "model": "AppleTV11,1", "version": "18", "manufacturer": "Apple", "vendor": "Apple",
    "osName": "tvOS", "osFamily": "tvOS", "osVendor": "Apple", "osVersion": "18.1", "connectionType": "WiFi",
}


def base64_text(value):
    return base64.b64encode(value.encode()).decode()


def fingerprint(device):
    """The value of AP-Device-Identifier."""
    return f"fingerprint {base64_text(device)}"


def base64_json(value):
    """The value of X-Device-Info, AP-TempPass-Identity and AP-Partner-Framework-Status."""
    return base64_text(json.dumps(value, separators=(",", ":")))


def segment(value):
    return urllib.parse.quote(value, safe="")


@dataclass(frozen=True)
class Answer:
    """What came back for one request: the header fields in their order and the body as it was sent."""

    request: str
    status: int
    fields: tuple = field(repr=False)
    body: bytes

    def header(self, name):
        """The value of a header field that is there once, or None."""
        values = [value for key, value in self.fields if key.lower() == name.lower()]
        assert len(values) < 2, (self.request, name, values)
        return values[0] if values else None

    @property
    def json(self):
        """The body, which must be JSON and say so. A member that is named twice is a mistake."""

        def members(pairs):
            assert len({name for name, _ in pairs}) == len(pairs), self
            return dict(pairs)

        assert self.header("Content-Type") == "application/json;charset=UTF-8", (self, self.fields)
        return json.loads(self.body.decode(), object_pairs_hook=members)


@dataclass(frozen=True)
class API:
    """One request, one answer. A header field with a list as its value is sent once for each element."""

    base: str

    def send(self, method, target, headers=None, body=None):
        place = urllib.parse.urlsplit(self.base)
        connection = http.client.HTTPConnection(place.hostname, place.port, timeout=SECONDS)
        try:
            connection.putrequest(method, place.path + target, skip_accept_encoding=True)
            for name, values in (headers or {}).items():
                for value in [values] if isinstance(values, str) else values or ():
                    connection.putheader(name, value)
            if body is not None:
                connection.putheader("Content-Length", str(len(body)))
            elif method == "POST":
                connection.putheader("Content-Length", "0")
            connection.endheaders(body)
            answer = connection.getresponse()
            return Answer(f"{method} {target}", answer.status, tuple(answer.getheaders()), answer.read())
        finally:
            connection.close()

    def get(self, target, headers=None):
        return self.send("GET", target, headers)

    def post_form(self, target, fields, headers=None):
        body = urllib.parse.urlencode(fields).encode()
        return self.send("POST", target, {"Content-Type": FORM, **(headers or {})}, body)

    def post_json(self, target, value, headers=None):
        body = json.dumps(value).encode()
        return self.send("POST", target, {"Content-Type": JSON, **(headers or {})}, body)


@dataclass(frozen=True)
class Client:
    """The credentials of an application and its access token."""

    client_id: str
    client_secret: str
    access_token: str

    @classmethod
    def registered(cls, api, software_statement=None):
        """Registers once and fetches the first token: "Dynamic Client Registration Flow"."""
        wish = {"software_statement": software_statement or statement()}
        client = api.post_json("/o/client/register", wish)
        assert client.status == 201, client
        return cls(client.json["client_id"], client.json["client_secret"], "").refreshed(api)

    def refreshed(self, api):
        """The same client with a new token: what to do when a call is answered with 401."""
        grant = {"grant_type": "client_credentials", "client_id": self.client_id, "client_secret": self.client_secret}
        token = api.post_form("/o/client/token", grant)
        assert token.status == 201, token
        return replace(self, access_token=token.json["access_token"])


class Browser:
    """A person at a browser of their own: it shares nothing with the application but the address that it opens."""

    def __init__(self, base):
        self.base = base
        self.session = requests.Session()
        self.session.trust_env = False

    def fetch(self, url, form=None):
        method = "GET" if form is None else "POST"
        answer = self.session.request(method, url, data=form, allow_redirects=False, timeout=SECONDS)
        return Page(answer.url, answer.status_code, answer.headers, answer.text)

    def open(self, url, landing, username="user", password="password", **options) -> Journey:
        """Opens an address relative to the service, and logs in where a form asks for it, until `landing` is reached."""
        return travel(self.fetch, urllib.parse.urljoin(self.base + "/", url), landing, username, password, **options)


@dataclass(frozen=True)
class Page:
    """An answer as `browser.travel` looks at it."""

    url: str
    status: int
    headers: dict = field(repr=False)
    body: str = field(repr=False)

    @property
    def location(self):
        return self.headers["location"]


@dataclass
class App:
    """An application of one service provider on one device.

    `extra` holds header fields that go with each call, such as a single sign-on token. A header field of the value None
    isn't sent, so a test can leave one out.
    """

    api: API
    client: Client
    provider: str
    device: str = field(default_factory=lambda: uuid.uuid4().hex)
    info: dict = field(default_factory=lambda: dict(BOX))
    extra: dict = field(default_factory=dict)

    @property
    def bearer(self):
        return {"Authorization": f"Bearer {self.client.access_token}"}

    @property
    def headers(self):
        """The header fields of calls that act for this device."""
        device = {"AP-Device-Identifier": fingerprint(self.device), "X-Device-Info": base64_json(self.info)}
        return self.bearer | device | self.extra

    def path(self, *segments):
        return "/".join(["/api/v2", *map(segment, (self.provider, *segments))])

    # Configuration

    def configuration(self, **headers):
        """Adobe, "Retrieve the configuration for a specific service provider"."""
        return self.api.get(self.path("configuration"), self.headers | headers)

    # Sessions

    def create_session(self, headers=None, **fields):
        """Adobe, "Create an authentication session"; with `mvpd`, `domainName` and `redirectUrl`, or some of them."""
        return self.api.post_form(self.path("sessions"), fields, self.headers | (headers or {}))

    def resume_session(self, code, **fields):
        """Adobe, "Resume the authentication session": any application of the service provider may, so no device is named."""
        return self.api.post_form(self.path("sessions", code), fields, self.bearer)

    def session(self, code):
        """Adobe, "Retrieve the authentication session"."""
        return self.api.get(self.path("sessions", code), self.bearer)

    def authenticate_path(self, code):
        """Adobe, "Perform authentication in the user agent": the one path that begins with the resource."""
        return f"/api/v2/authenticate/{segment(self.provider)}/{segment(code)}"

    # Profiles

    def profiles(self, headers=None):
        """Adobe, "Retrieve profiles"."""
        return self.api.get(self.path("profiles"), self.headers | (headers or {}))

    def profile(self, mvpd, headers=None):
        """Adobe, "Retrieve profile for a specific MVPD"."""
        return self.api.get(self.path("profiles", mvpd), self.headers | (headers or {}))

    def profile_by_code(self, code, headers=None):
        """Adobe, "Retrieve profile for a specific code"."""
        return self.api.get(self.path("profiles", "code", code), self.bearer | (headers or {}))

    # Decisions

    def authorize(self, mvpd, *resources, headers=None):
        """Adobe, "Retrieve authorization decisions using a specific MVPD"."""
        wish = {"resources": [*resources]}
        return self.api.post_json(self.path("decisions", "authorize", mvpd), wish, self.headers | (headers or {}))

    def preauthorize(self, mvpd, *resources, headers=None):
        """Adobe, "Retrieve preauthorization decisions using a specific MVPD"."""
        wish = {"resources": [*resources]}
        return self.api.post_json(self.path("decisions", "preauthorize", mvpd), wish, self.headers | (headers or {}))

    # Logout

    def log_out(self, mvpd, redirect=None, headers=None):
        """Adobe, "Initiate logout for a specific MVPD"."""
        query = f"?{urllib.parse.urlencode({'redirectUrl': redirect})}" if redirect is not None else ""
        return self.api.get(self.path("logout", mvpd) + query, self.headers | (headers or {}))

    # Single sign-on by a partner

    def create_partner_session(self, partner, status=None, **fields):
        """Adobe, "Retrieve the partner authentication request"; `status` is what the partner's framework says."""
        return self.api.post_form(self.path("sessions", "sso", partner), fields, self.headers | self.framework(status))

    def create_partner_profile(self, partner, saml_response, status=None):
        """Adobe, "Create and retrieve a profile using the partner authentication response"."""
        fields = {"SAMLResponse": saml_response}
        return self.api.post_form(self.path("profiles", "sso", partner), fields, self.headers | self.framework(status))

    def framework(self, status):
        return {} if status is None else {"AP-Partner-Framework-Status": base64_json(status)}

    # The service that makes tokens for single sign-on: Adobe, "SSO Service"

    def sso_service(self, method, operation, headers=None, body=None):
        return self.api.send(method, f"/api/{segment(self.provider)}/{operation}", self.headers | (headers or {}), body)

    def create_service_token(self, sso_id=None, link=None):
        """Joins the group of a common identifier, or that of the device which gave out the link code."""
        return self.sso_service("POST", "serviceToken", {"X-SSO-ID": sso_id, "X-SSO-LINK": link})

    def refresh_service_token(self, token):
        return self.sso_service("GET", "serviceToken", {"AD-Service-Token": token})

    def link(self, token):
        return self.sso_service("POST", "link", {"AD-Service-Token": token})

    def unlink(self, token, *devices):
        body = json.dumps({"devices": [*devices]}).encode()
        return self.sso_service("POST", "unlink", {"AD-Service-Token": token, "Content-Type": "application/json"}, body)

    def linked(self, token):
        return self.sso_service("GET", "list", {"AD-Service-Token": token})

    # What a person and an application do together

    def log_in(self, mvpd, landing, browser=None, username="user", password="password", **options):
        """Creates a session and lets a person log in at the MVPD; the code of the session."""
        created = self.create_session(mvpd=mvpd, domainName="demo-net.example", redirectUrl=landing)
        assert created.status == 200, created
        assert created.json["actionName"] == "authenticate", created
        browser = browser or Browser(self.api.base)
        browser.open(created.json["url"], landing, username, password, **options)
        return created.json["code"]


def verify_media_token(api, serialized, resource):
    """What the programmer's server learns of a media token: the result of the simulator's verifier."""
    answer = api.post_json("/_sim/tokens/verify", {"token": serialized, "resource": resource})
    assert answer.status == 200, answer
    return json.loads(answer.body)


def at(app, provider):
    """The same application on the same device, for another service provider."""
    return replace(app, provider=provider)
