"""What an SQLite store survives: the end of its process at any point, a full disk, files that it can't use."""

import contextlib
import json
import os
import random
import shutil
import sqlite3
import subprocess
import tempfile
import urllib.parse
from pathlib import Path

import pytest

from simulator import BINARY, START_SECONDS, Simulator, clean_environment, command
from store_load import FORM, Ledger, Load, ask, connected, entries, lasting

ROUNDS = int(os.environ.get("PASS_STORE_KILLS", "12"))
MOST_STEPS = 80
MOST_KILLS = 50


class Killed(Simulator):
    """A simulator that a test kills."""

    def __exit__(self, kind, error, trace):
        self.process.kill()
        self.process.wait()


def test_every_answered_change_survives_a_kill(tmp_path):
    """After each kill all that was answered is there; what wasn't answered is there whole or not at all."""
    seed = random.randrange(1 << 32)
    dice = random.Random(seed)
    # Each check reads the whole file, so many kills have several files.
    for first in range(0, ROUNDS, MOST_KILLS):
        kill_and_check(tmp_path, f"{first}.sqlite", range(first, min(first + MOST_KILLS, ROUNDS)), seed, dice)


def kill_and_check(folder, name, kills, seed, dice):
    """Kills simulators that use one file one after another, and looks at the file before each one and at the end."""
    file = folder / name
    options = ("--store", f"sqlite:{file}", *lasting(folder))
    ledgers = [Ledger(), Ledger("/_ns/other")]

    def check(simulator, when):
        with connected(simulator) as connection:
            for ledger in ledgers:
                ledger.check(connection, when, tokens=20)

    for kill in kills:
        with Killed(folder / "simulator", *options) as simulator:
            check(simulator, f"kill {kill} of seed {seed}")
            loads = [Load([simulator], ledger, f"kill-{kill}", clients=4) for ledger in ledgers]
            loads[0].stop_after(dice.randrange(1, MOST_STEPS))
            with loads[0], loads[1]:
                assert loads[0].reached.wait(START_SECONDS), [load.failures for load in loads]
                simulator.process.kill()
    checked = command("store", "check", file)
    assert checked.returncode == 0 and f"{file} is sound." in checked.stdout, checked
    with Simulator(folder / "simulator", *options) as simulator:
        check(simulator, f"the end of {name} of seed {seed}")
    for ledger in ledgers:
        assert ledger.codes["v1"] and ledger.codes["v2"] and ledger.logins
        print(f"{len(kills)} kills: {ledger}")


def refused(*words, program=BINARY, **options):
    done = subprocess.run(
        [program, "serve", "--listen", "127.0.0.1:0", "--log", "off", *map(str, words)],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=START_SECONDS, env=clean_environment(), **options,
    )
    assert done.returncode == 3 and done.stdout == "", done
    assert len(done.stderr.splitlines()) == 1 and done.stderr.startswith("pass-simulator: "), done
    return done.stderr


@pytest.fixture
def store(tmp_path):
    """A file that a simulator has made and closed, with a code in it."""
    file = tmp_path / "state.sqlite"
    with Simulator(tmp_path / "first", "--store", f"sqlite:{file}") as simulator, connected(simulator) as connection:
        status, body = ask(connection, "POST", "/reggie/v1/REF30/regcode", "deviceId=d&format=json", FORM)
        assert status == 201, body
    assert not Path(f"{file}-wal").exists(), "the end of a simulator leaves one file"
    assert file.stat().st_mode & 0o777 == 0o600
    return file


def test_two_simulators_on_one_file(tmp_path, store):
    with Simulator(tmp_path / "first", "--store", f"sqlite:{store}"):
        assert "is in use by another simulator" in refused("--data-dir", tmp_path / "data", "--store", f"sqlite:{store}")
        compacted = command("store", "compact", store)
        assert compacted.returncode == 3 and "in use" in compacted.stderr, compacted
        assert command("store", "check", store).returncode == 0


def test_newer_schema(tmp_path, store):
    with contextlib.closing(sqlite3.connect(store)) as file:
        file.execute("PRAGMA user_version = 9")
    before = store.read_bytes()
    assert "A newer version of pass-simulator" in refused("--data-dir", tmp_path / "data", "--store", f"sqlite:{store}")
    assert store.read_bytes() == before
    assert command("store", "check", store).returncode == 3


@pytest.mark.parametrize("damage", ["first page", "later page", "no database", "other program"])
def test_damaged_file(tmp_path, store, damage):
    content = bytearray(store.read_bytes())
    if damage == "first page":
        content[100:1000] = bytes(900)
    elif damage == "later page":
        content[4096:] = bytes(255 for _ in content[4096:])
    elif damage == "no database":
        content[:] = b"Dear Sir or Madam, " * 500
    store.write_bytes(content)
    if damage == "other program":
        store.unlink()
        with contextlib.closing(sqlite3.connect(store)) as file:
            file.execute("CREATE TABLE notes (text)")
    before = store.read_bytes()
    assert str(store) in refused("--data-dir", tmp_path / "data", "--store", f"sqlite:{store}")
    assert store.read_bytes() == before
    assert command("store", "check", store).returncode in (1, 3)


def test_file_without_rights(tmp_path, store):
    """A user who may read the file but not write it; the root of a test machine may write everything."""
    other = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
    with tempfile.TemporaryDirectory() as folder:
        place, data = Path(folder) / "place", Path(folder) / "data"
        place.mkdir()
        data.mkdir()
        file = place / "state.sqlite"
        shutil.copy(store, file)
        program = shutil.copy(BINARY, folder)
        file.chmod(0o444)
        place.chmod(0o555)
        data.chmod(0o777)
        Path(folder).chmod(0o755)
        before = file.read_bytes()
        message = refused("--data-dir", data / "keys", "--store", f"sqlite:{file}", program=program, **other)
        assert str(file) in message, message
        assert file.read_bytes() == before
        place.chmod(0o755)


def test_check_reads_each_record(tmp_path, store):
    with contextlib.closing(sqlite3.connect(store)) as file, file:
        file.execute("UPDATE records SET body = substr(body, 1, length(body) / 2)")
    checked = command("store", "check", store)
    assert checked.returncode == 1 and "has an unknown format" in checked.stdout, checked


@pytest.mark.parametrize("change", ["PRAGMA user_version = -3", "UPDATE records SET size = 9223372036854775807"])
def test_odd_values_end_no_process(tmp_path, store, change):
    with contextlib.closing(sqlite3.connect(store)) as file, file:
        file.execute(change)
    if change.startswith("PRAGMA"):
        assert str(store) in refused("--data-dir", tmp_path / "data", "--store", f"sqlite:{store}")
    else:
        with Simulator(tmp_path, "--store", f"sqlite:{store}") as simulator, connected(simulator) as connection:
            assert ask(connection, "POST", "/_sim/reset")[0] in (200, 204)


def test_export_writes_over_no_store_and_makes_none(tmp_path, store):
    before = store.read_bytes()
    link = tmp_path / "link"
    link.symlink_to(store)
    for target in (store, link):
        done = command("store", "export", store, target)
        assert done.returncode == 2 and "name another file" in done.stderr, done
    assert store.read_bytes() == before
    missing = tmp_path / "missing.sqlite"
    done = command("store", "export", missing, "-")
    assert done.returncode == 2 and "There is no store" in done.stderr and not missing.exists(), done


FULL_DISK = 'mount -t tmpfs -o size=2m none "$0" && head -c 500k /dev/zero > "$0/ballast" && exec "$@"'


def test_full_disk(tmp_path):
    """While the disk is full, what changes something gets 503; what is there stays, and there is room again later."""
    words = ["unshare", "--user", "--map-root-user", "--mount"]
    disk = tmp_path / "disk"
    disk.mkdir()
    try:
        allowed = subprocess.run([*words, "sh", "-c", FULL_DISK, disk, "true"], capture_output=True, timeout=20)
    except FileNotFoundError:
        pytest.skip("unshare isn't installed")
    if allowed.returncode != 0:
        pytest.skip("this user may not mount in a namespace of its own")

    class Confined(Simulator):
        program = (*words, "sh", "-c", FULL_DISK, disk, BINARY)

    with Confined(tmp_path / "simulator", "--store", f"sqlite:{disk}/state.sqlite") as simulator:
        with connected(simulator) as connection:
            codes, refusal = [], None
            for number in range(5000):
                form = urllib.parse.urlencode({"deviceId": f"{number}-" + "x" * 400, "format": "json"})
                status, body = ask(connection, "POST", "/reggie/v1/REF30/regcode", form, FORM)
                if status != 201:
                    refusal = status, body
                    break
                codes.append(json.loads(body)["code"])
            assert refusal and refusal[0] == 503 and "The disk of the store" in refusal[1], refusal
            assert len(codes) > 50
            assert {entry["id"] for entry in entries(connection, "", "codes")} == set(codes)
            status, body = ask(connection, "GET", "/_sim/ready")
            assert status == 503 and "The disk of the store" in body, (status, body)
            assert ask(connection, "GET", f"/reggie/v1/REF30/regcode/{codes[0]}")[0] == 200
            Path(f"/proc/{simulator.pid}/root{disk}/ballast").unlink()
            status, body = ask(connection, "POST", "/reggie/v1/REF30/regcode", form, FORM)
            assert status == 201, body
            assert {entry["id"] for entry in entries(connection, "", "codes")} == {*codes, json.loads(body)["code"]}
            assert ask(connection, "GET", "/_sim/ready")[0] == 200
