"""AccessEnabler 3.x for iOS and tvOS: a registered client, a registration code and a browser that shares no cookies.

The login opens in SFSafariViewController, or on a second screen while tvOS asks `sessionDevice` every ten seconds: 401
means not yet. It comes back by the app's own URL scheme. The configuration may be asked for by query, with the access
token there; of a denial the SDK knows three codes of `Authzf-Error-Code`.

From: Adobe Pass documentation, "iOS/tvOS SDK overview", "Dynamic client registration" and "API reference"; strings and
headers as observed in apps that carry the SDK.
"""

import base64
import json
import uuid
import xml.etree.ElementTree as ElementTree
from urllib.parse import urlencode

import pytest

from device import statement, value
from wire import DENIAL, REQUESTOR, RESOURCE, SP, Wire, forged

BASE = f"{SP}/adobe-services"
LANDING = "adbe.k3Demo-App77://adobe.com"
HANDLED = {"invalid", "authzNone", "network"}
DEVICE_INFO = {"model": "iPhone15,2", "osName": "iOS", "osVersion": "17.5", "vendor": "Apple", "manufacturer": "Apple"}


class IOS3:
    def __init__(self, wire, mvpd="SafariTV"):
        self.wire, self.mvpd, self.device_id = wire, mvpd, uuid.uuid4().hex + uuid.uuid4().hex
        self.device_info = base64.b64encode(json.dumps(DEVICE_INFO).encode()).decode()
        self.app = wire.session(
            **{
                "User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AdobePassNativeClient/3.6.1",
                "X-Device-Info": self.device_info,
            }
        )

    def register(self):
        client = self.app.post(f"{SP}/o/client/register", json={"software_statement": statement()}).json()
        grant = {name: client[name] for name in ("client_id", "client_secret")} | {"grant_type": "client_credentials"}
        self.access_token = self.app.post(f"{SP}/o/client/token", data=grant).json()["access_token"]
        self.app.headers["Authorization"] = f"Bearer {self.access_token}"

    def configure(self):
        query = {"requestor_id": REQUESTOR, "access_token": self.access_token}
        answer = self.app.get(f"{BASE}/config?{urlencode(query)}")
        assert answer.status_code == 200, answer.text
        return {mvpd.findtext("id"): mvpd for mvpd in ElementTree.fromstring(answer.text).iter("mvpd")}

    def login_url(self):
        wish = {"requestor": REQUESTOR, "deviceId": self.device_id, "format": "json"}
        self.code = self.app.post(f"{SP}/reggie/v1/{REQUESTOR}/regcode", data=wish).json()["code"]
        query = {
            "domain_name": "adobe.com",
            "noflash": "true",
            "no_iframe": "true",
            "mso_id": self.mvpd,
            "requestor_id": REQUESTOR,
            "redirect_url": LANDING,
            "client_type": "iOS",
            "client_version": "3.6.1",
            "reg_code": self.code,
        }
        return f"{BASE}/authenticate/saml?{urlencode(query)}"

    def post(self, operation, **fields):
        device = {"device_id": self.device_id, "device_info": self.device_info, "networkType": "WIFI"}
        return self.app.post(f"{BASE}/{operation}", data={"requestor_id": REQUESTOR} | device | fields)

    def session(self):
        return self.post("sessionDevice", _method="GET", reg_code=self.code)

    def authorize(self, resource=RESOURCE):
        fields = {"resource_id": resource, "authentication_token": self.authn_token, "mso_id": self.mvpd}
        return self.post("authorizeDevice", **fields, userMeta="1")

    def media_token(self, authz_token):
        guid = value(self.authn_token, "simpleTokenAuthenticationGuid")
        fields = {"authz_token": authz_token, "session_guid": guid, "hashed_guid": "false", "mso_id": self.mvpd}
        return self.post("deviceShortAuthorize", **fields).text

    def log_in(self):
        self.register()
        assert self.wire.log_in(self.login_url(), LANDING)
        self.authn_token = text(self.session(), "authnToken")


def text(answer, tag):
    """A child of the answer's root, by an XML parser."""
    assert answer.status_code == 200, answer.text
    return ElementTree.fromstring(answer.text).findtext(tag)


@pytest.fixture
def client(wire):
    made = IOS3(wire)
    made.log_in()
    return made


def test_media_token(wire, client):
    wire.verify(client.media_token(text(client.authorize(), "authzToken")))


def test_configuration_by_query_marks_the_provider_for_the_system_browser(client):
    providers = client.configure()
    assert providers["SafariTV"].findtext("useSVC") == "true"
    assert providers["AcmeCable"].findtext("useSVC", "false") == "false"


def test_second_screen_is_polled_for(wire):
    television = IOS3(wire, "AcmeCable")
    television.register()
    phone, url = wire.session(), television.login_url()
    for visit in (lambda: None, lambda: phone.get(url)):
        visit()
        answer = television.session()
        assert (answer.status_code, answer.text) == (401, "Data not found")
    assert wire.log_in(url, LANDING, session=phone)
    television.authn_token = text(television.session(), "authnToken")
    wire.verify(television.media_token(text(television.authorize(), "authzToken")))


@pytest.mark.parametrize(("resource", "code"), (("network:sport", "network"), ("invalid:sport", "invalid")))
def test_codes_of_denials_that_the_sdk_knows(client, resource, code):
    answer = client.authorize(resource)
    assert answer.headers["Authzf-Error-Code"] == code and code in HANDLED


def test_degraded_provider_denies_by_its_rule(configured):
    with configured(mvpds={"SafariTV": {"degradation": "authZNone"}}) as other:
        client = IOS3(Wire(other))
        client.log_in()
        assert client.authorize().headers["Authzf-Error-Code"] == "authzNone"


def test_ordinary_denial_is_none_of_them_and_has_its_text(client):
    answer = client.authorize("deny:sport")
    assert answer.headers["Authzf-Error-Code"] not in HANDLED
    assert ElementTree.fromstring(answer.text).findtext("details") == DENIAL


def test_refused_token_and_foreign_device_are_pending_logouts(client):
    refused = IOS3(client.wire, client.mvpd)
    refused.register()
    refused.authn_token = client.authn_token
    assert refused.authorize().text == '<pendingLogout reason="34764">true</pendingLogout>'
    client.authn_token = forged(client.authn_token)
    assert ElementTree.fromstring(client.authorize().text).tag == "pendingLogout"


def test_refused_access_token_ends_the_login_in_the_app(wire):
    """A browser's call with a bad token goes back with the reason."""
    client = IOS3(wire)
    client.register()
    answer = wire.session().get(f"{client.login_url()}&access_token=expired", allow_redirects=False)
    assert answer.status_code == 302
    assert answer.headers["Location"] == f"{LANDING}?error=access_denied"


def test_refused_access_token_is_401_for_a_call(client):
    client.app.headers["Authorization"] = "Bearer expired"
    answer = client.authorize()
    assert (answer.status_code, answer.json()) == (401, {"error": "access_denied"})
