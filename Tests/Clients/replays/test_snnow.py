"""Sportsnet NOW for Kodi (plugin.video.snnow): a script that passes itself off as AccessEnabler 1.8 for iOS.

Python 2 with urllib2, a cookie file, minidom for whole answers and one regular expression per page of the provider. Its
User-Agent is percent-encoded, `signed_requestor_id` a constant, `session_guid` random; `userMeta` must be there and not
be empty; denied means that `notAuthorized` is anywhere in the answer.

From: the add-on's public source, adobe.py, cogeco.py and snnow.py.
"""

import secrets
import re
import uuid
from http.cookiejar import LWPCookieJar
from urllib.error import URLError
from urllib.parse import quote, urlencode
from xml.dom import minidom

import pytest

from wire import IOS_LANDING, REQUESTOR, RESOURCE, SP, forged, sign_in

BASE = f"{SP}/adobe-services/1.0"
AGENT = quote("AdobePassNativeClient/1.8 (iPad; U; CPU iPad OS 8.3 like Mac OS X; en-us)")


def field(page, name):
    return re.search(f'<input.*?name="{name}".*?value="(.*?)"', page, re.MULTILINE)[1]


def action(page):
    return re.search('<form.*?action="(.*?)"', page, re.MULTILINE)[1]


def element(text, root, name):
    (root,) = minidom.parseString(text).getElementsByTagName(root)
    return root.getElementsByTagName(name)[0].firstChild.nodeValue


class Snnow:
    def __init__(self, wire, folder, mvpd="Adobe"):
        self.wire, self.mvpd, self.cookies = wire, mvpd, folder / "cookies.lwp"
        self.requestor = {"requestor_id": REQUESTOR, "signed_requestor_id": "Y29uc3RhbnQ="}
        self.device = {"device_id": secrets.token_hex(32)}

    def open(self, url, form=None):
        jar = LWPCookieJar(self.cookies)
        if self.cookies.exists():
            jar.load(ignore_discard=True)
        opener = self.wire.opener(jar)
        opener.addheaders = [("User-Agent", AGENT)]
        with opener.open(url, form and urlencode(form).encode(), timeout=30) as answer:
            text = answer.read().decode()
        jar.save(ignore_discard=True)
        return text

    def log_in(self):
        """Cogeco's way: SAMLRequest, the login form, SAMLResponse; then a page of the service to end on."""
        assert self.open(f"{BASE}/config/{REQUESTOR}")
        page = self.open(
            f"{BASE}/authenticate/saml?domain_name=adobe.com&noflash=true&mso_id={self.mvpd}&requestor_id={REQUESTOR}"
            f"&no_iframe=true&client_type=iOS&client_version=1.8&redirect_url={IOS_LANDING}"
        )
        url, request = action(page), {name: field(page, name) for name in ("SAMLRequest", "RelayState")}
        page = self.open(*sign_in(self.open(url, request), url))
        self.open(action(page), {name: field(page, name) for name in ("SAMLResponse", "RelayState")})
        self.open(f"{SP}/adobe-services/completeBackgroundLogin")

    def session_device(self):
        try:
            text = self.open(f"{BASE}/sessionDevice", {"_method": "GET"} | self.requestor | self.device)
        except URLError:
            return False
        self.authn_token = element(text, "result", "authnToken")
        assert element(text, "result", "userMeta")
        return True

    def preauthorize(self, *channels):
        form = [("authentication_token", self.authn_token), ("requestor_id", REQUESTOR)]
        text = self.open(f"{BASE}/preauthorize", form + [("resource_id", channel) for channel in channels])
        (resources,) = minidom.parseString(text).getElementsByTagName("resources")
        verdicts = {}
        for resource in resources.getElementsByTagName("resource"):
            name, verdict = (resource.getElementsByTagName(tag)[0].firstChild.nodeValue for tag in ("id", "authorized"))
            verdicts[name] = verdict.lower() == "true"
        return verdicts

    def authorize_device(self, channel=RESOURCE):
        form = {
            "resource_id": channel,
            "mso_id": self.mvpd,
            "authentication_token": self.authn_token,
            "userMeta": "1",
        }
        self.answer = self.open(f"{BASE}/authorizeDevice", form | self.requestor | self.device)
        if "notAuthorized" in self.answer:
            return False
        self.authz_token = element(self.answer, "result", "authzToken")
        return True

    def short_authorize(self):
        form = {
            "session_guid": uuid.uuid4(),
            "hashed_guid": "false",
            "authz_token": self.authz_token,
            "mso_id": self.mvpd,
        }
        return self.open(f"{BASE}/deviceShortAuthorize", form | self.requestor | self.device)


@pytest.fixture
def client(wire, tmp_path):
    made = Snnow(wire, tmp_path)
    made.log_in()
    assert made.session_device()
    return made


def test_media_token(wire, client):
    assert client.authorize_device()
    wire.verify(client.short_authorize())


def test_channels_that_may_be_watched(client):
    assert client.preauthorize(RESOURCE, "deny:sport") == {RESOURCE: True, "deny:sport": False}


def test_denied_channel(client):
    assert not client.authorize_device("deny:sport")


def test_session_without_a_login(wire, tmp_path):
    assert not Snnow(wire, tmp_path).session_device()


def test_refused_token_has_no_result(client):
    client.authn_token = forged(client.authn_token)
    with pytest.raises(ValueError, match="not enough values"):
        client.authorize_device()
