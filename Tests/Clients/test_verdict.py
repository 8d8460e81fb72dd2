"""The verdict on clients, as the command line gives it, and the diagrams of their flows."""

import json
import re
import sys
import uuid

import pytest
import requests
from lxml import etree

from rest_v2_client import API, App, Client
from simulator import BINARY, ROOT, command

NET = "DEMO_NET"
SECONDS = 30


@pytest.fixture
def name():
    return f"verdict-{uuid.uuid4().hex[:16]}"


def app_of(simulator, name):
    api = API(f"{simulator.http}/_ns/{name}")
    return App(api, Client.registered(api), NET)


def verdict(simulator, name, *options):
    return command("verdict", "--url", simulator.http, "--namespace", name, *options)


def rules_of(simulator, name, *options):
    """The rules by their IDs; the exit code says whether a client must not do what it does."""
    done = verdict(simulator, name, "--json", *options)
    document = json.loads(done.stdout)
    assert (done.returncode == 1) == (document["brokenMusts"] > 0), done
    return {rule["rule"]: rule for rule in document["rules"]}


def test_a_client_that_keeps_the_rules_breaks_none(simulator, name):
    app = app_of(simulator, name)
    app.configuration()
    app.profiles()
    app.log_in("Adobe", simulator.landing)
    app.authorize("Adobe", "TEST_RESOURCE")
    rules = rules_of(simulator, name)
    assert len(rules) == 93
    assert [rule for rule, judged in rules.items() if judged["outcome"] == "failed"] == []
    assert sum(judged["outcome"] == "passed" for judged in rules.values()) > 10


def test_a_client_that_polls_too_often_is_told(simulator, name):
    app = app_of(simulator, name)
    app.configuration()
    code = app.create_session(mvpd="Adobe", domainName="app.example", redirectUrl=simulator.landing).json["code"]
    for _ in range(4):
        app.profile_by_code(code)
    polling = rules_of(simulator, name)["R-34"]
    assert polling["outcome"] == "failed" and polling["findings"][0]["exchanges"], polling
    assert rules_of(simulator, name, "--except", "R-34").get("R-34", {}).get("outcome") != "failed"
    text = verdict(simulator, name)
    assert text.returncode == 1 and "R-34" in text.stdout, text
    suite = etree.fromstring(verdict(simulator, name, "--junit").stdout.encode())
    assert [case.get("name") for case in suite.iter("testcase") if case.find("failure") is not None], suite
    sarif = json.loads(verdict(simulator, name, "--sarif").stdout)
    assert sarif["version"] == "2.1.0" and any(found["ruleId"] == "R-34" for found in sarif["runs"][0]["results"]), sarif


def test_no_request_is_no_good_verdict(simulator, name):
    done = verdict(simulator, name)
    assert done.returncode == 1 and "Nothing was judged" in done.stderr, done


def test_an_unknown_rule_is_refused(simulator, name):
    done = verdict(simulator, name, "--except", "R-99")
    assert done.returncode != 0 and "names the unknown rule R-99" in done.stderr, done


def test_exec_judges_the_command():
    asks = "curl -s -o /dev/null $PASS_SIMULATOR_URL/adobe-services/sessionDevice -d requestor_id=TEST_REQUESTOR -d device_id=d"
    done = command("exec", "--verdict", "--", "sh", "-c", asks)
    assert done.returncode == 1 and "R-81" in done.stderr, done
    first = "curl -s -o /dev/null $PASS_SIMULATOR_URL/adobe-services/config/TEST_REQUESTOR; "
    assert command("exec", "--verdict", "--", "sh", "-c", first + asks).returncode == 0
    done = command("exec", "--verdict", "--", "true")
    assert done.returncode == 1 and "Nothing was judged" in done.stderr and "--namespace" not in done.stderr, done
    done = command("exec", "--verdict", "--except", "R-12,R-99", "--", "echo", "ran")
    assert done.returncode == 2 and "names the unknown rule R-99" in done.stderr and not done.stdout, done


def test_exec_names_the_namespaces_that_it_does_not_judge():
    """What the message advises works: the command itself judges the namespace that its app called."""
    asks = (
        "for name in shop play; do app=$PASS_SIMULATOR_URL/_ns/$name/adobe-services; "
        "curl -s -o /dev/null $app/config/TEST_REQUESTOR; "
        "curl -s -o /dev/null $app/sessionDevice -d requestor_id=TEST_REQUESTOR -d device_id=d; done"
    )
    done = command("exec", "--verdict", "--", "sh", "-c", asks)
    assert done.returncode == 1 and "other namespaces: play, shop." in done.stderr, done
    advised = re.search(r"pass-simulator (verdict --namespace play)$", done.stderr, re.MULTILINE)
    done = command("exec", "--", "sh", "-c", f"{asks}; {BINARY} {advised[1]}")
    assert done.returncode == 0 and done.stdout and "Nothing was judged" not in done.stderr, done


def test_diagrams_of_a_flow(simulator, name):
    app = app_of(simulator, name)
    app.log_in("Adobe", simulator.landing)
    app.authorize("Adobe", "deny:<b>&\"news\"")
    base = f"{simulator.http}/_ns/{name}/_sim"
    flow = requests.get(f"{base}/flows", timeout=SECONDS).json()["flows"][0]
    svg = requests.get(f"{base}/flows/{flow['id']}/diagram.svg", timeout=SECONDS)
    assert svg.headers["Content-Type"].startswith("image/svg+xml")
    picture = etree.fromstring(svg.content)
    drawn = {group.get("data-exchange") for group in picture.iter("{*}g") if group.get("data-exchange")}
    exchanges = requests.get(f"{base}/flows/{flow['id']}", timeout=SECONDS).json()["exchanges"]
    assert exchanges[-1]["id"] in drawn and not list(picture.iter("{*}script")), drawn
    mermaid = requests.get(f"{base}/flows/{flow['id']}/diagram.mmd", timeout=SECONDS).text
    assert mermaid.startswith("sequenceDiagram"), mermaid
    printed = command("journal", "diagram", flow["id"], "--url", simulator.http, "--namespace", name)
    assert printed.returncode == 0 and "Service" in printed.stdout and "MVPD" in printed.stdout, printed


@pytest.mark.parametrize(
    ("client", "obeyed"), (("ytdlp_flow.py", {"R-01", "R-83", "R-85", "R-86"}), ("youtubedl_flow.py", {"R-83"})), ids=("yt-dlp", "youtube-dl")
)
def test_clients_of_others_get_a_verdict_that_is_true(client, obeyed):
    """Neither reads the configuration, which an app must, and neither breaks another rule in the eyes of the journal."""
    asks = 'curl -sf "$PASS_SIMULATOR_URL/_sim/$0"; echo'
    flow = f'"{sys.executable}" "{ROOT}/Tests/Clients/{client}" Adobe user password TEST_RESOURCE news >&2'
    script = f"{flow} && {asks.replace('$0', 'verdict?format=json')} && {asks.replace('$0', 'exchanges?limit=1000')}"
    done = command("exec", "--", "bash", "-c", script)
    assert done.returncode == 0, done
    judged, listed = map(json.loads, done.stdout.split("\n")[:2])
    rules = {rule["rule"]: rule for rule in judged["rules"]}
    assert [rule for rule in rules if rules[rule]["outcome"] == "failed"] == ["R-81"]
    passed = {rule for rule in rules if rules[rule]["outcome"] == "passed"}
    assert obeyed <= passed, passed
    # The finding is true: no request for the configuration, and the named exchange is the first entitlement call.
    operations = {exchange["id"]: exchange["operation"] for exchange in listed["exchanges"]}
    assert "RetrieveConfiguration" not in operations.values()
    (finding,) = rules["R-81"]["findings"]
    calls = [name for name in operations if operations[name] in ("Session", "Authorize", "ShortAuthorize")]
    assert finding["exchanges"] == calls[:1], (finding, operations)
