"""What an SQLite store costs: the same requests and logins beside the memory store, with each change on the disk before its answer."""

import devices
from generators import Lean
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


def authorizations(server):
    return devices.authorizations(devices.signed_in(server, DEVICES))


def login(rounds):
    return Row.of(rounds, "store-flow", "Login to media token with an SQLite store", "rate", "/s", "the memory store")
