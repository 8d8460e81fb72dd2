"""Measures the simulator beside others: prints one table of rows, each beside something comparable in the same run.

    bench.py [FAMILY…] [--record]

Exit codes: 0 every target is reached, 1 one is missed or a family failed, 2 an unknown family.
"""

import argparse
import shutil
import sys
import tempfile
import time
import traceback
from dataclasses import dataclass, field
from pathlib import Path

import machine
import record
import thresholds
from pace import Pace
from rows import families
from statistic import DISTURBED
from table import as_text


class Bench:
    """Common means of the families."""

    def __init__(self, root):
        self.root = Path(root)

    def folder(self, name):
        """A folder for a family's files, empty at first."""
        folder = self.root / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        return folder


# How often a family is measured again that missed a target while something slowed the machine.
REPEATS = 2


@dataclass
class Outcome:
    """What became of a family: its rows, or why it failed; and the slower one of the looks at the machine before and after."""

    look: float
    rows: list = field(default_factory=list)
    failure: str = ""


def measure(measures, bench, pace, wanted):
    """Measures each family; one that failed doesn't keep the others from being measured.

    A family that missed a target while the machine was slowed is measured again at the end.
    """
    outcomes = {name: outcome(name, family, bench, pace, wanted) for name, family in measures.items()}
    for _ in range(REPEATS):
        slowed = [
            name
            for name, each in outcomes.items()
            if pace.was_slowed(each.look) and (each.failure or thresholds.judge(each.rows, wanted))
        ]
        if not slowed:
            break
        print(f"The machine was slowed down and targets were missed; measuring again: {', '.join(slowed)}", file=sys.stderr)
        for name in slowed:
            pace.wait()
            outcomes[name] = outcome(name, measures[name], bench, pace, wanted)
    rows = [row for each in outcomes.values() for row in each.rows]
    return rows, [each.failure for each in outcomes.values() if each.failure]


def outcome(name, family, bench, pace, wanted):
    found = Outcome(pace.look())
    begun = time.monotonic()
    print(f"{name} …", end="", file=sys.stderr, flush=True)
    try:
        found.rows = family(bench)
    except Exception as error:
        found.failure = f"{name}: {''.join(traceback.format_exception_only(error)).strip()}"
    print(f"{' failed after' if found.failure else ''} {time.monotonic() - begun:.0f} s", file=sys.stderr)
    # A whole run takes long, and one that is ended early prints no table.
    for sentence in thresholds.judge(found.rows, wanted):
        print(f"    {sentence}", file=sys.stderr)
    found.look = max(found.look, pace.look())
    return found


def main():
    parser = argparse.ArgumentParser(description="Measures the simulator and compares it with other servers.")
    parser.add_argument("families", nargs="*", help=f"rows to measure, all by default: {', '.join(families.ALL)}")
    parser.add_argument("--record", action="store_true", help="write the table into the documentation")
    given = parser.parse_args()
    if unknown := [name for name in given.families if name not in families.ALL]:
        print(f"Unknown rows: {', '.join(unknown)}. The rows are {', '.join(families.ALL)}.", file=sys.stderr)
        return 2
    if given.record and given.families:
        print("Only a complete table can be recorded: run the command without names of rows.", file=sys.stderr)
        return 2
    chosen = {name: families.ALL[name] for name in given.families or families.ALL}
    with tempfile.TemporaryDirectory(prefix="pass-bench-") as root:
        wanted = thresholds.load()
        rows, failures = measure(chosen, Bench(root), Pace(), wanted)
    missed = thresholds.judge(rows, wanted)
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
    for sentence in failures:
        print(f"Failed: {sentence}", file=sys.stderr)
    if given.record and failures:
        print("Nothing is recorded, because the table is incomplete.", file=sys.stderr)
    elif given.record:
        record.write(rows, description)
    return 1 if missed or failures else 0


if __name__ == "__main__":
    sys.exit(main())
