"""What the replays share: the way to the simulator, a person who logs in, and a programmer's server that checks tokens.

Each replay uses the real host names and reaches the simulator as its proxy, with the simulator's CA trusted. It sends
its client's requests and takes the answers apart as its client does, so a replay has its own regular expressions,
splits and parsers on purpose; only what no client does itself is here.
"""

import base64
import contextlib
import ssl
import urllib.parse
import urllib.request
from http.cookiejar import CookieJar

import httplib2
import requests

from browser import Page, travel
from curl import Answer

SP = "https://sp.auth.adobe.com"
REQUESTOR, RESOURCE = "TEST_REQUESTOR", "TEST_RESOURCE"
DENIAL = "Your package does not include this channel."
STREAM = "http://cdn.example/live.m3u8?a=1"
# Where redirect_url leads: the page that the old SDKs named and never loaded, and a programmer's site.
IOS_LANDING, SITE = "http://adobepass.ios.app/", "https://play.demo-net.example/live"
LANDING_HOSTS = [urllib.parse.urlsplit(url).hostname for url in (IOS_LANDING, SITE)]


class Session(requests.Session):
    """A session of requests that knows nothing of this machine's own proxies and CAs."""

    def __init__(self, simulator, **headers):
        super().__init__()
        self.trust_env = False
        self.proxies = {"http": simulator.http, "https": simulator.http}
        self.verify = simulator.ca
        self.headers.update(headers)

    def request(self, *arguments, **options):
        return super().request(*arguments, **{"timeout": 30} | options)

    def fetch(self, url, form=None):
        """One hop for `browser.travel`."""
        method = "GET" if form is None else "POST"
        answer = self.request(method, url, data=form, allow_redirects=False)
        headers = {name.lower(): value for name, value in answer.headers.items()}
        return Answer(answer.url, answer.status_code, headers, answer.text)


class Wire:
    """Ways to the simulator for the libraries that the clients are written with."""

    def __init__(self, simulator):
        self.simulator = simulator

    def session(self, **headers):
        return Session(self.simulator, **headers)

    def opener(self, jar=None):
        """urllib.request, the successor of Python 2's urllib2; it sends a path's doubled slash as it stands."""
        proxies = {"http": self.simulator.http, "https": self.simulator.http}
        return urllib.request.build_opener(
            urllib.request.ProxyHandler(proxies),
            urllib.request.HTTPSHandler(context=ssl.create_default_context(cafile=self.simulator.ca)),
            urllib.request.HTTPCookieProcessor(CookieJar() if jar is None else jar),
        )

    def post_by_httplib2(self, url, form, headers):
        proxy = httplib2.ProxyInfo(httplib2.socks.PROXY_TYPE_HTTP, "127.0.0.1", self.simulator.port)
        client = httplib2.Http(proxy_info=proxy, ca_certs=self.simulator.ca, timeout=30)
        with contextlib.closing(client):
            return client.request(url, "POST", headers=headers, body=urllib.parse.urlencode(form))

    def log_in(self, url, stop, username="user", session=None):
        """A person with a browser opens `url` and logs in, until a redirect to `stop`; True if it came.

        With no user name nobody is there: a login form is the end.
        """
        fetch = (session or self.session()).fetch
        if username:
            return travel(fetch, url, stop, username, "password").end == stop
        journey = travel(fetch, url, stop)
        return journey.end == stop and not (journey.page and journey.page.visible)

    def verify(self, token, resource=RESOURCE):
        """What a programmer's server learns of a media token, the first time that it is presented."""
        question = {"token": token, "resource": resource}
        answer = self.session().post(f"{self.simulator.http}/_sim/tokens/verify", json=question).json()
        assert answer["valid"] is True, answer
        return answer

    def sign(self, token, resource=RESOURCE):
        """`/tvs/v1/sign`: the body is the URL to play."""
        form = {"cdn": "akamai", "mediaToken": encoded(token), "resource": encoded(resource), "url": STREAM}
        answer = self.session().post(f"{SP}/tvs/v1/sign", data=form)
        assert answer.status_code == 200 and answer.text.startswith(STREAM), answer.text
        return answer.text


def sign_in(page, url, username="user", password="password"):
    """Where the MVPD's login form goes, and the form filled in.

    What a script does here is written for one real provider's page; the simulated provider has a page of its own.
    """
    form = Page(page)
    assert form.visible == ["username", "password"], form.text
    return urllib.parse.urljoin(url, form.action), form.hidden | {"username": username, "password": password}


def encoded(text):
    return base64.b64encode(text.encode()).decode()


def between(text, start, end):
    """The slice that Kodi add-ons' `FIND` gives: empty if there is no start, and nothing is unescaped."""
    if start not in text:
        return ""
    begin = text.index(start) + len(start)
    return text[begin : text.find(end, begin)]


def three_entities(text):
    """How hand-written clients unescape a token; the ampersand comes last."""
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def forged(token):
    """The token with another requestor written into it: its signature no longer holds."""
    assert f">{REQUESTOR}<" in token
    return token.replace(f">{REQUESTOR}<", ">DEMO_NET<")
