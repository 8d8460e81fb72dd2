"""Requests that come in several segments, from clients that leave it to the system when each is sent."""

import socket
import statistics
import time

import pytest

HEAD = b"POST /adobe-services/errors HTTP/1.1\r\nHost: localhost\r\nContent-Length: 7\r\n\r\n"


def seconds(connection):
    """How long one exchange takes whose head and content are sent by two calls."""
    began = time.monotonic()
    connection.sendall(HEAD)
    connection.sendall(b"content")
    answer = connection.recv(65536)
    assert answer.startswith(b"HTTP/1.1 200 "), answer
    return time.monotonic() - began


@pytest.mark.parametrize("secure", (False, True))
def test_content_behind_its_head_waits_for_no_delayed_acknowledgement(simulator, tls, secure):
    """With Nagle's algorithm the content leaves when the head is acknowledged, which Linux puts off for 40 ms.

    The first exchanges of a connection are quick in any case: the system acknowledges at once until it takes the
    connection for one where answers carry the acknowledgements.
    """
    with socket.create_connection(("127.0.0.1", simulator.port), 20) as plain:
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 0)
        connection = tls.wrap_socket(plain, server_hostname="localhost") if secure else plain
        times = [seconds(connection) for _ in range(60)][30:]
        if secure:
            connection.close()
    # Each of them would take 40 ms and more; a busy machine may hold up some for other reasons.
    assert statistics.median(times) < 0.03, sorted(times)
