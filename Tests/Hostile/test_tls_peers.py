"""Peers whose TLS stops or lies: each is refused or waited for within its deadline, and nobody else notices."""

import select
import socket
import ssl
import struct
import subprocess
import time

import pytest

from openssl_peer import OpenSSLPeer
from peers import (
    CLIENT_HELLO,
    REQUEST,
    Conversations,
    Watch,
    needs_proc,
    plain,
    seconds_until_gone,
    unharmed,
)
from raw import Peer, client_hello, trusting
from simulator import Simulator

pytestmark = needs_proc

# Long, so that what ends at once on a busy machine can be told from what ends at its deadline.
HANDSHAKE, IDLE, SOON = 8, 10, 6
HANDSHAKE_RECORD, ALERT_RECORD, CHANGE_RECORD, DATA_RECORD = 22, 21, 20, 23

conversation = Conversations()


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory):
    options = ("--limits-handshake-seconds", str(HANDSHAKE), "--limits-idle-seconds", str(IDLE), "--limits-header-seconds", "2")
    with Simulator(tmp_path_factory.mktemp("tls"), *options) as simulator:
        with unharmed(simulator, mebibytes=32), Watch(simulator):
            outcomes = conversation.run(simulator)
        yield outcomes


def record(kind, content, version=0x0303, length=None):
    return struct.pack("!BHH", kind, version, len(content) if length is None else length) + content


def hello_in_records(size):
    """The handshake message of the hello, in records of so many bytes."""
    message = CLIENT_HELLO[5:]
    return b"".join(record(HANDSHAKE_RECORD, message[at : at + size], 0x0301) for at in range(0, len(message), size))


def answers(simulator, data, seconds=HANDSHAKE + 4):
    """Everything that comes back until the connection's end, which comes at the handshake's deadline at the latest."""
    with Peer(simulator.port) as peer:
        peer.send(data)
        peer.socket.settimeout(seconds)
        return peer.rest()


def expect_alert(simulator, data):
    """It is refused at once, by an alert or without a word, and never by anything else."""
    start = time.monotonic()
    received = answers(simulator, data)
    assert time.monotonic() - start < SOON, "the server waited for more"
    while received:
        kind, _, length = struct.unpack("!BHH", received[:5])
        assert kind in (ALERT_RECORD, HANDSHAKE_RECORD, CHANGE_RECORD, DATA_RECORD), received[:20]
        received = received[5 + length :]


@conversation
def hello_that_stops_after_each_byte(simulator):
    """All at once; each ends in time, the whole hello with the server's part of the handshake."""
    lengths = [*range(1, len(CLIENT_HELLO), 7), len(CLIENT_HELLO)]
    connections = [plain(simulator) for _ in lengths]
    start = time.monotonic()
    try:
        for connection, length in zip(connections, lengths):
            connection.sendall(CLIENT_HELLO[:length])
        for connection in connections:
            seconds_until_gone(connection)
        assert time.monotonic() - start < HANDSHAKE * 1.1 + 1
        for connection, length in zip(connections, lengths):
            received = connection.recv(1 << 16)
            assert received[:1] == (b"\x16" if length == len(CLIENT_HELLO) else b""), (length, received[:10])
    finally:
        for connection in connections:
            connection.close()


@conversation
def hello_in_one_byte_records(simulator):
    with Peer(simulator.port) as peer:
        peer.send(hello_in_records(1))
        assert peer.socket.recv(1) == b"\x16"


@conversation
def hello_in_one_byte_writes(simulator):
    with Peer(simulator.port) as peer:
        for byte in CLIENT_HELLO:
            peer.send(bytes([byte]))
        assert peer.socket.recv(1) == b"\x16"


@conversation
def hello_in_empty_records(simulator):
    expect_alert(simulator, record(HANDSHAKE_RECORD, b"") * 1_000 + CLIENT_HELLO)


@conversation
def record_that_is_longer_than_records_may_be(simulator):
    for length in (16_385 + 256, 0xFFFF):
        expect_alert(simulator, record(HANDSHAKE_RECORD, CLIENT_HELLO[5:], 0x0301, length=length) + b"x" * 20_000)


@conversation
def record_that_is_shorter_than_its_message(simulator):
    """The bytes behind its end are read as the next record.

    They are random, so the second one, which is that record's version, is made one that no TLS has.
    """
    message = bytearray(CLIENT_HELLO[5:])
    message[41] = 0xFF
    expect_alert(simulator, record(HANDSHAKE_RECORD, bytes(message), 0x0301, length=40))


@conversation
def garbage_instead_of_a_hello(simulator):
    for garbage in (b"\x16" * 500, b"\x16\x03\x01\x00\x05hello", b"\x16\x03\x01\x00\x00" * 5_000, b"\x16" + bytes(range(256)) * 20):
        expect_alert(simulator, garbage)


@conversation
def garbage_after_the_hello(simulator):
    for garbage in (b"A" * 1_000, REQUEST, record(99, b"?"), record(HANDSHAKE_RECORD, b"\x0e\0\0\0"), CLIENT_HELLO):
        expect_alert(simulator, CLIENT_HELLO + garbage)


@conversation
def hello_of_enormous_length(simulator):
    """A hello may say 16 MiB; what is more than any hello needs is refused before it has come."""
    message = b"\x01\xff\xff\xff\x03\x03" + bytes(16_000)
    expect_alert(simulator, record(HANDSHAKE_RECORD, message, 0x0301) + record(HANDSHAKE_RECORD, bytes(16_000), 0x0301) * 20)


@conversation
def hello_with_wrong_lengths_inside(simulator):
    for place in range(9 + 34, min(len(CLIENT_HELLO), 140), 5):
        hello = bytearray(CLIENT_HELLO)
        hello[place] ^= 0xFF
        received = answers_soon(simulator, bytes(hello))
        assert not received or received[0] in (ALERT_RECORD, HANDSHAKE_RECORD), received[:20]


def answers_soon(simulator, data):
    with Peer(simulator.port) as peer:
        peer.send(data)
        ready, _, _ = select.select([peer.socket], [], [], HANDSHAKE * 2)
        assert ready
        try:
            return peer.socket.recv(4096)
        except ConnectionResetError:
            return b""


@conversation
def change_cipher_spec_flood(simulator):
    expect_alert(simulator, CLIENT_HELLO + record(CHANGE_RECORD, b"\x01") * 5_000)


@conversation
def alerts_instead_of_a_handshake(simulator):
    # Warnings; then a fatal one.
    expect_alert(simulator, CLIENT_HELLO + record(ALERT_RECORD, b"\x01\x5a") * 1_000)
    expect_alert(simulator, CLIENT_HELLO + record(ALERT_RECORD, b"\x02\x28"))


@conversation
def hello_of_tls_1_0(simulator):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    hello = bytearray(client_hello(context))
    # Only version 3.1 is offered: `legacy_version` says it, and supported_versions is made an extension that nobody knows.
    hello[9:11] = b"\x03\x01"
    place = bytes(hello).find(b"\x00\x2b\x00")
    assert place > 0
    hello[place : place + 2] = b"\xfa\xce"
    received = answers(simulator, bytes(hello))
    assert received[:1] == b"\x15" and received[5:7] == b"\x02\x46", "protocol_version is expected (RFC 8446, section 6.2)"


@conversation
def hello_of_ssl_2(simulator):
    """Its first byte is no handshake record's: the beginning of a request like any other, and no good one."""
    answer = answers(simulator, bytes.fromhex("802e0100020015000000100100800200800300800400800500800600400700c0") + bytes(16))
    assert answer.startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 408 ")), answer


@conversation
def handshake_that_is_cut_at_every_flight(simulator):
    """FIN instead of the rest."""
    for length in (1, 5, 50, len(CLIENT_HELLO)):
        with Peer(simulator.port) as peer:
            peer.send(CLIENT_HELLO[:length])
            peer.end_sending()
            start = time.monotonic()
            peer.rest()
            assert time.monotonic() - start < SOON


def established(simulator, version=None):
    """A bare socket on which the handshake is done, and what Python's TLS would say next."""
    context = trusting(simulator.ca)
    if version:
        context.maximum_version = version
    peer = Peer(simulator.port, context)
    raw = socket.socket(fileno=peer.socket.detach())
    raw.settimeout(IDLE * 2)
    return raw


def ended_soon(raw):
    """The connection ends at once; what comes before that is TLS."""
    received = b""
    start = time.monotonic()
    try:
        while more := raw.recv(65_536):
            received += more
    except ConnectionResetError:
        pass
    finally:
        raw.close()
    assert time.monotonic() - start < SOON, "the server waited for more"
    assert b"HTTP/" not in received


@conversation
def plain_http_after_the_handshake(simulator):
    for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
        raw = established(simulator, version)
        raw.sendall(REQUEST)
        ended_soon(raw)


@conversation
def forged_records_after_the_handshake(simulator):
    for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
        for forged in (
            record(DATA_RECORD, b"x" * 100),
            record(DATA_RECORD, b""),
            record(DATA_RECORD, b"x", length=0xFFFF),
            record(HANDSHAKE_RECORD, b"\x01\0\0\0"),
            record(ALERT_RECORD, b"\x02\0"),
            record(CHANGE_RECORD, b"\x01") * 2_000,
        ):
            raw = established(simulator, version)
            raw.sendall(forged)
            ended_soon(raw)


@conversation
def truncated_record_before_the_end(simulator):
    raw = established(simulator)
    raw.sendall(record(DATA_RECORD, b"x" * 50, length=100))
    raw.shutdown(socket.SHUT_WR)
    ended_soon(raw)


@conversation
def end_without_farewell(simulator):
    raw = established(simulator)
    raw.shutdown(socket.SHUT_WR)
    ended_soon(raw)


@conversation
def farewell_without_end(simulator):
    """close_notify is the end of what a client says: the connection ends with it."""
    with Peer(simulator.port, trusting(simulator.ca)) as peer:
        assert peer.get().status == 200
        start = time.monotonic()
        peer.socket.unwrap()
        assert time.monotonic() - start < SOON


@conversation
def early_data_that_nobody_asked_for(simulator):
    """A server that has offered no early data skips it (RFC 8446, section 4.2.10), or ends the connection; it answers none of it."""
    expect_alert(simulator, CLIENT_HELLO + record(DATA_RECORD, REQUEST) * 100)


@conversation
def key_update_flood(simulator):
    """Changes of keys without a request between them are work for nothing: the connection is ended, and soon."""
    connection = plain(simulator)
    try:
        with OpenSSLPeer(connection) as peer:
            count = 0
            while peer.change_keys() and count < 100_000:
                count += 1
            assert count < 100_000, "keys may be changed for ever"
    finally:
        connection.close()


@conversation
def some_key_updates_between_requests(simulator):
    connection = plain(simulator)
    try:
        with OpenSSLPeer(connection) as peer:
            for _ in range(20):
                for _ in range(200):
                    assert peer.change_keys()
                assert peer.send(REQUEST)
                assert peer.receive().startswith(b"HTTP/1.1 200 ")
    finally:
        connection.close()


@conversation
def renegotiation(simulator):
    """openssl's own attempt: `R` on a line. It is refused; the connection goes on or ends."""
    client = subprocess.Popen(
        ("openssl", "s_client", "-connect", f"127.0.0.1:{simulator.port}", "-tls1_2", "-CAfile", simulator.ca),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    # Its handshake is over when it has told of it; an `R` before that would be an ordinary line.
    output = b""
    while b"Extended master secret" not in output:
        more = client.stdout.read1(65_536)
        assert more, output
        output += more
    try:
        output += client.communicate(b"R\n", timeout=IDLE * 2)[0]
    except subprocess.TimeoutExpired:
        client.kill()
        raise
    assert b"RENEGOTIATING" in output and b"no renegotiation" in output, output[-600:]


@conversation
def hundreds_of_handshakes_that_stop(simulator):
    """They cost the server its part of each; then all are closed at their deadline."""
    connections = [plain(simulator) for _ in range(400)]
    try:
        for connection in connections:
            connection.sendall(CLIENT_HELLO)
        last = time.monotonic()
        for connection in connections:
            seconds_until_gone(connection)
        assert time.monotonic() - last < HANDSHAKE * 1.1 + 4
    finally:
        for connection in connections:
            connection.close()


@pytest.mark.parametrize("name", conversation.names)
def test_peer(outcomes, name):
    outcomes[name].result()
