"""`Config/compose` and the image say the same as the executable and HAProxy understand; nothing here needs containers."""

import contextlib
import json
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import pytest
import requests
import yaml

from cluster import CONFIGURATION, HAPROXY
from redis_server import PROGRAM, RedisServer
from simulator import ROOT, Simulator, clean_environment, command

FOLDER = CONFIGURATION.parent
COMPOSE = yaml.safe_load((FOLDER / "compose.yaml").read_text())
SERVICES = COMPOSE["services"]
NODES = {name: service for name, service in SERVICES.items() if service["image"] == "pass-simulator"}
# The last stage, with its continued lines joined.
IMAGE = (ROOT / "Dockerfile").read_text().replace("\\\n", " ").rpartition("\nFROM ")[2]
IMAGE_ENVIRONMENT = dict(re.findall(r"(PASS_SIMULATOR_\w+)=(\S+)", IMAGE))


def places(host="127.0.0.1"):
    """The environment of the front, with addresses that need no look-up of the services' names."""
    environment = SERVICES["front"]["environment"]
    return {name: re.sub(r"^[a-z]\w*:", f"{host}:", value) for name, value in environment.items()}


@pytest.mark.parametrize("name", NODES)
def test_each_node_has_settings_that_the_executable_takes(name):
    environment = IMAGE_ENVIRONMENT | NODES[name]["environment"]
    checked = command("config", "check", **environment)
    assert checked.returncode == 0, checked.stderr
    # A name that is no setting would be refused too.
    refused = command("config", "check", **environment | {"PASS_SIMULATOR_NODE_NAMES": "other"})
    assert refused.returncode == 2 and "PASS_SIMULATOR_NODE_NAMES" in refused.stderr, refused
    printed = command("config", "print", **environment).stdout
    for text in (name, f"http://{name}:8080", "redis://store:6379/0"):
        assert json.dumps(text) in printed, printed


def test_the_nodes_differ_in_their_names_alone():
    assert len(NODES) == 2
    first, second = ({**node, "environment": dict(node["environment"])} for node in NODES.values())
    for node, name in zip((first, second), NODES, strict=True):
        assert node["environment"].pop("PASS_SIMULATOR_NODE_NAME") == name
        assert urlsplit(node["environment"].pop("PASS_SIMULATOR_NODE_URL")).hostname == name
    assert first == second


def test_the_nodes_share_the_folder_in_which_the_image_keeps_keys():
    data = IMAGE_ENVIRONMENT["PASS_SIMULATOR_DATA_DIR"]
    assert f"VOLUME {data}\n" in IMAGE and re.search(rf"install --directory --owner=10001 .* {data}$", IMAGE, re.MULTILINE)
    for node in NODES.values():
        (volume,) = node["volumes"]
        assert volume == f"keys:{data}"
        assert (FOLDER / node["build"] / "Dockerfile").is_file()
    named = {volume.partition(":")[0] for service in SERVICES.values() for volume in service["volumes"]}
    assert {name for name in named if not name.startswith(".")} == set(COMPOSE["volumes"])


def test_every_address_is_that_of_a_service_at_its_port():
    listening = urlsplit(f"//{IMAGE_ENVIRONMENT['PASS_SIMULATOR_LISTEN']}").port
    assert f"EXPOSE {listening}\n" in IMAGE
    front = SERVICES["front"]["environment"]
    assert {front["NODE1"], front["NODE2"]} == {f"{name}:{listening}" for name in NODES}
    for node in NODES.values():
        assert urlsplit(node["environment"]["PASS_SIMULATOR_NODE_URL"]).port == listening
        assert urlsplit(node["environment"]["PASS_SIMULATOR_STORE"]).hostname in SERVICES
    for service in SERVICES.values():
        for name in service.get("depends_on", ()):
            assert name in SERVICES
            if isinstance(service["depends_on"], dict) and service["depends_on"][name]["condition"] == "service_healthy":
                assert "healthcheck" in SERVICES[name] or (name in NODES and "HEALTHCHECK" in IMAGE)
    (published,) = SERVICES["front"]["ports"]
    assert published.endswith(front["FRONT"]) and published.startswith("127.0.0.1:")
    source, target, _ = SERVICES["front"]["volumes"][0].split(":")
    assert (FOLDER / source).resolve() == CONFIGURATION and target.endswith("/haproxy.cfg")


def test_haproxy_takes_its_file():
    checked = subprocess.run(
        [HAPROXY, "-c", "-f", CONFIGURATION], env=clean_environment(**places()), capture_output=True, text=True, timeout=60
    )
    told = checked.stdout + checked.stderr
    assert checked.returncode == 0 and "WARNING" not in told, told


def test_the_store_starts_with_its_options(tmp_path):
    program, *options = SERVICES["store"]["command"]
    assert program == "valkey-server"
    server = RedisServer(tmp_path / "store")
    # They come last, so that they count.
    server.options += options
    with server as store:
        settings = store.ask("CONFIG", "GET", "appendonly") + store.ask("CONFIG", "GET", "appendfsync")
        assert settings == ["appendonly", "yes", "appendfsync", "always"], PROGRAM
        kind, client, *words = SERVICES["store"]["healthcheck"]["test"]
        assert (kind, client) == ("CMD", "valkey-cli")
        client = shutil.which(client) or shutil.which("redis-cli")
        told = subprocess.run([client, "-p", str(store.port), *words], capture_output=True, text=True, timeout=60)
        assert told.stdout == "PONG\n" and told.returncode == 0, told


def test_the_image_knows_whether_a_node_is_ready(tmp_path):
    check = json.loads(re.search(r"^HEALTHCHECK .*?CMD (\[.*\])$", IMAGE, re.MULTILINE)[1])
    assert check[0] == json.loads(re.search(r"^ENTRYPOINT (\[.*\])$", IMAGE, re.MULTILINE)[1])[0] == "pass-simulator"
    with Simulator(tmp_path) as simulator:
        # The address at which the image listens is that of all interfaces.
        at = f"0.0.0.0:{simulator.port}"
        ready = command(*check[1:], PASS_SIMULATOR_LISTEN=at, PASS_SIMULATOR_DATA_DIR=str(simulator.data_dir))
        assert ready.returncode == 0, ready


def test_nodes_that_start_at_the_same_instant_have_the_same_keys(tmp_path):
    """Neither waits for the other in the containers: the folder is empty for both, and so is the store."""
    with RedisServer(tmp_path / "store") as store, ThreadPoolExecutor(2) as pool:
        for attempt in range(5):
            store.ask("FLUSHALL")
            options = ("--store", store.url)
            folders = [tmp_path / f"{name}-{attempt}" for name in NODES]
            nodes = [Simulator(folder, *options, data_dir=tmp_path / f"keys-{attempt}") for folder in folders]
            with contextlib.ExitStack() as running:
                for node in pool.map(lambda node: node.__enter__(), nodes):
                    running.push(node)
                assert len({requests.get(f"{node.http}/_sim/keys/token.pem", timeout=60).text for node in nodes}) == 1
