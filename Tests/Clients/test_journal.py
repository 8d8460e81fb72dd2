"""The journal over HTTP: what an app sent, seen, awaited, verified, exported and followed from outside.

Sources: "The journal" of the documentation; W3C, "HTTP Archive (HAR) format" 1.2, whose schema is in Fixtures/HAR; WHATWG
HTML, section 9.2, for the events; RFC 9457 for the refusals.
"""

import json
import re
import threading
import uuid

import jsonschema
import pytest
import requests

from rest_v2_answers import NET
from rest_v2_client import API, App, Client
from simulator import ROOT, Simulator

SCHEMA = json.loads((ROOT / "Fixtures/HAR/har-1.2.schema.json").read_text())
SECONDS = 60


class Journal:
    """The journal of one namespace."""

    def __init__(self, base):
        self.base = base
        self.session = requests.Session()
        self.session.trust_env = False

    def send(self, method, path, **options):
        return self.session.request(method, f"{self.base}/_sim/{path}", timeout=SECONDS, **options)

    def get(self, path, **query):
        answer = self.send("GET", path, params=query)
        assert answer.status_code == 200, (answer.status_code, answer.text)
        return answer.json()

    def exchanges(self, **query):
        return self.get("exchanges", **query)["exchanges"]

    def verify(self, **content):
        answer = self.send("POST", "exchanges/verify", json=content)
        assert answer.status_code == 200, answer.text
        return answer.json()


@pytest.fixture
def base(simulator):
    """A namespace of the test's own."""
    return f"{simulator.http}/_ns/journal-{uuid.uuid4().hex[:12]}"


@pytest.fixture
def journal(base):
    return Journal(base)


@pytest.fixture
def app(base, journal, simulator):
    """An app that has logged in, in a namespace of its own."""
    api = API(base)
    app = App(api, Client.registered(api), NET)
    app.log_in("Adobe", simulator.landing)
    return app


def authorize(app, *resources):
    answer = app.authorize("Adobe", *resources)
    assert answer.status == 200, answer
    return answer


def test_login_is_one_flow_with_both_devices(app, journal):
    authorize(app, "demo-live")
    flows = [flow for flow in journal.get("flows")["flows"] if app.device in flow["devices"]]
    assert len(flows) == 1, flows
    assert flows[0]["mvpds"] == ["Adobe"] and flows[0]["subscribers"] == ["user"], flows
    flow = journal.get(f"flows/{flows[0]['id']}")
    operations = [exchange.get("operation") for exchange in flow["exchanges"]]
    assert operations[0] == "CreateAuthenticationSession", operations
    assert operations[-1] == "RetrieveAuthorizationDecisions", operations
    assert {"AuthenticateInUserAgent", "SignIn", "ConsumeAssertion"} <= set(operations), operations
    assert {(exchange["from"], exchange["to"]) for exchange in flow["exchanges"]} == {
        ("app", "service"), ("browser", "service"), ("browser", "MVPD"),
    }
    assert flow["outcome"] in ("permitted", "denied")


def test_each_answer_names_its_exchange(base, journal):
    trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    answer = requests.get(f"{base}/adobe-services/config/{NET}", headers={"traceparent": trace}, timeout=SECONDS)
    exchange = journal.get(f"exchanges/{answer.headers['X-Pass-Simulator-Exchange']}")
    assert exchange["operation"] == "RetrieveConfiguration" and exchange["requestor"] == NET
    assert exchange["traceparent"] == trace and exchange["state"] == "complete"
    assert exchange["response"]["body"]["text"] == answer.text


def test_wait_ends_with_the_exchange_that_it_waits_for(base, journal):
    found = []
    thread = threading.Thread(
        target=lambda: found.append(
            Journal(base).get("exchanges/await", operation="RetrieveConfiguration", timeoutSeconds=SECONDS)))
    thread.start()
    requests.get(f"{base}/adobe-services/config/{NET}", timeout=SECONDS)
    thread.join(SECONDS)
    assert [exchange["requestor"] for exchange in found] == [NET]


def test_wait_in_vain_tells_the_nearest_misses(base, journal):
    requests.get(f"{base}/adobe-services/config/{NET}", timeout=SECONDS)
    answer = journal.send(
        "GET", "exchanges/await?operation=RetrieveConfiguration&requestor=OTHER&timeoutSeconds=0.1")
    assert answer.status_code == 408 and answer.headers["Content-Type"] == "application/problem+json"
    near = answer.json()["nearest"]
    assert [(miss["misses"], miss["exchange"]["requestor"]) for miss in near] == [(["requestor"], NET)]


def test_expectations_are_verified(app, journal):
    authorize(app, "demo-live")
    decisions = {"operation": "RetrieveAuthorizationDecisions"}
    assert journal.verify(match=decisions, exactly=1)["verified"]
    assert journal.verify(never={"resource": "sport*"})["verified"]
    assert journal.verify(inOrder=[{"operation": "CreateAuthenticationSession"}, decisions])["verified"]
    wrong = journal.verify(inOrder=[decisions, {"operation": "CreateAuthenticationSession"}])
    assert not wrong["verified"] and wrong["count"] == 1 and wrong["message"]


@pytest.mark.parametrize("secrets", ["shown", "masked"])
def test_archive_is_valid_and_masks_all_secrets(app, journal, secrets):
    answer = authorize(app, "demo-live")
    archive = journal.send("GET", f"exchanges.har?secrets={secrets}")
    document = archive.json()
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    jsonschema.validate(document, SCHEMA)
    entries = document["log"]["entries"]
    assert len(entries) == len(journal.exchanges(limit=1000))
    decision = [e for e in entries if e["_passSimulator"].get("operation") == "RetrieveAuthorizationDecisions"][0]
    assert decision["request"]["method"] == "POST" and decision["response"]["status"] == 200
    tokens = re.findall(r'"serializedToken":"([^"]+)"', answer.body.decode())
    assert tokens, answer
    for secret in (app.client.client_secret, app.client.access_token, app.device, *tokens):
        assert (secret in archive.text) == (secrets == "shown"), secret


def test_archive_can_be_looked_at_in_another_simulator(app, journal, simulator):
    other = Journal(f"{simulator.http}/_ns/looker-{uuid.uuid4().hex[:12]}")
    for name in ("exchanges.har", "exchanges.jsonl"):
        file = journal.send("GET", name).content
        answer = other.send("POST", "exchanges/import", data=file)
        assert answer.status_code == 200, answer.text
        assert answer.json()["imported"] == len(journal.exchanges(limit=1000))
    assert all(exchange["imported"] for exchange in other.exchanges(limit=1000))
    assert other.verify(match={"family": "v2"}, exactly=0)["verified"]


@pytest.mark.parametrize(("path", "name", "nearest"), [
    ("exchanges?operatoin=Logo", "operatoin", "operation"), ("exchanges?status=2", "status", None),
    ("exchanges/await?timeoutSecond=1", "timeoutSecond", "timeoutSeconds"), ("flows?limt=1", "limt", "limit"),
    ("exchanges.har?secret=masked", "secret", "secrets"), ("events?pth=x", "pth", "path"),
])
def test_unknown_parameters_are_refused_with_the_nearest(journal, path, name, nearest):
    answer = journal.send("GET", path)
    assert answer.status_code == 400 and answer.headers["Content-Type"] == "application/problem+json", answer.text
    assert answer.json()["detail"].startswith(name), answer.text
    assert nearest is None or f"the nearest one is {nearest}" in answer.json()["detail"], answer.text


def test_journal_is_emptied(base, journal):
    requests.get(f"{base}/adobe-services/config/{NET}", timeout=SECONDS)
    assert len(journal.exchanges()) == 1
    assert journal.send("DELETE", "exchanges").status_code == 204
    assert journal.get("exchanges") == {"exchanges": [], "evicted": 0}


def test_events_tell_what_happened_since_the_last_one(base, journal):
    begin = journal.send("GET", "events", stream=True)
    assert begin.headers["Content-Type"] == "text/event-stream"
    place = next(line for line in begin.iter_lines(decode_unicode=True) if line.startswith("id: "))[4:]
    begin.close()
    requests.get(f"{base}/adobe-services/config/{NET}", timeout=SECONDS)
    again = journal.send("GET", "events", stream=True, headers={"Last-Event-ID": place})
    events = []
    for line in again.iter_lines(decode_unicode=True):
        if line.startswith("event: "):
            events.append(line[7:])
        if len(events) == 2:
            break
    again.close()
    assert events == ["arrival", "completion"]


def follow(journal, **query):
    """The lines of the events from now on."""
    answer = journal.send("GET", "events", params=query, stream=True)
    assert answer.status_code == 200
    lines = answer.iter_lines(chunk_size=1, decode_unicode=True)
    # The first lines say where the stream begins.
    for line in lines:
        if line.startswith("id: "):
            return lines
    raise AssertionError("the stream ended")


def test_masked_events_hide_a_code_in_a_path(base, journal):
    wish = {"deviceId": "my-device"}
    code = requests.post(f"{base}/reggie/v1/{NET}/regcode?format=json", data=wish, timeout=SECONDS).json()["code"]
    lines = follow(journal, secrets="masked")
    assert requests.get(f"{base}/api/v1/checkauthn/{code}", timeout=SECONDS).status_code == 404
    events = []
    for line in lines:
        events += [line] if line.startswith("data: ") else []
        if len(events) == 2:
            break
    assert "/api/v1/checkauthn/" in events[0] and not any(code in event for event in events)


def test_waits_and_events_end_with_their_namespace(base, journal, simulator):
    lines = follow(journal)
    answers = []
    waiting = threading.Thread(
        target=lambda: answers.append(Journal(base).send("GET", "exchanges/await?operation=Session&timeoutSeconds=60")))
    waiting.start()
    name = base.rsplit("/", 1)[1]
    seen = requests.Session()
    # The wait has begun when the journal has an observer more; its arrival isn't recorded, so the removal is repeated.
    while waiting.is_alive():
        seen.delete(f"{simulator.http}/_sim/namespaces/{name}", timeout=SECONDS)
        waiting.join(0.2)
    assert [answer.status_code for answer in answers] == [410]
    assert f"The namespace {name} was removed" in answers[0].json()["detail"]
    assert list(lines) == [] or all(not line.startswith("data: ") for line in lines)


def test_a_file_that_is_too_long_is_refused_and_a_capsule_keeps_the_last_exchanges(tmp_path):
    with Simulator(tmp_path, "--limits-buffered-bytes", "1048576", "--limits-body-bytes", "65536") as server:
        journal = Journal(server.http)
        for number in range(40):
            requests.post(f"{server.http}/adobe-services/sessionDevice", data={"number": number, "x": "x" * 40_000}, timeout=SECONDS)
        for name in ("exchanges.har", "exchanges.jsonl"):
            refused = requests.get(f"{server.http}/_sim/{name}", timeout=SECONDS)
            assert refused.status_code == 409 and "limits.bufferedBytes" in refused.json()["detail"], refused.text
        assert len(journal.send("GET", "exchanges.jsonl?last=10").text.splitlines()) == 10
        capsule = journal.get("capsule")
        assert capsule["complete"] is False and 10 < len(capsule["exchanges"]) < 40
        assert "number=39" in capsule["exchanges"][-1]["request"]["body"]["text"]
