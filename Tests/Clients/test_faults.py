"""Every fault and every token surgery, proved from outside by the reaction of a real client.

The tables are `fault_rows.py` and `fault_messages.py`. Each row has a namespace of its own, most of them a copy of one in
which the devices have logged in.
"""

import html
import json
import re
import shutil
import subprocess
import sys
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import requests
from lxml import etree

import fault_messages
from curl import by_path, plain
from device import RESOURCE, CodeDevice, NativeDevice, text
from fault_rows import (
    ASSERTIONS, CONFIGURATION, CURL, DECISIONS, EXITS, ISSUERS, LOGOS, LOOP, NOT_BASE64, OTHER_AUDIENCE, SHORT, TOKENS,
)
from fault_rows import RESOURCE as OF_RESOURCE
from rest_v2_answers import NET, NEWS, decisions, denied, refused
from rest_v2_client import API, App, Client
from simulator import clean_environment
from test_openssl import openssl
from test_saml import SAML, Login

CONFIG = "/adobe-services/config/TEST_REQUESTOR"
TEMPLATE = f"faults-{uuid.uuid4().hex[:12]}"
STILL = f"row-{uuid.uuid4().hex[:16]}"
YTDLP = Path(__file__).with_name("ytdlp_rows.py")


class Site:
    """The namespaces of a simulator, over connections that are kept."""

    def __init__(self, simulator):
        self.simulator = simulator
        self.session = requests.Session()
        self.session.trust_env = False

    def namespace(self, *rules, copy=TEMPLATE):
        """A namespace with these rules."""
        name = f"row-{uuid.uuid4().hex[:16]}"
        if copy:
            made = self.session.put(f"{self.simulator.http}/_sim/namespaces/{name}", json={"copyOf": copy}, timeout=30)
            assert made.status_code == 201, made.text
        for action, match in rules:
            self.add(name, action, match)
        return name

    def base(self, name):
        return f"{self.simulator.http}/_ns/{name}"

    def add(self, name, action, match):
        rule = {"id": "row", "action": action, "match": match}
        added = self.session.post(f"{self.base(name)}/_sim/rules", json=rule, timeout=30)
        assert added.status_code == 201 and "warnings" not in added.json(), (rule, added.text)

    def hits(self, name):
        """The requests on which the rule of a namespace took effect."""
        return self.session.get(f"{self.base(name)}/_sim/rules/row", timeout=30).json()["hits"]


@pytest.fixture(scope="module")
def site(simulator):
    return Site(simulator)


@pytest.fixture(scope="module")
def app(simulator, site):
    """An application of REST API v2 that has logged in; what it says can be repeated in copies of its namespace."""
    api = API(site.base(TEMPLATE))
    app = App(api, Client.registered(api), NET)
    app.log_in("Adobe", simulator.landing)
    return app


@pytest.fixture(scope="module")
def device(simulator, tmp_path_factory):
    """A device that has logged in with a code, in the same namespace."""
    folder = tmp_path_factory.mktemp("device")
    way = by_path(plain(simulator), simulator, TEMPLATE)
    device = CodeDevice(way.curl(folder, folder / "jar"), way.base)
    device.register()
    device.log_in()
    return device


# The tables are complete


def test_every_fault_has_a_row(site):
    """What the simulator's own description of `/_sim/` allows in a rule."""
    document = site.session.get(f"{site.simulator.http}/_sim/openapi/simulator.json", timeout=30).json()
    schemas = document["components"]["schemas"]
    members = schemas["RuleAction"]["properties"]
    (transport,) = (form["enum"] for form in schemas["TransportFault"]["oneOf"] if "enum" in form)
    delays = [form for form in schemas["Delay"]["oneOf"] if form["type"] == "object"]
    actions = [row.action for row in CURL]
    faults = [action["transport"] for action in actions if "transport" in action]
    assert {fault if isinstance(fault, str) else fault["fault"] for fault in faults} == set(transport)
    waits = [action["delay"] for action in actions if isinstance(action.get("delay"), dict)]
    assert all(any(set(form["required"]) <= set(wait) for wait in waits) for form in delays)
    numbers = {name for form in schemas["TransportFault"]["oneOf"] for name in form.get("properties", {})} - {"fault"}
    assert numbers == {name for fault in faults if isinstance(fault, dict) for name in fault} - {"fault"}
    assert {row.failure for row in DECISIONS} == set(members["failure"]["enum"])
    assert set(TOKENS) == set(members["token"]["enum"])
    assert all(set(kinds) == set(ISSUERS) for kinds in TOKENS.values())
    assert set(ASSERTIONS) | set(LOGOS) | {LOOP} == set(members["mvpd"]["enum"])
    # yt-dlp meets all but the errors of REST API v2, which the client of that API meets.
    told = [row.action for row in fault_messages.ROWS]
    for member in ("token", "mvpd"):
        assert {action[member] for action in told if member in action} == set(members[member]["enum"])
    named = {name for name in members["failure"]["enum"] if "_" not in name}
    assert {action["failure"] for action in told if "failure" in action} >= named
    elsewhere = {"failure", "message", "token", "mvpd"}
    assert {name for action in actions for name in action} | elsewhere == set(members)


# curl


@pytest.fixture(scope="module")
def curled(site, tmp_path_factory):
    """What curl says in each row; the rows run at the same time, since some of them wait."""
    # The configuration tells the time.
    frozen = site.session.patch(f"{site.base(STILL)}/_sim/clock", json={"frozen": True}, timeout=30)
    assert frozen.status_code == 200, frozen.text
    usual = site.session.get(site.base(STILL) + CONFIG, timeout=30).content
    folder = tmp_path_factory.mktemp("curl")

    def run(index):
        row = CURL[index]
        name = site.namespace((row.action, {"operation": CONFIGURATION}), copy=STILL)
        out = folder / str(index)
        out.touch()
        done = subprocess.run(
            ["curl", "--silent", "--max-time", "30", *row.options, "--output", out, "--write-out",
             f"%{{http_code}} {row.writes}", site.base(name) + CONFIG],
            capture_output=True, text=True, timeout=60, env=clean_environment(),
        )
        status, _, says = done.stdout.partition(" ")
        return EXITS.get(done.returncode, done.returncode), int(status), out.read_bytes(), says, site.hits(name), name

    with ThreadPoolExecutor(8) as pool:
        return usual, list(pool.map(run, range(len(CURL))))


@pytest.mark.parametrize("index", range(len(CURL)), ids=lambda index: f"{json.dumps(CURL[index].action)} {CURL[index].exit}")
def test_curl(curled, index):
    usual, outcomes = curled
    exit, status, body, says, hits, name = outcomes[index]
    row = CURL[index]
    # The addresses of logos have the namespace's name; all names have the same length.
    usual = usual.replace(STILL.encode(), name.encode())
    assert (exit, status, says, hits) == (row.exit, row.status, row.says, 1)
    if row.body is not None:
        assert body == row.body(usual)
    else:
        assert len(body) < len(usual) and usual.startswith(body)


# A client of REST API v2


@pytest.mark.parametrize("row", DECISIONS, ids=lambda row: f"{row.failure} {row.call}")
def test_rest_v2(site, app, row):
    message = {"message": row.message} if row.message else {}
    name = site.namespace(({"failure": row.failure} | message, {"operation": "Retrieve*Decisions"}))
    client = App(API(site.base(name)), app.client, NET, app.device)
    answer = getattr(client, row.call)("Adobe", NEWS)
    assert site.hits(name) == 1
    if isinstance(row.code, int):
        assert answer.status == row.code and answer.body.startswith(b"<html>")
    elif row.place == OF_RESOURCE:
        (decision,) = decisions(answer)
        denied(decision, row.code, NEWS, "Adobe", source=row.source, details=row.details)
    else:
        refused(answer, row.code)


# openssl, and what the next one says to whom a token is presented


def verdict(key, folder, signed, signature):
    """openssl's own word on a signature in base64, which openssl decodes too."""
    (folder / "signed").write_bytes(signed)
    (folder / "signature.txt").write_text(signature)
    decoded = folder / "signature"
    decoded.write_bytes(b"")
    openssl("base64", "-d", "-A", "-in", folder / "signature.txt", "-out", decoded)
    if not decoded.stat().st_size:
        return NOT_BASE64
    check = ("-sigfile", decoded, "-rawin", "-digest", "sha256", "-in", folder / "signed")
    _, said = openssl("pkeyutl", "-verify", "-pubin", "-inkey", key, *check)
    return said.split("\n")[0]


def parts(token):
    """The signed bytes of a token and its signature, as far as they can be told apart."""
    if token.startswith("<signatureInfo>"):
        signature, _, signed = token.removeprefix("<signatureInfo>").partition("<signatureInfo>")
        return signed.encode(), signature
    signed, _, signature = token.rpartition(".")
    padded = signature + "=" * (-len(signature) % 4)
    return signed.encode(), padded.replace("-", "+").replace("_", "/")


def public_key(site, folder, name):
    path = folder / f"{name}.pem"
    path.write_bytes(site.session.get(f"{site.simulator.http}/_sim/keys/{name}.pem", timeout=30).content)
    return path


def presented(site, name, device, app, kind, token):
    """What a token is answered with, in a word."""
    if kind == "media":
        wish = {"token": token, "resource": RESOURCE, "requestor": device.requestor}
        return site.session.post(f"{site.base(name)}/_sim/tokens/verify", json=wish, timeout=30).json()["status"]
    if kind == "access":
        answer = App(API(site.base(name)), Client("", "", token), NET, app.device).configuration()
        return answer.json.get("code", answer.status)
    answer = device.authorize(token) if kind == "authN" else device.short_authorize(token)
    refusal = re.fullmatch(r'<pendingLogout reason="(\d+)">true</pendingLogout>', answer.body)
    if refusal:
        return f"pendingLogout {refusal[1]}"
    return "accepted" if answer.status == 200 and "<error" not in answer.body else f"{answer.status} {answer.body}"


@pytest.mark.parametrize("kind", ISSUERS)
@pytest.mark.parametrize("surgery", TOKENS)
def test_token(simulator, site, app, device, tmp_path, surgery, kind):
    name = site.namespace(({"token": surgery}, {"operation": ISSUERS[kind]}))
    way = by_path(plain(simulator), simulator, name)
    own = CodeDevice(way.curl(tmp_path), way.base, device_id=device.device_id)
    own.code, own.access_token = device.code, device.access_token
    if kind == "access":
        token = Client(app.client.client_id, app.client.client_secret, "").refreshed(API(site.base(name))).access_token
    else:
        token = text(own.session(), "authnToken")
        if kind != "authN":
            token = text(own.authorize(token), "authzToken")
        if kind == "media":
            token = own.short_authorize(token).body
    assert site.hits(name) == 1
    said = verdict(public_key(site, tmp_path, "token"), tmp_path, *parts(token))
    assert (said, presented(site, name, own, app, kind, token)) == TOKENS[surgery][kind]


# The simulated MVPDs


@pytest.mark.parametrize("fault", ASSERTIONS)
def test_assertion(simulator, site, tmp_path, fault):
    name = site.namespace(({"mvpd": fault}, {"operation": "SignIn", "mvpd": "Adobe"}), copy=None)
    login = Login(simulator, tmp_path, base=site.base(name))
    assert site.hits(name) == 1
    root = etree.fromstring(login.response)
    signature = root.find(".//{http://www.w3.org/2000/09/xmldsig#}Signature")
    signed = etree.tostring(signature[0], method="c14n", exclusive=True)
    said = verdict(public_key(site, tmp_path, "saml"), tmp_path, signed, signature[1].text)
    end = root.find(f".//{{{SAML}}}Conditions").get("NotOnOrAfter")
    lives = end > time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    is_ours = root.findtext(f".//{{{SAML}}}Audience") != OTHER_AUDIENCE
    answer = login.deliver(login.response)
    assert answer.status == 400 and "location" not in answer.headers
    *expected, sentence = ASSERTIONS[fault]
    assert [said, is_ours, lives] == expected and sentence in html.unescape(answer.body), answer


@pytest.mark.parametrize("fault", LOGOS)
def test_logo(site, fault):
    name = site.namespace(({"mvpd": fault}, {"mvpd": "Adobe"}), copy=None)
    command = ["curl", "--silent", "--fail", *SHORT, "--output", "/dev/null", "--write-out", "%{http_code}"]
    done = subprocess.run(
        [*command, f"{site.base(name)}/_sim/mvpd/Adobe/logo.svg"], capture_output=True, text=True, timeout=60,
        env=clean_environment(),
    )
    assert (EXITS[done.returncode], int(done.stdout)) == LOGOS[fault] and site.hits(name) == 1


def test_loop(simulator, site, tmp_path):
    name = site.namespace(({"mvpd": LOOP}, {"mvpd": "Adobe"}), copy=None)
    way = by_path(plain(simulator), simulator, name)
    journey = NativeDevice(way.curl(tmp_path, tmp_path / "jar"), way.base).log_in()
    assert journey.end == "" and {"username", "password"} <= set(journey.page.visible)


# yt-dlp


@pytest.fixture(scope="module")
def told(simulator, site, device, tmp_path_factory):
    """What yt-dlp says in each row. It begins with the authN token in its cache where a row doesn't begin with a login."""
    folder = tmp_path_factory.mktemp("yt-dlp")
    (token,) = ytdlp(simulator, [{"namespace": TEMPLATE, "cache": str(folder / "cache"), "options": {}}])
    assert token["token"], token
    (cached,) = (folder / "cache").rglob("*.json")
    kept = json.loads(cached.read_text())
    kept["data"] = {"authn_token": kept["data"]["authn_token"]}
    cached.write_text(json.dumps(kept))
    runs = []
    for index, row in enumerate(fault_messages.ROWS):
        match = {"operation": row.operation} if row.operation else {"mvpd": "Adobe"}
        cache = None
        if row.operation in fault_messages.AFTER_LOGIN:
            cache = str(shutil.copytree(folder / "cache", folder / str(index)))
        runs.append({"namespace": site.namespace((row.action, match)), "cache": cache, "options": row.options})
    outcomes = ytdlp(simulator, runs[::2], runs[1::2])
    return [outcome | {"hits": site.hits(run["namespace"])} for run, outcome in zip(runs, outcomes, strict=True)]


def ytdlp(simulator, *lists):
    """Runs yt-dlp once for each list of runs, and merges what came of them in turn."""
    running = []
    for runs in lists:
        process = subprocess.Popen(
            [sys.executable, str(YTDLP)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env=clean_environment(PASS_SIMULATOR_URL=simulator.http, PASS_SIMULATOR_CA=simulator.ca),
        )
        process.stdin.write(json.dumps(runs))
        process.stdin.close()
        running.append(process)
    outcomes = [None] * sum(map(len, lists))
    for index, process in enumerate(running):
        outcomes[index :: len(lists)] = json.loads(process.stdout.read())
        process.stdout.close()
        assert process.wait(120) == 0
    return outcomes


@pytest.mark.parametrize("index", range(len(fault_messages.ROWS)), ids=lambda index: str(fault_messages.ROWS[index]))
def test_ytdlp(told, index):
    outcome, row = told[index], fault_messages.ROWS[index]
    assert outcome["hits"] > 0
    said = outcome["error"] if "error" in outcome else "a media token" if outcome["token"] else "logged out"
    assert re.fullmatch(row.says, said) if isinstance(row.says, re.Pattern) else said == row.says
