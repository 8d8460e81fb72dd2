"""Clients' requests from first to last, as recorded from them, for `pass-bench play`; see RecordedPlay.swift.

Each play has another device, and hands back the codes, cookies and tokens that it was given.
"""

import json
import urllib.parse
from pathlib import Path

from devices import clients
from shapes import BROWSER, DEVICE_INFO, FORM, PLACE, TELEPHONE

REDIRECT = "https://play.demo-net.example/live"
JSON = "application/json; charset=UTF-8"
SDK_FORM = f"{FORM}; charset=UTF-8"
# yt-dlp 2026.10.26.
YT_DLP = {
    "User-Agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/147.0.0.0 Safari/537.36",
    "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "Accept-Language": "en-us,en;q=0.5",
    "Sec-Fetch-Mode": "navigate",
    "Accept-Encoding": "gzip, deflate",
    "Connection": "keep-alive",
}
OLD_FIREFOX = "Mozilla/5.0 (X11; Linux i686; rv:47.0) Gecko/20100101 Firefox/47.0"


class Play:
    """A play for one server, in a file."""

    def __init__(self, folder, server, name, steps):
        self.port = server.port
        self.file = Path(folder) / f"{name}.json"
        self.file.write_text(json.dumps(steps(urllib.parse.urlsplit(server.http).netloc)))

    @property
    def asked(self):
        """Method and path of each request."""
        heads = [step["head"].split(" ", 2) for step in json.loads(self.file.read_text())]
        return [(method, target.partition("?")[0]) for method, target, _ in heads]

    def arguments(self, users, seconds):
        """Arguments of `pass-bench play`."""
        return self.port, self.file, users, int(seconds * 1000)


def step(host, target, fields, content=None, kind=FORM, status=200, take=()):
    """One request. `content` is text, or names and values of a form.

    `take` lists values of the answer: a name, the text before the value, the text behind it, and whether it is escaped as in XML.
    """
    if isinstance(content, dict):
        content = "&".join(f"{name}={value}" for name, value in content.items())
    fields = {"Host": host} | fields | ({} if content is None else {"Content-Type": kind})
    head = [f"{'GET' if content is None else 'POST'} {target} HTTP/1.1"]
    head += [f"{name}: {value}" for name, value in fields.items()]
    taken = [dict(zip(("name", "after", "before", "isEscaped"), each, strict=False)) for each in take]
    return {"head": "".join(f"{line}\r\n" for line in head), "content": content, "status": status, "take": taken}


def hidden(name):
    """A hidden input of a page."""
    return (name, f'name="{name}" value="', '"', True)


def cookie(name):
    return (name, f"Set-Cookie: {name}=", ";")


def sdk(host):
    """An app on a new phone logs in at `Adobe` through the AccessEnabler SDK, and gets a media token.

    The operations and their parameters are those of `LoginFlow.swift`, the header fields those of an app on an iPhone. The SDK
    calls the service itself and opens the MVPD's pages in a web view.
    """
    said = {"requestor_id": "TEST_REQUESTOR"}
    device = f"{'0' * 56}{PLACE}"
    bearer = TELEPHONE | {"Authorization": "Bearer {{access}}"}
    cookies = "JSESSIONID={{JSESSIONID}}; redirect_url=adobepass%3A%2F%2Fios.app; client_type=iOS; client_version=3.9"
    view = BROWSER | {"Cookie": cookies}
    login = {"domain_name": "adobe.com", "noflash": "true", "no_iframe": "true", "mso_id": "Adobe", **said}
    login |= {"client_type": "iOS", "client_version": "3.9", "reg_code": "{{code}}"}
    login |= {"redirect_url": "adobepass%3A%2F%2Fios.app", "device_info": DEVICE_INFO}
    query = "&".join(f"{name}={value}" for name, value in login.items())
    saml = {"RelayState": "{{%RelayState}}"}
    return [
        step(
            host,
            "/o/client/register",
            TELEPHONE,
            json.dumps({"software_statement": clients.made_up_statement()}),
            kind=JSON,
            status=201,
            take=[("client", '"client_id":"', '"'), ("secret", '"client_secret":"', '"')],
        ),
        step(
            host,
            "/o/client/token",
            TELEPHONE,
            {"grant_type": "client_credentials", "client_id": "{{client}}", "client_secret": "{{secret}}"},
            kind=SDK_FORM,
            status=201,
            take=[("access", '"access_token":"', '"')],
        ),
        step(host, "/adobe-services/1.0/config/TEST_REQUESTOR", bearer),
        step(
            host,
            "/reggie/v1/TEST_REQUESTOR/regcode",
            bearer,
            {"requestor": "TEST_REQUESTOR", "deviceId": device, "format": "json"},
            kind=SDK_FORM,
            status=201,
            take=[("code", '"code":"', '"')],
        ),
        step(
            host,
            f"/adobe-services/authenticate/saml?{query}",
            BROWSER,
            take=[hidden("SAMLRequest"), hidden("RelayState"), cookie("JSESSIONID")],
        ),
        step(
            host,
            "/_sim/mvpd/Adobe/sso",
            view,
            {"SAMLRequest": "{{%SAMLRequest}}"} | saml,
            take=[("query", 'action="http://' + host + '/_sim/mvpd/Adobe/login?', '"', True), hidden("login")],
        ),
        step(
            host,
            "/_sim/mvpd/Adobe/login?{{query}}",
            view,
            {"login": "{{%login}}", "username": "user", "password": "password"},
            take=[hidden("SAMLResponse")],
        ),
        step(host, "/sp/saml/SAMLAssertionConsumer", view, {"SAMLResponse": "{{%SAMLResponse}}"} | saml, status=302),
        step(
            host,
            "/adobe-services/sessionDevice",
            bearer,
            {"_method": "GET", **said, "reg_code": "{{code}}", "device_id": device},
            kind=SDK_FORM,
            take=[
                ("authn", "<authnToken>", "</authnToken>", True),
                ("guid", "simpleTokenAuthenticationGuid&gt;", "&lt;"),
            ],
        ),
        step(
            host,
            "/adobe-services/authorizeDevice",
            bearer,
            {"resource_id": "TEST_RESOURCE", **said, "mso_id": "Adobe", "authentication_token": "{{%authn}}"}
            | {"userMeta": "1", "device_id": device},
            kind=SDK_FORM,
            take=[("authz", "<authzToken>", "</authzToken>", True)],
        ),
        step(
            host,
            "/adobe-services/deviceShortAuthorize",
            bearer,
            {"authz_token": "{{%authz}}", "session_guid": "{{guid}}", "hashed_guid": "false", **said, "mso_id": "Adobe"}
            | {"device_id": device},
            kind=SDK_FORM,
        ),
    ]


def yt_dlp(host):
    """yt-dlp logs in at `Adobe`, which speaks SAML by forms, and gets a media token."""
    said = {"requestor_id": "TEST_REQUESTOR"}
    sfp = {"Cookie": "pass_sfp={{pass_sfp}}"}
    both = {"Cookie": "pass_sfp={{pass_sfp}}; JSESSIONID={{JSESSIONID}}"}
    bearer = {"Authorization": "Bearer {{access}}"}
    about = {"User-Agent": OLD_FIREFOX, "Ap_42": "anonymous", "Ap_11": "Linux i686", "Ap_Z": OLD_FIREFOX}
    about |= {"Pass_Sfp": "{{pass_sfp}}", "Ap_21": "{{device}}"} | bearer
    login = {"noflash": "true", "mso_id": "Adobe", **said, "no_iframe": "false", "domain_name": "adobe.com"}
    login |= {"redirect_url": urllib.parse.quote(REDIRECT, safe=""), "reg_code": "{{code}}"}
    saml = {"RelayState": "{{%RelayState}}"}

    def ask(target, content=None, fields=None, **more):
        return step(host, target, YT_DLP | (fields or {}), content, **more)

    def query(values):
        return "&".join(f"{name}={value}" for name, value in values.items())

    return [
        ask(
            "/indiv/devices",
            json.dumps({"fingerprint": "0" * 24 + PLACE}),
            kind=JSON,
            take=[("device", '"deviceId":"', '"'), ("pass_sfp", "\r\npass_sfp: ", "\r\n")],
        ),
        ask(
            "/o/client/register",
            json.dumps({"software_statement": clients.made_up_statement()}),
            sfp,
            kind=JSON,
            status=201,
            take=[("client", '"client_id":"', '"'), ("secret", '"client_secret":"', '"')],
        ),
        ask(
            "/o/client/token",
            {"grant_type": "client_credentials", "client_id": "{{client}}", "client_secret": "{{secret}}"},
            sfp,
            status=201,
            take=[("access", '"access_token":"', '"')],
        ),
        ask(
            "/reggie/v1/TEST_REQUESTOR/regcode",
            {"requestor": "TEST_REQUESTOR", "deviceId": "{{device}}", "format": "json"},
            sfp | bearer,
            status=201,
            take=[("code", '"code":"', '"')],
        ),
        ask(
            f"/adobe-services/authenticate/saml?{query(login)}",
            fields=sfp,
            take=[hidden("SAMLRequest"), hidden("RelayState"), cookie("JSESSIONID")],
        ),
        ask("/_sim/mvpd/Adobe/sso", {"SAMLRequest": "{{%SAMLRequest}}"} | saml, take=[hidden("login")]),
        ask(
            "/_sim/mvpd/Adobe/login",
            {"login": "{{%login}}", "username": "user", "password": "password"},
            take=[hidden("SAMLResponse")],
        ),
        ask("/sp/saml/SAMLAssertionConsumer", {"SAMLResponse": "{{%SAMLResponse}}"} | saml, both, status=302),
        ask(
            "/adobe-services/session",
            {"_method": "GET", **said, "reg_code": "{{code}}"},
            both | about,
            take=[
                ("authn", "<authnToken>", "</authnToken>", True),
                ("guid", "simpleTokenAuthenticationGuid&gt;", "&lt;"),
                ("name", "simpleSamlNameID&gt;", "&lt;"),
                ("index", "simpleSamlSessionIndex&gt;", "&lt;"),
            ],
        ),
        ask(
            "/adobe-services/authorize",
            {"resource_id": f"channel-{PLACE}", **said, "authentication_token": "{{%authn}}", "mso_id": "Adobe", "userMeta": "1"},
            both | about,
            take=[("authz", "<authzToken>", "</authzToken>", True)],
        ),
        ask(
            "/adobe-services/shortAuthorize",
            {"authz_token": "{{%authz}}", **said, "session_guid": "{{%guid}}", "hashed_guid": "false"},
            both | about | {"Ap_19": "{{name}}", "Ap_23": "{{index}}"},
        ),
    ]


def browser(host):
    """A browser logs in at `AcmeCable`, which is reached by a redirect, and is sent back to a programmer's page."""
    login = f"noflash=true&mso_id=AcmeCable&requestor_id=TEST_REQUESTOR&no_iframe=false&domain_name=adobe.com&_={PLACE}"
    login += f"&redirect_url={urllib.parse.quote(REDIRECT, safe='')}"
    known = {"Cookie": f"client_type=html5; client_version=4.1.1; pass_sfp={'A' * 40}{PLACE}"}
    session = {"Cookie": known["Cookie"] + "; JSESSIONID={{JSESSIONID}}"}
    return [
        step(
            host,
            f"/adobe-services/authenticate/saml?{login}",
            BROWSER | known,
            status=302,
            take=[("location", f"Location: http://{host}", "\r\n"), cookie("JSESSIONID")],
        ),
        step(host, "{{location}}", BROWSER, take=[hidden("login")]),
        step(
            host,
            "/_sim/mvpd/AcmeCable/login",
            BROWSER,
            {"login": "{{%login}}", "username": "user", "password": "password"},
            take=[hidden("SAMLResponse"), hidden("RelayState")],
        ),
        step(
            host,
            "/sp/saml/SAMLAssertionConsumer",
            BROWSER | session,
            {"SAMLResponse": "{{%SAMLResponse}}", "RelayState": "{{%RelayState}}"},
            status=302,
        ),
    ]
