"""What only Swift can measure: `pass-bench` measures it in its own process and prints one JSON object."""

import json
import subprocess

from generators import Meter
from processes import clean_environment
from servers import PASS_BENCH
from table import Row


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


def embedded_start(_bench):
    figures = Measurement("start")
    return [
        Row(
            "embedded-start",
            "`Simulator.start()` in process",
            figures["startMillis"],
            "ms",
            disturbance=figures.disturbance,
            note="CPU time {startProcessorMillis:.1f} ms; the first start takes {firstStartMillis:.1f} ms".format(
                **figures.figures
            ),
        )
    ]


def namespaces(_bench):
    figures = Measurement("namespaces")

    def row(key, what, value):
        return Row(key, what, figures[value], "ms", disturbance=figures.disturbance)

    return [
        row("namespace-create", "Making a namespace", "createMillis"),
        row("namespace-reset", "Resetting a namespace", "resetMillis"),
        row("namespace-reset-filled", f"The same with {figures['sessions']:,.0f} sessions", "resetFilledMillis"),
    ]


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
