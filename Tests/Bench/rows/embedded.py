"""What only Swift can measure: `pass-bench` measures it in its own process and prints one JSON object."""

import json
import subprocess

from generators import Meter
from processes import clean_environment
from servers import PASS_BENCH
from signatures import speed
from statistic import alternate
from table import Row

ROUNDS = 3


class Measurement:
    """The figures of one measurement of `pass-bench`, by name."""

    def __init__(self, name, *arguments, servers=()):
        command = [str(word) for word in (PASS_BENCH, name, *arguments)]
        with Meter(*servers) as meter:
            run = subprocess.run(command, env=clean_environment(), stdout=subprocess.PIPE, text=True, check=True)
        self.figures = json.loads(run.stdout)
        self.server_cpu = meter.server
        self.disturbance = meter.disturbance

    def __getitem__(self, name):
        return self.figures[name]


def timed(name, *rows, note=""):
    """The rows of times that one measurement has, each a key, what it is and a figure's name, beside an RSA signature.

    Where the machine is slow, a signature takes longer too. Like what is measured, it has the machine to itself. The first row
    gets the note, which may name figures.
    """
    rounds = alternate(lambda: Measurement(name), lambda: speed(processes=1), ROUNDS)

    def row(key, what, figure):
        def millis(run):
            return run[figure] if isinstance(run, Measurement) else run.millis_of(1, 0)

        sides = rounds.ours(millis), "ms", rounds.theirs(millis), "an RSA signature by openssl speed", rounds.ratio(millis)
        return Row(key, what, *sides, disturbance=rounds.disturbance)

    made = [row(*each) for each in rows]
    first, _ = rounds.pairs[0]
    made[0].note = note.format(**{figure: rounds.ours(lambda run, figure=figure: run[figure]) for figure in first.figures})
    return made


def embedded_start(_bench):
    return timed(
        "start",
        ("embedded-start", "`Simulator.start()` in process", "startMillis"),
        note="CPU time {startProcessorMillis:.1f} ms; the first start takes {firstStartMillis:.1f} ms",
    )


def namespaces(_bench):
    return timed(
        "namespaces",
        ("namespace-create", "Making a namespace", "createMillis"),
        ("namespace-reset", "Resetting a namespace", "resetMillis"),
        ("namespace-reset-filled", "Resetting a namespace with a suite's logins", "resetFilledMillis"),
    )


def sessions(_bench):
    figures = Measurement("sessions")

    def row(key, what, value):
        few, many = figures[f"{value}10"], figures[f"{value}1000000"]
        between = ", ".join(f"{figures[f'{value}{size}']:.1f} µs at {size:,}" for size in (1_000, 100_000))
        return Row(key, what, many, "µs", few, "with 10", disturbance=figures.disturbance, note=between)

    return [
        row("sessions-signed", "`authorizeDevice` and `deviceShortAuthorize` with 1,000,000 sessions", "signed"),
        row("sessions-lookup", "Finding one of 1,000,000 registration codes", "lookup"),
    ]
