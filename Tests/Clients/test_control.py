"""The commands that control a running simulator."""

import json
import re
import shutil
import stat
import subprocess

import pytest
import requests

from simulator import BINARY, Simulator, clean_environment, command


@pytest.fixture(scope="module")
def control(tmp_path_factory):
    """Runs a command against a simulator of this file's own."""
    with Simulator(tmp_path_factory.mktemp("control")) as simulator:

        def run(*arguments, code=0, stdin=None):
            done = command(*arguments, stdin=stdin, PASS_SIMULATOR_URL=simulator.http)
            assert done.returncode == code, done
            return done.stdout if code == 0 else done.stderr

        run.url = simulator.http
        run.data_dir = simulator.data_dir
        yield run


@pytest.fixture
def namespace(control, request):
    name = re.sub("[^a-z0-9]+", "-", request.node.name.lower()).strip("-")[:60]
    control("namespace", "create", name)
    yield ("--namespace", name)
    control("namespace", "remove", name)


def test_clock(control, namespace):
    assert "the machine's time" in control("clock", *namespace)
    assert control("clock", "freeze", *namespace).endswith(", frozen\n")
    assert control("clock", "set", "2031-05-14T08:30:00Z", *namespace) == "2031-05-14T08:30:00.000Z, frozen\n"
    assert control("clock", "advance", "1h30m", *namespace) == "2031-05-14T10:00:00.000Z, frozen\n"
    assert control("clock", "advance", "-90s", *namespace) == "2031-05-14T09:58:30.000Z, frozen\n"
    assert control("clock", "scale", "60", *namespace).endswith("frozen, 60 seconds in each second\n")
    assert "frozen" not in control("clock", "resume", *namespace)


def test_json_is_the_simulators(control, namespace):
    answer = json.loads(control("clock", "freeze", "--json", *namespace))
    assert answer.keys() >= {"now", "nowMillis", "frozen", "scale", "followsRealTime"}
    assert json.loads(control("namespace", "--json"))["namespaces"][0].keys() >= {"name", "now", "records", "rules"}


def test_refusals_have_a_sentence_and_a_code(control, namespace):
    assert "0.001 to 86400" in control("clock", "scale", "0", *namespace, code=2)
    assert "no namespace with this name" in control("namespace", "show", "nobody", code=1)
    assert "doesn't answer" in control("clock", "--url", "http://127.0.0.1:1", code=1)


def test_namespace(control, tmp_path):
    settings = tmp_path / "settings.json5"
    settings.write_text("{ ttl: { authenticationSeconds: 60 } } // a comment")
    control("namespace", "create", "first", "--settings", settings, "--idle", "60")
    control("namespace", "create", "second", "--copy-of", "first")
    table = control("namespace").splitlines()
    assert table[0].split() == ["NAME", "TIME", "RECORDS", "RULES", "EXCHANGES"]
    assert {"first", "second", "default"} <= {line.split()[0] for line in table[1:]}
    control("clock", "freeze", "--namespace", "first")
    control("namespace", "reset", "first")
    assert "frozen" not in control("clock", "--namespace", "first")
    assert control("namespace", "remove", "first", "second") == ""
    refusal = control("namespace", "create", "third", "--settings", "-", stdin="{ ttl: { authentication: 1 } }", code=2)
    assert "authenticationSeconds" in refusal


def test_rules(control, namespace, tmp_path):
    assert control("rules", *namespace) == "There are no rules.\n"
    rules = tmp_path / "rules.json5"
    rules.write_text("{ rules: [{ id: 'a', action: { status: 503 } }, { id: 'b', action: { failure: 'denied' }, times: 2 }] }")
    table = control("rules", "add", f"@{rules}", *namespace).splitlines()
    assert [line.split()[:3] for line in table] == [["ID", "HITS", "TIMES"], ["a", "0", "-"], ["b", "0", "2"]]
    assert control("rules", "remove", "a", *namespace) == ""
    assert [rule["id"] for rule in json.loads(control("rules", "--json", *namespace))["rules"]] == ["b"]
    assert "operation" in control("rules", "add", "{match: {operatoin: 'x'}, action: {status: 503}}", *namespace, code=2)
    control("rules", "clear", *namespace)
    assert control("rules", *namespace) == "There are no rules.\n"


def test_login_state_and_journal(control, namespace, tmp_path):
    base = f"{control.url}/_ns/{namespace[1]}"
    form = {"deviceId": "my-device", "format": "json"}
    code = requests.post(f"{base}/reggie/v1/TEST_REQUESTOR/regcode", data=form, timeout=30).json()["code"]
    assert "Adobe" in control("login", "--code", code, "--mvpd", "Adobe", "--user", "user", *namespace)
    table = control("state", "sessions", "--where", "user=user", *namespace).splitlines()
    assert table[0].startswith("ID") and len(table) == 2, table
    (session,) = json.loads(control("state", "sessions", "--json", *namespace))["sessions"]
    assert "Adobe" in control("state", "sessions", "show", session["id"], *namespace)
    assert {"sessions", "codes", "mvpds"} <= {line.split()[0] for line in control("state", *namespace).splitlines()}
    assert "<signatureInfo>" in control("mint", "authn", "--device", "d", "--state", "expired", *namespace)
    (exchange,) = json.loads(control("journal", "--json", *namespace))["exchanges"]
    assert exchange["id"] in control("journal", "--operation", "RequestRegistrationCode", *namespace)
    assert "deviceId=my-device" in control("journal", "show", exchange["id"], *namespace)
    assert exchange["id"] in control("journal", "await", "--timeout", "5", *namespace)
    assert "No exchange matched" in control("journal", "await", "--timeout", "1", "--mvpd", "none", *namespace, code=1)
    control("journal", "export", tmp_path / "journal.har", *namespace)
    assert json.loads((tmp_path / "journal.har").read_text())["log"]["version"] == "1.2"
    control("journal", "export", tmp_path / "journal.jsonl", *namespace)
    control("journal", "clear", *namespace)
    assert control("journal", *namespace) == "There are no exchanges.\n"
    assert control("journal", "import", tmp_path / "journal.jsonl", *namespace) == "1 exchanges\n"


def test_snapshot_moves_to_another_process(control, namespace, tmp_path):
    file = tmp_path / "snapshot"
    login = {"device": "my-device", "requestor": "TEST_REQUESTOR", "mvpd": "Adobe", "user": "user"}
    form = {"requestor_id": "TEST_REQUESTOR", "mso_id": "Adobe", "device_id": "my-device", "resource_id": "news"}

    def authorize(base, token):
        data = {**form, "authentication_token": token, "userMeta": "1"}
        return requests.post(f"{base}/adobe-services/authorizeDevice", data=data, timeout=30).text

    base = f"{control.url}/_ns/{namespace[1]}"
    token = requests.post(f"{base}/_sim/login", json=login, timeout=30).json()["authnToken"]
    code = requests.post(
        f"{base}/reggie/v1/TEST_REQUESTOR/regcode", data={"deviceId": "tv", "format": "json"}, timeout=30
    ).json()["code"]
    assert control("snapshot", "save", file, *namespace) == ""
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert json.loads(file.read_text())["format"] == "pass-simulator snapshot"
    # The same simulator.
    (session,) = json.loads(control("state", "sessions", "--json", *namespace))["sessions"]
    control("state", "sessions", "remove", session["id"], *namespace)
    assert "<pendingLogout" in authorize(base, token)
    assert control("snapshot", "restore", file, *namespace) == ""
    assert "<authzToken>" in authorize(base, token)
    # Another one, with the same keys and with its own.
    shutil.copytree(control.data_dir, tmp_path / "keys")
    with Simulator(tmp_path / "same", data_dir=tmp_path / "keys") as other:
        assert command("snapshot", "restore", file, "--url", other.http).returncode == 0
        assert "<authzToken>" in authorize(other.http, token)
        signed_in = command("login", "--code", code, "--mvpd", "Adobe", "--user", "user", "--url", other.http)
        assert signed_in.returncode == 0, signed_in
    with Simulator(tmp_path / "own") as other:
        refused = command("snapshot", "restore", file, "--url", other.http)
        assert refused.returncode == 1 and "other keys" in refused.stderr
        taken = command("snapshot", "restore", file, "--any-keys", "--url", other.http)
        assert taken.returncode == 0 and "token" in taken.stdout
        assert "<authzToken>" not in authorize(other.http, token)
    broken = control("snapshot", "restore", "-", *namespace, stdin=file.read_text().replace('"version":1', '"version":9'), code=2)
    assert "version isn't 1" in broken


def test_follow_prints_each_exchange_once(control, namespace):
    arguments = [BINARY, "journal", "--follow", "--json", "--url", control.url, *namespace]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True, env=clean_environment()) as process:
        ids = []
        for _ in range(2):
            requests.get(f"{control.url}/_ns/{namespace[1]}/adobe-services/config/TEST_REQUESTOR", timeout=30)
            ids.append(json.loads(process.stdout.readline())["id"])
        process.terminate()
    assert ids[0] != ids[1]
