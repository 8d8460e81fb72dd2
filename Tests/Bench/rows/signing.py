"""Answers that carry signatures, on all cores, beside the signatures that openssl makes in the same run.

Each request differs: they are those of many devices in turn, each time for another resource or with another session GUID. The load
generator shares the cores with the server; rates are compared after what it takes is taken from openssl too.
"""

import json

import devices
import shapes
from generators import Lean, Meter, wrk
from rows.small_responses import PATH, exchange
from servers import BareAnswers, Simulator
from signatures import SECONDS, speed
from statistic import alternate, median
from table import Row

CONNECTIONS = 32
ROUNDS = 12
DEVICES = 200
# What asks for plain answers while signing is saturated: one connection that waits this long between two requests.
PROBE_MILLISECONDS = 1
PROBE_SECONDS, PROBES = 2, 5


def signing(bench):
    folder = bench.folder("signing")
    with Simulator(folder) as server:
        phones = devices.signed_in(server, DEVICES)
        operations = (
            ("authorize", "`authorizeDevice`", devices.authorizations(phones), 1),
            ("short-authorize", "`deviceShortAuthorize`", devices.short_authorizations(phones), 1),
            # The device's ID, and the token itself.
            ("poll-signed", "Poll of `sessionDevice`, a user signed in", devices.logged_in_polls(phones), 2),
        )
        rows = [row for operation in operations for row in measured(folder, server, *operation)]
        rows.append(beside(server, devices.authorizations(phones)))
    return rows


def measured(folder, server, key, what, requests, signatures):
    """The rows of an operation that makes so many signatures each time."""
    ask = Lean(server, requests, SECONDS, CONNECTIONS)
    ask()
    rows = compare(key, what, alternate(ask, lambda: speed(signatures), ROUNDS), signatures)
    _, length = exchange(server, shapes.numbered(requests, 1)[0])
    with BareAnswers(folder, length, signatures=signatures) as least:
        ask_least = Lean(least, requests, SECONDS, CONNECTIONS)
        ask_least()
        rounds = alternate(ask, ask_least, ROUNDS)
    floor = f"{what}, CPU time beside a loop and workers that sign as often, and read and write no HTTP"
    return [*rows, Row.of(rounds, f"{key}-floor", floor, "micros", "µs", "the loop and workers")]


def compare(key, what, rounds, signatures):
    share = rounds.ours(lambda run: run.generator_share_of_all)
    each = "a signature" if signatures == 1 else f"{signatures} signatures"
    return [
        Row(
            key,
            f"{what}, all cores",
            rounds.ours(lambda run: run.rate),
            "/s",
            rounds.theirs(lambda run: run.rate),
            f"openssl speed, {each}",
            rounds.ratio(lambda run: run.rate_of_all),
            disturbance=rounds.disturbance,
            note=f"pass-bench load takes {share:.1%} of the machine, and the ratio is that to the rest of it",
        ),
        Row.of(rounds, f"{key}-cpu", f"{what}, CPU time of the server per request", "micros", "µs", f"of {each}"),
    ]


def beside(server, requests):
    """How long plain answers take while signing has all it can get."""
    saturating = Lean(server, requests, PROBE_SECONDS + 2, CONNECTIONS)
    runs, disturbances = [], []
    for _ in range(PROBES):
        load = saturating.start()
        try:
            with Meter(server, load) as meter:
                runs.append(probe(server))
            output, _ = load.communicate()
        finally:
            load.kill()
            load.wait()
        assert load.returncode == 0 and json.loads(output)["requests"], "requests for signatures failed meanwhile"
        disturbances.append(meter.disturbance)
    idle = probe(server)
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


def probe(server):
    queries = tuple(f"{PATH}?_={number:08d}" for number in range(PROBE_SECONDS * 1000))
    return wrk(server, server.http, PROBE_SECONDS, connections=1, delay=PROBE_MILLISECONDS, paths=queries)
