"""AdobeAuthSP, a C# class of one file (2019): the web flow by cookies, with `WebClient` and regular expressions.

The expressions are strict: inputs with a space before them and their attributes in one order, `action` before `method`
and nothing after. It names no device, and its date format knows whole hours only. Its later calls have no cookies, a
`Cookie` header that is the name of a class, and empty `ap_19` and `ap_23`.

From: the class's public source.
"""

import html
import re
from datetime import UTC, datetime
from urllib.parse import quote, quote_plus, urlencode

import pytest

from wire import REQUESTOR, RESOURCE, SITE, SP, forged, sign_in

AGENT = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/72.0.3626.109"
FORM = "application/x-www-form-urlencoded"
ABOUT = {"ap_42": "anonymous", "ap_11": "Linux i686", "ap_z": AGENT, "Content-Type": f"{FORM}; charset=UTF-8"}


def group(pattern, text, flags=0):
    """Regex.Match(…).Groups[1].Value: an empty string where nothing matches."""
    found = re.search(pattern, text, flags)
    return found[1] if found else ""


class AdobeAuthSP:
    def __init__(self, wire, mvpd="Adobe"):
        self.wire, self.mvpd, self.client = wire, mvpd, wire.session(**{"User-Agent": AGENT})

    def upload(self, url, body):
        answer = self.client.post(url, data=body, headers={"Content-Type": FORM})
        answer.raise_for_status()
        return answer.text

    def log_in(self, username="user", password="password"):
        page = self.client.get(
            f"{SP}/adobe-services/authenticate/saml?noflash=true&mso_id={self.mvpd}&requestor_id={REQUESTOR}"
            f"&no_iframe=false&domain_name=adobe.com&redirect_url={quote_plus(SITE)}"
        ).text
        relay = quote(html.unescape(group(r' <input type="hidden" name="RelayState" value="([^"]+)"', page)), safe="")
        request = quote(group(r' <input type="hidden" name="SAMLRequest" value="([^"]+)"', page), safe="")
        url = html.unescape(group(r'<form action="([^"]+)" method="post">', page))
        page = self.upload(url, f"SAMLRequest={request}&RelayState={relay}")
        assert group(r'<form[^>]+action="([^"]+)"', re.search("<form.*?</form>", page, re.DOTALL)[0])
        url, filled = sign_in(page, url, username, password)
        page = self.upload(url, f"submit=&{urlencode(filled)}")
        if "SAMLResponse" not in page:
            return False
        response = quote(group(r'<input type="hidden" name="SAMLResponse" value="([^"]+)"', page), safe="")
        url = html.unescape(group(r'<form[^>]+action="([^"]+)"', page))
        self.upload(url, f"SAMLResponse={response}&RelayState={relay}")
        return True

    def session(self):
        headers = ABOUT | {"Accept": "application/xml", "Accept-Language": "en-US,en;q=0.9"}
        body = f"_method=GET&requestor_id={REQUESTOR}"
        text = self.client.post(f"{SP}/adobe-services/session", data=body, headers=headers).text
        self.n = html.unescape(group("<authnToken>(.*?)</authnToken>", text))

    def expires(self):
        """ParseExact("yyyy/MM/dd HH:mm:ss G\\MT zz00")"""
        text = group("<simpleTokenExpires>([^<]+)</simpleTokenExpires>", self.n)
        assert re.fullmatch(r"\d{4}/\d\d/\d\d \d\d:\d\d:\d\d GMT [+-]\d\d00", text), text
        return datetime.strptime(text, "%Y/%m/%d %H:%M:%S GMT %z")

    def authorize(self, resource=RESOURCE):
        """False is a pending logout, which it takes for a passing failure and tries again."""
        body = (
            f"mso_id={self.mvpd}&requestor_id={REQUESTOR}&authentication_token={quote_plus(self.n)}"
            f"&resource_id={html.escape(quote_plus(resource))}&userMeta=1"
        )
        headers = ABOUT | {"Cookie": "System.Net.CookieContainer"}
        text = self.wire.session().post(f"{SP}/adobe-services/authorize", data=body, headers=headers).text
        if re.search(r'pendingLogout reason="\d+">true</pendingLogout>', text):
            return False
        self.z = html.unescape(group("<authzToken>(.*?)</authzToken>", text))
        return True

    def short_authorize(self):
        guid = group("<simpleTokenAuthenticationGuid>(.*?)</simpleTokenAuthenticationGuid>", self.n)
        body = (
            f"session_guid={quote_plus(guid)}&hashed_guid=false&requestor_id={REQUESTOR}"
            f"&authz_token={quote_plus(self.z)}&userMeta=1"
        )
        headers = ABOUT | {"User-Agent": AGENT, "ap_19": "", "ap_23": ""}
        return self.wire.session().post(f"{SP}/adobe-services/shortAuthorize", data=body, headers=headers).text


@pytest.fixture
def client(wire):
    made = AdobeAuthSP(wire)
    assert made.log_in()
    made.session()
    return made


def test_media_token(wire, client):
    assert client.expires() > datetime.now(UTC)
    assert client.authorize() and client.z
    wire.verify(client.short_authorize())


def test_wrong_password_shows_no_response(wire):
    assert not AdobeAuthSP(wire).log_in(password="wrong")


def test_pending_logout_is_found(client):
    client.n = forged(client.n)
    assert not client.authorize()


def test_denial_has_no_token(client):
    assert client.authorize("deny:sport") and client.z == ""
