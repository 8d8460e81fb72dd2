"""Raw connections to the simulator: exact bytes out, and one answer at a time in, read strictly."""

import errno
import re
import select
import socket
import ssl
import struct
from dataclasses import dataclass

# For a busy machine; a test that waits this long has failed.
PATIENCE_SECONDS = 20

# What a socket that doesn't wait says when it can take or give no more for now.
NOT_NOW = (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError)

STATUS_LINE = re.compile(rb"HTTP/1\.1 ([1-9][0-9]{2}) ([\t\x20-\x7e]*)")
FIELD_LINE = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+): ?([\t\x20-\x7e\x80-\xff]*?)[ \t]*")
LARGEST_HEAD = 65_536


class Malformed(AssertionError):
    """The bytes that came are no answer of HTTP/1.1."""


@dataclass(frozen=True)
class Answer:
    """One final answer, with the statuses of the interim ones (1xx) before it."""

    status: int
    fields: list[tuple[str, str]]
    content: bytes
    interim: list[int]

    def values(self, name):
        return [value for key, value in self.fields if key.lower() == name.lower()]

    def __getitem__(self, name):
        """The value of the only field of that name; `None` when there is none."""
        values = self.values(name)
        assert len(values) <= 1, f"{name} occurs {len(values)} times"
        return values[0] if values else None

    @property
    def text(self):
        return self.content.decode()


def trusting(ca):
    """A TLS context that trusts the authority at the path `ca` and nobody else."""
    return ssl.create_default_context(cafile=str(ca))


def client_hello(context, server_name="localhost"):
    """What a client sends first, in one record."""
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    session = context.wrap_bio(incoming, outgoing, server_hostname=server_name)
    try:
        session.do_handshake()
    except ssl.SSLWantReadError:
        pass
    return outgoing.read()


def reset(connection):
    """Closes a socket so that the other side gets a reset."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


class Peer:
    """One connection to `port` of this machine, over TLS when a context is given. Leaving the block closes it.

    An end and a reset by the other side are both the end of its bytes; `was_reset` tells them apart.
    """

    def __init__(self, port, context=None, *, host="127.0.0.1", server_name=None, patience=PATIENCE_SECONDS):
        self.socket = socket.create_connection((host, port), timeout=patience)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.was_reset = False
        self.is_deaf = False
        self.received = b""
        if context is not None:
            plain = self.socket
            try:
                self.socket = context.wrap_socket(plain, server_hostname=server_name or host)
            except BaseException:
                plain.close()
                raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.socket.close()

    def send(self, data):
        """Whether all of it could be handed over; `False` when the other side has closed."""
        if self.is_deaf:
            return False
        try:
            self.socket.sendall(data)
        except (BrokenPipeError, ConnectionResetError, ssl.SSLEOFError, ssl.SSLZeroReturnError):
            # TLS takes nothing more after such an error, not even another try.
            self.is_deaf = True
        return not self.is_deaf

    def send_and_read(self, data):
        """Sends all of the data and reads what comes meanwhile, which `answer` gives afterwards.

        For more requests than the other side reads while its answers aren't taken. A second thread can't take them: OpenSSL
        allows one thread at a time on a connection.
        """
        patience = self.socket.gettimeout()
        self.socket.setblocking(False)
        unsent = memoryview(data)
        while unsent:
            is_stuck = True
            try:
                unsent = unsent[self.socket.send(unsent) :]
                is_stuck = False
            except NOT_NOW:
                pass
            try:
                assert self._more(), f"the connection ended with {len(unsent)} of {len(data)} bytes unsent"
                is_stuck = False
            except NOT_NOW:
                pass
            if is_stuck:
                assert any(select.select([self.socket], [self.socket], [], patience)), f"the server never read {len(unsent)} bytes"
        self.socket.settimeout(patience)

    def end_sending(self):
        """Ends this side of a plain connection (FIN); answers can still come. Does nothing to one that was reset."""
        try:
            self.socket.shutdown(socket.SHUT_WR)
        except OSError as error:
            if error.errno != errno.ENOTCONN:
                raise

    def answer(self, method="GET"):
        """The next final answer to a request with that method; `None` when the connection ended before its first byte."""
        interim = []
        while True:
            head = self._head()
            if head is None:
                if interim:
                    raise Malformed(f"no final answer after {interim}")
                return None
            status, fields = head
            if status >= 200:
                break
            interim.append(status)
        answer = Answer(status, fields, b"", interim)
        if method == "HEAD" or status in (204, 304) or method == "CONNECT" and status < 300:
            return answer
        lengths = answer.values("Content-Length")
        if len(lengths) != 1 or not re.fullmatch("[0-9]{1,15}", lengths[0]) or answer.values("Transfer-Encoding"):
            raise Malformed(f"the answer's length isn't clear: {fields}")
        length = int(lengths[0])
        while len(self.received) < length:
            if not self._more():
                raise Malformed(f"the connection ended after {len(self.received)} of {length} bytes of an answer")
        content, self.received = self.received[:length], self.received[length:]
        return Answer(status, fields, content, interim)

    def rest(self):
        """All bytes until the other side's end."""
        while self._more():
            pass
        rest, self.received = self.received, b""
        return rest

    def get(self, target="/_sim/ready", host="localhost"):
        """Asks with an innocent request and gives the answer."""
        self.send(f"GET {target} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        return self.answer()

    def _head(self):
        while b"\r\n\r\n" not in self.received:
            if len(self.received) > LARGEST_HEAD:
                raise Malformed("an answer's head has no end")
            if not self._more():
                if self.received:
                    raise Malformed(f"the connection ended inside an answer's head: {self.received!r}")
                return None
        head, self.received = self.received.split(b"\r\n\r\n", 1)
        first, *lines = head.split(b"\r\n")
        status = STATUS_LINE.fullmatch(first)
        fields = [FIELD_LINE.fullmatch(line) for line in lines]
        if not status or None in fields:
            raise Malformed(f"this isn't an answer's head: {head!r}")
        return int(status[1]), [(field[1].decode(), field[2].decode("latin-1")) for field in fields]

    def hears_within(self, seconds):
        """Whether bytes come within that time, or the end."""
        patience = self.socket.gettimeout()
        self.socket.settimeout(seconds)
        try:
            self._more()
        except TimeoutError:
            return False
        finally:
            self.socket.settimeout(patience)
        return True

    def _more(self):
        try:
            data = self.socket.recv(65_536)
        except (ConnectionResetError, BrokenPipeError):
            self.was_reset = True
            return False
        except (ssl.SSLEOFError, ssl.SSLZeroReturnError):
            return False
        self.received += data
        return bool(data)
