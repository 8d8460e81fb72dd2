"""A store whose server is found by sentinels: a failover, sentinels that are away or mistaken, and what people are told."""

import socket
import threading

import pytest

from redis_server import RedisServer, Sentinel
from simulator import Simulator, command
from test_redis import certificate, code, eventually, is_ready
from test_store import ask, connected, refused

# A replica gets its copy at once, instead of with others that may come within five seconds.
AT_ONCE = ("--repl-diskless-sync-delay", "0")
# Sentinels notice the loss after half a second, and vote; a busy machine needs more.
FAILOVER_SECONDS = 90


def url(*sentinels, master="main"):
    return f"redis+sentinel://{','.join(f'127.0.0.1:{sentinel.port}' for sentinel in sentinels)}/{master}/0"


@pytest.fixture
def master(tmp_path):
    with RedisServer(tmp_path / "master", *AT_ONCE, durable=True) as server:
        yield server


@pytest.fixture
def replica(tmp_path, master):
    options = ("--replicaof", f"127.0.0.1 {master.port}", *AT_ONCE)
    with RedisServer(tmp_path / "replica", *options, durable=True) as server:
        eventually(lambda: server.ask("ROLE")[3], "connected")
        yield server


@pytest.fixture(params=[1, 3])
def sentinels(request, tmp_path, master, replica):
    """One sentinel, or three that know each other."""
    running = []
    try:
        for number in range(request.param):
            running.append(Sentinel(tmp_path / f"sentinel-{number}", master, request.param // 2 + 1).__enter__())
        for sentinel in running:
            eventually(lambda sentinel=sentinel: known(sentinel), (1, request.param - 1))
        yield running
    finally:
        for sentinel in running:
            sentinel.__exit__(None, None, None)


def known(sentinel):
    """How many replicas and how many other sentinels a sentinel knows."""
    facts = sentinel.ask("SENTINEL", "MASTER", "main")
    facts = dict(zip(facts[::2], facts[1::2], strict=True))
    return int(facts["num-slaves"]), int(facts["num-other-sentinels"])


def is_copied(master):
    """Whether the replica has everything that the master has."""
    _, offset, replicas = master.ask("ROLE")
    return [int(each[2]) for each in replicas] == [int(offset)]


def ask_anew(server, *words):
    """Asks a server whose role may be changing. The sentinel that changes it ends all other connections, so some need a second try."""
    for _ in range(3):
        try:
            return server.ask(*words)
        except ConnectionResetError:
            pass
    return server.ask(*words)


def demote(server, master):
    """Makes a server a replica at once, as its sentinels do some time after a failover."""
    assert ask_anew(server, "REPLICAOF", "127.0.0.1", master.port).startswith("OK")


def found(simulator, wanted):
    with connected(simulator) as connection:
        return ask(connection, "GET", f"/reggie/v1/REF30/regcode/{wanted}?format=json")[0]


def test_failover(tmp_path, master, replica, sentinels):
    """The server dies: 503 with a sentence until its replica has its place, and then everything that had reached the replica is there."""
    with Simulator(tmp_path / "simulator", "--store", url(*sentinels)) as simulator:
        with connected(simulator) as connection:
            before = [code(connection, f"before-{number}")[1] for number in range(20)]
        eventually(lambda: is_copied(master), True)
        master.kill()
        with connected(simulator) as connection:
            status, reason = code(connection)
        assert status == 503 and f"The store {url(*sentinels)} can't be reached" in reason, (status, reason)
        assert is_ready(simulator) == 503
        eventually(lambda: is_ready(simulator), 200, FAILOVER_SECONDS)
        assert ask_anew(replica, "ROLE")[0] == "master"
        assert [found(simulator, each) for each in before] == [200] * len(before)
        with connected(simulator) as connection:
            assert code(connection, "after")[0] == 201
        # The former master comes back as a replica: nothing goes to it.
        assert master.start()
        demote(master, replica)
        with connected(simulator) as connection:
            status, again = code(connection, "again")
        assert status == 201 and found(simulator, again) == 200


def test_master_that_becomes_a_replica(tmp_path, master, replica, sentinels):
    """A failover that is asked for, while the former master lives on: no answer comes from what it still knows."""
    with Simulator(tmp_path / "simulator", "--store", url(*sentinels)) as simulator:
        with connected(simulator) as connection:
            first = code(connection, "first")[1]
        eventually(lambda: is_copied(master), True)
        assert sentinels[0].ask("SENTINEL", "FAILOVER", "main") == "OK"
        eventually(lambda: ask_anew(replica, "ROLE")[0], "master", FAILOVER_SECONDS)
        demote(master, replica)

        def write():
            with connected(simulator) as connection:
                return code(connection, "second")

        seen = []
        eventually(lambda: seen.append(write()) or seen[-1][0], 201, FAILOVER_SECONDS)
        assert all(status in (201, 503) for status, _ in seen), seen
        assert found(simulator, first) == 200 and found(simulator, seen[-1][1]) == 200
        generation = replica.ask("HGET", "pass-simulator:{default}", "generation")
        assert replica.ask("HEXISTS", f"pass-simulator:{{default}}:{generation}:codes", seen[-1][1]) == 1


@pytest.mark.parametrize("sentinels", [3], indirect=True)
def test_sentinels_that_are_away_or_hang(tmp_path, sentinels):
    sentinels[0].kill()
    sentinels[1].pause()
    with Simulator(tmp_path / "simulator", "--store", url(*sentinels)) as simulator:
        with connected(simulator) as connection:
            assert code(connection)[0] == 201
    sentinels[0].start()


@pytest.mark.parametrize("sentinels", [1], indirect=True)
def test_what_is_wrong_is_said(tmp_path, sentinels):
    data = ("--data-dir", tmp_path / "data", "--store")
    assert "doesn't know a master with that name" in refused(*data, url(*sentinels, master="other"))
    checked = command("store", "check", url(*sentinels, master="other"))
    assert checked.returncode == 3 and "No sentinel gives the address of the master other" in checked.stderr, checked
    sentinels[0].kill()
    assert "No sentinel gives the address of the master main" in refused(*data, url(*sentinels))
    sentinels[0].start()


def test_tls(tmp_path):
    """Sentinels and the server that they name use TLS; a certificate that nobody vouches for is refused at either."""
    right, wrong = certificate(tmp_path, "right"), certificate(tmp_path, "wrong")
    with RedisServer(tmp_path / "master", tls=right, password="p") as master, Sentinel(tmp_path / "sentinel", master, 1) as sentinel:
        address = url(sentinel).replace("redis+", "rediss+").replace("//", "//:p@", 1)
        trusting = ("--store", address, "--store-authority", right[0])
        with Simulator(tmp_path / "simulator", *trusting) as simulator, connected(simulator) as connection:
            assert code(connection)[0] == 201
        data = ("--data-dir", tmp_path / "data", "--store")
        assert "isn't trusted" in refused(*data, address, "--store-authority", wrong[0])
        assert "isn't trusted" in refused(*data, address)
        assert "No sentinel gives the address" in refused(*data, address.replace("rediss+", "redis+"))
    with RedisServer(tmp_path / "other", tls=wrong) as server, Sentinel(tmp_path / "others", server, 1) as sentinel:
        # The sentinel is trusted, and the server that it names isn't.
        sentinel.kill()
        file = tmp_path / "others/sentinel.conf"
        file.write_text(file.read_text().replace("/wrong.", "/right."))
        assert sentinel.start(), sentinel.log
        address = url(sentinel).replace("redis+", "rediss+")
        told = refused(*data, address, "--store-authority", right[0])
        assert "isn't trusted" in told and str(server.port) in told, told


def test_server_that_is_no_master(tmp_path, replica):
    """A sentinel that names a server which has become a replica isn't believed."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=mistaken, args=(listener, replica.port), daemon=True).start()
        address = f"redis+sentinel://127.0.0.1:{listener.getsockname()[1]}/main"
        told = refused("--data-dir", tmp_path / "data", "--store", address)
    assert f"The sentinels name 127.0.0.1:{replica.port} as the master main, but that server isn't one" in told


def mistaken(listener, port):
    """Gives everybody the same address."""
    while True:
        try:
            connection, _ = listener.accept()
        except OSError:
            return
        with connection:
            connection.recv(1000)
            connection.sendall(b"*2\r\n$9\r\n127.0.0.1\r\n$%d\r\n%d\r\n" % (len(str(port)), port))
