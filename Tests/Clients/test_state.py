"""State over HTTP, seen by clients of both APIs: a login without a browser, revocation, rights, minted tokens."""

import json

import pytest

from curl import Curl
from device import RESOURCE, CodeDevice, NativeDevice, text
from rest_v2_answers import NET, NEWS
from rest_v2_client import API, App, verify_media_token


def send(api, method, path, value=None):
    body = None if value is None else json.dumps(value).encode()
    answer = api.send(method, f"/_sim/{path}", {"Content-Type": "application/json"} if body else None, body)
    return answer.status, json.loads(answer.body) if answer.body else None


def done(api, method, path, value=None):
    status, answer = send(api, method, path, value)
    assert status in (200, 201, 204), (status, answer)
    return answer


def entries(api, kind, **filters):
    query = "&".join(f"{name}={value}" for name, value in filters.items())
    return done(api, "GET", f"state/{kind}?{query}")[kind]


@pytest.fixture
def legacy(simulator):
    """The API of the simulator with the demo world, which the SDKs' devices use."""
    return API(simulator.http)


@pytest.fixture
def signed_in(api, client):
    """An application on a device of its own, whose user was signed in by the code of its session."""
    app = App(api, client, NET)
    session = app.create_session(mvpd="Adobe", domainName="demo-net.example", redirectUrl="https://demo-net.example/")
    code = session.json["code"]
    assert app.profile_by_code(code).json == {"profiles": {}}
    answer = done(api, "POST", "login", {"code": code, "user": "user"})
    assert answer["kind"] == "profile" and answer["code"] == code, answer
    assert list(app.profile_by_code(code).json["profiles"]) == ["Adobe"]
    return app


def test_session_of_rest_v2(api, signed_in):
    decision = signed_in.authorize("Adobe", NEWS).json["decisions"][0]
    assert decision["authorized"], decision
    assert verify_media_token(api, decision["token"]["serializedToken"], NEWS)["valid"]


@pytest.mark.parametrize(
    "kind, code", [("profiles", "authenticated_profile_missing"), ("sessions", "authenticated_profile_invalidated")]
)
def test_revocation(api, signed_in, kind, code):
    entry, = entries(api, kind, device=signed_in.device)
    done(api, "DELETE", f"state/{kind}/{entry['id']}")
    assert signed_in.authorize("Adobe", NEWS).json["code"] == code
    assert signed_in.profiles().json == {"profiles": {}}
    assert send(api, "DELETE", f"state/{kind}/{entry['id']}")[0] == 404


def test_profile_expires(api, signed_in):
    entry, = entries(api, "profiles", device=signed_in.device)
    done(api, "PATCH", f"state/profiles/{entry['id']}", {"expires": entry["begins"]})
    assert signed_in.authorize("Adobe", NEWS).json["code"] == "authenticated_profile_expired"


def test_rights_of_a_user(api, client):
    """A user of this test alone, because the World is shared."""
    done(api, "PATCH", "state/subscribers/state-user", {"metadata": {"userID": "state-1"}})
    app = App(api, client, NET)
    wish = {"device": app.device, "requestor": NET, "mvpd": "Adobe", "user": "state-user", "client": client.client_id}
    done(api, "POST", "login", wish)
    assert app.authorize("Adobe", NEWS).json["decisions"][0]["authorized"]
    done(api, "PATCH", "state/subscribers/state-user", {"entitlement": "nothing"})
    decision, = app.authorize("Adobe", NEWS).json["decisions"]
    assert decision["error"]["code"] == "authorization_denied_by_mvpd", decision
    done(api, "DELETE", "state/subscribers/state-user")
    status, answer = send(api, "POST", "login", wish)
    assert status == 404 and "state-user" not in answer["detail"], answer


@pytest.mark.parametrize("mvpd", ("Adobe", "OAuthTV"))
def test_registration_code(simulator, tmp_path, legacy, mvpd):
    device = CodeDevice(Curl(tmp_path), simulator.http, mvpd=mvpd)
    device.register()
    assert device.session().status == 401
    answer = done(legacy, "POST", "login", {"code": device.code, "mvpd": mvpd, "user": "user"})
    assert answer["kind"] == "session", answer
    *_, media = device.tokens()
    assert verify_media_token(legacy, media, RESOURCE)["valid"]


def test_device_of_an_old_sdk(simulator, tmp_path, legacy):
    device = NativeDevice(Curl(tmp_path), simulator.http)
    wish = {"device": device.device_id, "requestor": device.requestor, "mvpd": "Adobe", "user": "user"}
    answer = done(legacy, "POST", "login", wish)
    authn = text(device.session(), "authnToken")
    assert text(device.authorize(authn), "authzToken") and text(device.authorize(answer["authnToken"]), "authzToken")
    done(legacy, "DELETE", f"state/sessions/{answer['session']}")
    assert "pendingLogout" in device.authorize(authn).body
    assert device.session().status == 401


@pytest.mark.parametrize("state", ("valid", "expired", "foreignKey", "badSignature", "otherDevice"))
def test_minted_token(simulator, tmp_path, legacy, state):
    device = NativeDevice(Curl(tmp_path), simulator.http)
    wish = {
        "kind": "authn", "requestor": device.requestor, "mvpd": "Adobe", "user": "user", "device": device.device_id,
        "state": state,
    }
    token = done(legacy, "POST", "tokens/mint", wish)["token"]
    answer = device.authorize(token)
    if state == "valid":
        assert text(answer, "authzToken")
    else:
        assert "pendingLogout" in answer.body, answer
