"""Capsules: what happened in a namespace as one file, saved here, and opened, replayed and continued in other processes."""

import base64
import json
import re
import subprocess
import urllib.parse
import uuid

import pytest
import requests

from process import clean_environment
from rest_v2_client import API, App, Client
from simulator import BINARY, Simulator, command

NET = "DEMO_NET"
SECONDS = 60


class Shown:
    """The executable as it shows or continues a capsule."""

    def __init__(self, folder, *words):
        self.words = words
        self.folder = folder

    def __enter__(self):
        self.process = subprocess.Popen(
            [BINARY, *map(str, self.words), "--data-dir", self.folder / "data", "--log", "off"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=clean_environment(),
        )
        line = self.process.stdout.readline()
        found = re.search(r"(http://\S+)/_sim/$", line.strip())
        if not found:
            _, said = self.process.communicate(timeout=SECONDS)
            raise AssertionError((line, said))
        self.base = found[1]
        return self

    def get(self, path):
        answer = requests.get(f"{self.base}/_sim/{path}", timeout=SECONDS)
        assert answer.status_code == 200, (path, answer.text)
        return answer.json()

    def __exit__(self, *_):
        self.process.terminate()
        self.process.communicate(timeout=SECONDS)
        assert self.process.returncode == 0


class Run:
    """A run of an app whose last authorization is denied, and the file that tells of it."""

    def __init__(self, simulator, folder):
        self.name = f"capsule-{uuid.uuid4().hex[:12]}"
        self.base = f"{simulator.http}/_ns/{self.name}"
        self.control = lambda method, path, content=None: requests.request(
            method, f"{self.base}/_sim/{path}", json=content, timeout=SECONDS)
        subscribers = {"ada": {"password": "correct-horse-battery"}}
        made = requests.put(
            f"{simulator.http}/_sim/namespaces/{self.name}", timeout=SECONDS,
            json={"configuration": {"subscribers": subscribers}})
        assert made.status_code == 201, made.text
        api = API(self.base)
        self.client = Client.registered(api)
        self.app = App(api, self.client, NET)
        self.app.configuration()
        self.app.profiles()
        self.code = self.app.log_in("AcmeCable", simulator.landing, username="ada", password="correct-horse-battery")
        self.app.profile_by_code(self.code)
        decision = self.app.authorize("AcmeCable", "TEST_RESOURCE").json["decisions"][0]
        self.media = decision["token"]["serializedToken"]
        self.login = self.control("POST", "login", {
            "device": "native-device-77", "requestor": "TEST_REQUESTOR", "mvpd": "Adobe", "user": "user"}).json()
        authorized = requests.post(f"{self.base}/adobe-services/authorizeDevice", timeout=SECONDS, data={
            "requestor_id": "TEST_REQUESTOR", "device_id": "native-device-77", "mso_id": "Adobe",
            "resource_id": "TEST_RESOURCE", "authentication_token": self.login["authnToken"]})
        assert "authzToken" in authorized.text, authorized.text
        self.control("PATCH", "clock", {"advanceSeconds": 600})
        rule = self.control("POST", "rules", {"match": {"resource": "news*"}, "action": {"failure": "denied"}})
        assert rule.status_code == 201, rule.text
        self.app.profile("AcmeCable")
        denied = self.app.authorize("AcmeCable", "news-1").json["decisions"][0]
        assert denied["authorized"] is False
        self.file = folder / "run.capsule.json"
        saved = command(
            "capsule", "save", self.file, "--url", simulator.http, "--namespace", self.name, "--title", "a test failed")
        assert saved.returncode == 0, saved
        self.said = saved.stdout
        self.document = json.loads(self.file.read_text())
        shown = self.control("GET", "exchanges.jsonl?secrets=shown").text.splitlines()
        self.exchanges = [json.loads(line) for line in shown]

    def secrets(self):
        """What nobody else may get to know: what the app kept, and what the browser and the MVPD sent each other."""
        yield from (self.client.client_secret, self.client.access_token, self.code, self.app.device, self.media)
        yield from (self.login["authnToken"], self.login["session"], "native-device-77", "correct-horse-battery")
        for exchange in self.exchanges:
            for message in ("request", "response"):
                for field in exchange[message]["headers"]:
                    if field["name"].lower() in ("cookie", "set-cookie"):
                        for pair in field["value"].split("; "):
                            name, _, value = pair.partition("=")
                            if name.lower() not in ("path", "expires", "max-age", "domain", "samesite", "redirect_url"):
                                yield value
                text = exchange[message]["body"].get("text", "")
                for place in (exchange["request"]["url"], text):
                    query = place.partition("?")[2] or place
                    for name, values in urllib.parse.parse_qs(query).items():
                        if name in ("SAMLResponse", "RelayState", "login", "state", "code"):
                            yield from values
        yield from re.findall(r'"refreshToken":"([^"]+)', json.dumps(self.control("GET", "snapshot").json()))


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("capsule")
    with Simulator(folder / "first") as simulator:
        yield Run(simulator, folder)


def replay(file, folder, *options):
    return command("capsule", "replay", file, "--data-dir", folder / "other", *options)


def test_the_file_is_one_document_with_a_line_for_each_exchange(run):
    document = run.document
    assert (document["format"], document["version"]) == ("pass-simulator capsule", 1)
    assert (document["title"], document["namespace"], document["complete"]) == ("a test failed", run.name, True)
    assert len(document["exchanges"]) == len(run.exchanges)
    lines = run.file.read_text().splitlines()
    assert sum('"explanation":' in line for line in lines) == len(run.exchanges)
    assert run.file.stat().st_mode & 0o077 == 0
    assert f"{len(run.exchanges)} exchanges" in run.said, run.said
    assert [step["operation"]["operation"] for step in document["steps"]] == ["SignInSubscriber", "AddRule"]


def test_a_literal_search_finds_no_secret(run):
    text = run.file.read_text()
    found = {secret for secret in run.secrets() if len(secret) >= 6}
    assert len(found) > 12
    for secret in found:
        spellings = {secret, urllib.parse.quote(secret, safe=""), base64.b64encode(secret.encode()).decode(),
                     json.dumps(secret)[1:-1], secret.replace("<", "&lt;").replace(">", "&gt;")}
        for spelling in spellings:
            assert spelling not in text, (secret, text[max(0, text.index(spelling) - 200):][:300])
    assert "PRIVATE KEY" not in text


def test_another_process_with_other_keys_answers_the_same(run, tmp_path):
    done = replay(run.file, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    count = len(run.exchanges)
    assert done.stdout == f"{count} requests played: {count} answered the same.\n"


def test_a_capsule_with_its_secrets_is_answered_the_same(run, tmp_path):
    shown = requests.get(f"{run.base}/_sim/capsule", params={"secrets": "shown"}, timeout=SECONDS)
    file = tmp_path / "shown.json"
    file.write_bytes(shown.content)
    done = replay(file, tmp_path)
    assert done.returncode == 0, done.stdout


def planted(run, tmp_path, change):
    document = json.loads(run.file.read_text())
    change(document)
    file = tmp_path / "planted.json"
    file.write_text(json.dumps(document))
    return file


def exchange_of(document, operation):
    return next(exchange for exchange in document["exchanges"] if exchange.get("operation") == operation)


def body_with(exchange, old, new):
    text = exchange["response"]["body"]["text"]
    assert old in text, text
    exchange["response"]["body"]["text"] = text.replace(old, new)


@pytest.mark.parametrize(("operation", "change", "place"), [
    ("RetrieveAuthorizationDecisions", lambda exchange: body_with(exchange, '"authorized":true', '"authorized":false'),
     "body.decisions[0].authorized"),
    ("RetrieveProfiles", lambda exchange: exchange["response"].update(status=503), "status"),
    ("RetrieveAccessToken", lambda exchange: body_with(exchange, '"expires_in":21600', '"expires_in":60'), "body.expires_in"),
    ("CreateAuthenticationSession", lambda exchange: exchange["response"]["headers"].append(
        {"name": "X-Planted", "value": "yes"}), "header x-planted"),
])
def test_a_planted_difference_is_found(run, tmp_path, operation, change, place):
    file = planted(run, tmp_path, lambda document: change(exchange_of(document, operation)))
    done = replay(file, tmp_path, "--json")
    assert done.returncode == 1, done
    report = json.loads(done.stdout)
    different = [exchange for exchange in report["exchanges"] if exchange["outcome"] != "same"]
    assert [exchange["operation"] for exchange in different] == [operation], different
    assert [difference["place"] for difference in different[0]["differences"]] == [place]
    assert place in replay(file, tmp_path).stdout


def test_a_rule_that_is_gone_shows_in_the_answers(run, tmp_path):
    file = planted(run, tmp_path, lambda document: document["steps"].pop())
    report = json.loads(replay(file, tmp_path, "--json").stdout)
    different = [exchange for exchange in report["exchanges"] if exchange["outcome"] == "different"]
    assert len(different) == 1 and different[0]["path"].endswith("/decisions/authorize/AcmeCable"), different


def test_open_shows_what_was_there(run, tmp_path):
    with Shown(tmp_path, "capsule", "open", run.file) as shown:
        listed = shown.get("exchanges?limit=1000")["exchanges"]
        keys = ("method", "path", "operation", "status", "outcome", "reason", "requestor", "mvpd", "subscriber", "time")
        summary = lambda exchanges: [[exchange.get(key) for key in keys if key != "path"] for exchange in exchanges]
        assert summary(listed) == summary(run.exchanges)
        assert [exchange["importedID"] for exchange in listed] == [exchange["id"] for exchange in run.exchanges]
        denied = listed[-1]
        explanation = shown.get(f"exchanges/{denied['id']}/explanation")
        assert explanation["sentence"] == "Rule rule-1, which is set in this simulator, denies the resource news-1.", explanation
        register = next(exchange for exchange in listed if exchange["operation"] == "AuthorizeDevice")
        decoded = shown.get(f"exchanges/{register['id']}")["decoded"]
        token = next(token for token in decoded["tokens"] if token["kind"] == "authentication")
        claims = {claim["name"]: claim["value"] for claim in token["claims"]}
        assert claims["simpleTokenMsoID"] == "Adobe" and token["signature"] == "valid", claims
        assert claims["simpleTokenFingerprint"].startswith("secret-"), claims
        # The recorded name, which the app and a replay know, is as good as the new one, and the printed address as the namespace's.
        recorded = shown.get(f"exchanges/{run.exchanges[-1]['id']}")
        assert recorded["id"] == denied["id"] and recorded["importedID"] == run.exchanges[-1]["id"], recorded
        told = command("explain", run.exchanges[-1]["id"], "--url", f"{shown.base}/_sim/")
        assert told.returncode == 0 and "Rule rule-1, which is set in this simulator, denies the resource news-1." in told.stdout, told
        judged = shown.get("verdict?imported=true")
        broken = [rule["rule"] for rule in judged["rules"] if rule["outcome"] == "failed"]
        assert not {"R-07", "R-13"} & set(broken), broken
        clock = shown.get("clock")
        assert clock["frozen"] is True and clock["now"] == run.document["savedAt"]
        assert [rule["id"] for rule in shown.get("rules")["rules"]] == ["rule-1"]
        kinds = {kind["name"]: kind["count"] for kind in shown.get("state")["kinds"]}
        assert kinds["profiles"] >= 1 and kinds["sessions"] >= 1, kinds


def test_fork_continues_after_an_exchange(run, tmp_path):
    at = [exchange for exchange in run.exchanges if exchange["operation"] == "RetrieveProfileForCode"][0]["id"]
    with Shown(tmp_path, "capsule", "fork", run.file, "--at", at) as fork:
        lines = requests.get(f"{fork.base}/_sim/exchanges.jsonl?secrets=shown", timeout=SECONDS).text.splitlines()
        exchanges = [json.loads(line) for line in lines]
        assert len(exchanges) == 1 + [exchange["id"] for exchange in run.exchanges].index(at)
        token = json.loads(
            next(e for e in exchanges if e["operation"] == "RetrieveAccessToken")["response"]["body"]["text"])["access_token"]
        last = {field["name"]: field["value"] for field in exchanges[1 + 1]["request"]["headers"]}
        headers = {"Authorization": f"Bearer {token}", "AP-Device-Identifier": last["AP-Device-Identifier"],
                   "X-Device-Info": last["X-Device-Info"]}
        # The rule came later, so this run goes another way.
        answer = requests.post(f"{fork.base}/api/v2/{NET}/decisions/authorize/AcmeCable", timeout=SECONDS,
                               json={"resources": ["news-1"]}, headers=headers)
        assert answer.json()["decisions"][0]["authorized"] is True, answer.text


@pytest.mark.parametrize(("words", "reason"), [
    (("capsule", "open", "/nowhere/file"), "can't be read"),
    (("capsule", "replay", "README.md"), "isn't a capsule"),
    (("capsule", "fork", "README.md"), "needs --at"),
    (("capsule", "save"), "needs the name of a file"),
    (("capsule",), "needs a subcommand"),
])
def test_a_wrong_command_line_is_refused_with_its_reason(words, reason):
    done = command(*words)
    assert done.returncode == 2 and reason in done.stderr, done


def test_a_failing_command_leaves_a_capsule(tmp_path):
    file = tmp_path / "failed.json"
    script = "curl -s $PASS_SIMULATOR_URL/adobe-services/config/TEST_REQUESTOR > /dev/null; exit 3"
    done = command("exec", "--data-dir", tmp_path / "data", "--capsule", file, "--", "sh", "-c", script)
    assert done.returncode == 3 and str(file) in done.stderr, done
    document = json.loads(file.read_text())
    assert document["title"].endswith("exited with 3") and len(document["exchanges"]) == 1
    assert replay(file, tmp_path).stdout == "1 request played: 1 answered the same.\n"
    passed = command("exec", "--data-dir", tmp_path / "data", "--capsule", tmp_path / "none", "--", "sh", "-c", "exit 0")
    assert passed.returncode == 0 and not (tmp_path / "none").exists()
