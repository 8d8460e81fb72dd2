"""Resident memory: idle, after a million requests, with 10,000 connections that ask nothing, plain and by TLS, under a flood of content."""

import resource
import socket
import ssl
from contextlib import ExitStack

import shapes
from generators import Lean
from processes import resident_bytes
from rows.small_responses import PATH, exchange, host_of
from servers import PATIENCE_SECONDS, Nginx, Simulator
from table import Row

MEBIBYTE = 2**20
REQUESTS = 1_000_000
IDLE_CONNECTIONS = 10_000
# Half of the million are answered by the service, half by the simulator itself; each has another query and cookie.
PATHS = ("/adobe-services/config/TEST_REQUESTOR", PATH)
DESCRIPTORS = IDLE_CONNECTIONS + 500
# What all connections may hold, and content that never comes whole: more than twice as much.
BUFFERED_MEBIBYTES = 64
FLOOD_CONNECTIONS = 600
FLOOD_CONTENT = bytes(250_000)
FLOOD_PATH = "/sp/saml/SAMLAssertionConsumer"


def memory(bench):
    raise_limit()
    folder = bench.folder("memory")
    options = ("--limits-idle-seconds", PATIENCE_SECONDS, "--limits-connections", DESCRIPTORS)
    options += ("--limits-buffered-bytes", BUFFERED_MEBIBYTES * MEBIBYTE)
    with Simulator(folder, options=options):
        pass  # Making keys isn't what is measured.

    def ours():
        return Simulator(folder, options=options)

    with ours() as server:
        body, _ = ask(server)

    def theirs():
        return Nginx(folder, body)

    return [
        row("memory-idle", "Resident memory, idle", measured(ours), measured(theirs)),
        row(
            "memory-million",
            f"Resident memory after {REQUESTS:,} requests",
            measured(ours, a_million),
            None,
        ),
        row(
            "memory-plain",
            f"Resident memory with {IDLE_CONNECTIONS:,} idle plain connections",
            measured(ours, connected(tls=False)),
            measured(theirs, connected(tls=False)),
        ),
        row(
            "memory-tls",
            f"Resident memory with {IDLE_CONNECTIONS:,} idle TLS connections",
            measured(ours, connected(tls=True)),
            measured(theirs, connected(tls=True)),
        ),
        row(
            "memory-flood",
            f"Resident memory at most, under a flood of content; {BUFFERED_MEBIBYTES} MiB may be held",
            measured(ours, flooded),
            None,
        ),
    ]


def ask(server):
    return exchange(server, shapes.request(host_of(server), PATH, {}))


def row(key, what, ours, theirs):
    return Row(key, what, ours, "MiB", theirs, "nginx, both processes")


def raise_limit():
    """This process holds the other end of each connection."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert hard == resource.RLIM_INFINITY or hard >= DESCRIPTORS, f"`ulimit -Hn` is {hard}; {DESCRIPTORS} are needed"
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, DESCRIPTORS), hard))


def measured(server, work=None):
    """Resident memory of a fresh server after one request, and after `work`."""
    with server() as running:
        ask(running)
        if work is None:
            return resident_bytes(running.pid) / MEBIBYTE
        return work(running)


def a_million(server):
    left = REQUESTS
    while left > 0:
        left -= Lean(server, [shapes.page(host_of(server), path) for path in PATHS], seconds=3)().requests
    return resident_bytes(server.pid) / MEBIBYTE


def connected(tls):
    """Each connection has had an answer, so that it isn't one that a server may still think little of."""

    def work(server):
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        port = int((server.https if tls else server.http).rpartition(":")[2])
        request = f"GET {PATH} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode()
        held = []
        try:
            for _ in range(IDLE_CONNECTIONS):
                connection = socket.create_connection(("127.0.0.1", port), timeout=30)
                held.append(connection)
                if tls:
                    held[-1] = connection = context.wrap_socket(connection)
                connection.sendall(request)
                assert connection.recv(4096).startswith(b"HTTP/1.1 200 "), "an idle connection got no answer"
            resident = resident_bytes(server.pid) / MEBIBYTE
            ask_again(held)
            return resident
        finally:
            for connection in held:
                connection.close()

    return work


def flooded(server):
    """Each connection sends all but the end of its content; those beyond the bound are refused while they send."""
    head = f"POST {FLOOD_PATH} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(FLOOD_CONTENT) + 1}\r\n\r\n".encode()
    largest = refused = 0
    with ExitStack() as held:
        for number in range(FLOOD_CONNECTIONS):
            connection = held.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=30))
            try:
                connection.sendall(head + FLOOD_CONTENT)
            except ConnectionError:
                refused += 1
            if number % 10 == 9:
                ask(server)  # It has seen what was sent before.
                largest = max(largest, resident_bytes(server.pid))
    assert refused or largest > BUFFERED_MEBIBYTES * MEBIBYTE, "the flood is too small to reach the bound"
    return largest / MEBIBYTE


def ask_again(held):
    """None of the oldest and the newest was given up for the others."""
    for connection in (held[0], held[len(held) // 2], held[-1]):
        connection.sendall(f"GET {PATH} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        assert connection.recv(4096).startswith(b"HTTP/1.1 200 "), "an idle connection was closed"
