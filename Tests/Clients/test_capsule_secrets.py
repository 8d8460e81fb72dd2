"""Capsules keep no secret, whatever clients and operators write, and replay with other keys, also after a restored snapshot."""

import json
import urllib.parse
import uuid

import pytest
import requests

from rest_v2_client import API, App, Browser, Client
from simulator import command

NET = "DEMO_NET"
SECONDS = 30
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


class Space:
    """A namespace of its own."""

    def __init__(self, simulator):
        self.name = f"secrets-{uuid.uuid4().hex[:12]}"
        self.http = simulator.http
        self.landing = simulator.landing
        self.base = f"{simulator.http}/_ns/{self.name}"

    def control(self, method, path, content=None, **more):
        answer = requests.request(method, f"{self.base}/_sim/{path}", json=content, timeout=SECONDS, **more)
        assert answer.ok, (path, answer.text)
        return answer.json() if answer.text else None

    def post(self, operation, body):
        return requests.post(f"{self.base}/adobe-services/{operation}", data=body, headers=FORM, timeout=SECONDS)

    def app(self):
        api = API(self.base)
        return App(api, Client.registered(api), NET)

    def log_in(self):
        return self.control("POST", "login", {
            "device": "native-device-77", "requestor": "TEST_REQUESTOR", "mvpd": "Adobe", "user": "user"})

    def capsule(self, **query):
        return requests.get(f"{self.base}/_sim/capsule", params=query, timeout=SECONDS).text


@pytest.fixture
def space(simulator):
    return Space(simulator)


def texts_in(value, names):
    """The texts of members with these names, at any depth."""
    if isinstance(value, dict):
        for name, member in value.items():
            if name in names and isinstance(member, str):
                yield member
            yield from texts_in(member, names)
    elif isinstance(value, list):
        for element in value:
            yield from texts_in(element, names)


def without(capsule, secrets):
    secrets = {secret for secret in secrets if len(secret) >= 6}
    assert secrets
    for secret in secrets:
        assert secret not in capsule, (secret, capsule[max(0, capsule.index(secret) - 150):][:300])


def test_snapshots_that_were_restored_keep_none(space, simulator):
    app = space.app()
    app.log_in("AcmeCable", space.landing)
    login = space.log_in()
    snapshot = space.control("GET", "snapshot")
    other = Space(simulator)
    other.control("PUT", "snapshot", snapshot)
    other.control("PUT", "snapshot", snapshot | {"records": {}})
    secrets = set(texts_in(snapshot["records"], {"secret", "session", "guid", "providerSession", "refreshToken", "deviceID"}))
    without(other.capsule(), secrets | {login["session"], "native-device-77"})


def test_control_operations_keep_none_once_the_records_are_gone(space):
    login = space.log_in()
    space.control("POST", "tokens/mint", {
        "kind": "authn", "device": "minted-device-xyz", "requestor": "TEST_REQUESTOR", "mvpd": "Adobe", "user": "user"})
    space.control("POST", "rules", {"match": {"device": "rule-only-device-5"}, "action": {"failure": "denied"}})
    space.control("PATCH", "clock", {"advanceSeconds": 93 * 86_400})
    space.log_in()
    without(space.capsule(), {login["session"], "minted-device-xyz", "rule-only-device-5", "native-device-77"})


@pytest.mark.parametrize("written", [
    "a%7Etilde%7Epw1", "correct%20(horse)%209", "%63orrect+%28horse%29+9", "a+b*c-pass%7E1", "broken%zzescape1",
])
def test_parameters_are_found_however_they_are_escaped(space, written):
    space.post("sessionDevice", f"requestor_id=TEST_REQUESTOR&device_id={written}&reg_code=ABCDEFG")
    space.post("sessionDevice", f"requestor_id=TEST_REQUESTOR&x={'%41' * 25_000}&device_id=other-{written}")
    capsule = space.capsule()
    value = urllib.parse.unquote_plus(written)
    without(capsule, {written, value, json.dumps(value)[1:-1]})


def test_members_are_found_however_json_writes_them(space):
    for body in ('{"password" : "k1mpw"}', '{"password": "p\\u00e4ssword-9"}', '{"password":"p\\u00C4ssword-8"}'):
        name = f"zoe{len(body)}"
        answer = requests.patch(
            f"{space.base}/_sim/state/subscribers/user", data=body, headers={"Content-Type": "application/json"}, timeout=SECONDS)
        assert answer.ok, (name, answer.text)
    without(space.capsule(), {'" : "k1mpw', "p\\u00e4ssword-9", "p\\u00C4ssword-8", "pässword-9", "pÄssword-8"})


def test_the_session_of_a_saml_logout_is_masked(space):
    app, browser = space.app(), Browser(space.base)
    app.log_in("Adobe", space.landing, browser)
    sessions = set(texts_in(space.control("GET", "snapshot")["records"], {"providerSession"}))
    logout = app.log_out("Adobe", space.landing).json["logouts"]["Adobe"]
    browser.session.get(requests.compat.urljoin(space.base, logout["url"]), timeout=SECONDS)
    capsule = space.capsule()
    assert '"operation":"SingleLogout"' in capsule
    without(capsule, sessions)
    assert "SessionIndex" not in capsule.replace("simpleSamlSessionIndex", "")


def replayed(capsule, tmp_path):
    file = tmp_path / "capsule.json"
    file.write_text(capsule)
    return command("capsule", "replay", file, "--data-dir", tmp_path / "other", "--json")


@pytest.mark.parametrize("secrets", ["masked", "shown"])
def test_a_run_replays_after_a_restored_snapshot(space, tmp_path, secrets):
    app = space.app()
    app.configuration()
    snapshot = space.control("GET", "snapshot")
    app.configuration()
    space.control("PUT", "snapshot", snapshot)
    app.configuration()
    done = replayed(space.capsule(**({"secrets": "shown"} if secrets == "shown" else {})), tmp_path)
    report = json.loads(done.stdout)
    assert done.returncode == 0, report


def test_a_stream_in_a_capsule_does_not_keep_a_replay(space, tmp_path):
    space.app().configuration()
    document = json.loads(space.capsule())
    document["exchanges"][0]["request"]["url"] = f"{space.base}/_sim/events"
    document["exchanges"][0]["request"]["method"] = "GET"
    done = replayed(json.dumps(document), tmp_path)
    assert done.returncode == 1 and json.loads(done.stdout)["exchanges"][0]["outcome"] == "different", done


def test_a_long_answer_is_not_called_the_same(space, tmp_path):
    names = {f"Big{number:03d}": {"name": "A name that takes room " * 9} for number in range(300)}
    space.control("PUT", "namespaces/" + space.name, {"configuration": {
        "mvpds": names, "requestors": {"BIG": {"mvpds": dict.fromkeys(names, {})}}}})
    requests.get(f"{space.base}/adobe-services/config/BIG", timeout=SECONDS)
    done = replayed(space.capsule(), tmp_path)
    (exchange,) = json.loads(done.stdout)["exchanges"]
    assert done.returncode == 0 and exchange["outcome"] == "notCompared", exchange
