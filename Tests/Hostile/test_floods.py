"""Too many connections, requests or resets, too few descriptors: who was there first is served, and afterwards all is as before."""

import os
import resource
import select
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from peers import (
    CLIENT_HELLO,
    LARGE,
    LATE,
    REQUEST,
    WORK,
    Watch,
    holds,
    needs_proc,
    plain,
    punctuality,
    resident_mebibytes,
    unharmed,
    wait_until,
)
from raw import Peer, reset, trusting
from simulator import BINARY, Simulator

pytestmark = needs_proc

CONNECT = b"CONNECT sp.auth.adobe.com:443 HTTP/1.1\r\nHost: sp.auth.adobe.com:443\r\n\r\n"
POST = b"POST /adobe-services/sessionDevice HTTP/1.1\r\nHost: localhost\r\n"


@pytest.fixture(scope="module", autouse=True)
def many_descriptors():
    """This process holds the other ends of all connections."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    yield hard
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.fixture(scope="module")
def patient(tmp_path_factory):
    """A simulator with the limits as they come, whose deadlines these tests don't wait for; its journal is soon full."""
    with Simulator(tmp_path_factory.mktemp("patient"), "--limits-journal-bytes", str(1 << 20)) as simulator:
        yield simulator


class Limited(Simulator):
    """A simulator that may have so many descriptors and no more."""

    def __init__(self, folder, count, *options):
        super().__init__(folder, *options)
        self.program = ("sh", "-c", f'ulimit -n {count} && exec "$0" "$@"', BINARY)


def connect_all(simulator, count, stack):
    """Sockets that are connected, in the order of their connections."""
    connections = []
    for _ in range(count):
        connections.append(plain(simulator))
        stack.callback(connections[-1].close)
    return connections


def test_ten_thousand_idle_connections(tmp_path, many_descriptors):
    """All are held at a small price, others are served meanwhile, and each is closed at its own time."""
    idle = 12
    count, secure_count = min(10_000, many_descriptors - 1_000), 300
    with (
        Simulator(tmp_path, "--limits-idle-seconds", str(idle), "--limits-connections", "11000") as simulator,
        unharmed(simulator, mebibytes=24),
        ExitStack() as stack,
        punctuality,
    ):
        resting = resident_mebibytes(simulator)
        context = trusting(simulator.ca)
        # The 503 of a connection too many would be an event before its time.
        poller, opened, closed = select.epoll(), {}, {}
        stack.callback(poller.close)
        with Watch(simulator):
            for number in range(count + secure_count):
                # The idle time begins when the simulator takes the connection, which can be well before this
                # process comes to run again: the time before the call is the bound for "never earlier".
                began = time.monotonic()
                if number % (count // secure_count) == 0 and len(opened) - number // 40 < count:
                    connection = Peer(simulator.port, context).socket
                else:
                    connection = plain(simulator)
                stack.callback(connection.close)
                opened[connection.fileno()] = began
                poller.register(connection, select.EPOLLRDHUP)
            grown = resident_mebibytes(simulator) - resting
            # A plain one costs some hundred bytes, one over TLS some 20 kB.
            assert grown < 8 + secure_count * 40 / 1024, f"{grown:.1f} MiB for {count} connections"
            while len(closed) < len(opened):
                events = poller.poll(2 * idle)
                assert events, f"{len(opened) - len(closed)} connections are still open"
                for descriptor, _ in events:
                    closed[descriptor] = time.monotonic()
                    poller.unregister(descriptor)
        for descriptor in opened:
            holds(closed[descriptor] - opened[descriptor], idle)


def test_connections_past_the_limit(tmp_path):
    """Each gets an answer that says so, those within the limit notice nothing, and the count comes back."""
    limit = 50
    with Simulator(tmp_path, "--limits-connections", str(limit)) as simulator, unharmed(simulator, mebibytes=8):
        with ExitStack() as stack:
            held = [stack.enter_context(Peer(simulator.port)) for _ in range(limit)]
            for peer in held:
                assert peer.get().status == 200
            for round in range(3):
                with ExitStack() as excess:
                    turned_away = [excess.enter_context(Peer(simulator.port)) for _ in range(150)]
                    for peer in turned_away[::2]:
                        peer.send(REQUEST)
                    for peer in turned_away:
                        answer = peer.answer()
                        assert answer.status == 503, answer
                        assert answer["Retry-After"] == "1" and answer["Connection"] == "close"
                        assert peer.rest() == b""
                    for peer in held:
                        assert peer.get().status == 200
            for peer in held[:10]:
                peer.close()
            assert wait_until(lambda: is_served(simulator))
            news = [stack.enter_context(Peer(simulator.port)) for _ in range(10)]
            for peer in news + held[10:]:
                assert peer.get().status == 200


def is_served(simulator):
    with Peer(simulator.port) as peer:
        answer = peer.get()
        return answer is not None and answer.status == 200


@pytest.mark.parametrize("count", (180, 40))
def test_few_descriptors(tmp_path, count):
    """With 180, a client that comes too late gets an answer that says so. With 40 there are too few even for that, and it is disconnected."""
    with Limited(tmp_path, count) as simulator, unharmed(simulator, mebibytes=8):
        with ExitStack() as stack:
            held = [stack.enter_context(Peer(simulator.port)) for _ in range(10)]
            for peer in held:
                assert peer.get().status == 200
            statuses = []
            with Watch(simulator):
                excess = connect_all(simulator, 400, stack)
                for connection in excess:
                    connection.settimeout(0.01)
                    try:
                        statuses.append(connection.recv(12))
                    except TimeoutError:
                        statuses.append(None)
                    except ConnectionResetError:
                        statuses.append(b"")
                for peer in held:
                    assert peer.get().status == 200
            silent = statuses.count(None)
            # Within the limit: nothing is said before a request comes.
            assert silent < 60, statuses
            if count == 180:
                assert statuses.count(b"HTTP/1.1 503") == 400 - silent, statuses
            else:
                assert statuses.count(b"") > 0, statuses
        assert wait_until(lambda: is_served(simulator))


def test_connections_that_come_and_go(patient):
    """Thousands that are reset at once, from several threads."""

    def run():
        for _ in range(250):
            reset(plain(patient))

    with unharmed(patient, mebibytes=8), Watch(patient):
        threads = [threading.Thread(target=run) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


STAGES = {
    "before the first byte": (b"", 0),
    "in the head": (REQUEST[:20], 0),
    "in the content": (POST + b"Content-Length: 9\r\n\r\nabc", 0),
    "in a chunk": (POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\nab", 0),
    "awaiting 100": (POST + b"Content-Length: 9\r\nExpect: 100-continue\r\n\r\n", 1),
    "after an answer": (REQUEST, 1),
    "while a worker answers": (WORK * 5, 0),
    "while an answer is delayed": (LATE, 0),
    "while answers are sent": (LARGE * 300, 1),
    "after a refusal": (b"no request\r\n\r\n", 1),
    "in a tunnel": (CONNECT, 1),
    "in a hello": (CLIENT_HELLO[:100], 0),
    "in a handshake": (CLIENT_HELLO, 1),
}


@pytest.mark.parametrize("stage", STAGES)
def test_reset(patient, stage):
    sent, awaited = STAGES[stage]
    with unharmed(patient, mebibytes=8), Watch(patient):
        for _ in range(5 if len(sent) > 5_000 else 30):
            connection = plain(patient, receive_buffer=4096)
            connection.setblocking(False)
            if sent:
                connection.send(sent)
            connection.settimeout(20)
            if awaited:
                assert connection.recv(1)
            reset(connection)


@pytest.mark.parametrize(
    "sent", (b"", REQUEST[:20], LATE, WORK * 5, LARGE * 50), ids=("silent", "head", "delayed", "worker", "sending")
)
def test_reset_over_tls(patient, sent):
    context = trusting(patient.ca)
    with unharmed(patient, mebibytes=16), Watch(patient):
        for _ in range(5):
            peer = Peer(patient.port, context)
            peer.socket.setblocking(False)
            if sent:
                peer.socket.send(sent)
            connection = socket.socket(fileno=peer.socket.detach())
            reset(connection)


def test_reset_in_a_tunnel_s_handshake(patient):
    with unharmed(patient, mebibytes=8), Watch(patient):
        for length in (1, 5, 100, len(CLIENT_HELLO)):
            for _ in range(10):
                peer = Peer(patient.port)
                peer.send(CONNECT)
                assert peer.answer("CONNECT").status == 200
                peer.send(CLIENT_HELLO[:length])
                reset(peer.socket)


def test_pipelined_requests_whose_answers_nobody_reads(patient):
    """What one such peer costs is bounded: the buffer of unsent answers and what was read beyond it."""
    resting = resident_mebibytes(patient)
    with unharmed(patient, mebibytes=8), ExitStack() as stack, Watch(patient):
        for _ in range(3):
            connection = plain(patient, receive_buffer=4096)
            stack.callback(connection.close)
            connection.setblocking(False)
            flood = memoryview(LARGE * 10_000)
            refused = 0
            # The simulator reads no more when its answers aren't taken; the rest stays here.
            while flood and refused < 10:
                try:
                    flood = flood[connection.send(flood) :]
                except BlockingIOError:
                    refused += 1
                    time.sleep(0.02)
        grown = resident_mebibytes(patient) - resting
        assert grown < 10, f"{grown:.1f} MiB for three peers"


@pytest.mark.parametrize("secure", (False, True))
def test_pipelined_requests_whose_answers_are_read(patient, secure):
    """All are answered, in order, and others don't wait for that."""
    count = 1_000
    context = trusting(patient.ca) if secure else None
    with unharmed(patient, mebibytes=8), Watch(patient), ExitStack() as stack:
        peers = [stack.enter_context(Peer(patient.port, context)) for _ in range(2)]
        requests = b"".join(
            b"GET /%d HTTP/1.1\r\nHost: localhost\r\n\r\n" % number if number % 100 else REQUEST for number in range(count)
        )

        def statuses(peer):
            peer.send_and_read(requests)
            return [peer.answer().status for _ in range(count)]

        with ThreadPoolExecutor(len(peers)) as pool:
            for answered in pool.map(statuses, peers):
                assert answered == [404 if number % 100 else 200 for number in range(count)]


def test_more_work_than_waits(patient):
    """Beyond its queue the simulator says 503 and lives; a connection that got a 503 goes on."""
    with unharmed(patient, mebibytes=16), Watch(patient), ExitStack() as stack:
        peers = [stack.enter_context(Peer(patient.port)) for _ in range(700)]
        for peer in peers:
            assert peer.send(WORK)
        for peer in peers:
            answer = peer.answer()
            assert answer.status in (404, 503)
            assert answer.status == 404 or answer["Retry-After"] == "1"
        assert all(peer.get().status == 200 for peer in peers)


def test_flood_in_one_namespace_refuses_nothing_in_another(patient):
    other = WORK.replace(b"\r\n\r\n", b"\r\nX-Pass-Namespace: other\r\n\r\n")
    with unharmed(patient, mebibytes=16), ExitStack() as stack:
        peers = [stack.enter_context(Peer(patient.port)) for _ in range(600)]
        quiet = stack.enter_context(Peer(patient.port))
        for peer in peers:
            assert peer.send(WORK * 10)
        for number in range(150):
            assert quiet.send(other)
            assert quiet.answer().status == 404, number
        for peer in peers:
            assert all(peer.answer().status in (404, 503) for _ in range(10))


def test_delayed_answers_of_peers_that_are_gone(patient):
    with unharmed(patient, mebibytes=8), Watch(patient):
        for _ in range(300):
            connection = plain(patient)
            connection.sendall(LATE)
            reset(connection)


def test_log_that_nobody_reads(tmp_path):
    """Lines are lost then, but neither answers nor the end wait for them."""
    os.mkfifo(tmp_path / "stderr")
    unread = os.open(tmp_path / "stderr", os.O_RDWR)
    try:
        with Simulator(tmp_path, "--log", "text") as simulator:
            with Peer(simulator.port) as peer:
                for _ in range(20):
                    peer.send(REQUEST * 50)
                    for _ in range(50):
                        assert peer.answer().status == 200
            start = time.monotonic()
            assert simulator.stop() == 0
            assert time.monotonic() - start < 10
    finally:
        os.close(unread)
