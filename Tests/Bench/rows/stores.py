"""What stores outside memory cost: the same requests and logins beside the memory store, and two nodes beside one.

SQLite has each change on the disk before its answer. Redis keeps everything in its memory, as the memory store does, and shares the
cores with the simulator and the client.
"""

import devices
from generators import Lean
from rows.embedded import Measurement
from rows.flows import Flow
from servers import Nodes, Redis, Simulator
from statistic import alternate
from table import Row

CONNECTIONS = 64
SECONDS = 2
ROOM_FOR_ALL = 16 << 30
DEVICES = 200


def stores(bench):
    folder = bench.folder("stores")
    options = ("--store", f"sqlite:{folder}/state.sqlite")
    with Simulator(folder, options=options, name="sqlite") as ours:
        return beside_memory(folder, ours, "store", "an SQLite store")


def redis(bench):
    folder = bench.folder("redis")
    with Redis(folder) as store, Simulator(folder, name="nodes", store=store) as ours:
        return beside_memory(folder, ours, "redis", "a Redis store")


def beside_memory(folder, ours, key, store):
    """The rows of a simulator with a store, beside one with the memory store."""
    with Simulator(folder, data=folder / "data", name="memory") as theirs:
        rounds = authorizations(ours, theirs)
        what = f"`authorizeDevice` with {store}, {CONNECTIONS} connections"
        return [
            Row.of(rounds, f"{key}-authorize", what, "rate", "/s", "the memory store"),
            Row.of(rounds, f"{key}-authorize-cpu", "The same, CPU time of the simulator per request", "micros", "µs", "the memory store"),
            login(alternate(lambda: Flow(ours), lambda: Flow(theirs)), f"{key}-flow", store),
        ]


def nodes(bench):
    folder = bench.folder("nodes")
    data = folder / "data"
    # The first one makes the keys of all.
    with Nodes(folder, 1, data) as theirs, Nodes(folder, 2, data) as ours:
        rounds = authorizations(ours, theirs)
        what = f"`authorizeDevice` at two nodes that share a Redis store behind HAProxy, {CONNECTIONS} connections"
        flows = alternate(lambda: Flow(ours), lambda: Flow(theirs))
        return [
            Row.of(rounds, "nodes-authorize", what, "rate", "/s", "one node"),
            Row.of(rounds, "nodes-authorize-cpu", "The same, CPU time of the nodes per request", "micros", "µs", "one node"),
            Row.of(flows, "nodes-flow-cpu", "Login to media token, CPU time of the nodes", "millis", "ms", "one node"),
        ]


def sessions(bench):
    file = bench.folder("sessions") / "state.sqlite"
    figures = Measurement("sessions", file)
    # It finds the sessions in the file, and reads each once before it measures.
    cached = Measurement("sessions", file, ROOM_FOR_ALL)
    return [
        growth(figures, "store-sessions-signed", f"{SIGNED} in an SQLite store", "signed"),
        growth(figures, "store-sessions-recent", "Finding one of ten registration codes that are in use, of 1,000,000 in an SQLite store", "recent"),
        growth(figures, "store-sessions-any", f"{FINDING} in an SQLite store, most of them in the file alone", "lookup"),
        growth(cached, "store-sessions-cached", f"{FINDING} in an SQLite store whose `storeCacheBytes` has room for all", "lookup"),
    ]


def redis_sessions(bench):
    with Redis(bench.folder("redis-sessions")) as store:
        figures = Measurement("sessions", store.url, servers=(store,))
        return [
            growth(figures, "redis-sessions-signed", f"{SIGNED} in a Redis store, with the waiting for it", "signed"),
            growth(figures, "redis-sessions-any", f"{FINDING} in a Redis store, with the waiting for it", "lookup"),
        ]


SIGNED = "`authorizeDevice` and `deviceShortAuthorize` with 1,000,000 sessions"
FINDING = "Finding any of 1,000,000 registration codes"


def growth(figures, key, what, value):
    many, few = (figures[f"{value}{size}"] for size in (1_000_000, 10))
    return Row(key, what, many, "µs", few, "with 10", disturbance=figures.disturbance)


def authorizations(ours, theirs):
    """Rounds of load on both, after one that warms them up."""
    sides = []
    for server in (ours, theirs):
        requests = devices.authorizations(devices.signed_in(server, DEVICES))
        sides.append(Lean(server, requests, SECONDS, CONNECTIONS))
        sides[-1]()
    return alternate(*sides)


def login(rounds, key, store):
    return Row.of(rounds, key, f"Login to media token with {store}", "rate", "/s", "the memory store")
