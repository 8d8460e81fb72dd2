"""Devices that speak the legacy protocol through any fetch function: native ones with cookies, later ones with a code.

`fetch(url, query=, form=, json=, headers=, method=)` answers with `status`, `headers` and `body`, as `curl.Curl` does.
"""

import base64
import json
import urllib.parse
import uuid
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field

from browser import travel

REQUESTOR = "TEST_REQUESTOR"
RESOURCE = "TEST_RESOURCE"
NATIVE_LANDING = "adobepass://ios.app"
LOGGED_OUT = '<pendingLogout reason="0">true</pendingLogout>'


def statement():
    """A well-formed software statement of nobody's: RS256, the claims of real ones, 256 bytes of signature."""

    def part(value):
        return base64.urlsafe_b64encode(value).rstrip(b"=").decode()

    claims = {"sub": str(uuid.uuid4()), "nbf": 1735689600, "iss": "auth.adobe.com", "iat": 1735689600}
    return ".".join((part(b'{"alg":"RS256"}'), part(json.dumps(claims).encode()), part(bytes(256))))


def text(answer, tag):
    """The text of a child of `<result>`, unescaped: a token as the server means it."""
    assert answer.status == 200, answer
    root = ElementTree.fromstring(answer.body)
    assert root.tag == "result", answer
    found = root.findtext(tag)
    assert found, answer
    return found


def split(token):
    """A token's signature (base64) and the bytes that it signs."""
    empty, signature, signed = token.split("<signatureInfo>")
    assert empty == "" and signature and signed.startswith("<"), token
    return signature, signed


def value(token, tag):
    """What an element of the token says, or None."""
    return ElementTree.fromstring(split(token)[1]).findtext(f".//{tag}")


@dataclass
class Device:
    """What the generations share. Subclasses name their calls and what they add to them."""

    fetch: callable
    base: str
    mvpd: str = "Adobe"
    requestor: str = REQUESTOR
    device_id: str = field(default_factory=lambda: uuid.uuid4().hex)

    def call(self, operation, **fields):
        fields |= self.credentials
        return self.fetch(f"{self.base}/adobe-services/{operation}", form=fields, headers=self.headers)

    def session(self):
        return self.call(self.operations[0], _method="GET", requestor_id=self.requestor, **self.correlation)

    def authorize(self, authn_token, resource=RESOURCE):
        return self.call(
            self.operations[1],
            resource_id=resource,
            requestor_id=self.requestor,
            authentication_token=authn_token,
            mso_id=self.mvpd,
            userMeta="1",
        )

    def short_authorize(self, authz_token):
        return self.call(
            self.operations[2],
            authz_token=authz_token,
            requestor_id=self.requestor,
            session_guid=uuid.uuid4().hex,
            hashed_guid="false",
            mso_id=self.mvpd,
        )

    def login_url(self):
        query = {
            "domain_name": "adobe.com",
            "noflash": "true",
            "mso_id": self.mvpd,
            "requestor_id": self.requestor,
            **self.login_extras,
            "redirect_url": self.landing,
        }
        return f"{self.base}/adobe-services/authenticate/saml?{urllib.parse.urlencode(query)}"

    def log_in(self, username="user", password="password", **options):
        """The whole chain in a browser; the device's own fetch is the browser, so its cookies are shared."""
        return travel(self.fetch, self.login_url(), self.landing, username, password, **options)

    def log_out(self, authn_token):
        query = {
            "mso_id": self.mvpd,
            "requestor_id": self.requestor,
            "name_id": value(authn_token, "simpleSamlNameID"),
            "session_index": value(authn_token, "simpleSamlSessionIndex"),
            "redirect_url": self.landing,
        }
        url = f"{self.base}/adobe-services/logout?{urllib.parse.urlencode(query)}"
        return travel(self.fetch, url, self.landing)

    def tokens(self, resource=RESOURCE):
        """The three tokens of a device that has logged in."""
        authn = text(self.session(), "authnToken")
        authz = text(self.authorize(authn, resource), "authzToken")
        media = self.short_authorize(authz)
        assert media.status == 200, media
        return authn, authz, media.body


@dataclass
class NativeDevice(Device):
    """Generation 1.x and 2.x: no code and no bearer; the cookie jar of `fetch` ties the browser leg to the calls."""

    operations = ("sessionDevice", "authorizeDevice", "deviceShortAuthorize")
    landing = NATIVE_LANDING
    headers = {"User-Agent": "AdobePassNativeClient/1.9.4 (iPhone; U; CPU iPhone OS 9.2.1 like Mac OS X; en-us)"}
    login_extras = {"no_iframe": "true", "client_type": "iOS", "client_version": "1.9.4"}
    correlation = {}

    def register(self):
        """Nothing to do: this generation starts at the login."""

    @property
    def credentials(self):
        return {"device_id": self.device_id, "signed_requestor_id": "c2lnbmVk"}


@dataclass
class WebDevice(Device):
    """The generation of client registration: a bearer and a registration code, and no cookie at all."""

    operations = ("session", "authorize", "shortAuthorize")
    landing: str = NATIVE_LANDING
    access_token: str = ""
    code: str = ""
    device_blob: str = ""

    def register(self):
        fingerprint = {"fingerprint": self.device_id}
        device = self.fetch(f"{self.base}/indiv/devices", json=fingerprint)
        assert 200 <= device.status < 300, device
        self.device_id = device.json()["deviceId"]
        self.device_blob = device.headers["pass_sfp"]

        client = self.fetch(f"{self.base}/o/client/register", json={"software_statement": statement()})
        assert client.status == 201, client
        grant = {
            "grant_type": "client_credentials",
            "client_id": client.json()["client_id"],
            "client_secret": client.json()["client_secret"],
        }
        access = self.fetch(f"{self.base}/o/client/token", form=grant)
        assert access.status == 201, access
        self.access_token = access.json()["access_token"]

        wish = {"requestor": self.requestor, "deviceId": self.device_id, "format": "json"}
        code = self.fetch(
            f"{self.base}/reggie/v1/{self.requestor}/regcode",
            form=wish,
            headers={"Authorization": f"Bearer {self.access_token}"},
        )
        assert code.status == 201, code
        self.code = code.json()["code"]

    @property
    def headers(self):
        return {
            "ap_42": "anonymous",
            "ap_11": "Linux i686",
            "ap_z": "Mozilla/5.0",
            "ap_21": self.device_id,
            "pass_sfp": self.device_blob,
            "Authorization": f"Bearer {self.access_token}",
        }

    @property
    def login_extras(self):
        return {"no_iframe": "false"} | self.correlation

    @property
    def correlation(self):
        return {"reg_code": self.code}

    @property
    def credentials(self):
        return {}


@dataclass
class CodeDevice(WebDevice):
    """Generation 3.x: native calls with the device's ID, correlated by the code; the browser may be anywhere."""

    operations = ("sessionDevice", "authorizeDevice", "deviceShortAuthorize")

    @property
    def headers(self):
        return {"Authorization": f"Bearer {self.access_token}"}

    @property
    def credentials(self):
        info = {"model": "Box", "osName": "Linux"}
        return {"device_id": self.device_id, "device_info": base64.b64encode(json.dumps(info).encode()).decode()}
