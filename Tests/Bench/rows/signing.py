"""Answers that carry a signature, on all cores, beside the signatures that openssl makes in the same run.

The load generator shares the cores with the server; what it takes is in the row.
"""

import re
import subprocess
import sys
import urllib.parse

from generators import Load, Meter, lean, read_wrk, wrk, wrk_command, wrk_variables
from machine import cores
from processes import clean_environment
from rows.small_responses import PATH, answer
from servers import ROOT, Simulator
from statistic import ROUNDS, alternate, median
from table import Row

sys.path.append(str(ROOT / "Tests/Clients"))
import witness as clients  # noqa: E402

OPERATIONS = ("authorizeDevice", "deviceShortAuthorize")
CONNECTIONS = 32
SECONDS = 2
RESOURCE = "TEST_RESOURCE"
# What asks for plain answers while signing is saturated: one connection that waits this long between two requests.
PROBE_MILLISECONDS = 1


def signing(bench):
    folder = bench.folder("signing")
    rows = []
    with Simulator(folder) as server:
        bodies = prepare(server, folder)
        for operation in OPERATIONS:
            ask = asking(server, f"/adobe-services/{operation}", bodies[operation].read_text())
            ask()
            rows += compare(operation, alternate(ask, openssl))
        rows.append(beside(server, bodies["authorizeDevice"]))
    return rows


def asking(server, path, form):
    """A run that sends the same form as fast as it is answered; all answers are as long as the first."""
    _, length = answer(server.http, path, form)
    return lambda: lean(server, path, length, SECONDS, CONNECTIONS, body=form)


def compare(operation, rounds):
    key = "authorize" if operation == "authorizeDevice" else "short-authorize"
    generator = rounds.ours(lambda run: run.generator_cpu / run.seconds / cores())
    other = f"openssl speed -multi {cores()} rsa2048"
    note = f"pass-bench load takes {generator:.1%} of the machine"
    cpu = f"`{operation}`, CPU time of the server per request"
    return [
        Row.of(rounds, key, f"`{operation}`, all cores", "rate", "/s", other, note=note),
        Row.of(rounds, f"{key}-cpu", cpu, "micros", "µs", "of a signature"),
    ]


class Recorder(clients.Witness):
    """A client that notes the form of each call; the last of each operation is what is sent again and again."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.forms = {}

    def entitle(self, operation, fields):
        self.forms[operation] = urllib.parse.urlencode(fields)
        return super().entitle(operation, fields)


def prepare(server, folder):
    """Signs a device in and gives a file with the body of each operation's request."""
    device = Recorder(f"{server.http}/adobe-services", "TEST_REQUESTOR", "Adobe", "bench")
    device.sign_in(clients.made_up_statement(), "user", "password")
    device.authorize(RESOURCE)
    device.short_authorize()
    files = {operation: folder / operation for operation in OPERATIONS}
    for operation, file in files.items():
        file.write_text(device.forms[operation])
    return files


def openssl():
    """Signatures a second of a process on each core."""
    command = ["openssl", "speed", "-multi", str(cores()), "-seconds", str(SECONDS), "-elapsed", "rsa2048"]
    with Meter() as meter:
        run = subprocess.run(command, env=clean_environment(), capture_output=True, text=True, check=True)
    found = re.search(r"^rsa 2048 bits \S+ \S+ +([\d.]+) +([\d.]+)$", run.stdout, re.MULTILINE)
    assert found, f"openssl speed told no rate: {run.stdout}"
    rate = float(found[1])
    # It verifies for as long as it signs, and no process of it is idle meanwhile.
    cpu = meter.generator / 2
    return Load(
        requests=rate * SECONDS,
        seconds=SECONDS,
        failed=0,
        server_cpu=cpu,
        generator_cpu=0,
        other_cpu=meter.other * SECONDS / meter.seconds,
    )


def beside(server, body):
    """How long plain answers take while signing has all it can get."""
    saturating = wrk_command(f"{server.http}/adobe-services/authorizeDevice", SECONDS + 2, CONNECTIONS)
    environment = clean_environment(**wrk_variables(body=body))
    runs, disturbances = [], []
    for _ in range(ROUNDS):
        load = subprocess.Popen(
            [str(word) for word in saturating], env=environment, stdout=subprocess.PIPE, text=True
        )
        try:
            with Meter(server, load) as meter:
                runs.append(wrk(server, server.http + PATH, SECONDS, connections=1, delay=PROBE_MILLISECONDS))
            output, _ = load.communicate()
        finally:
            load.kill()
            load.wait()
        assert read_wrk(output)["failed"] == 0, "requests for signatures failed meanwhile"
        disturbances.append(meter.disturbance)
    idle = wrk(server, server.http + PATH, SECONDS, connections=1, delay=PROBE_MILLISECONDS)
    return Row(
        "beside-signing",
        "Plain answers while signing is saturated, median",
        median([run.p50 for run in runs]) / 1000,
        "ms",
        idle.p50 / 1000,
        "the same when idle",
        disturbance=median(disturbances),
        note=f"p99 {median([run.p99 for run in runs]) / 1000:.2f} ms",
    )
