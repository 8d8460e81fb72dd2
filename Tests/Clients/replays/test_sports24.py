"""AccessEnabler 3.x for JavaScript, as a page of a sports site had its requests recorded ("sports24", 2018).

The generation before client registration: a device ID and its blob, but no bearer and no code, so that the cookies of
the login carry the session. The `pass_sfp` blob travels as a header and as a cookie; the `ap_*` headers go with each
call of a token, `ap_19` and `ap_23` once there is one. Answers are read as version 4 reads them.

From: requests recorded in public pages that send them again; Adobe Pass documentation, "JavaScript SDK overview" and
"Cookies".
"""

import re
import time
import uuid
from urllib.parse import quote, urlencode
from xml.dom import minidom

import pytest

from wire import DENIAL, REQUESTOR, RESOURCE, SITE, SP, forged

AGENT = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/68.0.3440.106"
MVPD = "AcmeCable"


class Page:
    def __init__(self, wire):
        self.wire, self.browser = wire, wire.session(**{"User-Agent": AGENT, "Origin": SP})
        self.headers = {"Ap_42": "Google Inc.", "Ap_11": "Win32", "Ap_z": AGENT}
        device = self.browser.post(f"{SP}/indiv/devices", json={"fingerprint": uuid.uuid4().hex})
        self.headers |= {"Ap_21": device.json()["deviceId"], "pass_sfp": device.headers["pass_sfp"]}
        self.browser.cookies.set("pass_sfp", quote(device.headers["pass_sfp"]), domain="sp.auth.adobe.com")

    def log_in(self):
        query = {
            "domain_name": "adobe.com",
            "noflash": "true",
            "mso_id": MVPD,
            "requestor_id": REQUESTOR,
            "no_iframe": "false",
            "client_type": "html5",
            "client_version": "3.4.2",
            "redirect_url": SITE,
        }
        return self.wire.log_in(f"{SP}/adobe-services/authenticate/saml?{urlencode(query)}", SITE, session=self.browser)

    def post(self, operation, **form):
        url = f"{SP}/adobe-services/{operation}?_={int(time.time() * 1000)}"
        return self.browser.post(url, data=form, headers=self.headers)

    def session(self):
        answer = self.post("session", _method="GET", requestor_id=REQUESTOR)
        assert re.search(r"[/+]xml\b", answer.headers["Content-Type"])
        (node,) = minidom.parseString(answer.text).getElementsByTagName("authnToken")
        self.authn_token = node.firstChild.nodeValue
        document = minidom.parseString(self.authn_token.split("<signatureInfo>")[2])
        self.token = {node.nodeName: node.firstChild.nodeValue for node in document.documentElement.childNodes}
        self.headers |= {"Ap_19": self.token["simpleSamlNameID"], "Ap_23": self.token["simpleSamlSessionIndex"]}

    def authorize(self, resource=RESOURCE):
        form = {"resource_id": resource, "requestor_id": REQUESTOR, "authentication_token": self.authn_token}
        return self.post("authorize", **form, mso_id=MVPD, generic_data="", userMeta="1").text

    def media_token(self, text):
        (node,) = minidom.parseString(text).getElementsByTagName("authzToken")
        form = {"authz_token": node.firstChild.nodeValue, "requestor_id": REQUESTOR, "generic_data": "{}"}
        guid = self.token["simpleTokenAuthenticationGuid"]
        return self.post("shortAuthorize", **form, session_guid=guid, hashed_guid="false").text


@pytest.fixture
def page(wire):
    made = Page(wire)
    assert made.log_in()
    made.session()
    return made


def test_media_token(wire, page):
    wire.sign(page.media_token(page.authorize()))


def test_token_is_bound_to_the_browsers_device(page):
    """The web's fingerprint is the device's ID as it stands, beside four hashes of what the headers said."""
    document = minidom.parseString(page.authn_token.split("<signatureInfo>")[2])
    (fingerprint,) = document.getElementsByTagName("simpleTokenFingerprint")
    assert fingerprint.firstChild.nodeValue == page.headers["Ap_21"]
    (fragments,) = document.getElementsByTagName("simpleTokenDeviceIDFragments")
    assert [node.nodeName for node in fragments.childNodes] == [
        "simpleTokenBrowserInfo",
        "simpleTokenPlatformInfo",
        "simpleTokenVendorInfo",
        "simpleTokenIpAddr",
    ]
    for node in fragments.childNodes:
        assert re.fullmatch("[0-9a-f]{40}", node.firstChild.nodeValue)


def test_session_before_the_login_is_unknown(wire):
    assert Page(wire).post("session", _method="GET", requestor_id=REQUESTOR).status_code == 401


def test_denial_and_refusal(page):
    assert page.authorize("deny:sport").split("details")[1][1:-2] == DENIAL
    page.authn_token = forged(page.authn_token)
    assert re.search('<pendingLogout reason="(.*)">true</pendingLogout>', page.authorize())[1].isdigit()
