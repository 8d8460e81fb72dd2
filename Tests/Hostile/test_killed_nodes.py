"""Two nodes on one server of Valkey or Redis, and any of them killed at any point under load: no answered change is lost."""

import json
import os
import random

from redis_server import RedisServer
from simulator import Simulator, command
from store_load import CODE, FORM, JSON, PATIENCE, Ledger, Load, ask, connected, eventually, is_ready, lasting, readiness

KILLS = int(os.environ.get("PASS_NODE_KILLS", "8"))
MOST_STEPS = 60
ENGINE = "engine"
# What is killed at one point, the engine more often than the nodes.
VICTIMS = ((ENGINE,), (ENGINE,), ("first",), ("second",), (ENGINE, "first"), ("second", ENGINE), ("first", "second"))


class Node(Simulator):
    """A simulator that a test kills and starts again."""

    @property
    def is_alive(self):
        return self.process.poll() is None

    def kill(self):
        self.process.kill()

    def __exit__(self, kind, error, trace):
        if self.is_alive:
            super().__exit__(kind, error, trace)


def refuses_changes(node):
    """While the engine is away: 503 with a sentence for what would change something, and `/_sim/ready` says why."""
    eventually(lambda: is_ready(node), 503)
    assert "can't be reached" in readiness(node)[1]
    with connected(node) as connection:
        for request in (("POST", CODE, "deviceId=d&format=json", FORM), ("PATCH", "/_sim/clock", '{"scale": 2}', JSON)):
            status, reason = ask(connection, *request)
            assert status == 503 and "can't be reached" in reason, (request, status, reason)


def test_nothing_answered_is_lost(tmp_path):
    """The engine writes each change to its file before it answers. A seed repeats the choices, not the timing."""
    seed = random.randrange(1 << 32)
    dice = random.Random(seed)
    ledger = Ledger()
    with RedisServer(tmp_path / "redis", durable=True) as redis:
        options = ("--store", redis.url, *lasting(tmp_path))
        nodes = {
            name: Node(tmp_path / name, *options, "--node-name", name, data_dir=tmp_path / "data") for name in ("first", "second")
        }
        with nodes["first"], nodes["second"]:
            for kill in range(KILLS):
                when = f"kill {kill} of seed {seed}"
                victims = dice.choice(VICTIMS)
                with Load([*nodes.values()], ledger, f"kill-{kill}", steps=dice.randrange(1, MOST_STEPS)) as load:
                    assert load.reached.wait(PATIENCE), (when, load.failures)
                    for victim in victims:
                        redis.process.kill() if victim == ENGINE else nodes[victim].kill()
                    if ENGINE in victims:
                        redis.kill()
                        for node in nodes.values():
                            if node.is_alive and node not in [nodes.get(victim) for victim in victims]:
                                refuses_changes(node)
                for victim in victims:
                    if victim != ENGINE:
                        nodes[victim].process.wait()
                if ENGINE in victims:
                    assert redis.start(), redis.log
                for victim in victims:
                    if victim != ENGINE:
                        nodes[victim].__enter__()
                for node in nodes.values():
                    eventually(lambda node=node: is_ready(node), 200)
                with connected(nodes[dice.choice([*nodes])]) as connection:
                    ledger.check(connection, when, tokens=20)
            with connected(nodes["first"]) as connection:
                ledger.check(connection, f"the end of seed {seed}")
                assert json.loads(ask(connection, "GET", "/_sim/clock")[1])["scale"] == 1
        checked = command("store", "check", redis.url)
        assert checked.returncode == 0 and "is sound" in checked.stdout, checked
    assert ledger.refusals and ledger.lost and ledger.presented
    print(f"{KILLS} points at which the engine or nodes were killed: {ledger}")
