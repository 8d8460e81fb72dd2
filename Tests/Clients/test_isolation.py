"""Hundreds of flows at once, each in a namespace of its own, with its own clock and its own rule: none sees another."""

import base64
import http.client
import json
import threading
import urllib.parse
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta, timezone

import pytest

from device import LOGGED_OUT, REQUESTOR, statement, value
from rest_v2_client import fingerprint
from simulator import Simulator

FLOWS = 500
SECONDS = 120
START = datetime(2031, 5, 14, 8, tzinfo=timezone.utc)
DAY = timedelta(days=1)
RESOURCE = "TEST_RESOURCE"


@pytest.fixture(scope="module")
def simulator(new_store, tmp_path_factory):
    with Simulator(tmp_path_factory.mktemp("isolation"), *new_store()) as running:
        yield running


class Flow:
    """One client in one namespace, on one connection."""

    def __init__(self, simulator, number):
        self.number = number
        self.base = f"/_ns/flow-{number}"
        self.now = START + number * DAY
        self.device = f"device-of-flow-{number}"
        self.message = f"Denied in flow {number}."
        self.connection = http.client.HTTPConnection("127.0.0.1", simulator.port, timeout=SECONDS)
        # The client's requests, which the journal records; it doesn't record those that control the simulator.
        self.paths = []

    def send(self, method, path, content=None, headers=None):
        headers = dict(headers or {})
        if isinstance(content, dict):
            headers["Content-Type"], content = "application/json", json.dumps(content)
        elif content is not None:
            headers["Content-Type"], content = "application/x-www-form-urlencoded", urllib.parse.urlencode(content)
        # A namespace is made and removed from outside of it.
        base = "" if path.startswith("/_sim/namespaces/") else self.base
        self.connection.request(method, base + path, content, headers)
        answer = self.connection.getresponse()
        body = answer.read().decode()
        if not path.startswith("/_sim/"):
            self.paths.append(path.split("?")[0])
        date = datetime.strptime(answer.headers["Date"], "%a, %d %b %Y %H:%M:%S GMT").replace(tzinfo=timezone.utc)
        return answer.status, body, date

    def control(self, method, path, content=None, status=200):
        code, body, _ = self.send(method, f"/_sim/{path}", content)
        assert code == status, (self.number, method, path, code, body)
        return json.loads(body) if body else None

    def call(self, method, path, content=None, headers=None, status=200):
        code, body, date = self.send(method, path, content, headers)
        assert code == status and date == self.now, (self.number, path, code, body, date)
        return body

    def prepare(self):
        self.control("PUT", f"namespaces/flow-{self.number}", {}, status=201)
        self.control("PATCH", "clock", {"now": self.now.isoformat().replace("+00:00", "Z"), "frozen": True})
        self.control(
            "POST", "rules",
            {"id": f"of-{self.number}", "match": {"operation": self.operation, "resource": RESOURCE},
             "action": {"failure": "denied", "message": self.message}, "times": 1},
            status=201,
        )

    def check(self):
        """The namespace has what this flow has done, and nothing else."""
        assert [(rule["id"], rule["hits"]) for rule in self.control("GET", "rules")["rules"]] == [(f"of-{self.number}", 1)]
        clock = self.control("GET", "clock")
        assert clock["frozen"] and clock["nowMillis"] == self.now.timestamp() * 1000
        exchanges = self.control("GET", "exchanges?limit=1000")["exchanges"]
        assert sorted(exchange["path"] for exchange in exchanges) == sorted(self.paths)
        assert {exchange["namespace"] for exchange in exchanges} == {f"flow-{self.number}"}
        assert len(self.control("GET", f"state/{self.records}")[self.records]) == 1

    def expire(self):
        self.control("PATCH", "clock", {"advanceSeconds": 400 * 86_400})
        self.now += 400 * DAY

    def end(self):
        self.control("DELETE", f"namespaces/flow-{self.number}", status=204)
        self.connection.close()


class Legacy(Flow):
    operation = "AuthorizeDevice"
    records = "sessions"

    def log_in(self):
        answer = self.control(
            "POST", "login", {"device": self.device, "requestor": REQUESTOR, "mvpd": "Adobe", "user": "user"})
        self.token = answer["authnToken"]
        assert value(self.token, "simpleTokenRequestorID") == REQUESTOR

    def authorize(self):
        return self.call(
            "POST", "/adobe-services/authorizeDevice",
            [("requestor_id", REQUESTOR), ("device_id", self.device), ("resource_id", RESOURCE), ("mso_id", "Adobe"),
             ("authentication_token", self.token), ("userMeta", "1"), ("signed_requestor_id", "c2lnbmVk")])

    def watch(self):
        denied = self.authorize()
        assert self.message in denied, (self.number, denied)
        assert "<authzToken>" in self.authorize()


    def expect_access(self, has_access):
        answer = self.authorize()
        assert ("<authzToken>" in answer) == has_access and (answer == LOGGED_OUT) != has_access, (self.number, answer)


class RESTv2(Flow):
    operation = "RetrieveAuthorizationDecisions"
    records = "profiles"

    def log_in(self):
        client = json.loads(self.call("POST", "/o/client/register", {"software_statement": statement()}, status=201))
        self.grant = [("grant_type", "client_credentials"), ("client_id", client["client_id"]),
                      ("client_secret", client["client_secret"])]
        self.headers = {
            "AP-Device-Identifier": fingerprint(self.device),
            "X-Device-Info": base64.b64encode(b'{"primaryHardwareType":"SetTopBox"}').decode(),
        }
        self.renew()
        wish = [("mvpd", "Adobe"), ("domainName", "adobe.com"), ("redirectUrl", "https://site.example/done")]
        session = json.loads(self.call("POST", f"/api/v2/{REQUESTOR}/sessions", wish, self.headers))
        self.control("POST", "login", {"code": session["code"], "mvpd": "Adobe", "user": "user"})

    def renew(self):
        token = json.loads(self.call("POST", "/o/client/token", self.grant, status=201))
        self.headers["Authorization"] = f"Bearer {token['access_token']}"

    def decide(self):
        body = self.call(
            "POST", f"/api/v2/{REQUESTOR}/decisions/authorize/Adobe", {"resources": [RESOURCE]}, self.headers)
        return json.loads(body)["decisions"][0]

    def watch(self):
        denied = self.decide()
        assert not denied["authorized"] and denied["error"]["details"] == self.message, (self.number, denied)
        assert self.decide()["authorized"]

    def expect_access(self, has_access):
        # The access token may have ended before the profile.
        self.renew()
        profiles = json.loads(self.call("GET", f"/api/v2/{REQUESTOR}/profiles", headers=self.headers))["profiles"]
        assert bool(profiles) == has_access, (self.number, profiles)


def test_flows_never_see_each_other(simulator):
    flows = [(Legacy if number % 2 else RESTv2)(simulator, number) for number in range(FLOWS)]
    # All flows are in the middle of their way at the same time.
    meeting = threading.Barrier(FLOWS, timeout=SECONDS)

    def run(flow):
        try:
            flow.prepare()
            flow.log_in()
            flow.watch()
            meeting.wait()
            flow.check()
            # Half of the flows let their logins expire; the other half must not notice it.
            expires = flow.number % 4 < 2
            if expires:
                flow.expire()
            meeting.wait()
            flow.expect_access(not expires)
            flow.end()
        except BaseException:
            meeting.abort()
            raise

    with ThreadPoolExecutor(FLOWS) as pool:
        ends = [pool.submit(run, flow) for flow in flows]
    errors = [end.exception() for end in ends if end.exception()]
    # The first error breaks the meetings of all others.
    real = [error for error in errors if not isinstance(error, threading.BrokenBarrierError)] or errors
    assert not real, real[:3]
