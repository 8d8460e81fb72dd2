"""EPlusTV's NESN handler (services/nesn-handler.ts): TypeScript with axios and fast-xml-parser, generation 3.x.

It starts with a client ID and secret that are built in, decodes the access token's `exp`, and asks for a code with its
device's ID in the query. A person logs in elsewhere; the handler polls `sessionDevice`, where any answer but 2xx means
to wait. It has no signed requestor ID, keeps the authZ token for long, and wants a media token for each play.

From: the project's public source. Its built-in credentials are its own; those here are made up.
"""

import base64
import json
import re
import secrets
import time
import uuid
from urllib.parse import urlencode

import pytest

from wire import REQUESTOR, RESOURCE, SP, forged

OKHTTP = "okhttp/3.12.1"
NATIVE = "Dalvik/2.1.0 (Linux; U; Android 10; sdk_google_atv_x86) AdobePassNativeClient/3.6.1"
DEVICE_INFO = {
    "manufacturer": "Google",
    "model": "sdk_google_atv_x86",
    "osName": "Android",
    "osVersion": "10",
    "vendor": "google",
    "version": "generic_x86",
}
DONE = "https://play.demo-net.example/activated"


def parse(text):
    """fast-xml-parser with its defaults, as far as these answers need it: tags become keys, text becomes a string."""
    root, stack = {}, []
    for closing, name, content in re.findall(r"<(/?)([\w.-]+)[^>]*>([^<]*)", text):
        if closing:
            stack.pop()
        else:
            parent = stack[-1][1] if stack else root
            stack.append((name, {}))
            parent[name] = stack[-1][1]
            if content.strip():
                for entity, character in (("apos", "'"), ("gt", ">"), ("lt", "<"), ("quot", '"'), ("amp", "&")):
                    content = content.replace(f"&{entity};", character)
                parent[name] = content
    return root


class EPlusTV:
    def __init__(self, wire):
        self.http, self.access_token = wire.session(Accept="application/json, text/plain, */*"), None
        self.device = {
            "device_id": secrets.token_hex(32),
            "device_info": base64.b64encode(json.dumps(DEVICE_INFO).encode()).decode(),
            "networkType": "WIFI",
        }

    def post(self, url, form, **headers):
        """axios: anything but 2xx throws."""
        answer = self.http.post(f"{SP}{url}", data=form, headers=headers)
        answer.raise_for_status()
        return answer

    @property
    def token(self):
        """Asked for again when it will expire within the hour."""
        if self.access_token:
            payload = self.access_token.split(".")[1]
            claims = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
            if int(time.time()) + 3600 <= claims["exp"]:
                return self.access_token
        built_in = {"client_id": str(uuid.uuid4()), "client_secret": str(uuid.uuid4())}
        form = built_in | {"grant_type": "client_credentials"}
        self.access_token = self.post("/o/client/token", form, **{"User-Agent": OKHTTP}).json()["access_token"]
        return self.access_token

    def registration_code(self):
        form = {"access_token": self.token} | {name: self.device[name] for name in ("device_info", "networkType")}
        path = f"/reggie/v1/{REQUESTOR}/regcode?deviceId={self.device['device_id']}"
        return self.post(path, form, **{"User-Agent": OKHTTP}).json()["code"]

    def native(self, operation, **form):
        headers = {"Authorization": f"Bearer {self.token}", "User-Agent": NATIVE}
        headers["Content-Type"] = "application/x-www-form-urlencoded; charset=UTF-8"
        form |= {"requestor_id": REQUESTOR} | self.device
        return self.post(f"/adobe-services/{operation}", form, **headers).text

    def session_device(self, code):
        return parse(self.native("sessionDevice", _method="GET", reg_code=code))["result"]["authnToken"]

    def authorize_device(self, authn_token, mvpd, resource=RESOURCE):
        form = {"authentication_token": authn_token, "mso_id": mvpd, "resource_id": resource, "userMeta": "1"}
        return parse(self.native("authorizeDevice", **form))["result"]["authzToken"]

    def short_authorize(self, authz_token, mvpd):
        guid = secrets.token_hex(16)
        return self.native(
            "deviceShortAuthorize", authz_token=authz_token, hashed_guid="false", mso_id=mvpd, session_guid=guid
        )


@pytest.fixture
def client(wire):
    made = EPlusTV(wire)
    code = made.registration_code()
    with pytest.raises(OSError, match="401"):  # Not yet.
        made.session_device(code)
    query = {"reg_code": code, "mso_id": "Adobe", "requestor_id": REQUESTOR, "redirect_url": DONE}
    assert wire.log_in(f"{SP}/adobe-services/authenticate/saml?{urlencode(query)}", DONE)
    made.authn_token = made.session_device(code)
    return made


def test_media_token_for_each_play_from_kept_authorizations(wire, client):
    kept = [client.authorize_device(client.authn_token, "Adobe", resource) for resource in (RESOURCE, "news")]
    for token, resource in zip(kept, (RESOURCE, "news"), strict=True):
        assert client.short_authorize(token, "Adobe").endswith("</shortAuthorizationToken>")
        wire.verify(client.short_authorize(token, "Adobe"), resource)


def test_access_token_is_asked_for_once(client):
    assert client.token == client.token


def test_denial_and_refusal_have_no_result(client):
    with pytest.raises(KeyError, match="result"):
        client.authorize_device(client.authn_token, "Adobe", "deny:sport")
    with pytest.raises(KeyError, match="result"):
        client.authorize_device(forged(client.authn_token), "Adobe")
