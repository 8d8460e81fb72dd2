"""Conversations with hostile peers, many at once, and what a simulator's process must look like after them."""

import os
import select
import socket
import ssl
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from process import descriptors, resident_bytes, threads
from raw import PATIENCE_SECONDS, Peer, client_hello

REQUEST = b"GET /_sim/ready HTTP/1.1\r\nHost: localhost\r\n\r\n"
# 6 kB, made on the loop.
LARGE = b"GET /adobe-services/config/TEST_REQUESTOR HTTP/1.1\r\nHost: localhost\r\n\r\n"
# Answered by a worker with 404.
WORK = b"GET /reggie/v1/TEST_REQUESTOR/regcode/0000000 HTTP/1.1\r\nHost: localhost\r\n\r\n"
# Answered with 400 after two seconds: the MVPD is slow, and no login is under way.
LATE = b"GET /_sim/mvpd/SlowTV/login HTTP/1.1\r\nHost: localhost\r\n\r\n"

# An answer to somebody else while peers attack; the tests themselves take their share of the machine.
PROMPT_SECONDS = 1


CLIENT_HELLO = client_hello(ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT))


def wait_until(condition, seconds=PATIENCE_SECONDS):
    """Whether the condition came to hold."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def plain(simulator, receive_buffer=None):
    """A bare socket that is connected to the simulator; the buffer's size must be said before it connects."""
    connection = socket.socket()
    connection.settimeout(PATIENCE_SECONDS)
    if receive_buffer:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    connection.connect(("127.0.0.1", simulator.port))
    return connection


def seconds_until_gone(connection, seconds=PATIENCE_SECONDS):
    """How long until the other side has closed or reset the connection; nothing is read for it."""
    start = time.monotonic()
    poller = select.poll()
    poller.register(connection, select.POLLRDHUP)
    assert poller.poll(seconds * 1000), f"still open after {seconds} s"
    return time.monotonic() - start


def seconds_until_end(peer):
    """How long until the other side's end, and the bytes before it."""
    start = time.monotonic()
    rest = peer.rest()
    return time.monotonic() - start, rest


class Punctuality:
    """How late this machine wakes whoever asked to be woken, while the block runs."""

    def __init__(self):
        self.longest = 0.0

    def _run(self):
        while True:
            start = time.monotonic()
            if self._stop.wait(0.02):
                return
            self.longest = max(self.longest, time.monotonic() - start - 0.02)

    def __enter__(self):
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._stop.set()
        self._thread.join()


punctuality = Punctuality()


def holds(measured, deadline):
    """Asserts that something happened when the deadline was over, at most 10 % later and never earlier.

    Where the machine itself was late, the simulator and this process may each be so much later.
    """
    latest = deadline * 1.1 + 2 * punctuality.longest
    assert deadline * 0.99 <= measured <= latest, f"{measured:.3f} s where {deadline} s were allowed (latest {latest:.3f})"


class Trickle:
    """Sends one piece after another from a thread of its own until all are sent or the other side has closed."""

    def __init__(self, peer, pieces, pause=0.2):
        self.sent = 0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(peer, pieces, pause))

    def _run(self, peer, pieces, pause):
        for piece in pieces:
            try:
                if not peer.send(piece):
                    return
            except OSError:
                return
            self.sent += 1
            if self._stop.wait(pause):
                return

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._stop.set()
        self._thread.join()


class Conversations:
    """Functions that each play one peer. They wait for deadlines most of the time, so they run at once.

    A test of the module asks for each one's outcome by `pytest.mark.parametrize("name", conversations.names)`.
    """

    def __init__(self):
        self.functions = []

    def __call__(self, function):
        self.functions.append(function)
        return function

    @property
    def names(self):
        return [function.__name__ for function in self.functions]

    def run(self, *arguments):
        """Their futures by name; all are done."""
        with ThreadPoolExecutor(len(self.functions)) as pool:
            return {function.__name__: pool.submit(function, *arguments) for function in self.functions}


class Watch:
    """Somebody else's connection, which asks again and again while peers attack; the block asserts that it is answered."""

    def __init__(self, simulator, pause=0.05, prompt_seconds=PROMPT_SECONDS):
        self.longest = 0.0
        self._prompt_seconds = prompt_seconds
        self._punctuality = Punctuality()
        self._simulator, self._pause = simulator, pause
        self._error = None
        self._began = threading.Event()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def _run(self):
        try:
            with Peer(self._simulator.port) as peer, self._punctuality:
                while True:
                    start = time.monotonic()
                    answer = peer.get()
                    assert answer and answer.status == 200, answer
                    self.longest = max(self.longest, time.monotonic() - start)
                    self._began.set()
                    if self._stop.wait(self._pause):
                        return
        except Exception as error:  # It is raised again where the block ends.
            self._error = error
            self._began.set()

    def __enter__(self):
        self._thread.start()
        self._began.wait()
        return self

    def __exit__(self, kind, *_):
        self._stop.set()
        self._thread.join()
        if kind is None:
            if self._error:
                raise self._error
            latest = self._prompt_seconds + 10 * self._punctuality.longest
            assert self.longest < latest, f"an answer took {self.longest:.3f} s while peers attacked"


def connections(simulator):
    """Its sockets but for the one that listens."""
    count = -1
    for name in os.listdir(f"/proc/{simulator.pid}/fd"):
        try:
            count += os.readlink(f"/proc/{simulator.pid}/fd/{name}").startswith("socket:")
        except FileNotFoundError:
            pass
    return count


def resident_mebibytes(simulator):
    return resident_bytes(simulator.pid) / (1 << 20)


def warm_up(simulator):
    """Uses what is made at its first use: workers' threads, TLS, libraries' descriptors."""
    context = ssl.create_default_context(cafile=simulator.ca)
    with Peer(simulator.port, context) as secure, Peer(simulator.port) as peer:
        assert secure.get().status == 200
        for request, status in ((REQUEST, 200), (WORK, 404)) * 4:
            peer.send(request)
            assert peer.answer().status == status


@contextmanager
def unharmed(simulator, mebibytes):
    """Asserts that what the block did left the simulator as it was.

    It answers at once, has as many descriptors and no more threads than before, and at most `mebibytes` more memory. Idle
    workers' threads end by themselves after some seconds.
    """
    warm_up(simulator)
    assert wait_until(lambda: connections(simulator) == 0), f"{connections(simulator)} connections before the test"
    pid = simulator.pid
    before = descriptors(pid), threads(pid), resident_mebibytes(simulator)
    yield
    assert simulator.process.poll() is None, "the simulator is gone"
    with Watch(simulator):
        pass
    assert wait_until(lambda: connections(simulator) == 0), f"{connections(simulator)} connections are left"
    assert wait_until(lambda: descriptors(pid) <= before[0]), f"{before[0]} -> {descriptors(pid)} descriptors"
    assert wait_until(lambda: threads(pid) <= before[1]), f"{before[1]} -> {threads(pid)} threads"
    grown = resident_mebibytes(simulator) - before[2]
    assert grown <= mebibytes, f"{grown:.1f} MiB more than before"


needs_proc = pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="the test needs /proc")
