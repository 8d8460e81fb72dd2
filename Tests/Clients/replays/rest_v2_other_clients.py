"""UnderPAR and TabloSync on REST API v2: a browser extension, and an app behind its programmer's own backend.

From their public sources (HH5HH/UNDERPAR, walkeryan/TabloSync; 2026), with the real host names and the simulator as the
proxy.
"""

import json
import re
import time
import uuid
from urllib.parse import quote, urlencode, urljoin, urlsplit

from device import statement
from rest_v2_clients import AGENT, FORM, JSON, SP, AdobePassV2, AuthError, Session, claims, encoded


class CorsError(Exception):
    pass


class UnderPar:
    """UnderPAR, an extension for operators (popup.js), with the checks that browsers make for other origins."""

    ORIGIN, BASE = "chrome-extension://bodbcpmjiaobohlkpkgjjmhphdmhiaec", f"{SP}/api/v2"
    REDIRECT = "https://developer.adobe.com/adobe-pass/api/rest-api-v2/interactive/"
    SIMPLE = ("application/x-www-form-urlencoded", "multipart/form-data", "text/plain")

    def __init__(self, simulator, requestor, mvpd, wait):
        self.session, self.wait = Session(simulator, **{"User-Agent": AGENT}), wait
        self.requestor, self.mvpd, self.device = requestor, mvpd, str(uuid.uuid4())
        self.tokens = 0

    def fetch(self, method, url, headers, body=None, credentials=False):
        """`fetch` in the mode `cors`, without cookies unless `credentials`; 429 is retried up to four times.

        A 429 permits no origin. An extension sees it nevertheless, since its manifest names the host.
        """
        simple = headers.get("Content-Type", self.SIMPLE[0]) in self.SIMPLE
        simple = {"accept"} | ({"content-type"} if simple else set())
        asking = sorted({name.lower() for name in headers} - simple)
        if asking:
            question = {"Access-Control-Request-Method": method, "Access-Control-Request-Headers": ",".join(asking)}
            answer = self.session.options(url, headers={"Origin": self.ORIGIN} | question)
            allowed = answer.headers.get("Access-Control-Allow-Headers", "").lower().replace(" ", "").split(",")
            permitted = answer.ok and self.readable(answer, credentials) and set(asking) <= set(allowed)
            if not permitted and answer.status_code != 429:
                raise CorsError(f"preflight: {answer.status_code} {answer.headers}")
        for attempt in range(5):
            answer = self.session.request(method, url, data=body, headers=headers | {"Origin": self.ORIGIN})
            if answer.status_code != 429:
                if not self.readable(answer, credentials):
                    raise CorsError(f"{answer.status_code} {answer.headers}")
                break
            if attempt < 4:
                self.wait(min(float(answer.headers.get("Retry-After") or 1.2 * 2**attempt), 60))
        return answer

    def readable(self, answer, credentials):
        origin = answer.headers.get("Access-Control-Allow-Origin")
        permitted = answer.headers.get("Access-Control-Allow-Credentials") == "true"
        return origin == self.ORIGIN and permitted if credentials else origin in ("*", self.ORIGIN)

    def register(self):
        wish = {"software_statement": statement(), "grant_types": ["client_credentials"]}
        wish["token_endpoint_auth_method"] = "client_secret_post"
        headers = {"Accept": "application/json"}
        answer = self.fetch("POST", f"{SP}/o/client/register", headers | JSON, json.dumps(wish))
        if not answer.ok:
            form = urlencode({"software_statement": wish["software_statement"]})
            answer = self.fetch("POST", f"{SP}/o/client/register", headers | FORM, form)
        self.client = {name: answer.json()[name] for name in ("client_id", "client_secret")}
        self.refresh()

    def refresh(self):
        grant = urlencode({"grant_type": "client_credentials"} | self.client)
        answer = self.fetch("POST", f"{SP}/o/client/token", {"Accept": "application/json"} | FORM, grant)
        if not answer.ok:
            answer = self.fetch("POST", f"{SP}/o/client/token?{grant}", {"Accept": "application/json"})
        self.bearer, self.tokens = answer.json()["access_token"], self.tokens + 1

    def call(self, method, path, body=None, kind=(), credentials=False):
        """With a 401 a new access token and one more try."""
        info = {"primaryHardwareType": "Desktop", "model": "Win32", "version": "1.0", "osName": "Windows"}
        info |= {"osVersion": AGENT, "browserName": "Chrome", "browserVendor": "Google", "browserVersion": "150.0.0.0"}
        info |= {"userAgent": AGENT, "connectionType": "4g", "connectionSecure": False, "applicationId": "UnderPAR"}
        headers = {"Accept": "application/json", "AP-Device-Identifier": "fingerprint " + encoded(self.device)}
        headers |= {"X-Device-Info": encoded(json.dumps(info))} | dict(kind)
        url = f"{self.BASE}/{quote(self.requestor)}/{path}"
        answer = self.fetch(method, url, headers | {"Authorization": f"Bearer {self.bearer}"}, body, credentials)
        if answer.status_code == 401:
            self.refresh()
            answer = self.fetch(method, url, headers | {"Authorization": f"Bearer {self.bearer}"}, body, credentials)
        return answer

    def mvpds(self):
        answer = self.call("GET", "configuration").json()
        found = (answer.get("requestor") or {}).get("mvpds") or answer.get("mvpds") or []
        return {each["id"]: each.get("displayName") or each["id"] for each in found}

    def log_in_url(self):
        """The first of three forms that leads to an address: complete, without `redirectUrl`, with the MVPD alone."""
        self.attempts = []
        domain = {"mvpd": self.mvpd, "domainName": "adobe.com"}
        for form in (domain | {"redirectUrl": self.REDIRECT}, domain, {"mvpd": self.mvpd}):
            answer = self.call("POST", "sessions", urlencode(form), FORM)
            self.attempts.append(answer.status_code)
            if answer.ok and (url := self.resolve(answer.json())):
                return url
        raise AuthError(answer.json()["message"])

    def resolve(self, answer):
        url, missing = answer.get("url") or "", [name.lower() for name in answer.get("missingParameters") or []]
        url = urljoin(SP, url) if url else ""
        found = re.search(r"/sessions/([^/?#]+)", url)
        self.code = answer.get("code") or (found[1] if found else "")
        page = f"{self.BASE}/authenticate/{self.requestor}/{self.code}" if self.code else ""
        resumes = "resume" in answer.get("actionName", "").lower() or {"redirecturl", "domainname"} & set(missing)
        return page if page and (found or resumes) else url or page

    def profiles(self):
        """The first of three reads that has any: by MVPD, by code, all. 401, 403 and 404 mean that there is none."""
        for path in (f"profiles/{self.mvpd}", f"profiles/code/{self.code}", "profiles"):
            answer = self.call("GET", path)
            if found := answer.json().get("profiles") if answer.ok else None:
                return path, found
            if not answer.ok and answer.status_code not in (401, 403, 404):
                raise AuthError(answer.json()["message"])
        return None, {}

    def decide(self, kind, *resources):
        """Rows by resource: permitted or not (None if the answer leaves it out), the code of the error, a token."""
        body = json.dumps({"resources": resources})
        answer = self.call("POST", f"decisions/{kind}/{self.mvpd}", body, JSON).json()
        rows = {resource: (None, answer.get("code", ""), "") for resource in resources}
        for each in answer.get("decisions") or []:
            error, token = (each.get("error") or {}), (each.get("token") or {})
            rows[each["resource"]] = (each.get("authorized"), error.get("code", ""), token.get("serializedToken", ""))
        return rows

    @property
    def framework(self):
        """What the platform's framework tells; UnderPAR adds a member of its own."""
        expires = str(int(time.time() + 86400) * 1000)
        status = {"frameworkPermissionInfo": {"accessStatus": "granted"}, "frameworkPartnerInfo": {"name": "Apple"}}
        status["frameworkProviderInfo"] = {"id": self.mvpd.lower(), "expirationDate": expires}
        return {"AP-Partner-Framework-Status": encoded(json.dumps(status))}

    def create_partner_profile(self, saml_response):
        """From the MVPD's answer, which the framework brought back. Any 2xx will do."""
        form = urlencode({"SAMLResponse": saml_response})
        answer = self.call("POST", "profiles/sso/Apple", form, FORM | self.framework)
        assert answer.ok, answer.text
        return answer.json()["profiles"]

    def log_out(self):
        path = f"logout/{self.mvpd}?redirectUrl={quote(self.REDIRECT, safe='')}"
        answer = self.call("GET", path, credentials=True)
        assert answer.ok or answer.status_code == 302, answer.text
        return answer.json()["logouts"][self.mvpd]


class FoxBackend:
    """FOX's own server with one registration for all devices, whose addresses it forwards."""

    HOST, BACK = "https://api.auth.adobe.com", "https://www.foxsports.com/provider/register?mvpd_id=Comcast_SSO"

    def __init__(self, world):
        self.client = AdobePassV2(world, "fbc-fox", "https://www.foxsports.com", self.BACK)
        self.client.register()
        self.codes = {}

    def call(self, method, device, path, **options):
        headers = self.client.bearer | {"AP-Device-Identifier": "fingerprint " + encoded(device)}
        headers["X-Forwarded-For"] = f"203.0.113.{len(device)}"
        url = f"{self.HOST}/api/v2/fbc-fox/{path}"
        answer = self.client.session.request(method, url, headers=headers, **options)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def link(self, device, mvpd):
        form = {"mvpd": mvpd, "domainName": "foxsports.com", "redirectUrl": self.BACK}
        answer = self.call("POST", device, "sessions", data=form)
        self.codes[device] = answer.get("code")
        return {"authenticateURL": self.HOST + answer["url"], "expires": int(answer.get("notAfter", 0))}

    def check(self, device, path=None):
        """The status and the answer: 404 as long as nobody logged in."""
        profiles = self.call("GET", device, path or f"profiles/code/{self.codes[device]}")["profiles"]
        if not profiles:
            return 404, {}
        ((mvpd, profile),) = profiles.items()
        token = encoded(json.dumps({"mvpdid": mvpd, "authn_expire": profile["notAfter"]})).rstrip("=")
        return 200, {"accessToken": f"e30.{token}.", "refreshToken": "r", "tokenExpiration": profile["notAfter"]}


class TabloSync:
    """src/tablosync/fox.py: takes only a link of exactly this form, and no temporary pass for a login."""

    PREFIX = "/api/v2/authenticate/fbc-fox/"

    def __init__(self, backend):
        self.backend, self.device = backend, uuid.uuid4().hex
        self.mvpd, self.until = "", 0

    def start(self, mvpd="Comcast_SSO"):
        answer = self.backend.link(self.device, mvpd)
        url = urlsplit(answer["authenticateURL"])
        if (url.scheme, url.netloc) != ("https", "api.auth.adobe.com") or not url.path.startswith(self.PREFIX):
            raise AuthError("unexpected site")
        if answer["expires"] <= time.time() * 1000:
            raise AuthError("expired link")
        return answer["authenticateURL"]

    def attempt(self, path=None):
        status, answer = self.backend.check(self.device, path)
        if status in (404, 409):
            return False
        found = claims(answer["accessToken"])
        self.mvpd, self.until = found["mvpdid"], int(found["authn_expire"])
        self.until *= 1 if self.until >= 10**12 else 1000
        return self.authorized

    @property
    def authorized(self):
        real = bool(self.mvpd) and not self.mvpd.lower().startswith("temppass")
        return real and self.until > time.time() * 1000 + 30_000
