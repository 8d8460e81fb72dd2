"""Six tests of an app against pass-simulator: pytest and the standard library suffice."""

import html
import json
import os
import re
import urllib.error
import urllib.parse
import urllib.request
import uuid

import pytest

URL = os.environ.get("PASS_SIMULATOR_URL", "http://127.0.0.1:8080")


def send(method, url, content=None, content_type="application/json"):
    """Returns status, header fields and body of an answer, whatever the status."""
    request = urllib.request.Request(url, content, {"Content-Type": content_type}, method=method)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, answer.headers, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read().decode()


class Simulator:
    """A namespace of the simulator: a service of its own, with its own clock, rules and journal."""

    def __init__(self):
        self.name = f"recipe-{uuid.uuid4().hex[:12]}"
        self.url = f"{URL}/_ns/{self.name}"

    def control(self, method, path, content=None):
        body = None if content is None else json.dumps(content).encode()
        status, _, answer = send(method, f"{self.url}/_sim/{path}", body)
        assert 200 <= status < 300, answer
        return json.loads(answer) if answer else None


class App:
    """Stands for the app that you test: it asks for a code, and then for the resource of that login."""

    device = "my-device"

    def __init__(self, url):
        self.url = url

    def show_code(self):
        form = urllib.parse.urlencode({"deviceId": self.device, "format": "json"}).encode()
        answer = send("POST", f"{self.url}/reggie/v1/TEST_REQUESTOR/regcode", form, "application/x-www-form-urlencoded")
        return json.loads(answer[2])["code"]

    def call(self, operation, **fields):
        fields |= {"requestor_id": "TEST_REQUESTOR", "device_id": self.device}
        form = urllib.parse.urlencode(fields).encode()
        return send("POST", f"{self.url}/adobe-services/{operation}", form, "application/x-www-form-urlencoded")

    def fetch_login(self, code):
        """Returns the authN token; None if nobody has logged in with the code."""
        _, _, answer = self.call("sessionDevice", reg_code=code)
        token = re.search("<authnToken>(.*)</authnToken>", answer, re.DOTALL)
        return token and html.unescape(token[1])

    def watch(self, resource, authn_token):
        """Returns `allowed`, `logged out`, or the code of a denial."""
        _, fields, answer = self.call(
            "authorizeDevice", mso_id="Adobe", resource_id=resource, authentication_token=authn_token
        )
        if "<authzToken>" in answer:
            return "allowed"
        return "logged out" if "<pendingLogout" in answer else fields["Authzf-Error-Code"]


@pytest.fixture
def simulator():
    simulator = Simulator()
    # If the run breaks off, the namespace ends by itself.
    simulator.control("PUT", f"namespaces/{simulator.name}", {"idleSeconds": 600})
    yield simulator
    simulator.control("DELETE", f"namespaces/{simulator.name}")


@pytest.fixture
def app(simulator):
    return App(simulator.url)


@pytest.fixture
def token(simulator, app):
    """The authN token of a user who is logged in."""
    code = app.show_code()
    simulator.control("POST", "login", {"code": code, "mvpd": "Adobe", "user": "user"})
    return app.fetch_login(code)


def test_log_in_without_a_browser(simulator, app):
    code = app.show_code()
    assert app.fetch_login(code) is None
    simulator.control("POST", "login", {"code": code, "mvpd": "Adobe", "user": "user"})
    assert app.watch("news", app.fetch_login(code)) == "allowed"


def test_expire(simulator, app, token):
    simulator.control("PATCH", "clock", {"advanceSeconds": 400 * 86400})
    assert app.watch("news", token) == "logged out"


def test_deny(simulator, app, token):
    simulator.control("POST", "rules", {"match": {"resource": "news*"}, "action": {"failure": "denied"}})
    assert app.watch("news-1", token) == "noAuthZ"
    assert app.watch("sports", token) == "allowed"


def test_mvpd_down(simulator, app, token):
    simulator.control("POST", "rules", {"match": {"mvpd": "Adobe"}, "action": {"mvpd": "down"}, "times": 1})
    assert app.watch("news", token) == "network"
    assert app.watch("news", token) == "allowed"


def test_see_what_my_app_sent(simulator, app, token):
    app.watch("news", token)
    app.watch("sports", token)
    sent = simulator.control("GET", "exchanges?operation=AuthorizeDevice")["exchanges"]
    assert [exchange["resources"] for exchange in sent] == [["news"], ["sports"]]


def test_reset(simulator, app):
    code = app.show_code()
    simulator.control("POST", "rules", {"action": {"status": 503}})
    simulator.control("POST", "reset")
    assert simulator.control("GET", "rules")["rules"] == []
    status, _, _ = send("GET", f"{simulator.url}/reggie/v1/TEST_REQUESTOR/regcode/{code}")
    assert status == 404
