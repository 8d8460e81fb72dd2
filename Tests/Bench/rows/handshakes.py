"""TLS handshakes without resumption, one after the other, and certificates for hosts that weren't asked for before."""

import re
import subprocess

from generators import Load, Meter
from processes import clean_environment, pinned
from rows.embedded import timed
from rows.small_responses import GENERATOR_CORE, with_pairs
from statistic import alternate
from table import Row

SECONDS = 1
# For each pair of servers.
ROUNDS = 4


def handshakes(bench):
    def measure(twins):
        return (alternate(lambda: connect(twins.ours), lambda: connect(twins.theirs), ROUNDS),)

    _, (rounds,) = with_pairs(bench.folder("handshakes"), measure)
    leaf = ("leaf", "A certificate for a further host", "issueMillis")
    return [
        Row.of(rounds, "handshakes", "TLS 1.3 handshakes, one after the other", "rate", "/s", "nginx"),
        Row.of(rounds, "handshakes-cpu", "TLS 1.3 handshake, CPU time of the server", "micros", "µs", "nginx"),
        *timed("leaves", leaf, note="the first, with its key, {firstMillis:.2f} ms"),
    ]


def connect(server):
    """Makes as many connections as one `openssl s_time` can in its time."""
    port = server.https.rpartition(":")[2]
    command = ["openssl", "s_time", "-new", "-time", str(SECONDS), "-connect", f"127.0.0.1:{port}"]
    with Meter(server) as meter:
        run = subprocess.run(
            pinned(GENERATOR_CORE, command), env=clean_environment(), capture_output=True, text=True, check=True
        )
    found = re.search(r"^(\d+) connections in \d+ real seconds", run.stdout, re.MULTILINE)
    assert found, f"openssl s_time printed no number: {run.stdout}"
    return Load(
        requests=int(found[1]),
        seconds=meter.seconds,
        failed=0,
        server_cpu=meter.server,
        generator_cpu=meter.generator,
        other_cpu=meter.other,
    )
