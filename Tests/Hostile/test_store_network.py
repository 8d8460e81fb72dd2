"""A network between nodes and their store that is slow, stalls, resets connections or loses them, under load."""

import pytest

from process import descriptors
from redis_server import RedisServer
from relay import Relay
from simulator import Simulator, command
from store_load import CODE, FORM, PATIENCE, Ledger, Load, ask, connected, eventually, is_ready

STEPS = 60
ROUNDS = 2


@pytest.fixture
def redis(tmp_path):
    with RedisServer(tmp_path / "redis") as server:
        yield server


def asks_for_code(simulator):
    with connected(simulator) as connection:
        return ask(connection, "POST", CODE, "deviceId=after&format=json", FORM)[0]


@pytest.mark.parametrize("fault", ["slow", "stall", "drop", "reset", "cut"])
def test_fault_under_load(tmp_path, redis, fault):
    """One of two nodes has the fault. It refuses what it can't do, recovers by itself, and nothing answered is lost."""
    ledger = Ledger()
    ledger.wanted.add("after")
    data = tmp_path / "data"
    with Relay(redis.port) as relay:
        near = Simulator(tmp_path / "near", "--store", redis.url, "--node-name", "near", data_dir=data)
        far = Simulator(tmp_path / "far", "--store", relay.url, "--node-name", "far", data_dir=data)
        with near, far:
            for turn in range(ROUNDS):
                with Load([near, far], ledger, f"before-{turn}", steps=STEPS) as load:
                    assert load.reached.wait(PATIENCE), load.failures
                    before = ledger.refusals
                    relay.begin(fault)
                    if fault == "slow":
                        wanted = ledger.steps + STEPS
                        eventually(lambda wanted=wanted: ledger.steps >= wanted or bool(load.failures), True)
                    else:
                        eventually(lambda before=before: ledger.refusals > before or bool(load.failures), True)
                    if fault in ("stall", "reset", "cut"):
                        eventually(lambda: is_ready(far), 503)
                    # The other node has nothing to do with it.
                    assert is_ready(near) == 200
                    relay.mend()
                    eventually(lambda: asks_for_code(far), 201)
                    eventually(lambda: is_ready(far), 200)
                for node in (near, far):
                    with connected(node) as connection:
                        ledger.check(connection, f"{fault}, turn {turn}, {node.folder.name}")
            assert descriptors(far.pid) < 300
    checked = command("store", "check", redis.url)
    assert checked.returncode == 0 and "is sound" in checked.stdout, checked
    assert (ledger.refusals == 0) == (fault == "slow"), ledger.refusals
    assert ledger.codes["v1"] and ledger.codes["v2"] and ledger.logins and ledger.presented
