"""Peers that are slow on purpose: each wait has its deadline, which trickling bytes don't extend."""

import email.utils
import os
import socket
import ssl
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from peers import (
    CLIENT_HELLO,
    LARGE,
    LATE,
    REQUEST,
    WORK,
    Conversations,
    Trickle,
    Watch,
    holds,
    needs_proc,
    plain,
    punctuality,
    seconds_until_end,
    seconds_until_gone,
    unharmed,
)
from raw import Peer, trusting
from simulator import Simulator

pytestmark = needs_proc

# Long enough for a tenth of it to be more than a busy machine's unevenness. Each is different, so that none is mistaken for another.
HEADER, BODY, IDLE, WRITE, HANDSHAKE, LINGER = 4, 5, 6, 4.5, 3.5, 2
HEAD = b"POST /adobe-services/sessionDevice HTTP/1.1\r\nHost: localhost\r\n"

# Making a system's buffer full of answers, which a debug build does on a busy machine, and which no deadline counts.
FILLING = 20

conversation = Conversations()
# These go to a simulator of their own: what they ask for keeps a debug build busy, and others' deadlines aren't told by that.
flood = Conversations()


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory):
    deadlines = {"header": HEADER, "body": BODY, "idle": IDLE, "write": WRITE, "handshake": HANDSHAKE, "linger": LINGER}
    options = [text for name, value in deadlines.items() for text in (f"--limits-{name}-seconds", str(value))]
    with (
        Simulator(tmp_path_factory.mktemp("slow"), *options) as simulator,
        Simulator(tmp_path_factory.mktemp("flooded"), *options) as flooded,
        ThreadPoolExecutor(1) as pool,
    ):
        with unharmed(simulator, mebibytes=16), unharmed(flooded, mebibytes=24), Watch(simulator), punctuality:
            floods = pool.submit(flood.run, flooded)
            outcomes = conversation.run(simulator)
            outcomes |= floods.result()
        yield outcomes


def expect_408(peer, start, deadline):
    answer = peer.answer()
    holds(time.monotonic() - start, deadline)
    assert answer.status == 408 and answer["Connection"] == "close"
    age = time.time() - email.utils.parsedate_to_datetime(answer["Date"]).timestamp()
    assert -1 < age < 2, f"the answer's date is {age:.1f} s old"
    assert peer.rest() == b"" and not peer.was_reset


@conversation
def head_that_trickles(simulator):
    start = time.monotonic()
    with Peer(simulator.port) as peer, Trickle(peer, [b"GET / HTTP/1.1\r\n", *[b"a: b\r\n"] * 60]):
        expect_408(peer, start, HEADER)


@conversation
def head_that_stops(simulator):
    start = time.monotonic()
    with Peer(simulator.port) as peer:
        peer.send(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r")
        expect_408(peer, start, HEADER)


@conversation
def head_over_tls_that_trickles(simulator):
    with Peer(simulator.port, trusting(simulator.ca)) as peer:
        start = time.monotonic()
        # Each byte is a TLS record of its own. One thread sends and receives: two would break the state of OpenSSL's connection.
        for byte in REQUEST[:-2]:
            if not peer.send(bytes([byte])) or peer.hears_within(0.2):
                break
        expect_408(peer, start, HEADER)


@conversation
def second_head_that_trickles(simulator):
    with Peer(simulator.port) as peer:
        assert peer.get().status == 200
        time.sleep(HEADER / 2)
        start = time.monotonic()
        peer.send(REQUEST + b"GET /")
        assert peer.answer().status == 200
        with Trickle(peer, [b"x"] * 60):
            expect_408(peer, start, HEADER)


@conversation
def content_that_trickles(simulator):
    with Peer(simulator.port) as peer:
        start = time.monotonic()
        peer.send(HEAD + b"Content-Length: 100\r\n\r\n")
        with Trickle(peer, [b"x"] * 60):
            expect_408(peer, start, BODY)


@conversation
def chunks_that_trickle(simulator):
    with Peer(simulator.port) as peer:
        start = time.monotonic()
        peer.send(HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
        with Trickle(peer, [b"1\r\nx\r\n"] * 60):
            expect_408(peer, start, BODY)


@conversation
def trailers_that_trickle(simulator):
    with Peer(simulator.port) as peer:
        start = time.monotonic()
        peer.send(HEAD + b"Transfer-Encoding: chunked\r\n\r\n0\r\n")
        with Trickle(peer, [b"a: b\r\n"] * 60):
            expect_408(peer, start, BODY)


@conversation
def content_whose_time_begins_with_its_head_s_end(simulator):
    with Peer(simulator.port) as peer:
        peer.send(HEAD)
        time.sleep(HEADER / 2)
        start = time.monotonic()
        peer.send(b"Content-Length: 1\r\n\r\n")
        expect_408(peer, start, BODY)


@conversation
def continuation_that_never_comes(simulator):
    with Peer(simulator.port) as peer:
        start = time.monotonic()
        peer.send(HEAD + b"Content-Length: 5\r\nExpect: 100-continue\r\n\r\n")
        answer = peer.answer()
        holds(time.monotonic() - start, BODY)
        assert answer.interim == [100] and answer.status == 408
        assert peer.rest() == b""


@conversation
def content_that_comes_just_in_time(simulator):
    with Peer(simulator.port) as peer:
        peer.send(HEAD + b"Content-Length: 5\r\n\r\n")
        time.sleep(BODY * 0.8)
        peer.send(b"abcde")
        assert peer.answer().status != 408
        assert peer.get().status == 200


@conversation
def empty_lines_that_trickle(simulator):
    """They are overlooked before a request (RFC 9112, section 2.2), but not without end."""
    with Peer(simulator.port) as peer, Trickle(peer, [b"\r\n"] * 60):
        assert peer.answer().status == 400
        assert peer.rest() == b""


@conversation
def nothing_at_all(simulator):
    start = time.monotonic()
    with Peer(simulator.port) as peer:
        rest = peer.rest()
        holds(time.monotonic() - start, IDLE)
        assert rest == b""


@conversation
def nothing_after_an_answer(simulator):
    with Peer(simulator.port) as peer:
        time.sleep(1)
        start = time.monotonic()
        assert peer.get().status == 200
        rest = peer.rest()
        holds(time.monotonic() - start, IDLE)
        assert rest == b"" and not peer.was_reset


@conversation
def nothing_after_a_handshake(simulator):
    start = time.monotonic()
    with Peer(simulator.port, trusting(simulator.ca)) as peer:
        rest = peer.rest()
        holds(time.monotonic() - start, IDLE)
        assert rest == b"" and not peer.was_reset


@conversation
def record_that_trickles(simulator):
    """A TLS record that isn't whole has brought no byte of a request."""
    start = time.monotonic()
    with Peer(simulator.port, trusting(simulator.ca)) as peer:
        raw = socket.socket(fileno=peer.socket.detach())
        raw.settimeout(20)
        try:
            raw.sendall(b"\x17\x03\x03\x40\x00")
            while time.monotonic() - start < IDLE - 1:
                raw.sendall(b"x")
                time.sleep(0.2)
            seconds_until_gone(raw)
            holds(time.monotonic() - start, IDLE)
        finally:
            raw.close()


@conversation
def idle_connection_that_is_not_closed_by_its_peer(simulator):
    """The end is announced, then waited for; afterwards the connection is gone."""
    with Peer(simulator.port) as peer:
        assert peer.rest() == b""
        time.sleep(LINGER * 0.5)
        assert peer.send(b"x")
        time.sleep(LINGER * 0.6 + 0.2)
        peer.send(b"x")
        assert wait_for_reset(peer)


def wait_for_reset(peer):
    for _ in range(50):
        if not peer.send(b"x"):
            return True
        time.sleep(0.02)
    return False


@conversation
def refused_peer_that_goes_on_sending(simulator):
    """It gets its answer, and the time to read it, though it sends on and on."""
    with Peer(simulator.port) as peer:
        start = time.monotonic()
        peer.send(b"no request\r\n\r\n")
        assert peer.answer().status == 400
        while peer.send(b"x" * 1000):
            assert time.monotonic() - start < LINGER * 1.1
            time.sleep(0.02)
        holds(time.monotonic() - start, LINGER)


@conversation
def handshake_that_trickles(simulator):
    with Peer(simulator.port) as peer:
        start = time.monotonic()
        with Trickle(peer, [bytes([byte]) for byte in CLIENT_HELLO[:100]]):
            rest = peer.rest()
            holds(time.monotonic() - start, HANDSHAKE)
            assert rest == b""


@conversation
def handshake_that_stops_after_its_first_byte(simulator):
    with Peer(simulator.port) as peer:
        start = time.monotonic()
        peer.send(b"\x16")
        peer.rest()
        holds(time.monotonic() - start, HANDSHAKE)


@conversation
def handshake_that_stops_before_its_end(simulator):
    with Peer(simulator.port) as peer:
        start = time.monotonic()
        peer.send(CLIENT_HELLO)
        assert peer.rest().startswith(b"\x16\x03\x03")
        holds(time.monotonic() - start, HANDSHAKE)


@conversation
def tunnel_that_stops(simulator):
    with Peer(simulator.port) as peer:
        start = time.monotonic()
        open_tunnel(peer)
        rest = peer.rest()
        holds(time.monotonic() - start, IDLE)
        assert rest == b""


@conversation
def tunnel_whose_handshake_stops(simulator):
    with Peer(simulator.port) as peer:
        open_tunnel(peer)
        time.sleep(1)
        start = time.monotonic()
        peer.send(CLIENT_HELLO[:50])
        peer.rest()
        holds(time.monotonic() - start, HANDSHAKE)


@conversation
def tunnel_whose_head_trickles(simulator):
    with Peer(simulator.port) as peer:
        open_tunnel(peer)
        time.sleep(1)
        start = time.monotonic()
        with Trickle(peer, [bytes([byte]) for byte in REQUEST[:-2]]):
            expect_408(peer, start, HEADER)


def open_tunnel(peer):
    peer.send(b"CONNECT sp.auth.adobe.com:443 HTTP/1.1\r\nHost: sp.auth.adobe.com:443\r\n\r\n")
    assert peer.answer("CONNECT").status == 200


@flood
def answers_that_nobody_reads(simulator):
    """A thousand times the content that the system holds for a peer; the answer isn't whole, so the end is a reset."""
    connection = plain(simulator, receive_buffer=4096)
    try:
        ask_without_reading(connection, connection)
        connection.setblocking(True)
        with pytest.raises(ConnectionResetError):
            while connection.recv(65_536):
                pass
    finally:
        connection.close()


@flood
def answers_over_tls_that_nobody_reads(simulator):
    bare = plain(simulator, receive_buffer=4096)
    raw = socket.socket(fileno=os.dup(bare.fileno()))
    try:
        with trusting(simulator.ca).wrap_socket(bare, server_hostname="127.0.0.1") as secure:
            ask_without_reading(secure, raw)
    finally:
        raw.close()


def ask_without_reading(connection, raw):
    """The deadline begins when the system takes no more answers, after which it soon takes no more requests either."""
    connection.setblocking(False)
    start = last = time.monotonic()
    while time.monotonic() - last < WRITE / 4:
        try:
            connection.send(LARGE * 100)
            last = time.monotonic()
        except (BlockingIOError, ssl.SSLWantWriteError):
            time.sleep(0.02)
    seconds_until_gone(raw, WRITE + 2 * FILLING)
    end = time.monotonic()
    assert end - start >= WRITE * 0.99
    assert end - last <= WRITE * 1.1 + FILLING, f"{end - last:.3f} s where {WRITE} s were allowed"


def ask_much(simulator, megabytes):
    """A connection whose answers are more than the system holds for it; of them nothing is read yet."""
    connection = plain(simulator, receive_buffer=4096)
    connection.sendall(LARGE * (megabytes * 160))
    return connection


@flood
def answers_that_are_read_slowly(simulator):
    """Twice as fast as a peer must be at least, which the poller doesn't notice for minutes."""
    connection = ask_much(simulator, megabytes=8)
    try:
        start = time.monotonic()
        while time.monotonic() - start < 2.5 * WRITE:
            assert connection.recv(2048), "the answer was cut off"
            time.sleep(2048 / (2 * 16_384 / WRITE))
        # The rest can be had at once.
        connection.settimeout(5)
        count = 0
        while count < 1 << 20:
            received = connection.recv(1 << 20)
            assert received, "the answers were cut off"
            count += len(received)
    finally:
        connection.close()


@flood
def answers_that_are_read_too_slowly(simulator):
    """Some bytes in each stretch of time don't keep the connection."""
    connection = ask_much(simulator, megabytes=8)
    try:
        start = time.monotonic()
        with pytest.raises(ConnectionResetError):
            while True:
                assert time.monotonic() - start < 2.5 * WRITE + FILLING, "a few bytes keep the connection open"
                assert connection.recv(128)
                time.sleep(0.1)
    finally:
        connection.close()


@conversation
def half_open_peers_get_their_answers(simulator):
    for request, status in ((REQUEST, 200), (WORK, 404), (LATE, 400), (LARGE * 50, 200)):
        with Peer(simulator.port) as peer:
            peer.send(request)
            peer.end_sending()
            for _ in range(request.count(b"\r\n\r\n")):
                assert peer.answer().status == status
            measured, rest = seconds_until_end(peer)
            assert rest == b"" and not peer.was_reset and measured < 3


@conversation
def half_open_tls_peer_gets_its_answer(simulator):
    with Peer(simulator.port, trusting(simulator.ca)) as peer:
        peer.send(LATE)
        # The farewell of TLS and the end of the stream, in that order.
        peer.socket.setblocking(False)
        with pytest.raises((ssl.SSLWantReadError, ssl.SSLError)):
            peer.socket.unwrap()
        peer.socket.settimeout(20)
        socket.socket.shutdown(peer.socket, socket.SHUT_WR)
        assert peer.answer().status == 400


@conversation
def peer_that_ends_inside_a_request(simulator):
    for part in (REQUEST[:30], HEAD + b"Content-Length: 5\r\n\r\nab", HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\nab"):
        with Peer(simulator.port) as peer:
            peer.send(part)
            peer.end_sending()
            assert peer.answer().status == 400
            measured, rest = seconds_until_end(peer)
            assert rest == b"" and measured < 3


@conversation
def peer_that_is_gone_when_its_answer_comes(simulator):
    """Nothing waits for the delayed answer of a peer that has reset its connection; the module's end counts descriptors."""
    for _ in range(50):
        connection = plain(simulator)
        connection.sendall(LATE)
        connection.close()


@pytest.mark.parametrize("name", conversation.names + flood.names)
def test_slow_peer(outcomes, name):
    outcomes[name].result()
