"""A small unsigned answer over kept connections: both servers on core 0 in turn, what asks them on core 1.

The simulator's answer is `GET /_sim/ready`. nginx returns the same body; where its header is the shorter one, it is padded.
"""

import http.client
import subprocess
import urllib.parse

from generators import SATURATED, lean, wrk
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
LEAN_ROUNDS, WRK_ROUNDS, BARE_ROUNDS = 8, 3, 4
LEAN, LEAN_SECONDS, WRK_SECONDS = "pass-bench load", 0.5, 1
SERVER_CORE, GENERATOR_CORE = 0, 1


def plain(bench):
    """Requests a second and CPU time each, by plain HTTP; asked by a client that isn't the limit, and by wrk, which is."""

    def measure(twins):
        def ask(server, is_varied=False):
            length = twins.bytes[1] if server is twins.theirs else twins.bytes[0]
            return lean(server, PATH, length, LEAN_SECONDS, CONNECTIONS, GENERATOR_CORE, is_varied)

        def ask_anew(server):
            return ask(server, is_varied=True)

        same = against_nginx(twins, ask, LEAN_ROUNDS)
        varied = against_nginx(twins, ask_anew, LEAN_ROUNDS)
        return same, varied, against_nginx(twins, wrk_for("http"), WRK_ROUNDS), bare_against_nginx(twins, ask)

    lengths, (same, varied, by_wrk, bare) = with_pairs(bench.folder("plain"), measure)
    least = "A loop that sends as many bytes for whatever it receives, no HTTP, CPU time per request"
    return [
        *compare("plain", "Small answer, plain HTTP", same, lengths, LEAN),
        *compare("plain-varied", "The same, each with another query", varied, lengths, LEAN),
        *compare("plain-wrk", "The same, asked by wrk", by_wrk, lengths, "wrk"),
        Row.of(bare, "plain-bare", least, "micros", "µs", "nginx"),
    ]


def tls(bench):
    """The same by TLS 1.3, asked by wrk."""
    suites = set()

    def measure(twins):
        suites.update((negotiated(twins.ours.port), negotiated(int(twins.theirs.https.rpartition(":")[2]))))
        return (against_nginx(twins, wrk_for("https"), WRK_ROUNDS),)

    lengths, (rounds,) = with_pairs(bench.folder("tls"), measure)
    assert len(suites) == 1, f"the two negotiate different suites: {suites}"
    return compare("tls", f"Small answer, {suites.pop()}", rounds, lengths, "wrk")


def with_pairs(folder, measure):
    """What `measure` finds of several pairs of servers, a tuple of rounds for each; and the lengths of their answers."""
    found = []
    for _ in range(PAIRS):
        with Twins(folder) as twins:
            found.append(measure(twins))
            lengths = twins.bytes
    return lengths, [Rounds.joined(rounds) for rounds in zip(*found, strict=True)]


class Twins:
    """The simulator and nginx with answers of the same body, both on the servers' core."""

    def __init__(self, folder, core=SERVER_CORE):
        self.folder, self.core = folder, core

    def __enter__(self):
        self.ours = Simulator(self.folder, self.core).__enter__()
        try:
            body, length = answer(self.ours.http)
            with Nginx(self.folder, body, name="probe") as probe:
                padding = length - answer(probe.http)[1]
            self.theirs = Nginx(self.folder, body, padding, self.core).__enter__()
            self.bytes = length, answer(self.theirs.http)[1]
        except BaseException:
            self.ours.stop()
            raise
        return self

    def __exit__(self, *_):
        self.theirs.stop()
        self.ours.stop()


def answer(url, path=PATH, form=None):
    """The body of an answer, and how many bytes it has with its head."""
    connection = http.client.HTTPConnection(urllib.parse.urlsplit(url).netloc, timeout=10)
    if form:
        connection.request("POST", path, form, {"Content-Type": "application/x-www-form-urlencoded"})
    else:
        connection.request("GET", path)
    response = connection.getresponse()
    body = response.read().decode()
    assert response.status == 200, f"{url}{path} answered {response.status}"
    connection.close()
    head = sum(len(f"{name}: {value}\r\n") for name, value in response.getheaders())
    return body, len(f"HTTP/1.1 200 {response.reason}\r\n\r\n") + head + len(body)


def negotiated(port):
    """Version and suite that a client which leaves both open gets, as openssl names them: `TLSv1.3 TLS_AES_256_GCM_SHA384`."""
    command = ["openssl", "s_client", "-connect", f"127.0.0.1:{port}"]
    run = subprocess.run(command, input="", env=clean_environment(), capture_output=True, text=True, check=True)
    line = next(line for line in run.stdout.splitlines() if line.startswith("New, "))
    return " ".join(line.removeprefix("New, ").split(", Cipher is "))


def wrk_for(scheme):
    """A run of wrk against a server, by that scheme."""

    def run(server):
        return wrk(server, getattr(server, scheme) + PATH, WRK_SECONDS, CONNECTIONS, core=GENERATOR_CORE)

    return run


def against_nginx(twins, run, count):
    for server in (twins.ours, twins.theirs):
        run(server)
    return alternate(lambda: run(twins.ours), lambda: run(twins.theirs), count)


def bare_against_nginx(twins, run):
    """What is left when a loop like ours does no HTTP."""
    with BareAnswers(twins.folder, twins.bytes[0], SERVER_CORE) as least:
        return alternate(lambda: run(least), lambda: run(twins.theirs), BARE_ROUNDS)


def compare(key, what, rounds, lengths, generator):
    shares = [side(lambda run: run.generator_share) for side in (rounds.ours, rounds.theirs)]
    is_saturated = max(shares) >= SATURATED
    note = "{} and {} bytes".format(*lengths) + f"; {generator} busy {shares[0]:.0%} and {shares[1]:.0%}"
    rate, cpu = f"{what}, {CONNECTIONS} connections, one core", f"{what}, CPU time of the server per request"
    return [
        Row.of(rounds, key, rate, "rate", "/s", "nginx", is_saturated=is_saturated, note=note),
        Row.of(rounds, f"{key}-cpu", cpu, "micros", "µs", "nginx"),
    ]
