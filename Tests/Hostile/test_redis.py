"""What a store in Valkey or Redis survives: a server that is away, hangs or is full, lost connections, wrong keys."""

import concurrent.futures
import json
import socket
import subprocess
import threading
import time
import urllib.parse

import pytest

from process import descriptors
from redis_server import RedisServer
from simulator import Simulator, command
from store_load import CODE, FORM, JSON, PATIENCE, ask, connected, entries, eventually, is_ready
from test_store import refused


@pytest.fixture
def redis(tmp_path):
    with RedisServer(tmp_path / "redis") as server:
        yield server


@pytest.fixture
def simulator(tmp_path, redis):
    with Simulator(tmp_path / "simulator", "--store", redis.url) as running:
        yield running


def code(connection, device="d"):
    """Asks for a registration code; gives the status, and the code or the reason."""
    status, body = ask(connection, "POST", CODE, urllib.parse.urlencode({"deviceId": device, "format": "json"}), FORM)
    return status, json.loads(body)["code"] if status == 201 else body


def test_server_away(simulator, redis):
    """Requests get 503 with a sentence at once, and succeed again by themselves; what needs no store is served."""
    with connected(simulator) as connection:
        status, kept = code(connection)
        assert status == 201
        redis.kill()
        status, reason = code(connection)
        assert status == 503 and f"redis://127.0.0.1:{redis.port}/0 can't be reached" in reason, reason
        begin = time.monotonic()
        for _ in range(20):
            assert code(connection)[0] == 503
        assert time.monotonic() - begin < PATIENCE / 2, "requests wait for a server that is known to be unreachable"
        eventually(lambda: is_ready(simulator), 503)
        status, reason = ask(connection, "GET", "/_sim/ready")
        assert "can't be reached" in reason, reason
        assert ask(connection, "GET", "/_sim/ca.pem")[0] == 200
        assert ask(connection, "PATCH", "/_sim/clock", json.dumps({"advanceSeconds": 60}), JSON)[0] == 503
        assert redis.start(), redis.log
        eventually(lambda: is_ready(simulator), 200)
        # Without a file, the server has forgotten everything.
        assert ask(connection, "GET", f"{CODE}/{kept}")[0] == 404
        assert code(connection)[0] == 201


def test_server_that_hangs(simulator, redis):
    with connected(simulator) as connection:
        assert code(connection)[0] == 201
        redis.pause()
        begin = time.monotonic()
        status, reason = code(connection)
        assert status == 503 and "in time" in reason, (status, reason)
        assert time.monotonic() - begin < PATIENCE
        # The loops don't wait for it.
        begin = time.monotonic()
        assert ask(connection, "GET", "/_sim/ca.pem")[0] == 200 and time.monotonic() - begin < 2
        assert is_ready(simulator) == 503
        redis.resume()
        eventually(lambda: is_ready(simulator), 200)
        assert code(connection)[0] == 201


def test_slow_server(simulator, redis):
    """A server that is busy for a moment delays its answers, and nothing else."""
    with connected(simulator) as connection, concurrent.futures.ThreadPoolExecutor() as pool:
        assert code(connection)[0] == 201
        sleep = pool.submit(redis.ask, "DEBUG", "SLEEP", "1")
        assert [code(connection)[0] for _ in range(3)] == [201] * 3
        assert sleep.result() == "OK"


def test_dropped_connections(simulator, redis):
    """Connections that the server ends are made anew; no request notices, and no descriptor stays open."""
    with connected(simulator) as connection:
        for _ in range(3):
            assert code(connection)[0] == 201
        before = descriptors(simulator.pid)
        for _ in range(30):
            redis.ask("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
            assert code(connection)[0] == 201
        assert descriptors(simulator.pid) <= before + 4


def test_full_memory(simulator, redis):
    """A server without room refuses what is new; what is there can be read, and there is room again later."""
    with connected(simulator) as connection:
        status, kept = code(connection)
        assert status == 201
        redis.ask("CONFIG", "SET", "maxmemory", "1")
        status, reason = code(connection)
        assert status == 503 and "is out of memory" in reason, (status, reason)
        assert is_ready(simulator) == 503
        assert ask(connection, "GET", f"{CODE}/{kept}")[0] == 200
        assert is_ready(simulator) == 503
        redis.ask("CONFIG", "SET", "maxmemory", "0")
        eventually(lambda: is_ready(simulator), 200)
        assert code(connection)[0] == 201


def test_wrong_password(tmp_path):
    with RedisServer(tmp_path / "redis", password="right") as redis:
        for url in (redis.url.replace("right", "wr0ng"), redis.url.replace(":right@", ""), redis.url.replace(":right", "u:right")):
            message = refused("--data-dir", tmp_path / "data", "--store", url)
            assert "refuses the user or the password" in message and "wr0ng" not in message, message
        redis.ask("ACL", "SETUSER", "sim", "on", ">p%s", "~pass-simulator:*", "+@all")
        url = redis.url.replace(":right", "sim:p%25s")
        with Simulator(tmp_path / "simulator", "--store", url) as simulator, connected(simulator) as connection:
            assert code(connection)[0] == 201
            assert redis.ask("ACL", "SETUSER", "sim", "-@scripting") == "OK"
            status, reason = code(connection)
            assert status == 503 and "refuses the user" in reason, (status, reason)
            assert redis.ask("ACL", "SETUSER", "sim", "+@scripting") == "OK"
            assert code(connection)[0] == 201


def test_no_server(tmp_path, redis):
    redis.kill()
    assert "can't be reached" in refused("--data-dir", tmp_path / "data", "--store", redis.url)
    assert redis.start(), redis.log


def certificate(folder, name):
    paths = folder / f"{name}.pem", folder / f"{name}.key"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
         "-subj", f"/CN={name}", "-addext", "subjectAltName=IP:127.0.0.1", "-out", paths[0], "-keyout", paths[1]],
        check=True, capture_output=True,
    )
    return paths


def test_tls(tmp_path):
    right, wrong = certificate(tmp_path, "right"), certificate(tmp_path, "wrong")
    with RedisServer(tmp_path / "redis", tls=right, password="p") as redis:
        trusting = ("--store", redis.url, "--store-authority", right[0])
        with Simulator(tmp_path / "simulator", *trusting) as simulator, connected(simulator) as connection:
            assert code(connection)[0] == 201
            status, body = ask(connection, "POST", CODE, "deviceId=" + "x" * 1000 + "&format=json", FORM)
            assert status == 201, body
        data = ("--data-dir", tmp_path / "data")
        assert "isn't trusted" in refused(*data, "--store", redis.url, "--store-authority", wrong[0])
        assert "isn't trusted" in refused(*data, "--store", redis.url)
        other = redis.url.replace("127.0.0.1", "localhost")
        assert "isn't trusted" in refused(*data, "--store", other, "--store-authority", right[0])
        assert "can't be reached" in refused(*data, "--store", redis.url.replace("rediss", "redis"))
        assert "can't be read" in refused(*data, "--store", redis.url, "--store-authority", tmp_path / "missing.pem")


def test_other_keys(tmp_path, redis):
    with Simulator(tmp_path / "first", "--store", redis.url):
        message = refused("--data-dir", tmp_path / "other", "--store", redis.url)
        assert "sign with other keys than this one" in message, message
        with Simulator(tmp_path / "second", "--store", redis.url, data_dir=tmp_path / "first/data"):
            pass


def test_databases_of_others(tmp_path, redis):
    """A database of a newer version is refused; keys of other programs stay as they are."""
    redis.ask("SET", "theirs", "value")
    with Simulator(tmp_path / "simulator", "--store", redis.url) as simulator, connected(simulator) as connection:
        assert code(connection)[0] == 201
        assert ask(connection, "POST", "/_sim/reset")[0] == 204
    assert redis.ask("GET", "theirs") == "value"
    redis.ask("SET", "pass-simulator:{.store}:schema", "9")
    before = sorted(redis.ask("KEYS", "*"))
    assert "A newer version of pass-simulator" in refused("--data-dir", tmp_path / "simulator/data", "--store", redis.url)
    assert command("store", "check", redis.url).returncode == 3
    assert sorted(redis.ask("KEYS", "*")) == before
    empty = command("store", "check", f"{redis.url[:-1]}5")
    assert empty.returncode == 3 and "isn't a store" in empty.stderr, empty


def test_check_reads_each_record(tmp_path, redis):
    with Simulator(tmp_path / "simulator", "--store", redis.url) as simulator, connected(simulator) as connection:
        found = code(connection)[1]
        generation = redis.ask("HGET", "pass-simulator:{default}", "generation")
        redis.ask("HSET", f"pass-simulator:{{default}}:{generation}:codes", found, "\x01{")
        checked = command("store", "check", redis.url)
        assert checked.returncode == 1 and f"with the key {found} has an unknown format" in checked.stdout, checked
        assert ask(connection, "GET", f"{CODE}/{found}")[0] == 503


def test_two_simulators_at_once(tmp_path, redis):
    """What two processes store at the same time, both see."""
    data = tmp_path / "data"
    with (
        Simulator(tmp_path / "first", "--store", redis.url, data_dir=data) as first,
        Simulator(tmp_path / "second", "--store", redis.url, data_dir=data) as second,
    ):
        found = set()
        lock = threading.Lock()

        def client(simulator):
            with connected(simulator) as connection:
                for _ in range(20):
                    status, known = code(connection)
                    assert status == 201, known
                    with lock:
                        found.add(known)

        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            list(pool.map(client, [first, second] * 4))
        with connected(first) as left, connected(second) as right:
            for connection in (left, right):
                assert {entry["id"] for entry in entries(connection, "", "codes")} == found
            assert len(found) == 160


def test_connection_errors_are_answers(simulator, redis):
    """A server that speaks another protocol gets no simulator down."""
    with connected(simulator) as connection:
        assert code(connection)[0] == 201
        redis.kill()
        with socket.create_server(("127.0.0.1", redis.port), reuse_port=False) as listener:
            stops = threading.Event()

            def babble():
                listener.settimeout(0.1)
                while not stops.is_set():
                    try:
                        peer, _ = listener.accept()
                    except TimeoutError:
                        continue
                    with peer:
                        peer.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

            thread = threading.Thread(target=babble)
            thread.start()
            try:
                for _ in range(5):
                    status, reason = code(connection)
                    assert status == 503, (status, reason)
            finally:
                stops.set()
                thread.join()
        assert redis.start(), redis.log
        eventually(lambda: code(connection)[0], 201)


