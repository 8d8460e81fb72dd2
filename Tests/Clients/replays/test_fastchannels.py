"""FastChannels (app/tve/adobe_pass.py, `AdobePassCoxClient`): Python with requests, 2025 and later.

A person may log in with a browser of their own ("pairing") while the client polls `session`: 401 and `<pendingLogout`
both mean that it isn't done yet. Its expressions allow attributes in tags, the code of an error is the name of the
first child of `<error>`, under 200 or 400, and all named inputs of a page make up its form. Tokens are kept and
used again, so the same fingerprint must stay the same device.

From: the project's public source.
"""

import html
import re
import uuid
from html.parser import HTMLParser
from urllib.parse import urlencode, urljoin

import pytest

from device import statement
from wire import DENIAL, REQUESTOR, RESOURCE, SITE, SP, Wire, forged

AGENT = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0"
FORM = {"Content-Type": "application/x-www-form-urlencoded; charset=UTF-8"}
REDIRECTS = {301, 302, 303, 307, 308}


class AuthError(Exception):
    pass


class NotAuthorizedError(AuthError):
    pass


class PendingAuthError(AuthError):
    pass


class Form(HTMLParser):
    """All named inputs of a page's forms, whatever their type; with more forms than one the last action wins."""

    def __init__(self, page):
        super().__init__()
        self.action, self.inputs, self.inside = "", {}, False
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag == "form" and not self.inside:
            self.inside, self.action = True, values.get("action") or ""
        elif tag == "input" and self.inside and values.get("name"):
            self.inputs[values["name"]] = values.get("value") or ""

    def handle_endtag(self, tag):
        self.inside = self.inside and tag != "form"


def text_between(text, tag):
    found = re.search(rf"<{tag}\b[^>]*>(.*?)</{tag}>", text, re.S)
    if not found:
        raise AuthError(f"Missing <{tag}> in Adobe response.")
    return re.sub(r"^<!\[CDATA\[(.*)\]\]>$", r"\1", found[1], flags=re.S)


def error_code(text):
    body = re.search(r"<error\b[^>]*>(.*?)</error>", text, re.S)
    child = body and re.search(r"<([A-Za-z0-9_.:-]+)\b[^>]*/?>", body[1])
    return child[1] if child else ""


def check(answer):
    if "<pendingLogout" in answer.text:
        raise AuthError("pendingLogout")
    if "<error" in answer.text:
        kind = NotAuthorizedError if error_code(answer.text) == "notAuthorized" else AuthError
        raise kind(text_between(answer.text, "details").strip())
    if answer.status_code >= 400:
        raise AuthError(f"HTTP {answer.status_code}")
    return answer.text


class FastChannels:
    def __init__(self, wire, fingerprint=None, mvpd="AcmeCable"):
        self.wire, self.mvpd = wire, mvpd
        self.fingerprint = fingerprint or uuid.uuid4().hex
        self.session = wire.session(**{"User-Agent": AGENT, "Accept": "*/*", "Accept-Language": "en-US,en;q=0.9"})

    def post(self, path, **options):
        answer = self.session.post(f"{SP}{path}", **options)
        answer.raise_for_status()
        return answer

    def set_up(self):
        client = self.post("/o/client/register", json={"software_statement": statement()}).json()
        grant = {name: client[name] for name in ("client_id", "client_secret")}
        form = {"grant_type": "client_credentials"} | grant
        token = self.post("/o/client/token", data=form, headers=FORM).json()["access_token"]
        self.session.headers["Authorization"] = f"Bearer {token}"
        answer = self.post("/indiv/devices", json={"fingerprint": self.fingerprint})
        self.device_id = answer.json()["deviceId"]
        about = {"ap_42": "anonymous", "ap_11": "Windows 10", "ap_z": AGENT, "Ap_21": self.device_id}
        self.session.headers.update(about | {"pass_sfp": answer.headers["pass_sfp"]})
        form = {"requestor": REQUESTOR, "deviceId": self.device_id, "format": "json"}
        self.code = self.post(f"/reggie/v1/{REQUESTOR}/regcode", data=form, headers=FORM).json()["code"]

    @property
    def login_url(self):
        query = {
            "noflash": "true",
            "mso_id": self.mvpd,
            "requestor_id": REQUESTOR,
            "no_iframe": "false",
            "domain_name": "adobe.com",
            "redirect_url": SITE,
            "reg_code": self.code,
        }
        return f"{SP}/adobe-services/authenticate/saml?{urlencode(query)}"

    def log_in(self, host="login.mvpd.example"):
        """Its scripted login (Cox): the first answer must be a redirect to the provider's host."""
        answer = self.session.get(self.login_url, allow_redirects=False)
        if answer.status_code not in REDIRECTS or host not in answer.headers["Location"]:
            raise AuthError(f"did not redirect to {host}: {answer.status_code} {answer.headers.get('Location')}")
        answer = self.session.get(answer.headers["Location"])
        for filled in ({"username": "user", "password": "password"}, {}):
            form = Form(answer.text)
            url, following = urljoin(answer.url, form.action), bool(filled)
            answer = self.session.post(url, data=form.inputs | filled, allow_redirects=following)
        assert answer.status_code in {200} | REDIRECTS

    def fetch_session(self):
        form = {"_method": "GET", "reg_code": self.code, "requestor_id": REQUESTOR}
        answer = self.session.post(f"{SP}/adobe-services/session", data=form, headers=FORM)
        if answer.status_code == 401 or answer.status_code < 400 and "<pendingLogout" in answer.text:
            raise PendingAuthError(answer.text)
        if answer.status_code >= 400:
            raise AuthError(f"HTTP {answer.status_code}")
        self.authn_token = html.unescape(text_between(answer.text, "authnToken"))

    def authorize(self, resource=RESOURCE):
        mvpd, name_id, index, self.session_guid = (
            text_between(self.authn_token, tag)
            for tag in (
                "simpleTokenMsoID",
                "simpleSamlNameID",
                "simpleSamlSessionIndex",
                "simpleTokenAuthenticationGuid",
            )
        )
        self.session.headers.update({"ap_19": name_id, "ap_23": index})
        form = {
            "resource_id": resource,
            "requestor_id": REQUESTOR,
            "authentication_token": self.authn_token,
            "mso_id": mvpd,
            "generic_data": "",
            "userMeta": "1",
        }
        text = check(self.session.post(f"{SP}/adobe-services/authorize", data=form, headers=FORM))
        self.authz_token = html.unescape(text_between(text, "authzToken"))

    def short_authorize(self):
        form = {
            "authz_token": self.authz_token,
            "requestor_id": REQUESTOR,
            "generic_data": "{}",
            "session_guid": self.session_guid,
            "hashed_guid": "false",
        }
        return check(self.session.post(f"{SP}/adobe-services/shortAuthorize", data=form, headers=FORM))


@pytest.fixture
def client(wire):
    made = FastChannels(wire)
    made.set_up()
    made.log_in()
    made.fetch_session()
    return made


def test_media_token(wire, client):
    client.authorize()
    wire.verify(client.short_authorize())


def test_pairing_with_a_browser_elsewhere(wire):
    client = FastChannels(wire, mvpd="Adobe")
    client.set_up()
    with pytest.raises(PendingAuthError):  # 401: nobody has opened the link.
        client.fetch_session()
    browser = wire.session()
    browser.get(client.login_url)
    with pytest.raises(PendingAuthError, match="<pendingLogout"):  # 200: the person is at it.
        client.fetch_session()
    assert wire.log_in(client.login_url, SITE, session=browser)
    for _ in range(2):
        client.fetch_session()
    client.authorize()
    wire.verify(client.short_authorize())


def test_kept_tokens_serve_a_later_run_on_the_same_device(wire, client):
    client.authorize()
    later = FastChannels(wire, client.fingerprint)
    later.set_up()
    assert later.device_id == client.device_id
    later.authn_token = client.authn_token
    later.authorize("news")
    wire.verify(later.short_authorize(), "news")
    later.authz_token = client.authz_token
    wire.verify(later.short_authorize())


def test_kept_token_is_refused_on_another_device(wire, client):
    later = FastChannels(wire)
    later.set_up()
    later.authn_token = client.authn_token
    with pytest.raises(AuthError, match="pendingLogout"):
        later.authorize()


def test_forged_token_is_refused(client):
    client.authn_token = forged(client.authn_token)
    with pytest.raises(AuthError, match="pendingLogout"):
        client.authorize()


def test_denial_has_its_code_and_its_text(client):
    with pytest.raises(NotAuthorizedError, match=DENIAL):
        client.authorize("deny:sport")


def test_denial_under_400_is_read_the_same_way(configured):
    with configured(denialStatus=400) as other:
        client = FastChannels(Wire(other))
        client.set_up()
        client.log_in()
        client.fetch_session()
        with pytest.raises(NotAuthorizedError, match=DENIAL):
            client.authorize("deny:sport")


def test_provider_that_is_not_integrated_bounces_to_the_site(configured):
    with configured(requestors={REQUESTOR: {"mvpds": {"Adobe": {}}}}) as other:
        client = FastChannels(Wire(other))
        client.set_up()
        with pytest.raises(AuthError, match=re.escape(f"302 {SITE}")):
            client.log_in()
        with pytest.raises(PendingAuthError):
            client.fetch_session()
