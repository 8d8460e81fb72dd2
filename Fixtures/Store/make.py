#!/usr/bin/env python3
"""Makes used-VERSION.sql, snapshot-VERSION.json and used-VERSION.redis: what the executable stores of somebody who uses everything,
what it exports of that, and the commands that make a database the one that it stores when it imports the export.

    PYTHONPATH=Tests/Clients .venv/bin/python Fixtures/Store/make.py VERSION

Only for a version of the store's tables that has no files yet: those of earlier versions stay as the executable of their time has
written them. `PASS_SIMULATOR_BINARY` names another build.
"""

import contextlib
import json
import sqlite3
import sys
import tempfile
from pathlib import Path

from curl import Curl
from device import NativeDevice, WebDevice
from redis_server import RedisServer
from rest_v2_client import APPLE_DEVICE, API, App, Client
from simulator import Simulator, command

HERE = Path(__file__).resolve().parent
NAMESPACE = "used"
# The clock stands still there, so that nothing ever expires.
NOW = "2031-05-14T08:00:00Z"


def use(base, folder):
    """Leaves records of most kinds, in each state that another program can bring about."""
    landing = f"{base}/_sim/done"
    phone = NativeDevice(Curl(folder / "phone", jar=folder / "phone.jar"), base, device_id="phone")
    phone.log_in()
    media = phone.tokens()[2]
    verified = phone.fetch(f"{base}/_sim/tokens/verify", json={"token": media, "resource": "TEST_RESOURCE"})
    assert verified.json()["valid"] is True, verified
    for _ in range(2):
        phone.authorize(phone.tokens()[0], "deny:movie")

    left = NativeDevice(Curl(folder / "left", jar=folder / "left.jar"), base, device_id="left")
    left.log_in()
    left.log_out(left.tokens()[0])

    web = WebDevice(Curl(folder / "web", jar=folder / "web.jar"), base, mvpd="OAuthTV", device_id="web", landing=landing)
    web.register()
    web.log_in()
    web.tokens()
    # Nobody logs in for this code.
    WebDevice(Curl(folder / "open"), base, device_id="open").register()

    api = API(base)
    app = App(api, Client.registered(api), "DEMO_NET")
    app.log_in("Adobe", landing)
    for mvpd, resource in (("Adobe", "news-live"), ("Adobe", "deny:movie"), ("TempPass", "news-live")):
        expect(200, app.authorize(mvpd, resource))
    token = json.loads(expect(201, app.create_service_token(sso_id="someone")).body)["serviceToken"]
    expect(201, app.link(token))
    apple = App(api, Client.registered(api), "DEMO_NET", info=APPLE_DEVICE)
    apple.log_in("AcmeCable", landing)
    expect(200, apple.log_out("AcmeCable", landing))


def expect(status, answer):
    assert answer.status == status, answer
    return answer


def commands(redis):
    """Commands, one a line in JSON, that fill another database like this one; the data directory's fingerprint isn't among them."""
    for key in sorted(redis.ask("KEYS", "*")):
        kind = redis.ask("TYPE", key)
        if kind == "string" and key.endswith(":schema"):
            yield ["SET", key, redis.ask("GET", key)]
        elif kind == "set":
            yield ["SADD", key, *sorted(redis.ask("SMEMBERS", key))]
        elif kind == "hash":
            yield ["HSET", key, *redis.ask("HGETALL", key)]
        elif kind == "zset":
            members = redis.ask("ZRANGE", key, 0, -1, "WITHSCORES")
            yield ["ZADD", key, *(word for pair in zip(members[1::2], members[::2], strict=True) for word in pair)]


def main(version):
    with tempfile.TemporaryDirectory() as root:
        folder = Path(root)
        store, snapshot = folder / "state.sqlite", HERE / f"snapshot-{version}.json"
        with Simulator(folder, "--store", f"sqlite:{store}") as simulator:
            control = Curl(folder / "control")
            root = f"{simulator.http}/_sim"
            made = control(f"{root}/namespaces/{NAMESPACE}", json={"idleSeconds": 864000, "keys": "shared"}, method="PUT")
            assert made.status == 201, made
            base = f"{simulator.http}/_ns/{NAMESPACE}"
            clock = control(f"{base}/_sim/clock", json={"now": NOW, "frozen": True}, method="PATCH")
            assert clock.status == 200, clock
            rule = {"id": "slow", "match": {"operation": "Preauthorize"}, "action": {"status": 503}, "times": 3}
            assert control(f"{base}/_sim/rules", json=rule).status == 201
            # The decisions of a changed subscriber would be forgotten, so this comes first.
            setting = control(f"{base}/_sim/state/subscribers/user", json={"metadata": {"userID": "user-1"}}, method="PATCH")
            assert setting.status == 200, setting
            use(base, folder)
        with contextlib.closing(sqlite3.connect(store)) as file:
            found = file.execute("PRAGMA user_version").fetchone()[0]
            assert found == int(version), f"this executable writes version {found}"
            pragmas = [f"PRAGMA {name} = {file.execute(f'PRAGMA {name}').fetchone()[0]};" for name in ("application_id", "user_version")]
            dump = "\n".join([f"-- Written by an executable of version {version} (make.py).", *pragmas, *file.iterdump()])
        (HERE / f"used-{version}.sql").write_text(dump + "\n")
        exported = command("store", "export", store, snapshot, "--namespace", NAMESPACE, "--data-dir", folder / "data")
        assert exported.returncode == 0, exported
        snapshot.chmod(0o644)
        with RedisServer(folder / "redis") as redis:
            data = ("--data-dir", folder / "data")
            imported = command("store", "import", redis.url, snapshot, "--namespace", NAMESPACE, *data)
            assert imported.returncode == 0, imported
            assert redis.ask("GET", "pass-simulator:{.store}:schema") == version
            lines = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in commands(redis))
        (HERE / f"used-{version}.redis").write_text(lines)


main(sys.argv[1])
