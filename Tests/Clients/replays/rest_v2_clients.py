"""FastChannels (kineticman/FastChannels, 2026) on REST API v2: its requests, how it reads answers, how it takes errors.

It uses the real host names and reaches the simulator as its proxy. A pause is a call of `wait`, so nobody really waits.
Its scripts for login forms know the pages of real MVPDs; here a person logs in at the simulated ones.
"""

import base64
import json
import time
import uuid
from urllib.parse import urlencode, urljoin, urlsplit

import requests

from browser import Page, travel
from curl import Answer
from device import statement

SP = "https://sp.auth.adobe.com"
AGENT = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
JSON = {"Content-Type": "application/json"}


class AuthError(Exception):
    """Perhaps only for now: the program tries again."""


class NotAuthorized(AuthError):
    """For good: the program disables the channel or ends the login."""


def encoded(text):
    return base64.b64encode(text.encode()).decode()


def claims(token):
    """The second part of a JWT, or nothing."""
    try:
        part = token.split(".")[1]
        return json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
    except (IndexError, ValueError):
        return {}


class Session(requests.Session):
    """A session of requests that knows nothing of this machine's own proxies and CAs."""

    def __init__(self, simulator, **headers):
        super().__init__()
        self.simulator = simulator
        self.trust_env = False
        self.proxies = {"http": simulator.http, "https": simulator.http}
        self.verify = simulator.ca
        self.headers.update(headers)

    def request(self, *arguments, **options):
        return super().request(*arguments, **{"timeout": 30} | options)

    def hop(self, url, form=None):
        answer = self.request("GET" if form is None else "POST", url, data=form, allow_redirects=False)
        headers = {name.lower(): value for name, value in answer.headers.items()}
        return Answer(answer.url, answer.status_code, headers, answer.text)


def person(simulator, url, stop, username="user"):
    """Somebody opens the link in a browser of their own and logs in; True if it led to `stop`."""
    return travel(Session(simulator).hop, url, stop, username, "password").end == stop


def poll(attempt, wait, first, factor, most, limit):
    """What `attempt` gives as soon as it gives something, asked at growing intervals; None when the time is up."""
    passed, pause = 0, first
    while passed < limit:
        if found := attempt():
            return found
        wait(pause)
        passed, pause = passed + pause, min(pause * factor, most)
    return None


class Waits(list):
    """Counts the pauses instead of making them. Before the pause of index `turn` something else happens."""

    def __init__(self, turn=None, event=None):
        super().__init__()
        self.turn, self.event = turn, event

    def __call__(self, seconds):
        if len(self) == self.turn:
            self.event()
        self.append(seconds)


def verify(simulator, token, resource):
    """The programmer's server looks at the media token."""
    question = {"token": token, "resource": resource}
    answer = Session(simulator).post(f"{simulator.http}/_sim/tokens/verify", json=question)
    assert answer.json()["valid"] is True, answer.text
    return answer.json()


class AdobePassV2:
    """The client for NBC (app/scrapers/nbc_tve.py) and, with another origin, for TCM.

    It sends no X-Device-Info, but Origin and Referer with everything, and it reads no body of an error.
    """

    def __init__(self, simulator, requestor, origin, redirect, fingerprint=None, kept=None):
        self.requestor, self.origin, self.redirect, self.kept = requestor, origin, redirect, kept
        self.fingerprint = fingerprint or str(uuid.uuid4())
        self.session = Session(simulator, **{"User-Agent": AGENT, "Origin": origin, "Referer": origin + "/"})
        self.session.headers["ap-device-identifier"] = "fingerprint " + encoded(self.fingerprint)

    @property
    def api(self):
        return f"{SP}/api/v2/{self.requestor}"

    @property
    def bearer(self):
        return {"Authorization": f"Bearer {self.access_token}"}

    @property
    def credentials(self):
        return {name: getattr(self, name) for name in ("client_id", "client_secret", "access_token")}

    def send(self, method, url, **options):
        try:
            answer = self.session.request(method, url, **options)
            answer.raise_for_status()
        except requests.RequestException as error:
            raise AuthError(str(error)) from error
        return answer

    def register(self):
        """Kept credentials serve as they are; how old the access token is doesn't matter."""
        if self.kept:
            self.client_id, self.client_secret = self.kept["client_id"], self.kept["client_secret"]
            self.access_token = self.kept["access_token"]
            return
        answer = self.send("POST", f"{SP}/o/client/register", json={"software_statement": statement()}).json()
        self.client_id, self.client_secret = answer.get("client_id"), answer.get("client_secret")
        if not self.client_id or not self.client_secret:
            raise AuthError("no credentials")
        self.refresh()

    def refresh(self):
        grant = {"client_id": self.client_id, "client_secret": self.client_secret}
        form = {"grant_type": "client_credentials"} | grant
        answer = self.send("POST", f"{SP}/o/client/token", data=form, headers=FORM)
        self.access_token = answer.json().get("access_token")
        if not self.access_token:
            raise AuthError("no access token")

    def create_session(self, mvpd, domain):
        form = {"mvpd": mvpd, "redirectUrl": self.redirect, "domainName": domain}
        return self.send("POST", f"{self.api}/sessions", data=form, headers=self.bearer | FORM).json()

    def authorize(self, mvpd, log_in, host=""):
        """The scripted login. `log_in` has a session of its own, and the profile is asked for once."""
        self.register()
        answer = self.create_session(mvpd, urlsplit(self.origin).hostname)
        if not answer.get("url"):
            raise AuthError("no url")
        if answer.get("reasonType") == "authenticated":
            return {}
        answer = self.session.get(SP + answer["url"], headers=self.bearer, allow_redirects=False)
        location = answer.headers.get("location") or ""
        if mvpd == "DTV":  # It takes what came as the page whose form it has to post.
            if "SAMLRequest" not in Page("" if location else answer.text).hidden:
                raise AuthError(f"no form: {answer.status_code} {location}")
        elif not location or host not in location:
            raise AuthError(f"unexpected redirect: {answer.status_code} {location}")
        log_in(location or answer.url)
        profile = self.profile(mvpd, self.send("GET", f"{self.api}/profiles/{mvpd}", headers=self.bearer))
        if not profile:
            raise NotAuthorized("no profile")
        return profile

    @staticmethod
    def profile(mvpd, answer):
        return ((answer.json() or {}).get("profiles") or {}).get(mvpd)

    def kept_profile(self, mvpd):
        """Before it plays: with a 401 only the access token is renewed, never the registration."""
        for renewed in (False, True):
            answer = self.session.get(f"{self.api}/profiles/{mvpd}", headers=self.bearer)
            if answer.status_code == 429 or answer.status_code >= 500:
                raise AuthError(f"HTTP {answer.status_code}")
            if answer.status_code != 401 or renewed:
                break
            self.refresh()
        return self.profile(mvpd, answer) if answer.ok else None

    def preauthorize(self, mvpd, resources):
        """All resources of the guide at once. One that the answer leaves out counts as unrestricted."""
        url = f"{self.api}/decisions/preauthorize/{mvpd}"
        answer = self.send("POST", url, json={"resources": resources}, headers=self.bearer | JSON).json()
        return {each["resource"]: bool(each.get("authorized")) for each in answer.get("decisions") or []}

    def link(self, mvpd, domain):
        """The address for the person's phone (app/tve/link_login.py), or None if the client is logged in already."""
        self.register()
        answer = self.create_session(mvpd, domain)
        if answer.get("reasonType") == "authenticated":
            return None
        if not answer.get("url"):
            raise AuthError("no url")
        return SP + answer["url"]

    def poll_link(self, mvpd, wait):
        def attempt():
            answer = self.session.get(f"{self.api}/profiles/{mvpd}", headers=self.bearer)
            if answer.status_code == 401:
                self.refresh()
            return self.profile(mvpd, answer) if answer.ok else None

        return poll(attempt, wait, 3, 1.3, 15, 600)

    def poll_browser(self, mvpd, wait):
        """The same beside a browser on its own screen (app/tve/browser_login/nbc.py), with other intervals."""
        return poll(lambda: self.kept_profile(mvpd), wait, 2, 1.5, 20, 1800)

    def expect_entitled(self, mvpd, resource):
        """TCM's last step."""
        url = f"{self.api}/decisions/authorize/{mvpd}"
        answer = self.send("POST", url, json={"resources": [resource]}, headers=self.bearer | JSON).json()
        found = next((each for each in answer.get("decisions") or [] if each.get("resource") == resource), None)
        if not found or not found.get("authorized"):
            raise NotAuthorized(resource)


class AmcNetworks:
    """AMC, BBCA, IFC and WETV (app/scrapers/amcn_tve.py). `domainName` is a URL, and X-Device-Info isn't JSON."""

    DEVICE_INFO = (
        "platform=Windows;mobile=false;brands=Not;A=Brand/8|Chromium/150|Google Chrome/150;"
        "lang=en-US;dpr=1;screen=1760x1262;cores=12;touch=10"
    )
    SKEW = 300

    def __init__(self, simulator, requestor, domain, mvpd):
        self.simulator, self.requestor, self.domain, self.mvpd = simulator, requestor, domain, mvpd
        self.redirect = f"https://www.{domain}/{'tve' if requestor == 'AMC' else 'live'}"
        self.device, self.cache = str(uuid.uuid4()), {}
        self.session = Session(simulator, **{"User-Agent": AGENT, "Accept": "*/*", "Accept-Language": "en-US,en;q=0.9"})

    def headers(self):
        page = f"https://www.{self.domain}"
        names = {"User-Agent": AGENT, "Accept": "*/*", "Origin": page, "Referer": page + "/"}
        device = {"ap-device-identifier": "fingerprint " + encoded(self.device)}
        device["x-device-info"] = encoded(self.DEVICE_INFO)
        return names | device | {"Authorization": f"Bearer {self.bearer}"}

    def token(self):
        form = {"grant_type": "client_credentials"} | self.client
        answer = self.session.post(f"{SP}/o/client/token", data=form, headers=FORM)
        answer.raise_for_status()
        self.bearer = answer.json()["access_token"]

    def start(self):
        """Registers, and opens the authenticate address itself once. Gives that address, which a person may open too,
        and where it leads."""
        answer = self.session.post(f"{SP}/o/client/register", json={"software_statement": statement()})
        answer.raise_for_status()
        self.client = {name: answer.json()[name] for name in ("client_id", "client_secret")}
        self.token()
        form = {"mvpd": self.mvpd, "domainName": f"https://{self.domain}", "redirectUrl": self.redirect}
        url = f"{SP}/api/v2/{self.requestor}/sessions"
        answer = self.session.post(url, data=form, headers=self.headers() | FORM)
        if not answer.ok:
            detail = answer.json().get("message") or answer.text[:300]
            raise (NotAuthorized if "does not exist or is disabled" in detail.lower() else AuthError)(detail)
        self.code, path = (answer.json().get(name, "").strip() for name in ("code", "url"))
        if not self.code or not path:
            raise AuthError("no code")
        headers = self.headers() | {"Accept": "text/html,*/*"}
        answer = self.session.get(urljoin(SP, path), headers=headers, allow_redirects=False)
        answer.raise_for_status()
        redirected = answer.status_code in (301, 302, 303, 307, 308)
        return answer.url, answer.headers.get("location") or "" if redirected else ""

    def finish(self):
        """The profile and the decision. A code that is no longer known makes it look for the MVPD's profile instead."""
        headers, api = self.headers() | JSON, f"{SP}/api/v2/{self.requestor}"
        answer = self.session.get(f"{api}/profiles/code/{self.code}", headers=headers)
        if answer.status_code == 400 and "invalid_authentication_session" in answer.text:
            answer = self.session.get(f"{api}/profiles/{self.mvpd}", headers=headers)
        answer.raise_for_status()
        attributes = ((answer.json().get("profiles") or {}).get(self.mvpd) or {}).get("attributes") or {}
        user = ((attributes.get("userID") or {}).get("value") or "").strip()
        if not user:
            raise AuthError("no userID")
        resources = {"resources": [self.requestor]}
        answer = self.session.post(f"{api}/decisions/authorize/{self.mvpd}", json=resources, headers=headers)
        answer.raise_for_status()
        decisions = answer.json().get("decisions") or []
        found = next((each for each in decisions if each.get("resource") == self.requestor), {})
        if found.get("authorized") is False:
            raise NotAuthorized(self.requestor)
        token = found.get("token") or {}
        if found.get("authorized") is not True or not token.get("serializedToken"):
            raise AuthError("no media token")
        self.cache = {"token": token["serializedToken"], "until": int(token["notAfter"]) // 1000, "user": user}
        return token["serializedToken"]

    def poll_link(self, wait):
        def attempt():
            url = f"{SP}/api/v2/{self.requestor}/profiles/code/{self.code}"
            answer = self.session.get(url, headers=self.headers() | JSON)
            if not answer.ok or not (answer.json().get("profiles") or {}).get(self.mvpd):
                return None
            try:
                return self.finish()
            except NotAuthorized:
                raise
            except (AuthError, requests.RequestException, ValueError):
                return None

        return poll(attempt, wait, 3, 1.3, 15, 600)

    def cached(self):
        return self.cache.get("token") if self.cache.get("until", 0) > time.time() + self.SKEW else None

    def play_again(self):
        """Later, in a new session: the kept code and bearer, and with a 401 once a new bearer. None: log in again."""
        self.session = Session(self.simulator)
        expired = claims(self.bearer)["exp"] <= time.time() + self.SKEW
        renewed = False
        while True:
            try:
                if expired and not renewed:
                    renewed = True
                    self.token()
                return self.finish()
            except requests.HTTPError as error:
                if error.response.status_code != 401 or renewed:
                    return None
                expired = True


class FoxNews:
    """FOX News and FOX Business (app/scrapers/fox_tve.py): each play registers anew for a TempPass."""

    MVPD, DEVICE = "FNFB_tempPass_1", "fingerprint ZmFzdGNoYW5uZWxz"

    def __init__(self, simulator, requestor, resource):
        self.session, self.requestor, self.resource = Session(simulator), requestor, resource
        referer = f"https://static.foxnews.com/static/orion/html/video/iframe/vod.html?domain={requestor}.com"
        headers = {"User-Agent": AGENT, "Accept": "application/json", "Origin": "https://static.foxnews.com"}
        self.headers = headers | {"Referer": referer}

    def call(self, method, path, more=(), **options):
        answer = self.session.request(method, SP + path, headers=self.headers | dict(more), **options)
        answer.raise_for_status()
        return answer

    def play(self):
        """The media token as the text that the programmer's token service gets, and the decision it came from."""
        client = self.call("POST", "/o/client/register", JSON, json={"software_statement": statement()}).json()
        grant = {name: client[name] for name in ("client_id", "client_secret")} | {"grant_type": "client_credentials"}
        token = self.call("POST", f"/o/client/token?{urlencode(grant)}").json()["access_token"]
        info = {"version": "1.0.0", "deviceType": "web", "appName": self.requestor, "appVersion": "web"}
        info |= {"model": "Desktop", "osName": "Windows", "osVersion": "10", "primaryHardwareType": "Desktop"}
        info = encoded(json.dumps(info | {"connectionType": "4g"}, separators=(",", ":")))
        device = {"AP-Device-Identifier": self.DEVICE, "X-Device-Info": info}
        self.headers = self.headers | {"Authorization": f"Bearer {token}"} | device
        api = f"/api/v2/{self.requestor}"
        back = f"https://www.{self.requestor}.com/live/channel/callback"
        form = {"redirectUrl": back, "domainName": "fox.com", "mvpd": self.MVPD}
        self.call("POST", f"{api}/sessions", FORM, data=form)
        self.call("GET", f"{api}/profiles/{self.MVPD}", JSON)
        wish = {"resources": [self.resource]}
        answer = self.call("POST", f"{api}/decisions/authorize/{self.MVPD}", JSON, json=wish).json()
        found = next((each for each in answer.get("decisions") or [] if each.get("authorized") is True), {})
        serialized = (found.get("token") or {}).get("serializedToken")
        if not serialized:
            raise AuthError("no serialized token")
        return base64.b64decode(serialized).decode("utf-8"), found
