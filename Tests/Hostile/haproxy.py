"""HAProxy as a front on a free loopback port, with one server that it keeps its connections to.

It marks what it sends on: the path begins with `/front/ID`, and `Origin` is `http://ID.front`, which the simulator echoes in
`Access-Control-Allow-Origin`. So a request without a mark of the front's, or an answer to another's request, is seen.
"""

import re
import shutil
import signal
import socket
import subprocess
from dataclasses import dataclass

PROGRAM = shutil.which("haproxy") or "/usr/sbin/haproxy"
START_SECONDS = 20
MARK = re.compile(r"/front/([0-9A-F]+-[0-9A-F]+)(?![0-9A-F])")

CONFIGURATION = """
global
    log stdout len 4096 format raw local0 info
    nbthread 1
    maxconn 1000

defaults
    mode http
    log global
    option http-keep-alive
    http-reuse always
    retries 0
    timeout connect 10s
    timeout client 5s
    timeout server 10s
    {leniency}

frontend front
    bind fd@{descriptor}
    unique-id-format %{{+X}}o%cp-%rt
    log-format "%ID %HM %s %ST %bp %[var(txn.echo)]"
    http-request set-header Origin http://%[unique-id].front
    http-request set-path /front/%[unique-id]%[path]
    http-response set-var(txn.echo) res.hdr(access-control-allow-origin)
    default_backend simulator

backend simulator
    server simulator 127.0.0.1:{port}
"""


@dataclass(frozen=True)
class Passage:
    """A request as the front's log has it."""

    mark: str
    method: str
    # Whether it was sent on.
    was_sent: bool
    # The status of the answer, -1 without one.
    status: int
    # The front's port of the connection it was sent on.
    source: str
    # The origin that the answer echoes, "-" for none.
    echo: str


class HAProxy:
    """A running front of the server at `port`. Leaving the block ends it; then `passages` is complete."""

    def __init__(self, folder, port, leniency=""):
        self.folder = folder
        self.server_port = port
        self.leniency = leniency

    def __enter__(self):
        listener = socket.create_server(("127.0.0.1", 0))
        self.port = listener.getsockname()[1]
        configuration = self.folder / "haproxy.cfg"
        configuration.write_text(
            CONFIGURATION.format(descriptor=listener.fileno(), port=self.server_port, leniency=self.leniency)
        )
        with (self.folder / "stdout").open("wb") as stdout, (self.folder / "stderr").open("wb") as stderr:
            self.process = subprocess.Popen(
                [PROGRAM, "-db", "-f", configuration],
                stdin=subprocess.DEVNULL,
                stdout=stdout,
                stderr=stderr,
                pass_fds=[listener.fileno()],
            )
        # What connects before the front is up waits in the listener's queue, which outlives this end of it.
        listener.close()
        return self

    def __exit__(self, kind, error, trace):
        self.process.send_signal(signal.SIGUSR1)
        try:
            self.process.wait(START_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if error is None:
            assert self.process.returncode == 0, (self.folder / "stderr").read_text()

    @property
    def passages(self):
        """Every request that the front took for one, in the order in which they were over."""
        found = []
        for line in (self.folder / "stdout").read_text().splitlines():
            words = line.split(" ")
            if len(words) == 6 and re.fullmatch("[0-9A-F]+-[0-9A-F]+", words[0]):
                mark, method, server, status, source, echo = words
                # The log escapes what isn't plain, a number sign first of all.
                method = re.sub("#([0-9A-F]{2})", lambda code: chr(int(code[1], 16)), method)
                found.append(Passage(mark, method, server == "simulator", int(status), source, echo))
        return found
