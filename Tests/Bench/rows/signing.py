"""Answers that carry signatures, on all cores, beside the signatures that openssl makes in the same run.

Each request differs: they are those of many devices in turn, each time for another resource or with another session GUID. The load
generator shares the cores with the server; rates are compared after what it takes is taken from openssl too.
"""

import json

import devices
import shapes
from generators import Lean, Meter, wrk
from rows.small_responses import PATH, exchange
from servers import BareAnswers, Nginx, Simulator
from signatures import SECONDS, speed
from statistic import alternate, median
from table import Row

CONNECTIONS = 32
ROUNDS = 12
# `openssl speed` takes whole seconds. Loads of our own may be shorter, and more rounds of them show less of how a machine changes its speed.
FLOOR_SECONDS, FLOOR_ROUNDS, HTTP_ROUNDS = 0.4, 30, 8
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
    return [*rows, floor(folder, server, key, what, requests, signatures)]


def floor(folder, server, key, what, requests, signatures):
    """The row beside the least that a server can take: the signatures, made by workers beside a loop, and nginx's time for the HTTP."""
    body, length = exchange(server, shapes.numbered(requests, 1)[0])
    with (
        BareAnswers(folder, length, signatures=signatures) as signers,
        BareAnswers(folder, length) as bare,
        Nginx(folder, body) as nginx,
    ):
        ours, least, neither, http = (
            Lean(each, requests, FLOOR_SECONDS, CONNECTIONS) for each in (server, signers, bare, nginx)
        )
        for ask in (ours, least, neither, http):
            ask()
        # A loop that neither reads HTTP nor signs takes the kernel's time, which the signers have taken already.
        rounds = alternate(http, neither, HTTP_ROUNDS)
        more = max(0, rounds.ours(lambda run: run.micros) - rounds.theirs(lambda run: run.micros))
        rounds = alternate(ours, lambda: least().with_more(more), FLOOR_ROUNDS)
    words = f"{what}, CPU time beside workers that sign as often, and the HTTP of such an exchange by nginx"
    return Row.of(rounds, f"{key}-floor", words, "micros", "µs", "workers and nginx", note=f"{more:.1f} µs of it are nginx's")


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
