"""AccessEnabler 1.x for iOS (1.3 to 1.9.4): a web view, shared cookies and a signed requestor ID.

The demo apps pad the bare bytes of the ID with PKCS #1 v1.5, without a digest, and one of them writes each plus sign of
the base64 as `%2B` before the form is encoded. Errors of the configuration are told apart by texts in the page that
comes. One `sessionDevice` follows each login.

From: Adobe Pass documentation, "iOS/tvOS SDK overview" and "API reference"; strings and headers as observed in apps
that carry the SDK; the signature as public demo apps make it.
"""

import base64
import hashlib
import json
import uuid
import xml.etree.ElementTree as ElementTree
from urllib.parse import urlencode

import pytest

from device import value
from wire import DENIAL, IOS_LANDING, REQUESTOR, RESOURCE, SP, Wire, forged

BASE = f"{SP}/adobe-services/1.0"
NOT_FOUND = "HTTP Status 400 - Requestor not found for given ID"
TOO_OLD = "410 Gone"


class IOS1:
    def __init__(self, wire, requestor=REQUESTOR, mvpd="Adobe"):
        self.wire, self.requestor, self.mvpd = wire, requestor, mvpd
        agent = "AdobePassNativeClient/1.9.4 (iPhone; U; CPU iPhone OS 9.2.1 like Mac OS X; en-us)"
        # The web view and the SDK's own calls share the app's cookies.
        self.app = wire.session(**{"User-Agent": agent, "Accept-Language": "en-us"})
        self.device_id = hashlib.sha256(uuid.uuid4().bytes).hexdigest()

    def configure(self):
        answer = self.app.get(f"{BASE}/config/{self.requestor}")
        for known in (NOT_FOUND, TOO_OLD):
            if known in answer.text:
                raise LookupError(known)
        assert answer.status_code == 200
        return {mvpd.findtext("id"): mvpd for mvpd in ElementTree.fromstring(answer.text).iter("mvpd")}

    def log_in(self, landing=IOS_LANDING):
        query = {
            "domain_name": "adobe.com",
            "noflash": "true",
            "no_iframe": "true",
            "mso_id": self.mvpd,
            "requestor_id": self.requestor,
            "redirect_url": landing,
            "client_type": "iOS",
            "client_version": "1.9.4",
        }
        return self.wire.log_in(f"{BASE}/authenticate/saml?{urlencode(query)}", landing, session=self.app)

    def post(self, operation, **fields):
        signature = base64.b64encode(hashlib.shake_128(b"no key of anybody").digest(128)).decode()
        proof = {"signed_requestor_id": signature.replace("+", "%2B"), "device_id": self.device_id}
        return self.app.post(f"{BASE}/{operation}", data={"requestor_id": self.requestor} | proof | fields)

    def session(self):
        self.answer = self.post("sessionDevice", _method="GET")
        self.authn_token = text(self.answer, "authnToken")

    def authorize(self, resource=RESOURCE):
        fields = {"resource_id": resource, "authentication_token": self.authn_token, "mso_id": self.mvpd}
        return self.post("authorizeDevice", **fields, userMeta="1")

    def media_token(self, authz_token):
        guid = value(self.authn_token, "simpleTokenAuthenticationGuid")
        fields = {"authz_token": authz_token, "session_guid": guid, "hashed_guid": "false", "mso_id": self.mvpd}
        return self.post("deviceShortAuthorize", **fields).text


def text(answer, tag):
    """A child of the answer's root, by an XML parser."""
    assert answer.status_code == 200, answer.text
    return ElementTree.fromstring(answer.text).findtext(tag)


@pytest.fixture
def client(wire):
    made = IOS1(wire)
    assert made.mvpd in made.configure()
    assert made.log_in()
    made.session()
    return made


@pytest.mark.parametrize("landing", (IOS_LANDING, "adobepass://ios.app"))
def test_media_token(wire, landing):
    client = IOS1(wire)
    assert client.log_in(landing)
    client.session()
    wire.sign(client.media_token(text(client.authorize(), "authzToken")))


def test_unknown_requestor_is_told_by_a_text(configured):
    with configured(unknownRequestors="refuse") as other:
        with pytest.raises(LookupError, match=NOT_FOUND):
            IOS1(Wire(other), "NOBODY").configure()


def test_old_sdk_is_told_by_a_text(configured):
    with configured(oldestClient="2.0") as other:
        with pytest.raises(LookupError, match=TOO_OLD):
            IOS1(Wire(other)).configure()


def test_denial_carries_its_text_in_the_body_and_in_a_header(client):
    answer = client.authorize("deny:sport")
    assert answer.status_code == 200
    assert ElementTree.fromstring(answer.text).findtext("details") == DENIAL
    assert answer.headers["Authzf-Error-Details"] == DENIAL


def test_refused_token_is_a_pending_logout(client):
    client.authn_token = forged(client.authn_token)
    assert ElementTree.fromstring(client.authorize().text).tag == "pendingLogout"


def test_no_session_before_the_login(wire):
    answer = IOS1(wire).post("sessionDevice", _method="GET")
    assert (answer.status_code, answer.text) == (401, "Data not found")


def test_preauthorized_resources(client):
    form = [("authentication_token", client.authn_token), ("requestor_id", client.requestor)]
    form += [("resource_id", resource) for resource in (RESOURCE, "deny:sport")]
    answer = client.app.post(f"{BASE}/preauthorize", data=form)
    verdicts = [(node.findtext("id"), node.findtext("authorized")) for node in ElementTree.fromstring(answer.text)]
    assert verdicts == [(RESOURCE, "true"), ("deny:sport", "false")]


def test_user_metadata(client):
    stored = text(client.answer, "userMeta")
    form = {"requestor": client.requestor, "authn": client.authn_token, "metadata": stored}
    answer = client.app.post(f"{BASE}/usermetadata", data=form)
    assert answer.json()["data"] == json.loads(stored)["data"]


def test_logout_comes_back_and_ends_the_token(client):
    query = {
        "mso_id": client.mvpd,
        "requestor_id": client.requestor,
        "name_id": value(client.authn_token, "simpleSamlNameID"),
        "session_index": value(client.authn_token, "simpleSamlSessionIndex"),
        "redirect_url": IOS_LANDING,
    }
    assert client.wire.log_in(f"{BASE}/logout?{urlencode(query)}", IOS_LANDING, session=client.app)
    assert "pendingLogout" in client.authorize().text
