"""Clients that change what simulators keep in a store, whatever becomes of both, and what must be true of the store afterwards.

Each client goes through the same steps: a code, a login with it, a media token and its one presentation. One of two uses REST
API v2. `Ledger` knows what was answered, and what was asked for without an answer.
"""

import base64
import contextlib
import http.client
import json
import threading
import time
import urllib.parse

from device import statement

SECONDS = 60
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
JSON = {"Content-Type": "application/json"}
CODE = "/reggie/v1/REF30/regcode"
MVPD = "Adobe"
NETWORK = "DEMO_NET"
RESOURCE = "TEST_RESOURCE"
PAUSE = 0.02
# Codes and logins outlive the longest run; by default a code has half an hour.
LIVES = "{ttl: {registrationCodeSeconds: 36000, sessionSeconds: 36000}}"
# A hanging server is noticed after five seconds; a busy machine needs some more.
PATIENCE = 60


def ask(connection, method, path, content=None, headers=None):
    connection.request(method, path, content, headers or {})
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


@contextlib.contextmanager
def connected(simulator, seconds=SECONDS):
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", simulator.port, timeout=seconds)) as connection:
        yield connection


def lasting(folder):
    """The options of `serve` with which nothing that is looked for expires."""
    file = folder / "lives.json5"
    file.write_text(LIVES)
    return "--config", file


def entries(connection, namespace, kind):
    """All entries of a kind, page by page."""
    found, after = [], ""
    while after is not None:
        status, body = ask(connection, "GET", f"{namespace}/_sim/state/{kind}?limit=1000{after}")
        assert status == 200, body
        page = json.loads(body)
        found += page[kind]
        after = f"&after={urllib.parse.quote(page['next'])}" if page.get("next") else None
    return found


def eventually(look, wanted, patience=PATIENCE):
    """Looks until it sees what is wanted."""
    end = time.monotonic() + patience
    while (seen := look()) != wanted:
        assert time.monotonic() < end, f"still {seen} after {patience} s"
        time.sleep(0.02)


def readiness(simulator):
    with connected(simulator) as connection:
        return ask(connection, "GET", "/_sim/ready")


def is_ready(simulator):
    return readiness(simulator)[0]


class Unanswered(Exception):
    """The connection ended, or the store couldn't be used."""


class Ledger:
    """What clients have asked for, and which of it was answered."""

    def __init__(self, base=""):
        """`base` is what the paths of a namespace begin with."""
        self.base = base
        self.lock = threading.Lock()
        # The devices for which a code was asked for; the codes that were answered, by API, with their devices.
        self.wanted, self.codes = set(), {"v1": {}, "v2": {}}
        self.logins = set()
        # The header fields by which an app of REST API v2 asks for a device.
        self.apps = {}
        # The media tokens whose presentation was answered with "valid", and those whose presentation wasn't answered.
        self.presented, self.uncertain = [], []
        self.refusals, self.lost, self.steps = 0, 0, 0

    def __str__(self):
        return (
            f"{self.steps} answered steps, {sum(map(len, self.codes.values()))} codes, {len(self.logins)} logins and"
            f" {len(self.presented)} presentations are still stored; {self.refusals} refusals, {self.lost} requests without an answer"
        )

    def check(self, connection, when, tokens=200):
        """Looks at the whole store: what was answered is there, and what wasn't is there whole or not at all."""
        codes = {entry["id"]: entry for entry in entries(connection, self.base, "codes")}
        for answered in self.codes.values():
            for code, device in answered.items():
                assert codes.get(code, {}).get("device") == device, (when, code, device, codes.get(code))
        assert self.wanted.issuperset(entry["device"] for entry in codes.values()), when
        missing = [code for code in self.logins if not codes[code]["used"]]
        assert not missing, (when, missing)
        sessions = {entry["id"]: entry for entry in entries(connection, self.base, "sessions") if entry.get("user")}
        for entry in sessions.values():
            assert codes[entry["code"]]["session"] == entry["id"], (when, entry, codes[entry["code"]])
        for code in (entry for entry in codes.values() if entry["used"]):
            assert sessions[code["session"]]["user"] == "user", (when, code)
        self.check_profiles(connection, codes, when)
        # A presentation that was answered never counts again; one that wasn't counts once more at most.
        for token in self.presented[-tokens:]:
            assert not self.presents(connection, token), (when, token)
        for token in self.uncertain[-tokens:]:
            self.presents(connection, token)
            assert not self.presents(connection, token), (when, token)

    def check_profiles(self, connection, codes, when):
        """An app of REST API v2 gets its profile exactly if its code is used. One that isn't stored comes when it is asked for."""
        kept = {(entry["device"], entry["client"]) for entry in entries(connection, self.base, "profiles")}
        for code in (entry for entry in codes.values() if entry.get("client")):
            has_profile = (code["device"], code["client"]) in kept
            if has_profile and code["used"] or not has_profile and not code.get("session"):
                continue
            path = f"{self.base}/api/v2/{NETWORK}/profiles/code/{code['id']}"
            status, body = ask(connection, "GET", path, None, self.apps[code["device"]])
            assert status == 200 and (MVPD in json.loads(body)["profiles"]) == code["used"], (when, code, status, body)

    def presents(self, connection, token):
        content = json.dumps({"token": token, "resource": RESOURCE})
        status, body = ask(connection, "POST", f"{self.base}/_sim/tokens/verify", content, JSON)
        assert status == 200, (status, body)
        return json.loads(body)["valid"]


class Load:
    """A number of clients, which ask the simulators in turn until they are told to stop, or have done so many steps."""

    def __init__(self, simulators, ledger, prefix, clients=6, steps=None):
        self.simulators, self.ledger, self.prefix, self.base = simulators, ledger, prefix, ledger.base
        self.left = None
        self.stops = threading.Event()
        self.reached = threading.Event()
        self.failures = []
        self.threads = [threading.Thread(target=self.run, args=(number,)) for number in range(clients)]
        if steps:
            self.stop_after(steps)

    def stop_after(self, steps):
        """Sets `reached` after so many answered steps."""
        self.left = steps

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, kind, error, trace):
        self.stops.set()
        for thread in self.threads:
            thread.join()
        if error is None:
            assert not self.failures, self.failures

    def run(self, number):
        turn = 0
        while not self.stops.is_set():
            turn += 1
            simulator = self.simulators[(number + turn) % len(self.simulators)]
            try:
                with connected(simulator) as connection:
                    for step in range(8):
                        if self.stops.is_set():
                            return
                        device = f"{self.prefix}-{number}-{turn}-{step}"
                        (self.flow_v2 if (number + step) % 2 else self.flow)(connection, device)
            except (Unanswered, OSError, http.client.HTTPException):
                with self.ledger.lock:
                    self.ledger.lost += 1
                self.stops.wait(PAUSE)
            except Exception as error:  # noqa: BLE001 - The test reports it.
                self.failures.append(f"{type(error).__name__}: {error}")
                self.reached.set()
                return

    def answered(self, status, body, wanted, note):
        """Notes an answer in the ledger. One of 503 says why, and changes nothing."""
        if status == 503:
            assert "store" in body, body
            with self.ledger.lock:
                self.ledger.refusals += 1
            raise Unanswered
        assert status == wanted, (status, body)
        with self.ledger.lock:
            note(body)
            self.ledger.steps += 1
            if self.left is not None:
                self.left -= 1
                if self.left <= 0:
                    self.reached.set()

    def note_code(self, api, code, device):
        self.ledger.codes[api][code] = device
        return code

    def flow(self, connection, device):
        self.ledger.wanted.add(device)
        form = urllib.parse.urlencode({"deviceId": device, "format": "json"})
        status, body = ask(connection, "POST", self.base + CODE, form, FORM)
        self.answered(status, body, 201, lambda body: self.note_code("v1", json.loads(body)["code"], device))
        self.log_in(connection, json.loads(body)["code"])
        self.present(connection)

    def flow_v2(self, connection, device):
        bearer = self.register(connection)
        fingerprint = base64.b64encode(device.encode()).decode()
        headers = FORM | {"Authorization": f"Bearer {bearer}", "AP-Device-Identifier": f"fingerprint {fingerprint}"}
        self.ledger.apps[device] = headers
        self.ledger.wanted.add(device)
        status, body = ask(connection, "POST", f"{self.base}/api/v2/{NETWORK}/sessions", "", headers)
        self.answered(status, body, 200, lambda body: self.note_code("v2", json.loads(body)["code"], device))
        code = json.loads(body)["code"]
        self.log_in(connection, code)
        status, body = ask(connection, "GET", f"{self.base}/api/v2/{NETWORK}/profiles/code/{code}", None, headers)
        self.answered(status, body, 200, lambda body: self.note_profile(body))

    def note_profile(self, body):
        assert MVPD in json.loads(body)["profiles"], body

    def register(self, connection):
        wish = json.dumps({"software_statement": statement()})
        status, body = ask(connection, "POST", f"{self.base}/o/client/register", wish, JSON)
        self.answered(status, body, 201, lambda body: None)
        client = json.loads(body)
        grant = {"grant_type": "client_credentials", "client_id": client["client_id"], "client_secret": client["client_secret"]}
        status, body = ask(connection, "POST", f"{self.base}/o/client/token", urllib.parse.urlencode(grant), FORM)
        self.answered(status, body, 201, lambda body: None)
        return json.loads(body)["access_token"]

    def log_in(self, connection, code):
        login = json.dumps({"code": code, "mvpd": MVPD, "user": "user"})
        status, body = ask(connection, "POST", f"{self.base}/_sim/login", login, JSON)
        self.answered(status, body, 200, lambda body: self.ledger.logins.add(code))

    def present(self, connection):
        wish = {"kind": "media", "requestor": "TEST_REQUESTOR", "mvpd": MVPD, "resource": RESOURCE}
        status, body = ask(connection, "POST", f"{self.base}/_sim/tokens/mint", json.dumps(wish), JSON)
        self.answered(status, body, 200, lambda body: None)
        token = json.loads(body)["token"]
        content = json.dumps({"token": token, "resource": RESOURCE})
        try:
            status, body = ask(connection, "POST", f"{self.base}/_sim/tokens/verify", content, JSON)
            self.answered(status, body, 200, lambda body: self.note_presentation(body, token))
        except (Unanswered, OSError, http.client.HTTPException):
            with self.ledger.lock:
                self.ledger.uncertain.append(token)
            raise

    def note_presentation(self, body, token):
        assert json.loads(body)["valid"], body
        self.ledger.presented.append(token)
