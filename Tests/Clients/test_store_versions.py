"""Stores and snapshots as executables of each version have written them: they are read, checked, exported and imported.

`Fixtures/Store/make.py` has written them, with the executable of that version.
"""

import contextlib
import json
import re
import sqlite3
from collections import Counter

import pytest

from redis_server import RedisServer
from simulator import ROOT, Simulator, command

FIXTURES = ROOT / "Fixtures/Store"
VERSIONS = sorted(file.stem.removeprefix("used-") for file in FIXTURES.glob("used-*.sql"))
# What the file says of the place where it was written: keys of that data directory, and the configuration that was in force.
PLACE = ("keys", "configuration", "namespace")


@pytest.fixture(params=VERSIONS)
def version(request):
    return request.param


@pytest.fixture
def old(version, tmp_path):
    """A file as an executable of that version has left it."""
    file = tmp_path / "old.sqlite"
    with contextlib.closing(sqlite3.connect(file)) as database:
        database.executescript((FIXTURES / f"used-{version}.sql").read_text())
    file.chmod(0o600)
    return file


@pytest.fixture(params=["sqlite", "redis"])
def target(request, tmp_path):
    """Another store, which is empty."""
    if request.param == "sqlite":
        yield tmp_path / "new.sqlite"
    else:
        with RedisServer(tmp_path / "redis") as server:
            yield server.url


def snapshot(version):
    return FIXTURES / f"snapshot-{version}.json"


def counted(kinds):
    """The counts under the names that `store check` prints: a single record has the singular."""
    return {re.sub("(?<=ss)es$|s$", "", kind) if count == 1 else kind: count for kind, count in kinds.items()}


def state(file):
    """The state in an export, in no particular order, and without what belongs to the place."""
    document = json.loads(file.read_text())
    for records in document["records"].values():
        records.sort(key=lambda record: json.dumps(record, sort_keys=True))
    return {name: value for name, value in document.items() if name not in PLACE}


def test_there_is_a_file_of_the_version_that_is_written(tmp_path):
    file = tmp_path / "new.sqlite"
    with Simulator(tmp_path, "--store", f"sqlite:{file}"):
        pass
    with contextlib.closing(sqlite3.connect(file)) as database:
        written = str(database.execute("PRAGMA user_version").fetchone()[0])
    assert written in VERSIONS, f"run Fixtures/Store/make.py {written}"
    assert all(snapshot(version).exists() and (FIXTURES / f"used-{version}.redis").exists() for version in VERSIONS)


def test_a_file_is_checked(old):
    with contextlib.closing(sqlite3.connect(old)) as database:
        kinds = Counter(kind for (kind,) in database.execute("SELECT kind FROM records"))
    assert len(kinds) >= 12
    checked = command("store", "check", old)
    assert checked.returncode == 0, checked
    found = {kind: int(count) for count, kind in re.findall(r"^used: (\d+) (\w+)$", checked.stdout, re.MULTILINE)}
    assert found == counted(kinds) and f"{old} is sound." in checked.stdout, checked


def test_a_file_is_continued_and_exported(tmp_path, version, old):
    exported = tmp_path / "exported.json"
    # Twice: the first time brings the file to the newest version.
    for _ in range(2):
        done = command("store", "export", old, exported, "--namespace", "used", "--data-dir", tmp_path / "data")
        assert done.returncode == 0, done
        assert state(exported) == state(snapshot(version))
    assert command("store", "check", old).returncode == 0


def test_a_database_is_checked_continued_and_exported(tmp_path, version):
    exported = tmp_path / "exported.json"
    with RedisServer(tmp_path / "redis") as redis:
        for line in (FIXTURES / f"used-{version}.redis").read_text().splitlines():
            redis.ask(*json.loads(line))
        checked = command("store", "check", redis.url)
        kinds = json.loads(snapshot(version).read_text())["records"]
        found = {kind: int(count) for count, kind in re.findall(r"^used: (\d+) (\w+)$", checked.stdout, re.MULTILINE)}
        assert checked.returncode == 0 and found == counted({kind: len(records) for kind, records in kinds.items() if records}), checked
        done = command("store", "export", redis.url, exported, "--namespace", "used", "--data-dir", tmp_path / "data")
        assert done.returncode == 0, done
    assert state(exported) == state(snapshot(version))


def test_a_snapshot_is_imported_into_each_engine(tmp_path, version, target):
    data = ("--data-dir", tmp_path / "data")
    refused = command("store", "import", target, snapshot(version), "--namespace", "again", *data)
    assert refused.returncode == 1 and "--any-keys" in refused.stderr, refused
    imported = command("store", "import", target, snapshot(version), "--namespace", "again", "--any-keys", *data)
    assert imported.returncode == 0, imported
    exported = tmp_path / "exported.json"
    done = command("store", "export", target, exported, "--namespace", "again", *data)
    assert done.returncode == 0, done
    assert state(exported) == state(snapshot(version))


def test_a_snapshot_of_a_newer_version_is_refused(tmp_path, version, target):
    newer = tmp_path / "newer.json"
    document = json.loads(snapshot(version).read_text())
    newer.write_text(json.dumps(document | {"version": 99}))
    refused = command("store", "import", target, newer, "--any-keys", "--data-dir", tmp_path / "data")
    assert refused.returncode == 1 and "version isn't 1, the only supported version" in refused.stderr, refused
