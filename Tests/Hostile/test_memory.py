"""Attacks by memory on a simulator that may have 400 MiB of it: it lives, serves others meanwhile, and is small again afterwards."""

import base64
import json
import os
import re
import resource
import socket
import ssl
import threading
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from load import KeptConnection, Tally, play_flow
from peers import Watch, needs_proc, plain, resident_mebibytes, wait_until, warm_up
from process import threads
from raw import Peer
from simulator import BINARY, Simulator
from witness import Witness

pytestmark = needs_proc

MEBIBYTE = 1 << 20
MEMORY_KIBIBYTES = 400 * 1024
# Records that have expired are swept, and freed memory is given back, every five seconds.
SWEPT_SECONDS = 20
# Without connections nothing is waited for; on a busy machine it takes longer than the few milliseconds that it needs.
STOP_SECONDS = 4
# How long another client waits at most. The debug build needs a quarter of a second of processor time for the longest turn of the loop
# that these tests cause, on a machine that may do other work.
PROMPT_SECONDS = 4


class Confined(Simulator):
    """A simulator with so much address space and no more; what threads reserve and don't use counts, too."""

    program = ("sh", "-c", f'ulimit -v {MEMORY_KIBIBYTES} && exec "$0" "$@"', BINARY)


@pytest.fixture(scope="module")
def confined(tmp_path_factory):
    """One that may store as much as its memory holds, where records, namespaces and unfinished content don't live long."""
    options = {
        "--limits-stored-bytes": 128 * MEBIBYTE,
        "--ttl-session-seconds": 6,
        "--ttl-registration-code-seconds": 6,
        "--namespaces-idle-seconds": 1,
        "--limits-body-seconds": 4,
        # The journal is full before the attack, so it can't grow by it.
        "--limits-journal-bytes": MEBIBYTE,
    }
    words = [str(word) for option in options.items() for word in option]
    with Confined(tmp_path_factory.mktemp("confined"), *words) as simulator:
        yield simulator


@contextmanager
def survives(simulator, mebibytes=32):
    """Asserts that another client is served all the time, and a whole login at the end of the block; then memory comes back."""
    warm_up(simulator)
    log_in(simulator)
    before = resident_mebibytes(simulator)
    with Watch(simulator, prompt_seconds=PROMPT_SECONDS):
        yield
        log_in(simulator)
    assert simulator.process.poll() is None, simulator.stderr

    def is_small():
        return resident_mebibytes(simulator) <= before + mebibytes

    assert wait_until(is_small, SWEPT_SECONDS), f"{before:.0f} -> {resident_mebibytes(simulator):.0f} MiB"


def log_in(simulator):
    """A device with a software statement signs in, is authorized and gets a media token, which is judged; then it logs out."""
    connection = KeptConnection(Tally(60), simulator.port, None)
    try:
        root = f"{simulator.http}/_ns/other"
        witness = Witness(f"{root}/adobe-services", "TEST_REQUESTOR", "Adobe", "a device", connection=connection)
        play_flow(witness, root, connection)
    finally:
        connection.close()


def post(target, body, kind="application/x-www-form-urlencoded"):
    head = f"POST {target} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


def get(target):
    return f"GET {target} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()


def ask(simulator, requests):
    """The statuses of requests that are sent one behind the other."""
    statuses = []
    with Peer(simulator.port) as peer:
        sender = threading.Thread(target=peer.send, args=(b"".join(requests),))
        sender.start()
        for _ in requests:
            answer = peer.answer()
            statuses.append(answer.status)
        sender.join()
    return statuses


def flood(simulator, request, count, threads=4):
    """The statuses of as many requests, from several connections; each is what `request` makes of a number."""
    statuses = []

    def run(first):
        for start in range(first, count, threads * 20):
            numbers = range(start, min(start + threads * 20, count), threads)
            statuses.extend(ask(simulator, [request(number) for number in numbers]))

    runners = [threading.Thread(target=run, args=(first,)) for first in range(threads)]
    for runner in runners:
        runner.start()
    for runner in runners:
        runner.join()
    assert len(statuses) == count
    return statuses


@contextmanager
def sending(simulator, head, content, count, piece=MEBIBYTE, rounds=1, pause=0.0):
    """Connections that have each sent a head, and as much of the content as was taken."""
    with ExitStack() as stack:
        peers = []
        for _ in range(count):
            connection = plain(simulator)
            stack.callback(connection.close)
            connection.sendall(head)
            connection.setblocking(False)
            peers.append([connection, memoryview(content)])
        for _ in range(rounds):
            for peer in peers:
                try:
                    while peer[1]:
                        sent = peer[0].send(peer[1][:piece])
                        peer[1] = peer[1][sent:]
                        if rounds > 1:
                            break
                except BlockingIOError:
                    pass
                except ConnectionError:
                    peer[1] = peer[1][:0]
            time.sleep(pause)
        yield [connection for connection, _ in peers]


def statuses_of(connections):
    """The first status on each connection; 0 where none came."""
    found = []
    for connection in connections:
        connection.settimeout(0.5)
        try:
            found.append(int(connection.recv(12)[9:12] or 0))
        except (TimeoutError, ConnectionError, ValueError):
            found.append(0)
    return found


def test_content_that_no_operation_takes(confined):
    """It isn't read: 404 for what isn't there, 413 for more than an operation takes."""
    content = bytes(MEBIBYTE)
    length = f"Content-Length: {len(content)}\r\n\r\n".encode()
    with survives(confined):
        for target, status in ((b"/nothing", 404), (b"/_ns/new/nothing", 404), (b"/sp/saml/SAMLAssertionConsumer", 413)):
            head = b"POST " + target + b" HTTP/1.1\r\nHost: localhost\r\n" + length
            before = resident_mebibytes(confined)
            with sending(confined, head, content, 200) as connections:
                assert resident_mebibytes(confined) < before + 16
                assert set(statuses_of(connections)) <= {status, 0}


@pytest.mark.parametrize("rounds", (1, 8))
def test_content_that_never_comes_whole(confined, rounds):
    """Fast or slowly: what is held is bounded, and the connections beyond the bound get an answer that says so."""
    content = bytes(260_000)
    head = b"POST /sp/saml/SAMLAssertionConsumer HTTP/1.1\r\nHost: localhost\r\nContent-Length: 262000\r\n\r\n"
    with survives(confined):
        with sending(confined, head, content, 600, piece=len(content) // rounds + 1, rounds=rounds, pause=0.1) as connections:
            statuses = statuses_of(connections[-20:])
            assert 503 in statuses or 408 in statuses, statuses
            log_in(confined)


def test_answers_that_nobody_takes(confined):
    """Each connection has a few of its answers made, then another one has its turn, so another client waits for a part of them alone."""
    with survives(confined), ExitStack() as stack:
        for _ in range(100):
            connection = plain(confined, receive_buffer=4096)
            stack.callback(connection.close)
            connection.setblocking(False)
            try:
                connection.send(get("/adobe-services/config/TEST_REQUESTOR") * 60)
            except BlockingIOError:
                pass


def test_registration_codes(confined):
    names = ("deviceId", "mvpd", "deviceType", "deviceUser", "appId", "appVersion")
    form = "&".join(f"{name}={'x' * 1024}" for name in names) + f"&registrationURL={'u' * 4096}"
    request = post("/reggie/v1/TEST_REQUESTOR/regcode", form.encode())
    with survives(confined):
        assert set(flood(confined, lambda _: request, 3_000)) <= {201, 503}


def test_sessions(confined):
    query = f"mso_id=TempPass&requestor_id=R&redirect_url=app://{'u' * 4000}&generic_data={'g' * 4096}"
    with survives(confined):
        assert set(flood(confined, lambda _: get(f"/adobe-services/authenticate?{query}"), 1_200)) <= {302, 503}


def test_registered_clients(confined):
    """They never expire, but go with their namespace."""

    def part(value):
        return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()

    statement = f"{part({'alg': 'RS256'})}.{part({'sub': 'a', 'client_name': 'n' * 5_000})}.c2ln"
    request = post("/_ns/clients/o/client/register", json.dumps({"software_statement": statement}).encode(), "application/json")
    with survives(confined):
        assert set(flood(confined, lambda _: request, 2_000)) <= {201, 503}
        assert ask(confined, [b"DELETE /_sim/namespaces/clients HTTP/1.1\r\nHost: localhost\r\n\r\n"]) == [204]


def test_namespaces(confined):
    """Paths that lead nowhere make none, and the others' places come back."""
    with survives(confined):
        assert set(flood(confined, lambda number: get(f"/_ns/no-{number}/nothing"), 11_000)) == {404}
        path = "adobe-services/config/R"
        assert set(flood(confined, lambda number: get(f"/_ns/idle-{number}/{path}"), 2_500)) <= {200, 503}


def test_journals(tmp_path):
    """What is remembered of exchanges is bounded over all namespaces."""
    body = bytes(60_000)
    with Confined(tmp_path, "--journal-exchanges", "10000", "--limits-journal-bytes", str(16 * MEBIBYTE)) as simulator:
        with survives(simulator, mebibytes=64):
            request = [post(f"/_ns/n{number}/adobe-services/errors", body, "text/plain") for number in range(8)]
            assert set(flood(simulator, lambda number: request[number % 8], 1_500)) == {200}


def size(simulator, name):
    """A figure of the process's memory in bytes, as /proc names it."""
    status = Path(f"/proc/{simulator.pid}/status").read_text()
    return int(re.search(rf"{name}:\s+(\d+) kB", status)[1]) * 1024


def test_stop_without_address_space(tmp_path):
    """Dispatch waits without end for a thread that can't be made; the threads of the start have ended by then."""
    with Simulator(tmp_path) as simulator:
        warm_up(simulator)
        lasting = 3 + max(1, os.cpu_count() // 2)
        assert wait_until(lambda: threads(simulator.pid) <= lasting, 20), f"{threads(simulator.pid)} threads"
        resource.prlimit(simulator.pid, resource.RLIMIT_AS, (size(simulator, "VmSize"),) * 2)
        start = time.monotonic()
        assert simulator.stop() == 0
        assert time.monotonic() - start < STOP_SECONDS


@pytest.mark.parametrize("is_secure", (False, True))
def test_memory_that_is_refused(tmp_path, is_secure):
    """The process ends with a sentence, whether Swift or OpenSSL asked for the memory."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    head = b"POST /sp/saml/SAMLAssertionConsumer HTTP/1.1\r\nHost: localhost\r\nContent-Length: 262000\r\n\r\n"
    with pytest.raises(AssertionError, match=r"exit code -\d+ after SIGTERM: .*memory"), Simulator(tmp_path) as simulator:
        warm_up(simulator)
        resource.prlimit(simulator.pid, resource.RLIMIT_DATA, (size(simulator, "VmData") + 2 * MEBIBYTE,) * 2)
        with ExitStack() as stack:
            for _ in range(1_000):
                try:
                    connection = stack.enter_context(socket.create_connection(("127.0.0.1", simulator.port), 10))
                    if is_secure:
                        stack.enter_context(context.wrap_socket(connection))
                    else:
                        connection.sendall(head + bytes(200_000))
                except OSError:
                    break
        simulator.process.wait(STOP_SECONDS)
