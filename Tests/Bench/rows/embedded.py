"""What only Swift can measure: `pass-bench` measures it in its own process and prints one JSON object."""

import json
import os
import subprocess
from pathlib import Path

from load import Meter
from processes import clean_environment
from servers import ROOT

PASS_BENCH = Path(os.environ.get("PASS_BENCH_BINARY", ROOT / ".build/release/pass-bench"))


class Measurement:
    """The figures of one measurement of `pass-bench`, by name."""

    def __init__(self, name, *arguments):
        command = [str(word) for word in (PASS_BENCH, name, *arguments)]
        with Meter() as meter:
            run = subprocess.run(command, env=clean_environment(), stdout=subprocess.PIPE, text=True, check=True)
        self.figures = json.loads(run.stdout)
        self.disturbance = min(1, meter.other / (meter.seconds * os.cpu_count()))

    def __getitem__(self, name):
        return self.figures[name]
