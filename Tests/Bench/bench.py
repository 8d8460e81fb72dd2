"""Measures what DESIGN promises: prints one table of rows, each beside something comparable in the same run.

    bench.py [FAMILY…] [--record]

Exit codes: 0 every target is reached, 1 one is missed, 2 an unknown family.
"""

import argparse
import shutil
import sys
import tempfile
import time
from pathlib import Path

import machine
import record
import thresholds
from rows import families
from statistic import DISTURBED
from table import as_text


class Bench:
    """What the families share."""

    def __init__(self, root):
        self.root = Path(root)

    def folder(self, name):
        """A folder for a family's files, empty at first."""
        folder = self.root / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        return folder


def main():
    parser = argparse.ArgumentParser(description="Measures the simulator beside others.")
    parser.add_argument("families", nargs="*", help=f"which rows; all when none is named: {', '.join(families.ALL)}")
    parser.add_argument("--record", action="store_true", help="write the table into the documentation")
    given = parser.parse_args()
    if unknown := [name for name in given.families if name not in families.ALL]:
        print(f"There are no rows called {', '.join(unknown)}; there are {', '.join(families.ALL)}.", file=sys.stderr)
        return 2
    if given.record and given.families:
        print("Only a whole table is recorded: leave out the names of rows.", file=sys.stderr)
        return 2
    rows = []
    with tempfile.TemporaryDirectory(prefix="pass-bench-") as root:
        bench = Bench(root)
        for name in given.families or families.ALL:
            begun = time.monotonic()
            print(f"{name} …", end="", file=sys.stderr, flush=True)
            rows += families.ALL[name](bench)
            print(f" {time.monotonic() - begun:.0f} s", file=sys.stderr)
    missed = thresholds.judge(rows, thresholds.load())
    description = machine.describe()
    for name, value in description.items():
        print(f"{name}: {value}")
    print(f"\n{as_text(rows)}")
    if noisy := [row for row in rows if row.disturbance >= DISTURBED]:
        worst = max(row.disturbance for row in noisy)
        print(
            f"\nOther processes took up to {worst:.0%} of the machine during {len(noisy)} rows: repeat these on a quiet one.",
            file=sys.stderr,
        )
    for sentence in missed:
        print(f"Missed: {sentence}", file=sys.stderr)
    if given.record:
        record.write(rows, description)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
