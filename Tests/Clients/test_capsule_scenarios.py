"""The capsules of many clients' runs replay without a difference: those of the conformance scenarios, each in a namespace of its own."""

import json
import os
from concurrent.futures import ThreadPoolExecutor

import pytest
import requests

from simulator import command

SECONDS = 60
# Every so many scenarios one is replayed, and all with PASS_CAPSULES=1.
STEP = int(os.environ.get("PASS_CAPSULES", 4))
AT_ONCE = 2


@pytest.fixture(scope="module")
def played(simulator):
    """The namespaces that the scenarios used."""
    before = names(simulator)
    done = command("harness", "--target", simulator.http, "--seed", 1)
    assert done.returncode == 0, done.stdout[-2000:]
    return sorted(names(simulator) - before)


def names(simulator):
    answer = requests.get(f"{simulator.http}/_sim/namespaces", timeout=SECONDS)
    return {each["name"] for each in answer.json()["namespaces"]}


def test_masked_capsules_of_scenarios_replay(simulator, played, tmp_path):
    assert len(played) > 150

    def differences(name):
        file = tmp_path / f"{name}.json"
        file.write_bytes(requests.get(f"{simulator.http}/_ns/{name}/_sim/capsule", timeout=SECONDS).content)
        done = command("capsule", "replay", file, "--data-dir", tmp_path / name, "--json")
        assert done.returncode in (0, 1), done
        return [(name, each["path"], each["differences"]) for each in json.loads(done.stdout)["exchanges"] if each["outcome"] == "different"]

    with ThreadPoolExecutor(AT_ONCE) as pool:
        found = [each for listed in pool.map(differences, played[::STEP]) for each in listed]
    assert not found, found[:3]
