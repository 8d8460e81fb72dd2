#!/usr/bin/env python3
"""A second client of the native AccessEnabler chain: what an iOS SDK 3.9 sends, in Python's standard library alone.

It is written from what is public about the protocol and shares no code with the server or with another client, so that it can bear witness
about both. Run as a command it prints one JSON object: the configuration and each element of the three tokens. All that it sends is either
given on the command line, an answer of the server handed back, or fixed; two runs with the same answers send the same bytes.
"""

import argparse
import base64
import hashlib
import html.parser
import http.client
import http.cookiejar
import json
import re
import sys
import urllib.error
import urllib.parse
import urllib.request
import xml.etree.ElementTree as ElementTree

CLIENT_TYPE, CLIENT_VERSION = "iOS", "3.9.2"
USER_AGENT = f"Witness/1.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AdobePassNativeClient/{CLIENT_VERSION}"
DEVICE_INFO = {"model": "iPhone", "osName": "iOS", "osVersion": "17.0"}
REDIRECT = "adobepass://ios.app"

TIMEOUT_SECONDS = 30
MAX_ANSWER_BYTES = 1 << 20
MAX_PAGES = 30  # of one login or logout, redirects included


class StepFailed(Exception):
    """A step that didn't end as it should; the answer is there for who wants to look at it."""

    def __init__(self, step, reason, answer=None):
        super().__init__(f"{step}: {reason}")
        self.step, self.answer = step, answer


class Answer:
    """What came back from a URL, redirects and errors as they are."""

    def __init__(self, url, status, headers, body):
        self.url, self.status, self.headers, self.body = url, status, headers, body


class Token:
    """A token taken apart: `<signatureInfo>SIGNATURE<signatureInfo><root>…</root>`, where the second tag has no slash."""

    # The slash that the wire lacks is forgiven, as the SDK forgives it.
    SHAPE = re.compile(r"\s*<signatureInfo>([^<]*)</?signatureInfo>\s*(<.*>)\s*", re.DOTALL)

    def __init__(self, raw):
        parts = Token.SHAPE.fullmatch(raw)
        if parts is None:
            raise ValueError("this is no token")
        self.raw, self.signature, self.signed_text = raw, parts[1].strip(), parts[2]
        root = ElementTree.fromstring(self.signed_text)
        self.root, self.elements = root.tag, {}
        for element in root.iter():
            if len(element) == 0 and element is not root:
                self._add(element)

    def _add(self, element):
        """An element stands by its name; one with an attribute (an authorized resource) in a list of the attributes' values."""
        if element.attrib:
            self.elements.setdefault(element.tag, []).extend(element.attrib.values())
        elif element.tag in self.elements:
            raise ValueError(f"two elements {element.tag}")
        else:
            self.elements[element.tag] = (element.text or "").strip()

    def __getitem__(self, name):
        return self.elements[name]

    def __contains__(self, name):
        return name in self.elements

    def as_dictionary(self):
        return {"root": self.root, "signature": self.signature, **self.elements, "raw": self.raw}


class Form:
    def __init__(self, action, method):
        self.action, self.method, self.inputs = action, method.upper(), []

    @property
    def asks_for_password(self):
        return any(kind == "password" for kind, _, _ in self.inputs)


class Page(html.parser.HTMLParser):
    """What a browser would act on in a page: its forms, and the URL of its meta refresh."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.forms, self.refresh, self._form = [], None, None
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        attributes = {name: value or "" for name, value in attributes}
        if tag == "form":
            self._form = Form(attributes.get("action", ""), attributes.get("method", "get"))
            self.forms.append(self._form)
        elif tag in ("input", "button") and self._form is not None:
            kind = attributes.get("type", "text" if tag == "input" else "submit").lower()
            self._form.inputs.append((kind, attributes.get("name", ""), attributes.get("value", "")))
        elif tag == "meta" and attributes.get("http-equiv", "").lower() == "refresh":
            target = re.fullmatch(r"\s*[\d.]*\s*[;,]\s*url\s*=\s*(['\"]?)(.*?)\1\s*", attributes.get("content", ""), re.IGNORECASE)
            self.refresh = target and target[2]

    def handle_endtag(self, tag):
        if tag == "form":
            self._form = None


class Connection(urllib.request.HTTPErrorProcessor):
    """Sends a request and gives the answer, whatever its status; follows nothing. Proxies of the environment don't count."""

    def __init__(self, cookies=None):
        handlers = [self, urllib.request.ProxyHandler({})]
        if cookies is not None:
            handlers.append(urllib.request.HTTPCookieProcessor(cookies))
        self._opener = urllib.request.build_opener(*handlers)

    def http_response(self, request, response):
        return response

    https_response = http_response

    def send(self, step, method, url, body=None, headers=None):
        request = urllib.request.Request(url, body, {"User-Agent": USER_AGENT, **(headers or {})}, method=method)
        try:
            with self._opener.open(request, timeout=TIMEOUT_SECONDS) as response:
                text = response.read(MAX_ANSWER_BYTES).decode()
                return Answer(url, response.status, response.headers, text)
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise StepFailed(step, f"{url.partition('?')[0]} can't be reached or read: {error}") from error


class Browser:
    """A web view that goes where pages lead it and signs in by their forms, but never loads the URL that ends the login or the logout."""

    def __init__(self, end):
        self.end, self.cookies = end, http.cookiejar.CookieJar()
        self._connection = Connection(self.cookies)

    def follow(self, step, url, user=None, password=None):
        """Opens a URL and gives the one that the app intercepts."""
        method, body, passwords_sent = "GET", None, 0
        for _ in range(MAX_PAGES):
            if self._ends(url):
                return url
            headers = {} if body is None else {"Content-Type": "application/x-www-form-urlencoded"}
            answer = self._connection.send(step, method, url, body, headers)
            if 300 <= answer.status < 400 and answer.headers["Location"]:
                url = urllib.parse.urljoin(url, answer.headers["Location"])
                if answer.status not in (307, 308):
                    method, body = "GET", None
                continue
            if answer.status != 200:
                raise StepFailed(step, f"{self._name(url)} answered with status {answer.status}", answer)
            page = Page(answer.body)
            form = next((form for form in page.forms if form.asks_for_password), page.forms[0] if page.forms else None)
            if page.refresh:
                method, url, body = "GET", urllib.parse.urljoin(url, page.refresh), None
            elif form is None:
                raise StepFailed(step, f"{self._name(url)} leads nowhere", answer)
            elif form.asks_for_password and (passwords_sent or password is None):
                raise StepFailed(step, f"{self._name(url)} asks for a password {'again' if passwords_sent else 'that is not known'}", answer)
            else:
                passwords_sent += form.asks_for_password
                method, url, body = self._submit(form, url, user, password)
        raise StepFailed(step, f"not at its end after {MAX_PAGES} pages")

    def _ends(self, url):
        return urllib.parse.urlsplit(url).scheme not in ("http", "https") or url == self.end

    @staticmethod
    def _name(url):
        return urllib.parse.urlunsplit(urllib.parse.urlsplit(url)._replace(query="", fragment=""))

    @staticmethod
    def _submit(form, url, user, password):
        """The request of a form: what is hidden as it is, what is asked for filled in, and its first button pressed."""
        fields, pressed = [], False
        for kind, name, value in form.inputs:
            if kind == "password":
                value = password
            elif kind in ("text", "email") and not value:
                value = user or ""
            elif kind in ("checkbox", "radio", "reset", "button", "image") or (kind == "submit" and pressed):
                continue
            pressed = pressed or kind == "submit"
            if name:
                fields.append((name, value))
        target = urllib.parse.urljoin(url, form.action)
        query = urllib.parse.urlencode(fields)
        if form.method == "POST":
            return "POST", target, query.encode()
        return "GET", urllib.parse.urlunsplit(urllib.parse.urlsplit(target)._replace(query=query)), None


class Witness:
    """One device with one app of one programmer: each method is a step of the chain, and keeps what the later ones need."""

    def __init__(self, service_provider, requestor, mvpd, device, redirect=REDIRECT):
        """`service_provider` is the URL that ends in `/adobe-services`; `device` is the raw identifier, which itself is never sent."""
        self.service_provider = service_provider.rstrip("/")
        self.host_root = self.service_provider.removesuffix("/adobe-services")
        self.requestor, self.mvpd, self.redirect = requestor, mvpd, redirect
        self.device_id = hashlib.sha256(device.encode()).hexdigest()
        self.device_info = base64.b64encode(json.dumps(DEVICE_INFO, separators=(",", ":")).encode()).decode()
        self.browser = Browser(redirect)
        self._connection = Connection()
        self.access_token = self.code = self.authentication = self.authorization = None

    def register(self, statement):
        """Dynamic client registration, and the access token that every later call carries."""
        body = json.dumps({"software_statement": statement}).encode()
        answer = self._send("register", "POST", f"{self.host_root}/o/client/register", body, "application/json; charset=UTF-8")
        client = self._json("register", answer, "client_id", "client_secret")
        answer = self._post(
            "access token",
            f"{self.host_root}/o/client/token",
            grant_type="client_credentials",
            client_id=client["client_id"],
            client_secret=client["client_secret"],
        )
        self.access_token = self._json("access token", answer, "access_token")["access_token"]

    def configuration(self):
        """The requestor and its MVPDs, by the SDK's names of their properties."""
        answer = self._send("config", "GET", f"{self.service_provider}/1.0/config/{urllib.parse.quote(self.requestor, safe='')}")
        root = self._xml("config", answer)
        requestor = root.find(".//requestor")
        if requestor is None or requestor.find("mvpds") is None:
            raise StepFailed("config", "the answer has no requestor with MVPDs", answer)
        return {
            "requestor": {"id": requestor.findtext("id"), "name": requestor.findtext("name")},
            "mvpds": [self._mvpd(element, answer) for element in requestor.find("mvpds")],
        }

    @staticmethod
    def _mvpd(element, answer):
        properties = {"id": "id", "displayName": "displayName", "logoURL": "logoUrl"}
        mvpd = {name: (element.findtext(tag) or "").strip() for name, tag in properties.items()}
        if element.tag != "mvpd" or not all(mvpd.values()):
            raise StepFailed("config", "an MVPD lacks its id, displayName or logoUrl", answer)
        flags = {
            "hasAuthNPerRequestor": ("authPerAggregator", "false"),
            "passiveAuthnEnabled": ("passiveAuthnEnabled", "true"),
            "tempPass": ("tempPass", "false"),
            "useSVC": ("useSVC", "false"),
            "enablePlatformServices": ("enablePlatformServices", "false"),
            "displayInPlatformPicker": ("displayInPlatformPicker", "false"),
        }
        mvpd |= {name: (element.findtext(tag) or absent).strip() == "true" for name, (tag, absent) in flags.items()}
        return mvpd | {name: element.findtext(name) for name in ("boardingStatus", "platformMappingId")}

    def request_code(self):
        """The registration code, by which the token fetch finds the login of a browser that shares no cookies with it."""
        path = f"{self.host_root}/reggie/v1/{urllib.parse.quote(self.requestor, safe='')}/regcode"
        answer = self._post("regcode", path, requestor=self.requestor, deviceId=self.device_id, format="json")
        self.code = self._json("regcode", answer, "code", "expires")["code"]

    def login(self, user, password):
        """Goes through the MVPD's pages to the URL that the app intercepts."""
        self._browse(
            "login",
            "authenticate/saml",
            {"domain_name": "adobe.com", "noflash": "true", "no_iframe": "true", "mso_id": self.mvpd, "requestor_id": self.requestor}
            | {"reg_code": self.code, "client_type": CLIENT_TYPE, "client_version": CLIENT_VERSION, "redirect_url": self.redirect},
            user,
            password,
        )

    def authenticate(self):
        """The authN token of the login that the registration code names."""
        answer = self._entitlement(
            "sessionDevice",
            _method="GET",
            requestor_id=self.requestor,
            reg_code=self.code,
            device_id=self.device_id,
            device_info=self.device_info,
            networkType="WIFI",
        )
        self.authentication = self._wrapped_token("sessionDevice", answer, "authnToken")
        return self.authentication

    def authorize(self, resource):
        """The authZ token for a resource. `mso_id` is the authN token's, which for a proxied MVPD names the proxy."""
        answer = self._entitlement(
            "authorizeDevice",
            resource_id=resource,
            requestor_id=self.requestor,
            mso_id=self.authentication["simpleTokenMsoID"],
            device_id=self.device_id,
            authentication_token=self.authentication.raw,
            userMeta="1",
        )
        self.authorization = self._wrapped_token("authorizeDevice", answer, "authzToken")
        return self.authorization

    def media_token(self):
        """A media token of the authorization: raw, with nothing around it."""
        answer = self._entitlement(
            "deviceShortAuthorize",
            session_guid=self.authentication["simpleTokenAuthenticationGuid"],
            authz_token=self.authorization.raw,
            requestor_id=self.requestor,
            mso_id=self.authorization["simpleTokenMsoID"],
            device_id=self.device_id,
            hashed_guid="false",
        )
        return self._token("deviceShortAuthorize", answer, answer.body)

    def logout(self):
        """Ends the sessions of the service and of the MVPD, in the browser that signed in."""
        token = self.authentication
        known = {"name_id": "simpleSamlNameID", "session_index": "simpleSamlSessionIndex"}
        self._browse(
            "logout",
            "logout",
            {"mso_id": token["simpleTokenMsoID"], "requestor_id": self.requestor}
            | {field: token[element] for field, element in known.items() if element in token}
            | {"authentication_token": token.raw, "redirect_url": self.redirect},
        )

    def run(self, statement, resource, user, password):
        """The whole chain, in the order of an app that starts, signs in, plays one stream and signs out."""
        self.register(statement)
        configuration = self.configuration()
        self.request_code()
        self.login(user, password)
        tokens = {"authn": self.authenticate(), "authz": self.authorize(resource), "media": self.media_token()}
        self.logout()
        return {"config": configuration} | {kind: token.as_dictionary() for kind, token in tokens.items()}

    def _browse(self, step, operation, parameters, user=None, password=None):
        end = self.browser.follow(step, f"{self.service_provider}/{operation}?{urllib.parse.urlencode(parameters)}", user, password)
        if end != self.redirect:
            raise StepFailed(step, f"it ended at {end} instead of {self.redirect}")

    def _entitlement(self, operation, **fields):
        answer = self._post(operation, f"{self.service_provider}/{operation}", **fields)
        if re.search(r"<(pendingLogout|error)\b", answer.body):
            raise StepFailed(operation, f"refused with {answer.body.strip()}", answer)
        return answer

    def _post(self, step, url, **fields):
        body = urllib.parse.urlencode(fields).encode()
        return self._send(step, "POST", url, body, "application/x-www-form-urlencoded; charset=UTF-8")

    def _send(self, step, method, url, body=None, content_type=None):
        headers = {"X-Device-Info": self.device_info}
        headers |= {"Content-Type": content_type} if content_type else {}
        headers |= {"Authorization": f"Bearer {self.access_token}"} if self.access_token else {}
        answer = self._connection.send(step, method, url, body, headers)
        if not 200 <= answer.status < 300:
            raise StepFailed(step, f"status {answer.status}: {answer.body.strip()}", answer)
        return answer

    @staticmethod
    def _json(step, answer, *names):
        try:
            content = json.loads(answer.body)
        except ValueError as error:
            raise StepFailed(step, f"the answer is not JSON: {error}", answer) from error
        missing = [name for name in names if not isinstance(content, dict) or content.get(name) is None]
        if missing:
            raise StepFailed(step, f"the answer lacks {missing[0]}", answer)
        return content

    @staticmethod
    def _xml(step, answer):
        try:
            return ElementTree.fromstring(answer.body)
        except ElementTree.ParseError as error:
            raise StepFailed(step, f"the answer is not XML: {error}", answer) from error

    def _wrapped_token(self, step, answer, tag):
        raw = self._xml(step, answer).findtext(tag)
        if raw is None:
            raise StepFailed(step, f"the answer has no {tag}", answer)
        return self._token(step, answer, raw)

    @staticmethod
    def _token(step, answer, raw):
        try:
            return Token(raw)
        except (ValueError, ElementTree.ParseError) as error:
            raise StepFailed(step, f"the token can't be read: {error}", answer) from error


def made_up_statement():
    """A software statement of the right form, always the same and signed by nobody."""
    claims = {"sub": "5f0a2c1e-2222-4c0d-9a00-7a1d6e3b0002", "nbf": 1577836800, "iss": "auth.adobe.com", "iat": 1577836800}
    parts = [json.dumps(part, separators=(",", ":")).encode() for part in ({"alg": "RS256"}, claims)] + [bytes(range(256))]
    return ".".join(base64.urlsafe_b64encode(part).rstrip(b"=").decode() for part in parts)


def main():
    parser = argparse.ArgumentParser(description="Signs in, plays one stream and signs out, as an iOS SDK 3.9 does; prints the tokens as JSON.")
    parser.add_argument("service_provider", help="the URL that ends in /adobe-services")
    for name in ("requestor", "mvpd", "resource", "device"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--user", default="user")
    parser.add_argument("--password", default="password")
    parser.add_argument("--statement", type=argparse.FileType(), help="a file with a software statement, instead of a made-up one")
    parser.add_argument("--redirect", default=REDIRECT)
    options = parser.parse_args()
    statement = options.statement.read().strip() if options.statement else made_up_statement()
    witness = Witness(options.service_provider, options.requestor, options.mvpd, options.device, options.redirect)
    try:
        print(json.dumps(witness.run(statement, options.resource, options.user, options.password)))
    except StepFailed as failure:
        sys.exit(" ".join(str(failure).split()))


if __name__ == "__main__":
    main()
