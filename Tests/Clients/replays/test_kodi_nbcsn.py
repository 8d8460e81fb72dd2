"""NBC Sports Live Extra for Kodi (plugin.video.nbcsnliveextra, 2015): Python 2 with urllib2 and a cookie file.

It cuts what it needs out of pages by fixed strings and unescapes nothing in them, writes two slashes before
`adobe-services/1.0`, keeps its authN token in a file of which it reads the first line, and plays the body of
`/tvs/v1/sign`. Its resource is an MRSS item.

From: the add-on's public source, resources/providers/adobe.py, direct_tv.py and resources/globals.py.
"""

import secrets
from http.cookiejar import LWPCookieJar
from urllib.parse import urlencode

import pytest

from wire import DENIAL, IOS_LANDING, REQUESTOR, SP, STREAM, between, encoded, sign_in, three_entities

MRSS = (
    '<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>nbcsports</title><item>'
    "<title>NBC Sports PGA Event</title><guid>{}</guid>"
    '<media:rating scheme="urn:vchip">TV-PG</media:rating></item></channel></rss>'
)
BROWSER = "Mozilla/5.0 (iPhone; CPU iPhone OS 8_4 like Mac OS X) AppleWebKit/600.1.4 (KHTML, like Gecko) Mobile/12H143"
NATIVE = "AdobePassNativeClient/1.9 (iPhone; U; CPU iPhone OS 8.4 like Mac OS X; en-us)"
HIDDEN = '<input type="hidden" name="{}" value="'


class NBCSN:
    def __init__(self, wire, folder, mvpd="Adobe"):
        self.wire, self.mvpd = wire, mvpd
        self.cookies, self.token_file = folder / "cookies.lwp", folder / "auth.token"
        self.device = {"device_id": secrets.token_hex(32), "signed_requestor_id": "c2lnbmVk"}

    def open(self, url, form=None, agent=NATIVE):
        """Each call has an opener of its own and the cookies of the file. What comes back is never unzipped."""
        jar = LWPCookieJar(self.cookies)
        if self.cookies.exists():
            jar.load(ignore_discard=True)
        opener = self.wire.opener(jar)
        opener.addheaders = [("Accept", "*/*"), ("Accept-Encoding", "gzip, deflate"), ("User-Agent", agent)]
        with opener.open(url, form and urlencode(form).encode(), timeout=30) as answer:
            text = answer.read().decode()
        jar.save(ignore_discard=True)
        return text

    def log_in(self):
        self.cookies.unlink(missing_ok=True)  # Each login begins as a new browser.
        page = self.open(
            f"{SP}/adobe-services/1.0/authenticate/saml?domain_name=adobe.com&noflash=true&mso_id={self.mvpd}"
            f"&requestor_id={REQUESTOR}&no_iframe=true&client_type=iOS&client_version=1.9.2&redirect_url={IOS_LANDING}",
            agent=BROWSER,
        ).replace("\n", "")
        request = {name: between(page, HIDDEN.format(name), '"') for name in ("SAMLRequest", "RelayState")}
        url = between(page, 'action="', '"')
        page = self.open(url, request, BROWSER)
        page = self.open(*sign_in(page, url), BROWSER)
        response = {name: between(page, HIDDEN.format(name), '"') for name in ("SAMLResponse", "RelayState")}
        assert all(response.values())
        self.open(f"{SP}/sp/saml/SAMLAssertionConsumer", response, BROWSER)

    def session_device(self):
        form = {"requestor_id": REQUESTOR, "_method": "GET"} | self.device
        text = self.open(f"{SP}//adobe-services/1.0/sessionDevice", form)
        self.token_file.write_text(three_entities(between(text, "<authnToken>", "</authnToken>")))

    @property
    def token(self):
        with self.token_file.open() as file:
            return file.readline()

    def authorize_device(self, resource):
        form = {
            "requestor_id": REQUESTOR,
            "resource_id": resource,
            "mso_id": self.mvpd,
            "authentication_token": self.token,
            "userMeta": "1",
        }
        self.answer = self.open(f"{SP}//adobe-services/1.0/authorizeDevice", form | self.device)
        return three_entities(between(self.answer, "<authzToken>", "</authzToken>"))

    def short_authorize(self, authz_token):
        form = {
            "requestor_id": REQUESTOR,
            "mso_id": self.mvpd,
            "session_guid": between(self.token, "<simpleTokenAuthenticationGuid>", "</simpleTokenAuthenticationGuid>"),
            "hashed_guid": "false",
            "authz_token": authz_token,
        }
        return self.open(f"{SP}//adobe-services/1.0/deviceShortAuthorize", form | self.device)

    def sign(self, media_token, resource):
        """By plain HTTP, and with two slashes here too."""
        form = {"cdn": "akamai", "mediaToken": encoded(media_token), "resource": encoded(resource), "url": STREAM}
        return self.open(f"{SP.replace('https', 'http')}//tvs/v1/sign", form)


@pytest.fixture
def client(wire, tmp_path):
    made = NBCSN(wire, tmp_path)
    made.log_in()
    made.session_device()
    return made


def test_signed_stream(client):
    resource = MRSS.format("123456789")
    url = client.sign(client.short_authorize(client.authorize_device(resource)), resource)
    assert url.startswith(STREAM) and "\n" not in url


def test_token_is_one_line(client):
    assert client.token == client.token_file.read_text()
    assert client.token.endswith("</simpleAuthenticationToken>")


def test_cookie_tells_until_when_it_is_logged_in(client):
    """It takes the expiry of the load balancer's cookie for that of the login."""
    jar = LWPCookieJar()
    jar.load(client.cookies, ignore_discard=True)
    (balancer,) = [cookie for cookie in jar if cookie.name == "BIGipServerAdobe_Pass_Prod"]
    assert balancer.expires and not balancer.is_expired() and balancer.path == "/"


def test_denial_has_no_token_and_says_so(client):
    assert client.authorize_device(MRSS.format("deny:sport")) == ""
    assert "notAuthorized" in client.answer and DENIAL in client.answer
