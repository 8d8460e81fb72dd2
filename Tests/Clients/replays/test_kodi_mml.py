"""March Madness Live for Kodi (plugin.video.mmlive, 2016): Python 2 with httplib2 for the calls.

It chooses the cookies of each call itself: the assertion goes with those of the exact host, `sessionDevice` with five
by name, and only if their path is `/`. httplib2 follows no redirect of a POST but a 303.

From: the add-on's public source, resources/providers/adobe.py.
"""

import secrets
from http.cookiejar import LWPCookieJar
from urllib.parse import urlencode

import pytest

from wire import IOS_LANDING, REQUESTOR, RESOURCE, SP, between, sign_in, three_entities

AGENT = "AdobePassNativeClient/1.9.4 (iPhone; U; CPU iPhone OS 9.2.1 like Mac OS X; en-us)"
SENT_COOKIES = {"BIGipServerAdobe_Pass_Prod", "client_type", "client_version", "JSESSIONID", "redirect_url"}
HIDDEN = '<input type="hidden" name="{}" value="'


class MML:
    def __init__(self, wire, mvpd="Adobe"):
        self.wire, self.mvpd = wire, mvpd
        self.jar = LWPCookieJar()
        self.device = {"device_id": secrets.token_hex(32), "signed_requestor_id": "c2lnbmVk"}

    def open(self, url, form=None):
        with self.wire.opener(self.jar).open(url, form and urlencode(form).encode(), timeout=30) as answer:
            return answer.read().decode()

    def post(self, url, form, cookies=()):
        headers = {
            "Accept": "*/*",
            "Accept-Encoding": "gzip, deflate",
            "Content-Type": "application/x-www-form-urlencoded",
            "Proxy-Connection": "keep-alive",
            "User-Agent": AGENT,
        }
        if cookies:
            headers["Cookie"] = "".join(f"{cookie.name}={cookie.value}; " for cookie in cookies)
        answer, content = self.wire.post_by_httplib2(url, form, headers)
        self.set_cookie = answer.get("set-cookie", "")
        return answer.status, content.decode()

    def log_in(self, redirect_url=IOS_LANDING):
        self.jar.clear()  # Each login begins as a new browser.
        page = self.open(
            f"{SP}/adobe-services/1.0/authenticate/saml?domain_name=adobe.com&noflash=true&mso_id={self.mvpd}"
            f"&requestor_id={REQUESTOR}&no_iframe=true&client_type=iOS&client_version=1.9.4&redirect_url={redirect_url}"
        ).replace("\n", "")
        request = {name: between(page, HIDDEN.format(name), '"') for name in ("SAMLRequest", "RelayState")}
        url = between(page, 'action="', '"')
        page = self.open(*sign_in(self.open(url, request), url))
        response = {name: between(page, HIDDEN.format(name), '"') for name in ("SAMLResponse", "RelayState")}
        exact = [cookie for cookie in self.jar if cookie.domain == "sp.auth.adobe.com"]
        status, _ = self.post(f"{SP}/sp/saml/SAMLAssertionConsumer", response, exact)
        assert status in (200, 302)

    def session_device(self):
        sent = [cookie for cookie in self.jar if cookie.name in SENT_COOKIES and cookie.path == "/"]
        form = {"requestor_id": REQUESTOR, "_method": "GET"} | self.device
        _, content = self.post(f"{SP}//adobe-services/1.0/sessionDevice", form, sent)
        self.token = three_entities(between(content, "<authnToken>", "</authnToken>"))

    def authorize_device(self, resource=RESOURCE):
        """Without any cookie."""
        form = {
            "requestor_id": REQUESTOR,
            "resource_id": resource,
            "mso_id": self.mvpd,
            "authentication_token": self.token,
            "userMeta": "1",
        }
        _, content = self.post(f"{SP}//adobe-services/1.0/authorizeDevice", form | self.device)
        return three_entities(between(content, "<authzToken>", "</authzToken>"))

    def short_authorize(self, authz_token):
        form = {
            "requestor_id": REQUESTOR,
            "mso_id": self.mvpd,
            "session_guid": between(self.token, "<simpleTokenAuthenticationGuid>", "</simpleTokenAuthenticationGuid>"),
            "hashed_guid": "false",
            "authz_token": authz_token,
        }
        return self.open(f"{SP}//adobe-services/1.0/deviceShortAuthorize", form | self.device)


@pytest.fixture
def client(wire):
    made = MML(wire)
    made.log_in()
    made.session_device()
    return made


def test_media_token(wire, client):
    wire.sign(client.short_authorize(client.authorize_device()))


def test_temporary_pass(wire):
    """Recorded traffic of this app is of `mso_id=TempPass`: its login is one redirect."""
    client = MML(wire, "TempPass")
    client.open(
        f"{SP}/adobe-services/1.0/authenticate/saml?domain_name=adobe.com&noflash=true&mso_id=TempPass"
        f"&requestor_id={REQUESTOR}&no_iframe=true&client_type=iOS&client_version=1.9.4&redirect_url={IOS_LANDING}"
    )
    client.session_device()
    assert "<simpleTokenMsoID>TempPass</simpleTokenMsoID>" in client.token
    wire.sign(client.short_authorize(client.authorize_device()))


def test_denial_and_refusal_are_no_token(client):
    assert client.authorize_device("deny:sport") == ""
    client.token = client.token.replace(f">{REQUESTOR}<", ">DEMO_NET<")
    assert client.authorize_device() == ""
