"""How long it takes from the start of the process to the ready line, with the keys there."""

import re
import subprocess
import time

from generators import Meter
from processes import clean_environment
from servers import SIMULATOR, Nginx, Simulator
from statistic import alternate, median
from table import Row

STARTS = 40


def start(bench):
    folder = bench.folder("start")
    with Simulator(folder):
        pass  # It has its keys and its authority now.
    rounds = alternate(lambda: Start(folder), lambda: NginxStart(folder), rounds=STARTS, repeats=5)
    bare = median([BareStart().milliseconds for _ in range(STARTS)])
    return [
        Row(
            "start",
            "Process start to ready line, keys present",
            rounds.ours(lambda run: run.milliseconds),
            "ms",
            rounds.theirs(lambda run: run.milliseconds),
            "nginx to its first connection",
            rounds.ratio(lambda run: run.milliseconds),
            disturbance=rounds.disturbance,
            note=f"`true` takes {bare:.1f} ms",
        ),
    ]


class Timed:
    """One start, and what others took of the machine meanwhile."""

    def __init__(self):
        with Meter() as meter:
            self.milliseconds = self.run() * 1000
        self.disturbance = meter.disturbance


class Start(Timed):
    """A simulator as far as its ready line."""

    def __init__(self, folder):
        self.folder = folder
        super().__init__()

    def run(self):
        command = [SIMULATOR, "serve", "--listen", "127.0.0.1:0", "--log", "off", "--data-dir", self.folder / "data"]
        environment = clean_environment()
        before = time.perf_counter()
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, env=environment) as process:
            line = process.stdout.readline()
            taken = time.perf_counter() - before
            process.terminate()
        assert re.match(rb"pass-simulator ready: http://", line), f"its first line was {line!r}"
        return taken


class NginxStart(Timed):
    """nginx as far as a connection that it takes; there is no ready line."""

    def __init__(self, folder):
        self.folder = folder
        super().__init__()

    def run(self):
        server = Nginx(self.folder, "{}")
        server.check_seconds = 0.0005
        before = time.perf_counter()
        with server:
            return server.ready_at - before


class BareStart(Timed):
    """A process that does nothing."""

    def run(self):
        before = time.perf_counter()
        subprocess.run(["true"], check=True, env=clean_environment())
        return time.perf_counter() - before
