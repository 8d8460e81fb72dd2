"""What an SQLite store costs: the same requests and logins beside the memory store, with each change on the disk before its answer."""

import devices
from generators import Lean
from rows.embedded import Measurement
from rows.flows import Flow
from servers import Simulator
from signatures import SECONDS
from statistic import alternate
from table import Row

CONNECTIONS = 64
DEVICES = 200


def stores(bench):
    folder = bench.folder("stores")
    options = ("--store", f"sqlite:{folder}/state.sqlite")
    with Simulator(folder, options=options, name="sqlite") as ours, Simulator(folder, data=folder / "data", name="memory") as theirs:
        sides = [Lean(server, authorizations(server), SECONDS, CONNECTIONS) for server in (ours, theirs)]
        for side in sides:
            side()
        rate = lambda run: run.rate  # noqa: E731
        rounds = alternate(*sides)
        what = f"`authorizeDevice` with an SQLite store, {CONNECTIONS} connections"
        authorize = Row(
            "store-authorize", what, rounds.ours(rate), "/s", rounds.theirs(rate), "the memory store", rounds.ratio(rate),
            disturbance=rounds.disturbance,
        )
        return [authorize, login(alternate(lambda: Flow(ours), lambda: Flow(theirs)))]


def sessions(bench):
    figures = Measurement("sessions", bench.folder("sessions") / "state.sqlite")

    def row(key, what, value):
        many, few = (figures[f"{value}{size}"] for size in (1_000_000, 10))
        return Row(key, what, many, "µs", few, "with 10", disturbance=figures.disturbance)

    return [
        row("store-sessions-signed", "`authorizeDevice` and `deviceShortAuthorize` with 1,000,000 sessions in an SQLite store", "signed"),
        row("store-sessions-recent", "Finding one of ten registration codes that are in use, of 1,000,000 in an SQLite store", "recent"),
        row("store-sessions-any", "Finding any of 1,000,000 registration codes in an SQLite store, most of them in the file alone", "lookup"),
    ]


def authorizations(server):
    return devices.authorizations(devices.signed_in(server, DEVICES))


def login(rounds):
    return Row.of(rounds, "store-flow", "Login to media token with an SQLite store", "rate", "/s", "the memory store")
