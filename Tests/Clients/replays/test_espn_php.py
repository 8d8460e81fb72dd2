"""A PHP page that plays WatchESPN with a token pasted into it (2018): curl, SimpleXML, web calls of JavaScript 3.4.2.

The authN token, the device's ID and the cookies were copied out of a browser, so what the page sends never changes:
stale cookies, a constant `session_guid`, the `ap_*` headers of that browser, brotli among the encodings that it
accepts. The answer to `authorize` becomes an array of which it takes `authzToken`; the body of `shortAuthorize` goes on
in base64.

From: the page's public source. What was pasted there is somebody's; here it comes from a login of the test.
"""

import base64
import uuid
import xml.etree.ElementTree as ElementTree
import zlib
from urllib.parse import quote_plus

import pytest

from wire import REQUESTOR, RESOURCE, SITE, SP, forged

SESSION_GUID = "0123456789abcdef01234567"
AGENT = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/68.0.3440.106"
MVPD = "AcmeCable"


class ESPNPage:
    def __init__(self, wire, device_id, blob, authn_token):
        self.wire, self.authn_token = wire, authn_token
        self.headers = {
            "Ap_11": "Win32",
            "Ap_21": device_id,
            "Ap_42": "Google Inc.",
            "Ap_z": AGENT,
            "User-Agent": AGENT,
            "Origin": "https://sp.auth.adobe.com",
            "Accept-Encoding": "gzip, deflate, br",
            "Content-Type": "application/x-www-form-urlencoded; charset=UTF-8",
            "Referer": "https://sp.auth.adobe.com/entitlement/js/AccessEnablerProxy.html?0123456789abcdef0123",
            "Cookie": "passgw=gw-ap-prod-uw2; client_type=html5; client_version=3.4.2; "
            f"JSESSIONID={'0' * 32}; redirect_url={quote_plus(SITE)}; oiosaml-fragment=; pass_sfp={quote_plus(blob)}",
        }

    def post(self, operation, body):
        """CURLOPT_ENCODING is "gzip, deflate": brotli, which the header offers, could not be read."""
        answer = self.wire.session().post(
            f"{SP}/adobe-services/{operation}", data=body, headers=self.headers, stream=True
        )
        with answer:
            encoding, text = answer.headers.get("Content-Encoding"), answer.raw.read(decode_content=False)
        assert encoding in (None, "gzip", "deflate")
        return zlib.decompress(text, 47) if encoding else text

    def authz_token(self, resource=RESOURCE):
        text = self.post(
            "authorize",
            f"resource_id={quote_plus(resource)}&requestor_id={REQUESTOR}&authentication_token="
            f"{quote_plus(self.authn_token)}&mso_id={MVPD}&generic_data=&userMeta=1",
        )
        return {child.tag: child.text for child in ElementTree.fromstring(text)}.get("authzToken", "")

    def start_session(self, authz_token):
        """The two parameters of the programmer's own call: token and resource in base64."""
        media_token = self.post(
            "shortAuthorize",
            f"authz_token={quote_plus(authz_token)}&requestor_id={REQUESTOR}&generic_data=%7B%7D"
            f"&session_guid={SESSION_GUID}&hashed_guid=false",
        )
        return base64.b64encode(media_token), base64.b64encode(RESOURCE.encode())


@pytest.fixture
def page(wire):
    """Somebody's browser, out of which the token is copied."""
    browser = wire.session(ap_42="Google Inc.", ap_11="Win32", ap_z=AGENT)
    device = browser.post(f"{SP}/indiv/devices", json={"fingerprint": uuid.uuid4().hex})
    device_id, blob = device.json()["deviceId"], device.headers["pass_sfp"]
    query = f"noflash=true&mso_id={MVPD}&requestor_id={REQUESTOR}&redirect_url={SITE}"
    assert wire.log_in(f"{SP}/adobe-services/authenticate/saml?{query}", SITE, session=browser)
    form = {"_method": "GET", "requestor_id": REQUESTOR}
    answer = browser.post(f"{SP}/adobe-services/session", data=form, headers={"ap_21": device_id, "pass_sfp": blob})
    return ESPNPage(wire, device_id, blob, ElementTree.fromstring(answer.text).findtext("authnToken"))


def test_programmers_server_gets_a_good_token(wire, page):
    token, resource = page.start_session(page.authz_token())
    wire.verify(base64.b64decode(token).decode(), base64.b64decode(resource).decode())


def test_same_token_again_and_again(wire, page):
    for _ in range(3):
        token, _ = page.start_session(page.authz_token())
    wire.verify(base64.b64decode(token).decode())


def test_denial_and_refusal_leave_it_without_a_token(page):
    assert page.authz_token("deny:sport") == ""
    page.authn_token = forged(page.authn_token)
    assert page.authz_token() == ""
