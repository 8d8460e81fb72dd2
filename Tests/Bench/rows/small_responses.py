"""A small unsigned answer over kept connections: both servers on core 0 in turn, what asks them on core 1.

The simulator's answer is `GET /_sim/ready`. nginx gets the same requests and returns the same body; where its header is the shorter
one, it is padded.
"""

import socket
import subprocess
import urllib.parse

import shapes
from generators import SATURATED, Lean, wrk
from processes import clean_environment
from servers import BareAnswers, Nginx, Simulator
from statistic import Rounds, alternate
from table import Row

PATH = "/_sim/ready"
CONNECTIONS = 64
# Many short rounds: what a machine shared with others does to one of them, it does to few. And several pairs of servers: where
# the memory of a process happens to lie makes it some per cent faster or slower than another of the same program.
PAIRS = 5
# For each pair.
ROUNDS, REPEATED_ROUNDS = 8, 3
LEAN, LEAN_SECONDS, WRK_SECONDS = "pass-bench load", 0.5, 1
SERVER_CORE, GENERATOR_CORE = 0, 1


def plain(bench):
    """Requests a second and CPU time each, by plain HTTP: requests that differ; then one that is repeated, by two clients."""

    def measure(twins):
        repeated = by_lean([shapes.request(twins.host, PATH, {})])
        return (
            against_nginx(twins, by_lean([shapes.page(twins.host, PATH)]), ROUNDS),
            against_nginx(twins, repeated, REPEATED_ROUNDS),
            against_nginx(twins, by_wrk("http"), REPEATED_ROUNDS),
            bare_against_nginx(twins, repeated),
        )

    lengths, (differing, repeated, wrk_repeated, bare) = with_pairs(bench.folder("plain"), measure)
    least = "A loop that sends as many bytes for any input, no HTTP, CPU time per request"
    return [
        *compare("plain", "Small answer, plain HTTP, another query and cookie each time", differing, lengths, LEAN),
        *compare("plain-repeated", "The same answer, one short request repeated", repeated, lengths, LEAN),
        *compare("plain-wrk", "The same, asked by wrk", wrk_repeated, lengths, "wrk"),
        Row.of(bare, "plain-bare", least, "micros", "µs", "nginx"),
    ]


def tls(bench):
    """Small answers by TLS 1.3: requests that differ, then one that is repeated."""
    suites = set()

    def measure(twins):
        suites.update(map(negotiated, (twins.ours, twins.theirs)))
        return (
            against_nginx(twins, by_lean([shapes.page(twins.host, PATH)], tls=True), ROUNDS),
            against_nginx(twins, by_wrk("https"), REPEATED_ROUNDS),
        )

    lengths, (differing, repeated) = with_pairs(bench.folder("tls"), measure)
    assert len(suites) == 1, f"the two negotiate different suites: {suites}"
    suite = suites.pop()
    return [
        *compare("tls", f"Small answer, {suite}, another query and cookie each time", differing, lengths, LEAN),
        *compare("tls-wrk", "The same answer, one short request repeated, asked by wrk", repeated, lengths, "wrk"),
    ]


def with_pairs(folder, measure, **question):
    """Joins what `measure` finds of several pairs of servers, a tuple of rounds each; also gives the lengths of their answers."""
    found = []
    for _ in range(PAIRS):
        with Twins(folder, **question) as twins:
            found.append(measure(twins))
            lengths = twins.bytes
    return lengths, [Rounds.joined(rounds) for rounds in zip(*found, strict=True)]


class Twins:
    """The simulator and nginx with answers of the same status and body, both on the servers' core.

    `question` gives a request that is answered so, when it is told the simulator.
    """

    def __init__(self, folder, question=None, status=200, core=SERVER_CORE):
        self.folder, self.status, self.core = folder, status, core
        self.question = question or (lambda server: shapes.request(host_of(server), PATH, {}))

    def __enter__(self):
        self.ours = Simulator(self.folder, self.core).__enter__()
        try:
            self.host, question = host_of(self.ours), self.question(self.ours)
            body, length = exchange(self.ours, question, self.status)
            with Nginx(self.folder, body, name="probe", status=self.status) as probe:
                padding = length - exchange(probe, question, self.status)[1]
            self.theirs = Nginx(self.folder, body, padding, self.core, status=self.status).__enter__()
            self.bytes = length, exchange(self.theirs, question, self.status)[1]
        except BaseException:
            self.ours.stop()
            raise
        return self

    def __exit__(self, *_):
        self.theirs.stop()
        self.ours.stop()


def host_of(server):
    return urllib.parse.urlsplit(server.http).netloc


def exchange(server, request, status=200):
    """The body of the answer to a request, and how many bytes it has with its head; the connection is kept for a second one."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        for _ in range(2):
            connection.sendall(request)
            answer = b""
            while (whole := shapes.whole_answer(answer)) is None:
                piece = connection.recv(65536)
                assert piece, f"{server.name} ends the connection after {answer[:100]}"
                answer += piece
            assert answer.startswith(b"HTTP/1.1 %d " % status), f"{server.name} answers {answer[:100]}"
    return whole.decode(), len(answer)


def negotiated(server):
    """Version and suite that a client which leaves both open gets, as openssl names them: `TLSv1.3 TLS_AES_256_GCM_SHA384`."""
    command = ["openssl", "s_client", "-connect", urllib.parse.urlsplit(server.https).netloc]
    run = subprocess.run(command, input="", env=clean_environment(), capture_output=True, text=True, check=True)
    line = next(line for line in run.stdout.splitlines() if line.startswith("New, "))
    return " ".join(line.removeprefix("New, ").split(", Cipher is "))


def by_lean(requests, statuses=(200,), tls=False):
    """A run of `pass-bench load` against a server."""

    def run(server):
        authority = server.authority if tls else None
        return Lean(server, requests, LEAN_SECONDS, CONNECTIONS, GENERATOR_CORE, statuses, authority)()

    return run


def by_wrk(scheme):
    """A run of wrk against a server, by that scheme."""

    def run(server):
        return wrk(server, getattr(server, scheme) + PATH, WRK_SECONDS, CONNECTIONS, core=GENERATOR_CORE)

    return run


def against_nginx(twins, run, count):
    for server in (twins.ours, twins.theirs):
        run(server)
    return alternate(lambda: run(twins.ours), lambda: run(twins.theirs), count)


def bare_against_nginx(twins, run):
    """Rounds of a loop like ours that does no HTTP."""
    with BareAnswers(twins.folder, twins.bytes[0], SERVER_CORE) as least:
        return alternate(lambda: run(least), lambda: run(twins.theirs), REPEATED_ROUNDS)


def compare(key, what, rounds, lengths, generator):
    shares = [side(lambda run: run.generator_share) for side in (rounds.ours, rounds.theirs)]
    is_saturated = max(shares) >= SATURATED
    note = "{} and {} bytes".format(*lengths) + f"; {generator} busy {shares[0]:.0%} and {shares[1]:.0%}"
    rate, cpu = f"{what}, {CONNECTIONS} connections, one core", f"{what}, CPU time of the server per request"
    return [
        Row.of(rounds, key, rate, "rate", "/s", "nginx", is_saturated=is_saturated, note=note),
        Row.of(rounds, f"{key}-cpu", cpu, "micros", "µs", "nginx"),
    ]
