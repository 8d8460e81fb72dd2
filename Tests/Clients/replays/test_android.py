"""AccessEnabler 1.8 for Android and Fire OS, the generation of signed requestor IDs and cookies.

It puts `/1.0` behind the service provider's URL, logs in within a WebView and takes that one's cookies along. It reads
tokens by splitting on `<signatureInfo>` (the second one has no slash on the wire), the providers by raw child nodes,
and `userMeta` out of the raw text.

From: Adobe Pass documentation, "Android SDK API reference" and "Android technical overview"; what the SDK sends and
must find as observed in public demo apps that carry it.
"""

import base64
import html
import json
import uuid
from datetime import UTC, datetime
from urllib.parse import quote, urlencode, urlsplit
from xml.dom import minidom

import pytest

from browser import Page
from wire import DENIAL, REQUESTOR, RESOURCE, SP, Wire, forged

BASE = f"{SP}/adobe-services/1.0"
LANDING = "adobepass://android.app"
# What the demo app makes: a signature in lines of 76 characters, the last one ended too.
SIGNED_REQUESTOR_ID = base64.encodebytes(bytes(range(128))).decode()


class ServiceError(Exception):
    """What the SDK hands to the app: its own name of the error, and the text for the viewer."""


def config(text):
    """The providers. Every child node of `mvpds` counts as one, so white space between them breaks it."""
    (requestor,) = minidom.parseString(text).getElementsByTagName("requestor")
    children = {node.nodeName: node for node in requestor.childNodes}
    assert children["id"].firstChild.nodeValue and children["name"].firstChild.nodeValue
    mvpds = [
        {node.nodeName: node.firstChild.nodeValue for node in mvpd.childNodes} for mvpd in children["mvpds"].childNodes
    ]
    assert all(mvpd["id"] and mvpd["displayName"] and mvpd["logoUrl"] for mvpd in mvpds)
    return {mvpd["id"]: mvpd for mvpd in mvpds}


def joined(node):
    """Text and CDATA of an element. An empty element has no first child, which the SDK doesn't survive."""
    assert node.firstChild, f"empty {node.nodeName}"
    return "".join(child.nodeValue for child in node.childNodes if child.nodeValue)


def read(token, *names):
    """The named elements of a token: the third piece is all that it parses."""
    document = minidom.parseString(token.split("<signatureInfo>")[2])
    return [joined(document.getElementsByTagName(name)[0]) for name in names]


def date(text):
    """SimpleDateFormat("yyyy/MM/dd HH:mm:ss zzz Z"): the zone's name and its offset."""
    return datetime.strptime(text, "%Y/%m/%d %H:%M:%S %Z %z")


class Android:
    def __init__(self, wire, requestor=REQUESTOR, mvpd="AcmeCable"):
        self.wire, self.requestor, self.mvpd = wire, requestor, mvpd
        self.device_id = uuid.uuid4().hex[:16]
        self.web_view = wire.session()
        self.client = wire.session(
            **{
                "User-Agent": "AdobePassNativeClient/1.8 (Linux; U; Android 4.4; en-us)",
                "Accept-Encoding": "gzip, deflate",
            }
        )

    def configure(self):
        answer = self.client.get(f"{BASE}/config/{self.requestor}")
        if answer.status_code != 200:
            raise ServiceError(f"CFG{answer.status_code}", answer.text)
        # Of the two that it asks for it understands but one.
        assert answer.headers.get("Content-Encoding") in (None, "gzip")
        return config(answer.text)

    def login_url(self, redirect_url=LANDING, **more):
        query = {
            "domain_name": "adobe.com",
            "noflash": "true",
            "no_iframe": "true",
            "mso_id": self.mvpd,
            "requestor_id": self.requestor,
            "redirect_url": redirect_url,
            "client_type": "android",
            "client_version": "1.8",
        }
        return f"{BASE}/authenticate/saml?{urlencode(query | more)}"

    def log_in(self, username="user"):
        return self.wire.log_in(self.login_url(), LANDING, username, self.web_view)

    def post(self, operation, **fields):
        """With the WebView's cookies, copied into one header."""
        host = urlsplit(SP).hostname
        cookies = [f"{cookie.name}={cookie.value}" for cookie in self.web_view.cookies if cookie.domain == host]
        signed = {"signed_requestor_id": SIGNED_REQUESTOR_ID, "device_id": self.device_id}
        headers = {"Cookie": "; ".join(cookies)} if cookies else {}
        form = {"requestor_id": self.requestor} | signed | fields
        return self.client.post(f"{BASE}/{operation}", data=form, headers=headers)

    def fetch_authentication(self):
        answer = self.post("sessionDevice", _method="GET")
        if answer.status_code != 200:
            raise ServiceError("Internal Authentication Error", answer.text)
        (node,) = minidom.parseString(answer.text).getElementsByTagName("authnToken")
        # Unescaped by the XML parser, then once more.
        self.authn_token = html.unescape(joined(node))
        requestor, mvpd, guid, expires, fingerprint = read(
            self.authn_token,
            "simpleTokenRequestorID",
            "simpleTokenMsoID",
            "simpleTokenAuthenticationGuid",
            "simpleTokenExpires",
            "simpleTokenFingerprint",
        )
        assert (requestor, mvpd) == (self.requestor, self.mvpd) and date(expires) > datetime.now(UTC)
        self.session_guid, self.fingerprint = guid, fingerprint
        self.user_meta = answer.text[answer.text.index("<userMeta>") + 10 : answer.text.index("</userMeta>")]
        assert isinstance(json.loads(self.user_meta)["updated"], int)

    def authorize(self, resource=RESOURCE):
        answer = self.post(
            "authorizeDevice",
            resource_id=resource,
            authentication_token=self.authn_token,
            mso_id=self.mvpd,
            userMeta="1",
        )
        if answer.status_code == 401:
            raise ServiceError("User not Authorized Error", "")
        if answer.status_code != 200:
            raise ServiceError("Internal Authorization Error", "")
        if "<error>" in answer.text and "</error>" in answer.text:
            details = answer.text[answer.text.index("<details>") + 9 : answer.text.index("</details>")]
            raise ServiceError("User not Authorized Error", details)
        found = minidom.parseString(answer.text).getElementsByTagName("authzToken")
        if not found:
            raise ServiceError("Generic Authorization Error", "")
        token = joined(found[0])
        copy = html.unescape(token).replace("&", "&amp;")
        authorized, expires = read(copy, "simpleTokenResourceID", "simpleTokenTTL")
        assert authorized == resource and date(expires) > datetime.now(UTC)
        return token

    def media_token(self, authz_token):
        answer = self.post(
            "deviceShortAuthorize",
            authz_token=authz_token,
            session_guid=self.session_guid,
            hashed_guid="false",
            mso_id=self.mvpd,
        )
        if answer.status_code != 200:
            raise ServiceError("Internal Authorization Error", "")
        return answer.text

    def preauthorize(self, *resources):
        """By position: the first child is the ID, the second the verdict."""
        form = [("authentication_token", self.authn_token), ("requestor_id", self.requestor)]
        form += [("resource_id", resource) for resource in resources]
        answer = self.client.post(f"{BASE}/preauthorize", data=form)
        if answer.status_code != 200:
            return []
        asked = {resource.lower() for resource in resources}
        pairs = [
            [child.firstChild.nodeValue for child in resource.childNodes[:2]]
            for resource in minidom.parseString(answer.text).documentElement.childNodes
        ]
        return [name for name, verdict in pairs if verdict == "true" and name.lower() in asked]

    def user_metadata(self):
        form = {"requestor": self.requestor, "authn": self.authn_token, "metadata": self.user_meta}
        answer = self.client.post(f"{BASE}/usermetadata", data=form)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def log_out(self):
        query = {
            "mso_id": self.mvpd,
            "requestor_id": self.requestor,
            "name_id": read(self.authn_token, "simpleSamlNameID")[0],
            "session_index": read(self.authn_token, "simpleSamlSessionIndex")[0],
            "authentication_token": self.authn_token,
            "redirect_url": LANDING,
        }
        return self.wire.log_in(f"{BASE}/logout?{urlencode(query, quote_via=quote)}", LANDING, session=self.web_view)


@pytest.fixture
def client(wire):
    made = Android(wire)
    assert made.mvpd in made.configure()
    assert made.log_in()
    made.fetch_authentication()
    return made


def test_media_token(wire, client):
    wire.sign(client.media_token(client.authorize()))


def test_unknown_requestor_is_reported_by_its_status(configured):
    with configured(unknownRequestors="refuse") as other, pytest.raises(ServiceError, match="CFG400"):
        Android(Wire(other), "NOBODY").configure()


def test_names_with_special_characters_are_read_from_the_configuration(wire):
    providers = Android(wire).configure()
    assert providers["AmpCable"]["displayName"] == "A&B <Cable>"


def test_mrss_resource_is_read_back_from_the_token(wire, client):
    """Its text nodes and CDATA sections are joined, so the resource must not be lost as markup."""
    resource = '<rss version="2.0"><channel><title>A</title><item><guid>TEST_RESOURCE</guid></item></channel></rss>'
    wire.verify(client.media_token(client.authorize(resource)), resource)


def test_denial_shows_the_text_between_the_details_tags(client):
    with pytest.raises(ServiceError) as denied:
        client.authorize("deny:sport")
    assert denied.value.args == ("User not Authorized Error", DENIAL)


def test_no_user_on_the_session_is_an_internal_error(wire):
    with pytest.raises(ServiceError, match="Internal Authentication Error"):
        Android(wire).fetch_authentication()


def test_refused_token_is_a_generic_error(client):
    """It knows no pendingLogout: the answer must neither be taken for a token nor for a denial with a text."""
    client.authn_token = forged(client.authn_token)
    client.requestor = "DEMO_NET"
    with pytest.raises(ServiceError, match="Generic Authorization Error"):
        client.authorize()


def test_preauthorized_resources_by_position(client):
    assert client.preauthorize(RESOURCE, "deny:sport") == [RESOURCE]


def test_too_many_preauthorized_resources_are_none(client):
    five = [f"resource-{number}" for number in range(5)]
    assert client.preauthorize(*five) == five
    assert client.preauthorize(*five, RESOURCE) == []


def test_user_metadata_has_the_shape_of_the_stored_one(client):
    fresh, stored = client.user_metadata(), json.loads(client.user_meta)
    assert isinstance(fresh["updated"], int) and fresh["encrypted"] == []
    assert fresh["data"] == stored["data"] and fresh["data"]["userID"] == "sim-user-1"


def test_hashed_device_id(configured):
    """The fingerprint of the token goes where the other calls have the device's ID; a hash comes back as text."""
    with configured(requestors={REQUESTOR: {"sharesDeviceID": True}}) as other:
        client = Android(Wire(other))
        client.log_in()
        client.fetch_authentication()
        answers = [client.post("getMetadataDevice", device_id=client.fingerprint) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200], answers[0].text
    assert answers[0].text == answers[1].text != ""
    assert client.device_id not in answers[0].text and "<" not in answers[0].text


def test_logout_comes_back_and_ends_the_token(client):
    assert client.log_out()
    with pytest.raises(ServiceError, match="Generic Authorization Error"):
        client.authorize()


def passive(wire, client):
    """Another requestor's app, whose WebView holds no more than the MVPD's cookies that the first one saved."""
    other = Android(wire, "DEMO_NET", client.mvpd)
    domains = client.client.get(f"{BASE}/cookieDomains").json()[client.mvpd]
    for cookie in client.web_view.cookies:
        if cookie.domain.lstrip(".") in domains:
            other.web_view.cookies.set_cookie(cookie)
    end = other.web_view.get(other.login_url(f"{BASE}/completePassiveAuthentication", passive="true"))
    while (page := Page(end.text)).action:  # The WebView runs the script that submits the form.
        assert not page.visible, "a login form, though the attempt is passive"
        end = other.web_view.post(page.action, data=page.hidden)
    assert end.status_code == 200
    assert "completePassiveAuthentication" in end.url and "authenticate/saml" not in end.url
    return other


def test_passive_authentication_for_another_requestor(wire):
    client = Android(wire, mvpd="PassiveTV")
    flags = client.configure()["PassiveTV"]
    assert flags["authPerAggregator"] == "true" and flags.get("passiveAuthnEnabled", "true") == "true"
    assert client.log_in()
    client.fetch_authentication()
    other = passive(wire, client)
    other.fetch_authentication()
    wire.sign(other.media_token(other.authorize()))


def test_passive_authentication_without_a_user_ends_at_the_same_page(wire):
    other = passive(wire, Android(wire, mvpd="PassiveTV"))
    with pytest.raises(ServiceError, match="Internal Authentication Error"):
        other.fetch_authentication()
