"""What the journal costs: a simulator that records exchanges, as every simulator does by default, beside one that doesn't.

Both get the same requests in turn on one core. The journal is full before the first round, so each exchange also replaces one.
"""

import devices
from generators import Lean
from processes import resident_bytes
from rows.small_responses import CONNECTIONS, GENERATOR_CORE, PAIRS, ROUNDS, SERVER_CORE, by_lean
from servers import Simulator
from statistic import Rounds, alternate
from table import Row

WAITING, DEVICES = 500, 50
EXCHANGES, FILL_SECONDS = 1_000_000, 5
MEBIBYTE = 2**20
# (Key, the operation, the requests for a server, the status of their answers.)
OPERATIONS = (
    ("poll", "poll of `sessionDevice`, no user signed in", lambda server: devices.polls(server, WAITING), 401),
    ("v2-session", "poll of `sessions/{code}`", lambda server: devices.app_polls(server, WAITING, "sessions", False), 200),
    ("authorize", "`authorizeDevice`", lambda server: devices.authorizations(devices.signed_in(server, DEVICES)), 200),
)


def journal(bench):
    return [*(cost(bench, *operation) for operation in OPERATIONS), memory(bench)]


def cost(bench, key, what, requests, status):
    folder = bench.folder(f"journal-{key}")
    found = [beside(folder, requests, status) for _ in range(PAIRS)]
    told = f"With a journal, CPU time of the server per request: {what}"
    return Row.of(Rounds.joined(found), f"journal-{key}", told, "micros", "µs", "without one")


def beside(folder, requests, status):
    with Simulator(folder, SERVER_CORE, name="recording", journal=True) as recording:
        with Simulator(folder, SERVER_CORE) as plain:
            asked = {each: by_lean(requests(each), (status,)) for each in (recording, plain)}
            runs = [lambda each=each: asked[each](each) for each in (recording, plain)]
            for run in runs:
                run()
            return alternate(*runs, ROUNDS)


def memory(bench):
    """Resident memory after so many exchanges, of which the journal holds the last ones."""
    with Simulator(bench.folder("journal-memory"), SERVER_CORE, journal=True) as server:
        before = resident_bytes(server.pid)
        ask = Lean(server, devices.polls(server, WAITING), FILL_SECONDS, CONNECTIONS, GENERATOR_CORE, (401,))
        made = 0
        while made < EXCHANGES:
            made += ask().requests
        held = resident_bytes(server.pid)
    note = f"{before / MEBIBYTE:.1f} MiB before; the journal's bound is 64 MiB"
    return Row("journal-memory", f"Resident memory after {EXCHANGES:,} exchanges", held / MEBIBYTE, "MiB", note=note)
