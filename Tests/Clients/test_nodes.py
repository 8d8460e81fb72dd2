"""Unmodified clients, and what nodes tell each other, with two nodes that share a store, behind HAProxy without stickiness."""

import contextlib
import json
import os
import subprocess
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
import requests

from cluster import Cluster
from curl import Curl
from device import RESOURCE, NativeDevice
from redis_server import free_port
from rest_v2_answers import NET
from rest_v2_client import API, App, Client
from simulator import BINARY, ROOT, clean_environment, command
from test_readme import PAGES, blocks
from test_ytdlp import STYLES, expect_token, run

NODE = "X-Pass-Simulator-Node"


def test_requests_come_to_both_nodes(cluster):
    with requests.Session() as session:
        nodes = Counter(session.get(f"{cluster.http}/_sim/clock").headers[NODE] for _ in range(10))
    assert nodes == {"one": 5, "two": 5}


@pytest.mark.parametrize("mvpd", STYLES)
def test_ytdlp_logs_in(cluster, mvpd):
    expect_token(run(cluster, mvpd, "user", "password", RESOURCE), mvpd)


def test_v2_app(cluster):
    api = API(cluster.http)
    app = App(api, Client.registered(api), NET)
    app.log_in("Adobe", cluster.landing)
    answers = [app.profiles() for _ in range(4)]
    assert {answer.header(NODE) for answer in answers} == {"one", "two"}
    assert all("Adobe" in json.loads(answer.body)["profiles"] for answer in answers)
    decision = json.loads(app.authorize("Adobe", RESOURCE).body)["decisions"][0]
    assert decision["authorized"] and decision["token"]


def test_harness(cluster):
    played = command("harness", "--target", cluster.http, timeout=600)
    assert played.returncode == 0, played.stdout[-4000:] + played.stderr


def test_control_operations_reach_both_nodes(cluster, sessions):
    (one, first), (two, second) = sessions
    base = "/_ns/control"
    for turn in range(20):
        now = f"2031-01-{turn + 1:02}T00:00:00.000Z"
        assert one.patch(f"{first}{base}/_sim/clock", json={"now": now, "frozen": True}).status_code == 200
        assert two.get(f"{second}{base}/_sim/clock").json()["now"] == now
        assert two.post(f"{second}{base}/_sim/reset").status_code == 204
        assert one.get(f"{first}{base}/_sim/clock").json()["now"] != now


def test_journal_has_the_exchanges_of_both_nodes(cluster, tmp_path):
    base = f"{cluster.http}/_ns/journal"
    curl = Curl(tmp_path, jar=tmp_path / "jar")
    device = NativeDevice(curl, base)
    device.log_in()
    device.tokens()
    with requests.Session() as session:
        listed = [session.get(f"{base}/_sim/exchanges").json() for _ in range(2)]
        ids = [[entry["id"] for entry in answer["exchanges"]] for answer in listed]
        assert ids[0] == ids[1] and len(ids[0]) > 4
        assert {entry["node"] for entry in listed[0]["exchanges"]} == {"one", "two"}
        assert "unanswered" not in listed[0]
        for entry in listed[0]["exchanges"]:
            for _ in range(2):
                found = session.get(f"{base}/_sim/exchanges/{entry['id']}")
                assert found.status_code == 200 and found.json()["node"] == entry["node"]
                told = session.get(f"{base}/_sim/exchanges/{entry['id']}/explanation")
                assert told.status_code == 200 and told.json()["exchange"] == entry["id"]
        flows = [session.get(f"{base}/_sim/flows").json()["flows"] for _ in range(2)]
        assert flows[0] == flows[1] and len(flows[0]) == 1 and flows[0][0]["outcome"] == "permitted"
        pages, after = [], ""
        while after is not None:
            page = session.get(f"{base}/_sim/exchanges?limit=2{after}").json()
            pages += [entry["id"] for entry in page["exchanges"]]
            after = f"&after={page['next']}" if "next" in page else None
        assert pages == ids[0]


def test_wait_finds_an_exchange_of_either_node(cluster, sessions):
    (one, first), (two, second) = sessions
    base = "/_ns/wait"
    for path in ("/adobe-services/config/REF30", "/adobe-services/config/DEMO_NET"):
        requestor = path.rsplit("/", 1)[1]
        query = f"operation=RetrieveConfiguration&requestor={requestor}&timeoutSeconds=20"
        with ThreadPoolExecutor(1) as pool:
            waiting = pool.submit(one.get, f"{first}{base}/_sim/exchanges/await?{query}")
            assert two.get(f"{second}{base}{path}").status_code == 200
            assert waiting.result().json()["node"] == "two"
    late = one.get(f"{first}{base}/_sim/exchanges/await?operation=Logout&timeoutSeconds=0")
    assert late.status_code == 408


def test_answered_changes_survive_the_end_of_a_node(tmp_path):
    """One node is killed under load: what was answered is there, and the front goes on with the other."""
    with Cluster(tmp_path) as cluster:
        for node in list(cluster.nodes):
            answered, failures = load_until_killed(cluster, node)
            assert len(answered) > 50 and failures < len(answered), (len(answered), failures)
            with requests.Session() as session:
                for code, device in answered.items():
                    found = session.get(f"{cluster.http}/reggie/v1/REF30/regcode/{code}", params={"format": "json"})
                    assert found.status_code == 200 and found.json()["info"], (device, found.text)
                listed = session.get(f"{cluster.http}/_sim/exchanges?limit=1").json()
                assert listed["unanswered"] == [node.options[3]], listed
            cluster.nodes.append(cluster.restart(node))


def load_until_killed(cluster, node, answers=200):
    answered, lock, failures = {}, threading.Lock(), []

    def client(number):
        with requests.Session() as session:
            for turn in range(40):
                device = f"{node.pid}-{number}-{turn}"
                try:
                    answer = session.post(
                        f"{cluster.http}/reggie/v1/REF30/regcode", data={"deviceId": device, "format": "json"}, timeout=30
                    )
                except requests.RequestException as error:
                    failures.append(error)
                    continue
                if answer.status_code != 201:
                    failures.append(answer.status_code)
                    continue
                with lock:
                    answered[answer.json()["code"]] = device
                    if len(answered) == answers // 4:
                        node.kill()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(client, range(8)))
    return answered, len(failures)


def test_commands_of_the_page(tmp_path):
    """`Config/compose/nodes` and what the page has to paste, as they stand there but for the ports."""
    page = (PAGES / "SeveralNodes.md").read_text()
    shown, serve = blocks(page)
    (start, *_) = [line.removeprefix("$ ") for line in blocks(page, "console")[1].splitlines()]
    path = tmp_path / "path"
    path.mkdir()
    (path / "pass-simulator").symlink_to(BINARY.resolve())
    front, *others = (free_port() for _ in range(4))
    ports = dict(zip(("NODE1_PORT", "NODE2_PORT", "STORE_PORT"), others)) | {"FRONT_PORT": front}
    environment = clean_environment(PATH=f"{path}:{os.environ['PATH']}", TMPDIR=str(tmp_path), **ports)
    process = subprocess.Popen(start.split(), cwd=ROOT, stdout=subprocess.PIPE, text=True, env=environment)
    with contextlib.closing(process.stdout):
        assert process.stdout.readline().startswith(f"pass-simulator ready: http://127.0.0.1:{front} (two nodes")
        script = shown.replace("127.0.0.1:8080", f"127.0.0.1:{front}")
        done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=60, env=environment)
        assert done.stdout == blocks(page, "text")[0], done
        process.terminate()
        assert process.wait(60) == 0
    # The other command is complete: all that it lacks is the address.
    words = serve.split()[1:]
    words[words.index("--listen") + 1] = "127.0.0.1:0"
    words[words.index("--store") + 1] = "redis://127.0.0.1:1/0"
    words[words.index("--data-dir") + 1] = str(tmp_path / "keys")
    refused = command(*words)
    assert refused.returncode == 3 and "127.0.0.1:1" in refused.stderr, refused
