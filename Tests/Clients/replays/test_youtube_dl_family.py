"""The Adobe Pass clients of yt-dlp (2026.10) and youtube-dl (2021.12.17), step by step.

Both run unmodified in test_ytdlp.py and test_youtubedl.py; this shows what they look for. A page's first form and its
hidden inputs are found by expressions; a tag has neither attributes nor line breaks; `<pendingLogout` and `<error` are
looked for anywhere, and any status from 400 on ends it. Credentials go to the https twin of the form's action. A
pending logout clears the cache and starts the whole flow over; after a second one there is nothing.

From: the projects' public source, extractor/adobepass.py.
"""

import html
import re
import time
import uuid
from urllib.parse import urljoin

import pytest
from yt_dlp.utils import extract_attributes, unified_timestamp

from device import statement
from wire import DENIAL, REQUESTOR, RESOURCE, SITE, SP, Wire, forged

AGENT = "Mozilla/5.0 (X11; Linux i686; rv:47.0) Gecko/20100101 Firefox/47.0"
REFRESH = (
    r'(?i)<meta\s+(?=(?:[a-z-]+="[^"]+"\s+)*http-equiv="refresh")(?:[a-z-]+="[^"]+"\s+)*?content="'
    r"[0-9]{,2};\s*(?:URL|url)='?([^'\"]+)"
)


class Fatal(Exception):
    """What ends the extraction; the viewer reads the text."""


def xml_text(text, tag):
    found = re.search(f"<{tag}>(.+?)</{tag}>", text)
    if not found:
        raise Fatal(f"Unable to extract {tag}")
    return found[1]


def is_expired(token, tag):
    expires = unified_timestamp(re.sub(r"[_ ]GMT", "", xml_text(token, tag)))
    return expires and expires <= int(time.time())


def hidden_inputs(page):
    found = {}
    for element in re.findall(r"(?i)(<input[^>]+>)", page):
        attributes = extract_attributes(element)
        if attributes.get("type") in ("hidden", "submit") and attributes.get("value") is not None:
            found[attributes.get("name") or attributes.get("id")] = attributes["value"]
    return found


class Client:
    """`registers` is what came in between: yt-dlp has a device and a code, youtube-dl has its cookies."""

    def __init__(self, wire, mvpd="Adobe", registers=True, cache=None):
        self.browser, self.mvpd, self.registers = wire.session(**{"User-Agent": AGENT}), mvpd, registers
        self.cache, self.logins = {} if cache is None else cache, 0

    def open(self, url, form=None, query=None, headers=None):
        answer = self.browser.request("POST" if form else "GET", url, data=form, params=query, headers=headers)
        if answer.status_code >= 400:
            raise Fatal(f"HTTP Error {answer.status_code}")
        return answer

    def post_form(self, page, filled=None):
        url = urljoin(page.url, html.unescape(re.search(r"<form[^>]+action=([\"'])(?P<url>.+?)\1", page.text)["url"]))
        if filled and self.registers:
            url = re.sub("^http:", "https:", url)
        return self.open(url, hidden_inputs(page.text) | (filled or {}))

    def register(self):
        device = self.browser.post(f"{SP}/indiv/devices", json={"fingerprint": uuid.uuid4().hex})
        self.headers |= {"Ap_21": device.json()["deviceId"], "pass_sfp": device.headers["pass_sfp"]}
        client = self.browser.post(f"{SP}/o/client/register", json={"software_statement": statement()}).json()
        grant = {name: client[name] for name in ("client_id", "client_secret")} | {"grant_type": "client_credentials"}
        self.headers["Authorization"] = f"Bearer {self.open(f'{SP}/o/client/token', grant).json()['access_token']}"
        wish = {"requestor": REQUESTOR, "deviceId": self.headers["Ap_21"], "format": "json"}
        code = self.open(f"{SP}/reggie/v1/{REQUESTOR}/regcode", wish, headers=self.headers).json()["code"]
        return {"reg_code": code}

    def log_in(self):
        self.logins += 1
        code = self.register() if self.registers else {}
        query = {
            "noflash": "true",
            "mso_id": self.mvpd,
            "requestor_id": REQUESTOR,
            "no_iframe": "false",
            "domain_name": "adobe.com",
            "redirect_url": SITE,
        }
        page = self.open(f"{SP}/adobe-services/authenticate/saml", query=query | code)
        if refresh := re.search(REFRESH, page.text):
            page = self.open(urljoin(page.url, html.unescape(refresh[1])))
        page = self.post_form(page)
        page = self.post_form(page, {"username": "user", "password": "password"})
        self.post_form(page)
        return self.call("session", _method="GET", requestor_id=REQUESTOR, **code)

    def call(self, operation, **form):
        return self.open(f"{SP}/adobe-services/{operation}", form, headers=self.headers).text

    def media_token(self, resource=RESOURCE):
        for _ in range(2):
            self.headers = {"ap_42": "anonymous", "ap_11": "Linux i686", "ap_z": AGENT}
            token = self.round(resource)
            if token:
                return token
            self.cache.clear()
        return None

    def round(self, resource):
        authn = self.cache.get("authn_token")
        if not authn or is_expired(authn, "simpleTokenExpires"):
            text = self.log_in()
            if "<pendingLogout" in text:
                return None
            authn = self.cache["authn_token"] = html.unescape(xml_text(text, "authnToken"))
        authz = self.cache.get(resource)
        if not authz or is_expired(authz, "simpleTokenTTL"):
            text = self.call(
                "authorize",
                resource_id=resource,
                requestor_id=REQUESTOR,
                authentication_token=authn,
                mso_id=xml_text(authn, "simpleTokenMsoID"),
                userMeta="1",
            )
            if "<pendingLogout" in text:
                return None
            if "<error" in text:
                raise Fatal(xml_text(text, "details"))
            authz = self.cache[resource] = html.unescape(xml_text(text, "authzToken"))
        self.headers |= {
            "ap_19": xml_text(authn, "simpleSamlNameID"),
            "ap_23": xml_text(authn, "simpleSamlSessionIndex"),
        }
        guid = xml_text(authn, "simpleTokenAuthenticationGuid")
        form = {"authz_token": authz, "requestor_id": REQUESTOR, "session_guid": guid, "hashed_guid": "false"}
        text = self.call("shortAuthorize", **form)
        return None if "<pendingLogout" in text else text


GENERATIONS = pytest.mark.parametrize("registers", (True, False), ids=("yt-dlp", "youtube-dl"))


@GENERATIONS
@pytest.mark.parametrize("mvpd", ("Adobe", "AcmeCable", "MetaCable", "RefreshTV", "TwoPageTV", "AmpCable"))
def test_media_token_at_each_style_of_login(wire, mvpd, registers):
    wire.verify(Client(wire, mvpd, registers).media_token())


@GENERATIONS
def test_stream_is_signed_for_the_site(wire, registers):
    wire.sign(Client(wire, registers=registers).media_token())


@GENERATIONS
def test_denial_raises_its_text(wire, registers):
    with pytest.raises(Fatal, match=DENIAL):
        Client(wire, registers=registers).media_token("deny:sport")


def test_denial_under_400_has_no_text(configured):
    with configured(denialStatus=400) as other, pytest.raises(Fatal, match="HTTP Error 400"):
        Client(Wire(other)).media_token("deny:sport")


@GENERATIONS
def test_cached_token_needs_no_login(wire, registers):
    first = Client(wire, registers=registers)
    first.media_token("news")
    second = Client(wire, registers=registers, cache=first.cache)
    wire.verify(second.media_token())
    assert second.logins == 0


@GENERATIONS
def test_pending_logout_starts_the_flow_over_once(wire, registers):
    first = Client(wire, registers=registers)
    first.media_token()
    second = Client(wire, registers=registers, cache={"authn_token": forged(first.cache["authn_token"])})
    wire.verify(second.media_token())
    assert second.logins == 1


@GENERATIONS
def test_two_pending_logouts_in_a_row_are_nothing(wire, registers):
    """It posts this provider's consent page and looks no further, so the session that has begun never gets a user."""
    client = Client(wire, "ConsentTV", registers)
    assert client.media_token() is None
    assert client.logins == 2
