"""A second client of the native AccessEnabler chain: what an iOS SDK 3.9 sends, in Python's standard library alone.

It is written from what is public about the protocol and shares no code with any other client, so that it can bear
witness about them and about the server. As a command it goes through the whole chain and prints one JSON object: the
configuration and each element of the three tokens. All that it sends is given, fixed, or an answer handed back.
"""

import argparse
import base64
import collections
import contextlib
import hashlib
import html.parser
import http.client
import json
import pathlib
import re
import sys
import urllib.parse
import urllib.request
import xml.etree.ElementTree as ElementTree

CLIENT_TYPE, CLIENT_VERSION = "iOS", "3.9.2"
USER_AGENT = f"Witness/1.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AdobePassNativeClient/{CLIENT_VERSION}"
DEVICE_INFO = base64.b64encode(b'{"model":"iPhone","osName":"iOS","osVersion":"17.0"}').decode()
REDIRECT = "adobepass://ios.app"
FORM = "application/x-www-form-urlencoded; charset=UTF-8"
TIMEOUT_SECONDS = 30
MAX_ANSWER_BYTES = 1 << 20
MAX_PAGES = 30  # of one login or logout, redirects included

Answer = collections.namedtuple("Answer", "status headers body")
Input = collections.namedtuple("Input", "type name value")
MVPD_FLAGS = {  # the SDK's name of each, the configuration's, and what holds where that is absent
    "hasAuthNPerRequestor": ("authPerAggregator", "false"),
    "passiveAuthnEnabled": ("passiveAuthnEnabled", "true"),
    "tempPass": ("tempPass", "false"),
    "useSVC": ("useSVC", "false"),
    "enablePlatformServices": ("enablePlatformServices", "false"),
    "displayInPlatformPicker": ("displayInPlatformPicker", "false"),
}


class StepFailed(Exception):
    """A step that didn't end as it should, with the answer that says so, if there was one."""

    def __init__(self, step, reason, answer=None):
        super().__init__(f"{step}: {reason}")
        self.answer = answer


class Token:
    """A token taken apart: `<signatureInfo>SIGNATURE<signatureInfo><root>…</root>`; the slash may be there or not."""

    def __init__(self, raw):
        parts = re.fullmatch(r"\s*<signatureInfo>([^<]*)</?signatureInfo>(.*)", raw, re.DOTALL)
        if parts is None:
            raise ValueError("no token")
        self.raw, self.signature, self.signed = raw, parts[1].strip(), parts[2]
        root = ElementTree.fromstring(self.signed)
        self.root, self.elements = root.tag, {}
        for element in root.iter():
            if element.attrib:  # an authorized resource, of which there may be several
                self.elements.setdefault(element.tag, []).extend(element.attrib.values())
            elif len(element) == 0:
                if element.tag in self.elements:
                    raise ValueError(f"{element.tag} twice")
                self.elements[element.tag] = (element.text or "").strip()

    def __getitem__(self, name):
        return self.elements[name]

    def as_dictionary(self):
        return {"root": self.root, "signature": self.signature, **self.elements, "raw": self.raw}


class Form:
    def __init__(self, attributes):
        self.action, self.method = attributes.get("action", ""), attributes.get("method", "get").upper()
        self.inputs = []

    @property
    def asks_for_password(self):
        return any(each.type == "password" for each in self.inputs)

    def fill(self, user, password):
        """The fields that a browser sends: hidden ones as they are, asked ones filled in, the first button pressed."""
        fields, pressed = [], False
        for each in self.inputs:
            values = {"hidden": each.value, "password": password}
            values |= dict.fromkeys(("text", "email"), each.value or user)
            if each.type == "submit" and not pressed:
                pressed, values["submit"] = True, each.value
            if each.name and each.type in values:
                fields.append((each.name, values[each.type]))
        return urllib.parse.urlencode(fields)


class Page(html.parser.HTMLParser):
    """What a browser acts on in a page: its forms, and where its meta refresh leads."""

    def __init__(self, text):
        super().__init__()
        self.forms, self.refresh = [], None
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        attributes = {name: value or "" for name, value in attributes}
        if tag == "form":
            self.forms.append(Form(attributes))
        elif tag in ("input", "button") and self.forms:
            type_ = attributes.get("type", "text" if tag == "input" else "submit").lower()
            self.forms[-1].inputs.append(Input(type_, attributes.get("name"), attributes.get("value", "")))
        elif tag == "meta" and attributes.get("http-equiv", "").lower() == "refresh":
            target = re.search(r"url\s*=\s*(['\"]?)(.*)\1\s*$", attributes.get("content", ""), re.IGNORECASE)
            self.refresh = target and target[2]


class Connection(urllib.request.HTTPErrorProcessor):
    """Gives the answer to a request as it is: it follows no redirect, and no status is an error. It uses no proxy."""

    def __init__(self, *handlers):
        self._opener = urllib.request.build_opener(self, urllib.request.ProxyHandler({}), *handlers)

    def http_response(self, request, response):
        return response

    https_response = http_response

    def send(self, step, method, url, body=None, **headers):
        headers = {"User-Agent": USER_AGENT} | {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            request = urllib.request.Request(url, body, headers, method=method)
            with self._opener.open(request, timeout=TIMEOUT_SECONDS) as response:
                return Answer(response.status, response.headers, response.read(MAX_ANSWER_BYTES).decode())
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise StepFailed(step, f"{place(url)} can't be reached or read: {error}") from error


class Browser:
    """A web view that goes where pages lead it and signs in, but never loads the URL at which the app takes over."""

    def __init__(self, end, connection=None):
        self._end, self._connection = end, connection or Connection(urllib.request.HTTPCookieProcessor())

    def follow(self, step, url, user="", password=""):
        """Opens a URL and gives the one that the app intercepts: the end that was asked for, or any custom scheme."""
        method, body, asked = "GET", None, False
        for _ in range(MAX_PAGES):
            if not url.startswith(("http://", "https://")) or url.startswith(self._end):
                return url
            answer = self._connection.send(step, method, url, body, **({"Content_Type": FORM} if body else {}))
            if answer.status in (301, 302, 303, 307, 308) and answer.headers["Location"]:
                url = urllib.parse.urljoin(url, answer.headers["Location"])
                if answer.status < 307:
                    method, body = "GET", None
                continue
            if answer.status != 200:
                raise StepFailed(step, f"{place(url)} answered with status {answer.status}", answer)
            page = Page(answer.body)
            if page.refresh:
                method, url, body = "GET", urllib.parse.urljoin(url, page.refresh), None
                continue
            if not page.forms:
                raise StepFailed(step, f"{place(url)} leads nowhere", answer)
            form = next((form for form in page.forms if form.asks_for_password), page.forms[0])
            if form.asks_for_password and asked:
                raise StepFailed(step, f"{place(url)} asks for the password again", answer)
            asked = asked or form.asks_for_password
            method, url, fields = form.method, urllib.parse.urljoin(url, form.action), form.fill(user, password)
            url, body = (url, fields.encode()) if method == "POST" else (f"{url.partition('?')[0]}?{fields}", None)
        raise StepFailed(step, f"it doesn't end within {MAX_PAGES} pages")


class Witness:
    """One app on one device: each method is a step of the chain and keeps what the later ones hand back."""

    def __init__(self, service_provider, requestor, mvpd, device, redirect=REDIRECT, connection=None):
        """`service_provider` is a URL that ends in `/adobe-services`; the raw identifier `device` is never sent.

        `connection` goes in the place of two of its own, the app's and the browser's; it must keep cookies.
        """
        self.service_provider = service_provider.rstrip("/")
        self.host_root = self.service_provider.removesuffix("/adobe-services")
        self.requestor, self.mvpd, self.redirect = requestor, mvpd, redirect
        self.device_id = hashlib.sha256(device.encode()).hexdigest()
        self.browser, self._connection = Browser(redirect, connection), connection or Connection()
        self.access_token = self.code = self.authentication = self.authorization = None

    def register(self, statement):
        """Dynamic client registration."""
        body = json.dumps({"software_statement": statement}).encode()
        url = f"{self.host_root}/o/client/register"
        answer = self._send("register", "POST", url, body, Content_Type="application/json; charset=UTF-8")
        self.client = self._json("register", answer, "client_id", "client_secret")

    def request_access(self):
        """The access token, which every later call carries."""
        fields = {"grant_type": "client_credentials"} | self.client
        answer = self._post("token", f"{self.host_root}/o/client/token", **fields)
        self.access_token = self._json("token", answer, "access_token")["access_token"]

    def configure(self):
        """The requestor and its MVPDs, by the SDK's names of their properties."""
        requestor = urllib.parse.quote(self.requestor, safe="")
        answer = self._send("config", "GET", f"{self.service_provider}/1.0/config/{requestor}")
        requestor = self._xml("config", answer).find(".//requestor")
        if requestor is None or requestor.find("mvpds") is None:
            raise StepFailed("config", "the answer has no requestor with MVPDs", answer)
        mvpds = []
        for element in requestor.find("mvpds"):
            mvpd = {name: element.findtext(name.replace("URL", "Url")) for name in ("id", "displayName", "logoURL")}
            if not all(mvpd.values()):
                raise StepFailed("config", "an MVPD lacks its id, displayName or logoUrl", answer)
            mvpd |= {name: element.findtext(tag, absent) == "true" for name, (tag, absent) in MVPD_FLAGS.items()}
            mvpd |= {name: element.findtext(name) for name in ("boardingStatus", "platformMappingId")}
            mvpds.append(mvpd)
        return {"requestor": {name: requestor.findtext(name) for name in ("id", "name")}, "mvpds": mvpds}

    def request_code(self):
        """The registration code, by which the token fetch finds a login in a browser whose cookies it doesn't have."""
        url = f"{self.host_root}/reggie/v1/{urllib.parse.quote(self.requestor, safe='')}/regcode"
        answer = self._post("regcode", url, requestor=self.requestor, deviceId=self.device_id, format="json")
        self.code = self._json("regcode", answer, "code", "expires")["code"]

    def login(self, user, password):
        """The MVPD's pages, as far as the URL that the app intercepts."""
        parameters = {"domain_name": "adobe.com", "noflash": "true", "no_iframe": "true", "mso_id": self.mvpd}
        parameters |= {"requestor_id": self.requestor, "reg_code": self.code, "redirect_url": self.redirect}
        parameters |= {"client_type": CLIENT_TYPE, "client_version": CLIENT_VERSION}
        self._browse("login", "authenticate/saml", parameters, user, password)

    def authenticate(self):
        """The authN token of the login that the registration code names."""
        fields = {"_method": "GET", "requestor_id": self.requestor, "reg_code": self.code, "device_id": self.device_id}
        fields |= {"device_info": DEVICE_INFO, "networkType": "WIFI"}
        self.authentication = self._wrapped_token("sessionDevice", "authnToken", fields)
        return self.authentication

    def authorize(self, resource):
        """The authZ token. Its `mso_id` is the authN token's, which for a proxied MVPD is the proxy."""
        fields = {"resource_id": resource, "requestor_id": self.requestor, "device_id": self.device_id, "userMeta": "1"}
        fields |= {"mso_id": self.authentication["simpleTokenMsoID"], "authentication_token": self.authentication.raw}
        self.authorization = self._wrapped_token("authorizeDevice", "authzToken", fields)
        return self.authorization

    def short_authorize(self):
        """A media token, which has nothing around it."""
        fields = {"session_guid": self.authentication["simpleTokenAuthenticationGuid"], "hashed_guid": "false"}
        fields |= {"mso_id": self.authorization["simpleTokenMsoID"], "authz_token": self.authorization.raw}
        fields |= {"requestor_id": self.requestor, "device_id": self.device_id}
        answer = self.entitle("deviceShortAuthorize", fields)
        return self._token("deviceShortAuthorize", answer, answer.body)

    def entitle(self, operation, fields):
        """The answer of an operation that gives tokens; a denial or a demand to log out fails, also with 200."""
        answer = self._post(operation, f"{self.service_provider}/{operation}", **fields)
        if re.search(r"<(pendingLogout|error)\b", answer.body):
            raise StepFailed(operation, f"refused with {answer.body}", answer)
        return answer

    def logout(self):
        """The end of the service's session and of the MVPD's, in the browser that signed in."""
        token = self.authentication
        parameters = {"mso_id": token["simpleTokenMsoID"], "requestor_id": self.requestor}
        for name, element in (("name_id", "simpleSamlNameID"), ("session_index", "simpleSamlSessionIndex")):
            if element in token.elements:
                parameters[name] = token[element]
        parameters |= {"authentication_token": token.raw, "redirect_url": self.redirect}
        self._browse("logout", "logout", parameters)

    def sign_in(self, statement, user, password):
        """All steps as far as the authN token; gives the configuration."""
        self.register(statement)
        self.request_access()
        configuration = self.configure()
        self.request_code()
        self.login(user, password)
        self.authenticate()
        return configuration

    def run(self, statement, user, password, resource):
        """The whole chain: signs in, asks for one stream, signs out."""
        configuration = self.sign_in(statement, user, password)
        tokens = {"authn": self.authentication, "authz": self.authorize(resource), "media": self.short_authorize()}
        self.logout()
        return {"config": configuration} | {kind: token.as_dictionary() for kind, token in tokens.items()}

    def _browse(self, step, operation, parameters, *credentials):
        url = f"{self.service_provider}/{operation}?{urllib.parse.urlencode(parameters)}"
        end = self.browser.follow(step, url, *credentials)
        if end != self.redirect:
            raise StepFailed(step, f"it ended at {end} instead of {self.redirect}")

    def _send(self, step, method, url, body=None, **headers):
        if self.access_token:
            headers["Authorization"] = f"Bearer {self.access_token}"
        answer = self._connection.send(step, method, url, body, X_Device_Info=DEVICE_INFO, **headers)
        if not 200 <= answer.status < 300:
            raise StepFailed(step, f"status {answer.status}: {answer.body}", answer)
        return answer

    def _post(self, step, url, **fields):
        return self._send(step, "POST", url, urllib.parse.urlencode(fields).encode(), Content_Type=FORM)

    def _json(self, step, answer, *names):
        with reading(step, answer):
            content = json.loads(answer.body)
            return {name: content[name] for name in names}

    def _xml(self, step, answer):
        with reading(step, answer):
            return ElementTree.fromstring(answer.body)

    def _wrapped_token(self, operation, name, fields):
        answer = self.entitle(operation, fields)
        return self._token(operation, answer, self._xml(operation, answer).findtext(name, ""))

    def _token(self, step, answer, raw):
        with reading(step, answer):
            return Token(raw)


@contextlib.contextmanager
def reading(step, answer):
    """Makes a failed step of whatever is wrong with an answer's content."""
    try:
        yield
    except (ValueError, KeyError, TypeError, ElementTree.ParseError) as error:
        raise StepFailed(step, f"the answer can't be read: {error!r}", answer) from error


def place(url):
    """A URL without its query, for people."""
    return url.partition("?")[0]


def made_up_statement():
    """A software statement of the right form, always the same and signed by nobody."""
    claims = b'{"sub":"5f0a2c1e-2222-4c0d-9a00-7a1d6e3b0002","nbf":1577836800,"iss":"auth.adobe.com","iat":1577836800}'
    parts = (b'{"alg":"RS256"}', claims, bytes(range(256)))
    return ".".join(base64.urlsafe_b64encode(part).decode().rstrip("=") for part in parts)


def main():
    parser = argparse.ArgumentParser(description="Signs in, asks for one stream and signs out; prints the tokens.")
    parser.add_argument("service_provider", help="a URL that ends in /adobe-services")
    for name in ("requestor", "mvpd", "resource", "device"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--user", default="user")
    parser.add_argument("--password", default="password")
    parser.add_argument("--statement", type=pathlib.Path, help="a file with a software statement; else one is made up")
    parser.add_argument("--redirect", default=REDIRECT)
    given = parser.parse_args()
    witness = Witness(given.service_provider, given.requestor, given.mvpd, given.device, given.redirect)
    try:
        statement = given.statement.read_text().strip() if given.statement else made_up_statement()
        print(json.dumps(witness.run(statement, given.user, given.password, given.resource)))
    except OSError as failure:
        sys.exit(f"statement: {failure}")
    except StepFailed as failure:
        sys.exit(" ".join(str(failure).split()))


if __name__ == "__main__":
    main()
