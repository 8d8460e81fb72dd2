"""WatchESPN for Kodi (plugin.video.espn_3, 2015): mechanize for the login, httplib2 for the calls, ElementTree to read.

It submits the first form as long as that holds a SAMLRequest, fills in the login by the types of its inputs, and takes
SAMLResponse and RelayState from the next page's first form. The tokens come out of the XML parser; the authN token goes
into a file, of which it reads the first line, and it is good until the first nineteen characters of its date.

From: the add-on's public source, adobe.py (its versions before REST API v1).
"""

import secrets
import xml.etree.ElementTree as ElementTree
from datetime import datetime
from html.parser import HTMLParser
from http.cookiejar import LWPCookieJar
from urllib.parse import urlencode, urljoin

import pytest

from browser import Page
from wire import REQUESTOR, RESOURCE, SP

LANDING = "adobepass://android.app"


class Soup(HTMLParser):
    """`BeautifulSoup(token, "html.parser").find(name).text`: the token is no XML, and tag names come in lower case."""

    def __init__(self, text):
        super().__init__()
        self.open, self.found = [], {}
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.open.append(tag)

    def handle_endtag(self, tag):
        while self.open and self.open.pop() != tag:
            pass

    def handle_data(self, data):
        self.found.setdefault(self.open[-1], data)


class ESPN:
    def __init__(self, wire, folder, mvpd="Adobe"):
        self.wire, self.mvpd = wire, mvpd
        self.jar, self.token_file = LWPCookieJar(folder / "cookies.lwp"), folder / "auth.token"
        self.device = {"device_id": secrets.token_hex(32), "signed_requestor_id": "c2lnbmVk"}
        self.logins = 0

    def browse(self, url, form=None):
        with self.wire.opener(self.jar).open(url, form and urlencode(form).encode(), timeout=30) as answer:
            return answer.url, Page(answer.read().decode())

    def post(self, url, form, cookies=()):
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Connection": "keep-alive"}
        if cookies:
            headers["Cookie"] = "".join(f"{cookie.name}={cookie.value}; " for cookie in cookies)
        return self.wire.post_by_httplib2(url, form, headers)

    def log_in(self):
        self.jar.clear()  # Each login begins as a new browser.
        query = {
            "domain_name": "adobe.com",
            "noflash": "true",
            "no_iframe": "true",
            "mso_id": self.mvpd,
            "requestor_id": REQUESTOR,
            "redirect_url": LANDING,
            "client_type": "android",
            "client_version": "1.7.3",
        }
        url, page = self.browse(f"{SP}/adobe-services/1.0/authenticate/saml?{urlencode(query)}")
        if "SAMLRequest" in page.hidden:
            url, page = self.browse(urljoin(url, page.action), page.hidden)
        filled = dict(zip(page.visible, ("user", "password"), strict=True))
        _, page = self.browse(urljoin(url, page.action), page.hidden | filled)
        exact = [cookie for cookie in self.jar if cookie.domain == "sp.auth.adobe.com"]
        response = {name: page.hidden[name] for name in ("SAMLResponse", "RelayState")}
        # The way back is a scheme that httplib2 can't open: it must be a redirect that it doesn't follow after a POST.
        answer, _ = self.post(f"{SP}/sp/saml/SAMLAssertionConsumer", response, exact)
        assert answer.status in (200, 302)
        self.jar.save(ignore_discard=True, ignore_expires=True)
        self.logins += 1

    def session_device(self):
        names = ("BIGipServerAdobe_Pass_Prod", "JSESSIONID")
        sent = [cookie for cookie in self.jar if cookie.name in names and cookie.path == "/"]
        form = {"requestor_id": REQUESTOR, "_method": "GET"} | self.device
        _, content = self.post(f"{SP}//adobe-services/1.0/sessionDevice", form, sent)
        self.token_file.write_text(ElementTree.fromstring(content).find(".//authnToken").text)

    @property
    def token(self):
        if not self.token_file.exists():
            return ""
        with self.token_file.open() as file:
            line = file.readline()
        expires = Soup(line).found["simpletokenexpires"][:19]
        return line if datetime.now() < datetime.strptime(expires, "%Y/%m/%d %H:%M:%S") else ""

    def authorize_device(self, resource):
        form = {
            "requestor_id": REQUESTOR,
            "resource_id": resource,
            "mso_id": self.mvpd,
            "authentication_token": self.token,
            "userMeta": "1",
        }
        _, content = self.post(f"{SP}//adobe-services/1.0/authorizeDevice", form | self.device)
        found = ElementTree.fromstring(content).find(".//authzToken")
        return "Authorization failed" if found is None else found.text

    def media_token(self, resource=RESOURCE):
        balancer = [cookie for cookie in self.jar if cookie.name == "BIGipServerAdobe_Pass_Prod"]
        if not self.token or not balancer or balancer[-1].is_expired():
            self.log_in()
            self.session_device()
        authz_token = self.authorize_device(resource)
        if "Authorization failed" in authz_token:
            self.token_file.unlink()
            return None
        form = {
            "requestor_id": REQUESTOR,
            "mso_id": self.mvpd,
            "session_guid": Soup(self.token).found["simpletokenauthenticationguid"],
            "hashed_guid": "false",
            "authz_token": authz_token,
        }
        with self.wire.opener(self.jar).open(
            f"{SP}//adobe-services/1.0/deviceShortAuthorize", urlencode(form | self.device).encode(), timeout=30
        ) as answer:
            return answer.read().decode()


@pytest.mark.parametrize("mvpd", ("Adobe", "AcmeCable"))
def test_media_token(wire, tmp_path, mvpd):
    wire.verify(ESPN(wire, tmp_path, mvpd).media_token())


def test_second_play_needs_no_login(wire, tmp_path):
    client = ESPN(wire, tmp_path)
    for resource in ("espn", "espn2"):
        wire.verify(client.media_token(resource), resource)
    assert client.logins == 1


def test_denial_forgets_the_login(wire, tmp_path):
    client = ESPN(wire, tmp_path)
    assert client.media_token("deny:sport") is None
    assert client.media_token() and client.logins == 2


def test_mrss_resource_survives_the_xml_parser(wire, tmp_path):
    resource = '<rss version="2.0"><channel><title>A &amp; B</title><item><guid>espn</guid></item></channel></rss>'
    wire.verify(ESPN(wire, tmp_path).media_token(resource), resource)
