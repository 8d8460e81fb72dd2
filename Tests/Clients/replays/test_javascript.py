"""AccessEnabler 4.1.1 for JavaScript, in a page of a programmer's site.

A browser stands between it and the service: answers count only if they may be read across origins with credentials.
Configuration, session and preauthorize are read as `responseXML`, which needs an XML type; authorize, shortAuthorize
and getMetadata as text. A cache-buster goes with each request, and `redirect_url` is the last parameter.

From: Adobe Pass documentation, "JavaScript SDK API reference" and "JavaScript SDK error reporting"; what the SDK sends
and must find as observed in pages that embed it.
"""

import html
import json
import re
import time
import uuid
from datetime import UTC, datetime
from urllib.parse import urlencode
from xml.dom import minidom

import pytest

from device import statement
from wire import DENIAL, REQUESTOR, RESOURCE, SITE, SP, Wire, forged

ORIGIN = "https://play.demo-net.example"
NETWORK_TEXT = 'A network error occured when communicating with the provider"s authorization service'
EXPOSED = {"pass_sfp", "authzf-error-code", "authzf-sub-error-code", "authzf-error-details"}


class ReportedError(Exception):
    """An error ID as the SDK reports it to the page, and its message."""


class PendingLogout(Exception):
    """The server wants the stored tokens thrown away; the argument is its reason."""


def visible(element):
    """What `setConfig` gets: elements marked visible with all that is in them, on a way there without attributes."""
    if element.getAttribute("visible") == "true":
        element.removeAttribute("visible")
        return True
    kept = False
    for child in list(element.childNodes):
        if child.nodeType == child.ELEMENT_NODE and visible(child):
            kept = True
        else:
            element.removeChild(child)
    for name in list(element.attributes.keys()):
        element.removeAttribute(name)
    return kept


def check_text(text):
    """pendingLogout in a text answer. The second expression has to match whenever the first one does."""
    if re.search("<pendingLogout.*>(s)*true(s)*</pendingLogout>", text):
        raise PendingLogout(re.search('<pendingLogout reason="(.*)">true</pendingLogout>', text)[1])
    return text


def fields(token):
    """The elements of a token: the third piece of the split, as a document."""
    document = minidom.parseString(token.split("<signatureInfo>")[2])
    return {node.nodeName: node.firstChild.nodeValue for node in document.documentElement.childNodes}


def date(text):
    """Parts 0, 1 and 3 of exactly four, put together as ISO 8601."""
    day, hour, _, offset = text.split(" ")
    return datetime.fromisoformat(f"{day.replace('/', '-')}T{hour}{offset[:3]}:{offset[3:]}")


def denial(answer):
    """The error ID for a text with an error, by the headers that the browser lets it read."""
    code = answer.headers.get("Authzf-Error-Code", "").lower()
    details = answer.text.split("details")[1][1:-2] if "details" in answer.text else ""
    if answer.headers.get("Authzf-Sub-Error-Code") == "1010":
        return ReportedError("Z110", details)
    if code in ("authznone", "invalid"):
        return ReportedError({"authznone": "Z169", "invalid": "Z130"}[code], details)
    if details == NETWORK_TEXT or not answer.text:
        return ReportedError("Z120", details)
    return ReportedError("Z100" if details else "Z500", details)


class JavaScript:
    def __init__(self, wire, requestor=REQUESTOR, mvpd="AcmeCable"):
        self.wire, self.requestor, self.mvpd = wire, requestor, mvpd
        # The page, its hidden frames and the login in the same window are one browser.
        self.browser = wire.session(Origin=ORIGIN)
        self.headers = {"ap_42": "Google Inc.", "ap_11": "Linux x86_64", "ap_z": "Mozilla/5.0 (X11; Linux x86_64)"}
        self.authorization = {}

    def request(self, method, path, headers=None, **options):
        url = f"{SP}{path}{'&' if '?' in path else '?'}_={int(time.time() * 1000)}"
        headers = (headers or {}) | self.authorization
        asked = {"Origin": ORIGIN, "Access-Control-Request-Method": method}
        asked["Access-Control-Request-Headers"] = ",".join(sorted(name.lower() for name in headers)) or "content-type"
        allowed = self.browser.options(url, headers=asked)
        assert allowed.status_code in (200, 204) and allowed.headers["Access-Control-Allow-Origin"] == ORIGIN
        names = {name.strip().lower() for name in allowed.headers["Access-Control-Allow-Headers"].split(",")}
        assert {name.lower() for name in headers} <= names
        answer = self.browser.request(method, url, headers=headers, **options)
        assert answer.headers["Access-Control-Allow-Origin"] == ORIGIN
        assert answer.headers["Access-Control-Allow-Credentials"] == "true"
        assert {name.strip().lower() for name in answer.headers["Access-Control-Expose-Headers"].split(",")} >= EXPOSED
        return answer

    def post(self, operation, **form):
        return self.request("POST", f"/adobe-services/{operation}", self.headers, data=form)

    def document(self, answer):
        """`responseXML`: null unless the type says XML."""
        assert re.search(r"[/+]xml\b", answer.headers["Content-Type"]), answer.headers["Content-Type"]
        document = minidom.parseString(answer.text)
        for node in document.getElementsByTagName("pendingLogout"):
            if node.firstChild.nodeValue == "true":
                raise PendingLogout(node.getAttribute("reason"))
        return document

    def register(self):
        client = self.request("POST", "/o/client/register", json={"software_statement": statement()}).json()
        required = ("client_id", "client_secret", "client_id_issued_at", "redirect_uris", "grant_types", "scopes")
        assert None not in (client[name] for name in required)
        grant = {name: client[name] for name in required[:2]} | {"grant_type": "client_credentials"}
        token = self.request("POST", "/o/client/token", data=grant).json()
        self.authorization = {"Authorization": f"Bearer {token['access_token']}"}

    def individualize(self):
        answer = self.request("POST", "/indiv/devices", json={"fingerprint": uuid.uuid4().hex})
        self.headers |= {"ap_21": answer.json()["deviceId"], "pass_sfp": answer.headers["pass_sfp"]}

    def set_requestor(self):
        """The configuration, and the copy of it that the page gets."""
        answer = self.request("GET", f"/adobe-services/config/{self.requestor}?noflash=true")
        if answer.status_code >= 400:
            raise ReportedError(f"CFG{answer.status_code}", answer.text)
        document = self.document(answer)
        self.skew = abs(time.time() - int(document.getElementsByTagName("time")[0].firstChild.nodeValue) / 1000)
        shown = document.cloneNode(True)
        return document, shown if visible(shown.documentElement) else ""

    def login_url(self):
        wish = {"requestor": self.requestor, "deviceId": self.headers["ap_21"], "format": "json"}
        code = self.request("POST", f"/reggie/v1/{self.requestor}/regcode", data=wish).json()
        assert None not in (code[name] for name in ("id", "code", "requestor", "generated", "expires", "info"))
        query = {
            "domain_name": "adobe.com",
            "noflash": "true",
            "mso_id": self.mvpd,
            "requestor_id": self.requestor,
            "no_iframe": "false",
            "reg_code": code["code"],
        }
        self.code = code["code"]
        return f"{SP}/adobe-services/authenticate/saml?{urlencode(query)}"

    def log_in(self, username="user"):
        return self.wire.log_in(f"{self.login_url()}&{urlencode({'redirect_url': SITE})}", SITE, username, self.browser)

    def fetch_session(self):
        answer = self.post("session", _method="GET", requestor_id=self.requestor, reg_code=self.code)
        if answer.status_code >= 400:
            raise ReportedError("N130" if answer.status_code == 401 else "N000", answer.text)
        document = self.document(answer)
        (token,) = document.getElementsByTagName("authnToken")
        (meta,) = document.getElementsByTagName("userMeta")
        self.authn_token, self.user_meta = token.firstChild.nodeValue, meta.firstChild.nodeValue
        self.token = fields(self.authn_token)
        assert date(self.token["simpleTokenExpires"]) > datetime.now(UTC)
        assert isinstance(json.loads(self.user_meta)["updated"], int)
        self.headers |= {"ap_19": self.token["simpleSamlNameID"], "ap_23": self.token["simpleSamlSessionIndex"]}

    def authorize(self, resource=RESOURCE):
        answer = self.post(
            "authorize",
            resource_id=resource,
            requestor_id=self.requestor,
            authentication_token=self.authn_token,
            mso_id=self.mvpd,
            generic_data="{}",
            userMeta="1",
        )
        text = check_text(answer.text)
        if "<error" in text or not text:
            raise denial(answer)
        assert answer.status_code < 400
        return html.unescape(text.split("<authzToken>")[1].split("</authzToken>")[0])

    def media_token(self, authz_token):
        answer = self.post(
            "shortAuthorize",
            authz_token=authz_token,
            requestor_id=self.requestor,
            generic_data="{}",
            session_guid=self.token["simpleTokenAuthenticationGuid"],
            hashed_guid="false",
        )
        text = check_text(answer.text)
        assert fields(text)["resourceID"]
        return text

    def preauthorize(self, *resources):
        form = [("authentication_token", self.authn_token), ("requestor_id", self.requestor), ("noflash", "true")]
        form += [("resource_id", resource) for resource in resources]
        answer = self.request("POST", "/adobe-services/preauthorize", self.headers, data=form)
        if answer.status_code >= 400:
            raise ReportedError("P100", answer.text)
        found = {}
        for resource in self.document(answer).getElementsByTagName("resource"):
            name, verdict = (resource.getElementsByTagName(tag)[0].firstChild.nodeValue for tag in ("id", "authorized"))
            found[name] = verdict == "true"
        return found

    def log_out(self):
        query = {
            "mso_id": self.mvpd,
            "requestor_id": self.requestor,
            "name_id": self.token["simpleSamlNameID"],
            "session_index": self.token["simpleSamlSessionIndex"],
            "pi": self.token["simpleSamlNameID"],
            "p1": self.token.get("simpleTransientPartOfGuid", ""),
            "noflash": "true",
            "redirect_url": SITE,
        }
        return self.wire.log_in(f"{SP}/adobe-services/logout?{urlencode(query)}", SITE, session=self.browser)


@pytest.fixture
def client(wire):
    made = JavaScript(wire)
    made.register()
    made.individualize()
    made.set_requestor()
    assert made.log_in()
    made.fetch_session()
    return made


def test_media_token(wire, client):
    token = client.media_token(client.authorize())
    assert fields(token)["resourceID"] == RESOURCE
    wire.sign(token)


def test_set_config_gets_requestor_and_providers_alone(wire):
    page = JavaScript(wire)
    document, shown = page.set_requestor()
    assert page.skew < 59
    assert document.getElementsByTagName("time") and not shown.getElementsByTagName("time")
    (requestor,) = shown.getElementsByTagName("requestor")
    assert [node.nodeName for node in requestor.childNodes] == ["id", "name", "mvpds"]
    for mvpd in requestor.getElementsByTagName("mvpd"):
        found = {node.nodeName: node.firstChild.nodeValue for node in mvpd.childNodes}
        assert {"id", "displayName", "logoUrl"} <= found.keys() and not mvpd.attributes
    # TempPass is marked by its own element here.
    assert "true" in [node.firstChild.nodeValue for node in document.getElementsByTagName("tempPass")]


def test_unknown_requestor_is_reported_by_its_status(configured):
    with configured(unknownRequestors="refuse") as other:
        with pytest.raises(ReportedError, match="CFG400"):
            JavaScript(Wire(other), requestor="NOBODY").set_requestor()


@pytest.mark.parametrize(
    ("resource", "error", "message"),
    (
        ("deny:sport", "Z100", DENIAL),
        ("network:sport", "Z120", NETWORK_TEXT),
        ("fraud:sport", "Z110", None),
        ("invalid:sport", "Z130", None),
    ),
)
def test_denials_are_told_apart_by_headers_and_details(client, resource, error, message):
    with pytest.raises(ReportedError) as reported:
        client.authorize(resource)
    assert reported.value.args[0] == error
    assert message in (None, reported.value.args[1])


def test_session_before_the_login_has_no_token(wire):
    page = JavaScript(wire)
    page.register()
    page.individualize()
    page.login_url()
    with pytest.raises(ReportedError, match="N130"):
        page.fetch_session()


def test_login_that_has_begun_is_a_pending_logout(wire):
    page = JavaScript(wire)
    page.register()
    page.individualize()
    page.browser.get(f"{page.login_url()}&{urlencode({'redirect_url': SITE})}")
    with pytest.raises(PendingLogout, match=r"\d+"):
        page.fetch_session()


def test_changed_device_is_a_pending_logout_with_its_reason(client):
    authz_token = client.authorize()
    client.individualize()
    with pytest.raises(PendingLogout, match="34764"):
        client.authorize()
    with pytest.raises(PendingLogout, match="58772"):
        client.media_token(authz_token)


def test_refused_token_is_a_pending_logout(client):
    client.authn_token = forged(client.authn_token)
    with pytest.raises(PendingLogout, match=r"\d+"):
        client.authorize()


def test_refused_access_token_makes_it_register_again(client):
    client.authorization = {"Authorization": "Bearer expired"}
    answer = client.request("GET", f"/adobe-services/config/{client.requestor}?noflash=true")
    assert (answer.status_code, answer.json()) == (401, {"error": "access_denied"})
    client.register()
    client.set_requestor()


def test_preauthorized_resources_by_document(client):
    assert client.preauthorize(RESOURCE, "deny:sport") == {RESOURCE: True, "deny:sport": False}


def test_too_many_preauthorized_resources_are_an_error(client):
    with pytest.raises(ReportedError, match="P100"):
        client.preauthorize(*(f"resource-{number}" for number in range(6)))


def test_user_metadata(client):
    stored = client.user_meta
    answer = client.post("usermetadata", requestor=client.requestor, authn=client.authn_token, metadata=stored)
    assert answer.status_code == 200 and isinstance(answer.json()["updated"], int)
    assert answer.json()["data"]["userID"] == "sim-user-1"


def test_hashed_device_id(configured):
    with configured(requestors={REQUESTOR: {"sharesDeviceID": True}}) as other:
        page = JavaScript(Wire(other))
        page.register()
        page.individualize()
        answer = page.post("getMetadata", requestor_id=page.requestor, device_id=page.headers["ap_21"])
    assert answer.status_code == 200 and check_text(answer.text)
    assert page.headers["ap_21"] not in answer.text and "<" not in answer.text


def test_logout_comes_back_and_ends_the_token(client):
    assert client.log_out()
    with pytest.raises(PendingLogout):
        client.authorize()


def test_passive_authentication_tells_the_parent_window(wire):
    """A hidden frame goes through the chain without a form; the page that it ends on posts the SDK's message."""
    page = JavaScript(wire, mvpd="PassiveTV")
    page.register()
    page.individualize()
    query = {"passive": "true", "redirect_url": f"{SP}/adobe-services/completePassiveAuthentication"}
    stop = query["redirect_url"]
    assert wire.log_in(f"{page.login_url()}&{urlencode(query)}", stop, session=page.browser)
    answer = page.browser.get(stop)
    assert answer.status_code == 200
    assert re.search(r"""parent\.postMessage\((["'])PASSIVE_AUTHN_COMPLETE\1,\s*(["'])\*\2\)""", answer.text)
    with pytest.raises((PendingLogout, ReportedError)):
        page.fetch_session()


def test_passive_authentication_for_another_requestor(wire):
    first = JavaScript(wire, mvpd="PassiveTV")
    first.register()
    first.individualize()
    assert first.log_in()
    other = JavaScript(wire, "DEMO_NET", "PassiveTV")
    other.browser.cookies = first.browser.cookies
    other.register()
    other.individualize()
    stop = f"{SP}/adobe-services/completePassiveAuthentication"
    query = {"passive": "true", "redirect_url": stop}
    assert wire.log_in(f"{other.login_url()}&{urlencode(query)}", stop, None, other.browser)
    other.fetch_session()
    wire.verify(other.media_token(other.authorize()))


@pytest.mark.parametrize(
    ("page", "message"),
    (
        ("completeBackgroundLogin.html", "LOGIN_COMPLETE"),
        ("completeBackgroundLogout.html", "LOGOUT_COMPLETE"),
        ("AccessEnablerProxy.html", "PROXY_LOADED"),
    ),
)
def test_pages_beside_the_script_send_their_messages(wire, page, message):
    """The SDK believes them from a host of this shape alone."""
    url = f"https://entitlement.auth.adobe.com/entitlement/v4/{page}"
    assert re.search(r"auth.*\.adobe\.com", url)
    answer = wire.session().get(url)
    assert answer.status_code == 200 and re.search(rf"""postMessage\((["']){message}\1""", answer.text)


def test_script_is_there(wire):
    """Availability checks ask for it; Adobe's own file is nothing that a simulator may serve."""
    answer = wire.session().get("https://entitlement.auth.adobe.com/entitlement/v4/AccessEnabler.js")
    assert answer.status_code == 200 and "javascript" in answer.headers["Content-Type"]


def test_temporary_pass_in_the_background(wire):
    """An XHR to the login with about:blank to return to, and `session` whatever came of it."""
    page = JavaScript(wire, mvpd="TempPass")
    page.register()
    page.individualize()
    query = {"iframe_required": "true", "redirect_url": "about:blank"}
    page.browser.get(f"{page.login_url()}&{urlencode(query)}", allow_redirects=False)
    page.fetch_session()
    wire.verify(page.media_token(page.authorize()))
