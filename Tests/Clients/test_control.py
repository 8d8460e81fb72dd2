"""The commands that control a running simulator."""

import base64
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
    assert table[0].split() == ["NAME", "TIME", "RECORDS", "RULES", "EXCHANGES", "KEYS"]
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
    assert stat.S_IMODE((tmp_path / "journal.har").stat().st_mode) == 0o600
    control("journal", "export", tmp_path / "journal.jsonl", *namespace)
    control("journal", "clear", *namespace)
    assert control("journal", *namespace) == "There are no exchanges.\n"
    assert control("journal", "import", tmp_path / "journal.jsonl", *namespace) == "1 exchange\n"


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
    saved = control("snapshot", "save", file, *namespace)
    assert re.fullmatch(rf"Saved the namespace {namespace[1]} to {file}: [0-9]+ records, 0 rules, [0-9]+ bytes.\n", saved), saved
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert json.loads(file.read_text())["format"] == "pass-simulator snapshot"
    # The same simulator.
    (session,) = json.loads(control("state", "sessions", "--json", *namespace))["sessions"]
    control("state", "sessions", "remove", session["id"], *namespace)
    assert "<pendingLogout" in authorize(base, token)
    restored = control("snapshot", "restore", file, *namespace)
    assert re.fullmatch(rf"Restored the namespace {namespace[1]} from {file}: [0-9]+ records, 0 rules.\n", restored), restored
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
        assert "--any-keys" in refused.stderr and "?keys" not in refused.stderr
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


def test_own_keys(control, tmp_path):
    """openssl verifies a media token with the certificate of its namespace, and with no other's."""
    names = ("keys-one", "keys-two")
    for name in names:
        table = control("namespace", "create", name, "--own-keys").splitlines()
        assert table[1].split()[-1] == "own"
    media = ("--requestor", "TEST_REQUESTOR", "--mvpd", "Adobe", "--resource", "news")
    token = tmp_path / "token"
    token.write_text(control("mint", "access", "--requestor", "TEST_REQUESTOR", "--namespace", names[0]).strip())
    content, signature = token.read_text().rsplit(".", 1)
    (tmp_path / "content").write_text(content)
    (tmp_path / "signature").write_bytes(base64.urlsafe_b64decode(signature + "=="))
    verdicts = []
    for base in (*(f"{control.url}/_ns/{name}" for name in names), control.url):
        certificate = requests.get(f"{base}/_sim/keys/token.crt", timeout=30).content
        (tmp_path / "crt").write_bytes(certificate)
        key = subprocess.run(
            ["openssl", "x509", "-in", tmp_path / "crt", "-noout", "-pubkey"], capture_output=True, check=True
        ).stdout
        (tmp_path / "key").write_bytes(key)
        check = ["openssl", "dgst", "-sha256", "-verify", tmp_path / "key", "-signature", tmp_path / "signature"]
        verdicts.append(subprocess.run([*check, tmp_path / "content"], capture_output=True).returncode == 0)
    assert verdicts == [True, False, False]
    # The command that verifies tokens asks the namespace that its URL names.
    signed = control("mint", "media", *media, "--namespace", names[0]).strip()
    for name, code in zip(names, (0, 1)):
        done = command("token", "verify", signed, "--url", f"{control.url}/_ns/{name}")
        assert done.returncode == code, done
    control("namespace", "remove", *names)
    assert "belong to create" in control("namespace", "list", "--own-keys", code=2)


def test_journal_is_verified(control, namespace):
    base = f"{control.url}/_ns/{namespace[1]}/adobe-services/config"
    for requestor in ("TEST_REQUESTOR", "OTHER"):
        requests.get(f"{base}/{requestor}", timeout=30)

    def verify(*words, code=0):
        return command("journal", "verify", *words, *namespace, PASS_SIMULATOR_URL=control.url), code

    config = ("--operation", "RetrieveConfiguration")
    ours = "{operation: 'RetrieveConfiguration', requestor: 'TEST_REQUESTOR'}"
    for done, code in (
        verify(*config),
        verify(*config, "--exactly", "2"),
        verify(*config, "--at-least", "1", "--at-most", "2"),
        verify(*config, "--requestor", "NOBODY", "--never"),
        verify("--in-order", ours, "RetrieveConfiguration"),
        verify(*config, "--exactly", "1", code=1),
        verify(*config, "--never", code=1),
        verify(*config, "--at-most", "1", code=1),
        verify("--in-order", "RetrieveConfiguration", ours, code=1),
    ):
        assert done.returncode == code, done
        assert done.stdout.startswith("Expected" if "in order" not in done.stdout else "Found"), done
    missed, _ = verify(*config, "--requestor", "NOBODY", code=1)
    assert missed.returncode == 1 and "nearest" in missed.stdout and "MISSES" in missed.stdout, missed
    assert missed.stdout.splitlines()[-1].startswith("requestor ")
    answer, _ = verify(*config, "--exactly", "3", "--json")
    assert answer.returncode == 1 and json.loads(answer.stdout)["verified"] is False
    for words, sentence in (
        (("--exactly", "1", "--never"), "can't be combined"),
        (("--exactly", "1", "--at-least", "1"), "can't be combined"),
        (("--exactly", "-1"), "0 to 1000000"),
        (("--in-order",), "needs operations"),
        (("RetrieveConfiguration",), "only with --in-order"),
        (("--in-order", "{operation"), "can't be read"),
        (("--in-order", "RetrieveConfig"), "RetrieveConfiguration"),
        ((), "no filter"),
    ):
        refused, _ = verify(*words)
        assert refused.returncode == 2 and sentence in refused.stderr, refused
    assert "belongs to verify" in control("journal", "--never", *namespace, code=2)


def test_journal_has_the_last_exchanges(control, namespace, tmp_path):
    base = f"{control.url}/_ns/{namespace[1]}/adobe-services/config"
    for requestor in ("FIRST", "SECOND", "THIRD"):
        requests.get(f"{base}/{requestor}", timeout=30)
    ids = [exchange["id"] for exchange in json.loads(control("journal", "--json", *namespace))["exchanges"]]
    assert [line.split()[1] for line in control("journal", "--last", "2", *namespace).splitlines()[1:]] == ids[1:]
    control("journal", "export", tmp_path / "last.jsonl", "--last", "1", *namespace)
    (line,) = (tmp_path / "last.jsonl").read_text().splitlines()
    assert json.loads(line)["id"] == ids[2]
    control("journal", "export", tmp_path / "last.har", "--last", "2", *namespace)
    assert len(json.loads((tmp_path / "last.har").read_text())["log"]["entries"]) == 2
    assert "--last belongs to" in control("journal", "await", "--last", "1", *namespace, code=2)
    words = [BINARY, "journal", "--follow", "--last", "2", *namespace, "--url", control.url]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=clean_environment()) as following:
        try:
            assert [following.stdout.readline().split()[1] for _ in range(2)] == ids[1:]
        finally:
            following.kill()


def test_explanations_are_masked_unless_asked(control, namespace):
    base = f"{control.url}/_ns/{namespace[1]}"
    form = {"deviceId": "my-television", "format": "json"}
    answer = requests.post(f"{base}/reggie/v1/TEST_REQUESTOR/regcode", data=form, timeout=30)
    code = answer.json()["code"]
    asked = requests.get(f"{base}/reggie/v1/TEST_REQUESTOR/regcode/{code}", timeout=30)
    exchange = asked.headers["X-Pass-Simulator-Exchange"]
    assert code not in control("explain", exchange, *namespace)
    assert code in control("explain", exchange, "--secrets", "shown", *namespace)
    assert "shown or masked" in control("explain", exchange, "--secrets", "no", *namespace, code=2)


def test_too_much_content_is_a_problem(control):
    for path, length in (("exchanges/import", 2 << 20), ("rules", 300_000)):
        answer = requests.post(f"{control.url}/_sim/{path}", data=b" " * length, timeout=30)
        assert answer.status_code == 413 and answer.headers["Content-Type"] == "application/problem+json", answer
        assert answer.json()["status"] == 413 and "bytes" in answer.json()["detail"]
