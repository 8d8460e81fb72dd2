"""A simulator that keeps its state in a file or a database: restarts, commands, and snapshots between stores."""

import contextlib
import json
import re
import sqlite3
import subprocess

import pytest

from curl import Curl
from device import NativeDevice, text
from redis_server import RedisServer
from simulator import BINARY, ROOT, Simulator, clean_environment, command


def records(curl, base):
    """The number of records of each kind."""
    answer = curl(f"{base}/_sim/state")
    assert answer.status == 200, answer
    return answer.json()


def logged_in(simulator, folder, base=None):
    curl = Curl(folder, jar=folder / "jar")
    device = NativeDevice(curl, base or simulator.http)
    device.log_in()
    return curl, device


@pytest.fixture
def redis(tmp_path):
    with RedisServer(tmp_path / "redis") as server:
        yield server


@pytest.fixture(params=["sqlite", "redis"])
def store(request, tmp_path):
    """The value of `--store` for a store that outlives a restart."""
    return f"sqlite:{tmp_path}/state.sqlite" if request.param == "sqlite" else request.getfixturevalue("redis").url


def test_restart_forgets_nothing(tmp_path, store):
    with Simulator(tmp_path, "--store", store) as simulator:
        curl, device = logged_in(simulator, tmp_path / "curl")
        authn, _, media = device.tokens()
        assert verify(curl, simulator.http, media) is True
        _, other = logged_in(simulator, tmp_path / "other", f"{simulator.http}/_ns/suite-1")
        of_other = other.tokens()[0]
        _, last = logged_in(simulator, tmp_path / "last")
        of_last = last.tokens()[0]
        last.log_out(of_last)
        assert curl(f"{simulator.http}/_ns/suite-1/_sim/clock", json={"advanceSeconds": 86400}, method="PATCH").status == 200
        before = [records(curl, base) for base in (simulator.http, f"{simulator.http}/_ns/suite-1")]
    with Simulator(tmp_path, "--store", store) as simulator:
        assert [records(curl, base) for base in (simulator.http, f"{simulator.http}/_ns/suite-1")] == before
        device.base, last.base = simulator.http, simulator.http
        other.base = f"{simulator.http}/_ns/suite-1"
        assert verify(curl, simulator.http, media) is False
        assert text(device.authorize(authn), "authzToken")
        assert text(other.authorize(of_other), "authzToken")
        assert "pendingLogout" in last.authorize(of_last).body
        names = [entry["name"] for entry in curl(f"{simulator.http}/_sim/namespaces").json()["namespaces"]]
        assert names == ["default", "suite-1"]
        real, moved = (curl(f"{base}/_sim/clock").json() for base in (simulator.http, other.base))
        assert 86_000_000 < moved["nowMillis"] - real["nowMillis"] < 87_000_000
        assert curl(f"{simulator.http}/_sim/namespaces/suite-1", method="DELETE").status == 204
    with Simulator(tmp_path, "--store", store) as simulator:
        assert curl(f"{simulator.http}/_sim/namespaces/suite-1").status == 404


def verify(curl, base, media):
    answer = curl(f"{base}/_sim/tokens/verify", json={"token": media, "resource": "TEST_RESOURCE"})
    assert answer.status == 200, answer
    return answer.json()["valid"]


def test_commands(tmp_path):
    store, moved, snapshot = (tmp_path / name for name in ("state.sqlite", "moved.sqlite", "state.json"))
    with Simulator(tmp_path, "--store", f"sqlite:{store}", "--store-durability", "relaxed") as simulator:
        curl, device = logged_in(simulator, tmp_path / "curl")
        authn = device.tokens()[0]
    checked = command("store", "check", store)
    assert checked.returncode == 0, checked
    assert "default: 1 session\n" in checked.stdout and f"{store} is sound." in checked.stdout, checked
    compacted = command("store", "compact", store)
    assert compacted.returncode == 0 and re.search(r"\d+ bytes before, \d+ now\.", compacted.stdout), compacted
    data = ("--data-dir", simulator.data_dir)
    exported = command("store", "export", store, snapshot, *data)
    assert exported.returncode == 0 and snapshot.stat().st_mode & 0o777 == 0o600, exported
    missing = command("store", "export", store, tmp_path / "missing.json", "--namespace", "typo", *data)
    assert missing.returncode == 1 and f"{store} has no namespace typo." in missing.stderr, missing
    assert not (tmp_path / "missing.json").exists()
    imported = command("store", "import", moved, snapshot, "--namespace", "suite-2", *data)
    assert imported.returncode == 0, imported
    with Simulator(tmp_path, "--store", f"sqlite:{moved}") as simulator:
        device.base = f"{simulator.http}/_ns/suite-2"
        assert text(device.authorize(authn), "authzToken")
    with Simulator(tmp_path) as simulator:
        restored = command("snapshot", "restore", snapshot, "--url", simulator.http)
        assert restored.returncode == 0, restored
        device.base = simulator.http
        assert text(device.authorize(authn), "authzToken")
        saved = tmp_path / "memory.json"
        assert command("snapshot", "save", saved, "--url", simulator.http).returncode == 0
    assert command("store", "import", store, saved, *data).returncode == 0
    assert command("store", "check", store).returncode == 0


def test_way_back_from_a_newer_version(tmp_path):
    """A file of version 1 gives its records to a new file by `export` and `import`, as one of a newer version does."""
    old, new, snapshot = (tmp_path / name for name in ("old.sqlite", "new.sqlite", "suite.json"))
    with contextlib.closing(sqlite3.connect(old)) as file:
        # Its records would be swept, since they expired long ago.
        file.executescript((ROOT / "Fixtures/Store/version-1.sql").read_text().replace("1060000", "4102444800000"))
    old.chmod(0o600)
    data = ("--data-dir", tmp_path / "data")
    exported = command("store", "export", old, snapshot, "--namespace", "suite-1", *data)
    assert exported.returncode == 0, exported
    imported = command("store", "import", new, snapshot, "--namespace", "suite-1", *data)
    assert imported.returncode == 0, imported
    checked = command("store", "check", new)
    assert checked.returncode == 0 and "suite-1: 1 revocation\n" in checked.stdout, checked
def test_commands_on_a_database(tmp_path, redis):
    """A snapshot goes from memory into a database, from there into a file, and from the file into another database."""
    first, moved, saved = (tmp_path / name for name in ("first.json", "moved.json", "saved.json"))
    with Simulator(tmp_path) as simulator:
        curl, device = logged_in(simulator, tmp_path / "curl")
        authn = device.tokens()[0]
        assert command("snapshot", "save", first, "--url", simulator.http).returncode == 0
    data = ("--data-dir", simulator.data_dir)
    assert command("store", "import", redis.url, first, *data).returncode == 0
    checked = command("store", "check", redis.url, *data)
    assert checked.returncode == 0, checked
    assert "version 1\ndefault: " in checked.stdout and f"{redis.url} is sound." in checked.stdout, checked
    assert command("store", "export", redis.url, moved, *data).returncode == 0
    assert command("store", "import", tmp_path / "state.sqlite", moved, *data).returncode == 0
    assert command("store", "export", tmp_path / "state.sqlite", saved, *data).returncode == 0
    other = f"{redis.url[:-1]}1"
    assert command("store", "import", other, saved, "--namespace", "suite-2", *data).returncode == 0
    for store, prefix in ((redis.url, ""), (other, "/_ns/suite-2")):
        with Simulator(tmp_path, "--store", store) as simulator:
            device.base = f"{simulator.http}{prefix}"
            assert text(device.authorize(authn), "authzToken")
    compacted = command("store", "compact", redis.url)
    assert compacted.returncode == 2 and "no file to compact" in compacted.stderr, compacted
    foreign = command("store", "export", redis.url, "-", "--data-dir", tmp_path / "other")
    assert foreign.returncode == 3 and "other keys" in foreign.stderr, foreign


def test_configuration_file_names_a_database(tmp_path, redis):
    (tmp_path / "my.json5").write_text(f'{{store: "{redis.url}"}}')
    with Simulator(tmp_path, "--config", tmp_path / "my.json5") as simulator:
        logged_in(simulator, tmp_path / "curl")
    assert redis.ask("EXISTS", "pass-simulator:{default}") == 1


def test_commands_refuse_what_is_no_store(tmp_path):
    for verb in ("check", "compact"):
        missing = command("store", verb, tmp_path / "missing.sqlite")
        assert missing.returncode == 3 and "missing.sqlite" in missing.stderr, missing
        assert not (tmp_path / "missing.sqlite").exists()
    wrong = command("store", "chek", "x")
    assert wrong.returncode == 2 and "the nearest one is check" in wrong.stderr, wrong


def test_command_of_the_readme(tmp_path):
    (line,) = re.findall(r"`(pass-simulator serve --store [^`]+)`", (ROOT / "README.md").read_text())
    words = line.replace("pass-simulator", str(BINARY)).split()
    ready = tmp_path / "ready.json"
    more = ["--listen", "127.0.0.1:0", "--data-dir", tmp_path / "data", "--log", "off", "--ready-file", ready]
    process = subprocess.Popen(
        [*words, *more], cwd=tmp_path, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, env=clean_environment()
    )
    with contextlib.closing(process.stdout):
        assert process.stdout.readline().startswith("pass-simulator ready: ")
        assert Curl(tmp_path / "curl")(f"{json.loads(ready.read_text())['http']}/_sim/ready").status == 200
        process.terminate()
        assert process.wait(60) == 0
    assert (tmp_path / "state.sqlite").exists()
