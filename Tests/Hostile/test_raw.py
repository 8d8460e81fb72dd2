"""The instrument of this folder: what it must not take for an answer."""

import socket
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from raw import Malformed, Peer


@pytest.fixture
def server():
    """Starts a server that sends the given bytes to its first connection and ends it; gives its port."""
    listeners = []

    def start(data):
        listener = socket.create_server(("127.0.0.1", 0))
        listeners.append(listener)

        def serve():
            connection, _ = listener.accept()
            with connection:
                connection.sendall(data)

        thread = threading.Thread(target=serve)
        thread.start()
        threads.append(thread)
        return listener.getsockname()[1]

    threads = []
    yield start
    for thread in threads:
        thread.join()
    for listener in listeners:
        listener.close()


def test_answers_come_one_at_a_time(server):
    with Peer(server(b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 204 No\r\n\r\n")) as peer:
        first, second, third = peer.answer("POST"), peer.answer(), peer.answer()
    assert (first.status, first.content, first.interim) == (200, b"ok", [100])
    assert (second.status, second.content) == (204, b"")
    assert third is None


def test_what_comes_is_read_while_requests_are_sent():
    """The other side of this connection reads nothing while its answers aren't taken."""
    count, request, answer = 200, b"r" * 40_000, b"a" * 40_000

    def serve(listener):
        connection, _ = listener.accept()
        with connection, connection.makefile("rb") as requests:
            for _ in range(count):
                assert requests.read(len(request)) == request
                connection.sendall(answer)

    with socket.create_server(("127.0.0.1", 0)) as listener, ThreadPoolExecutor(1) as pool:
        serving = pool.submit(serve, listener)
        with Peer(listener.getsockname()[1]) as peer:
            peer.send_and_read(request * count)
            assert peer.rest() == answer * count
        serving.result()


@pytest.mark.parametrize(
    "data",
    [
        b"nonsense",
        b"HTTP/1.1 200 OK\r\n",
        b"HTTP/1.1 200 OK\r\n\r\n",
        b"HTTP/1.1 200 OK\nContent-Length: 0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nok",
        b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nok",
        b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\nok",
        b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nA : b\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nA: b\rc\r\n\r\n",
        b"HTTP/1.1 100 Continue\r\n\r\n",
    ],
)
def test_what_is_no_answer_is_an_error(server, data):
    with Peer(server(data)) as peer, pytest.raises(Malformed):
        peer.answer()


def test_the_simulator_is_heard_plain_and_over_tls(simulator, tls):
    for context in (None, tls):
        with Peer(simulator.port, context) as peer:
            assert [peer.get().status for _ in range(2)] == [200, 200]
