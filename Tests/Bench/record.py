"""Puts the table and the machine into the documentation, between two marks; what stands around them is written by hand."""

import datetime
from pathlib import Path

from statistic import DISTURBED
from table import as_markdown

PAGE = Path(__file__).resolve().parents[2] / "Sources/PassSimulator/PassSimulator.docc/Benchmarks.md"
BEGIN, END = "<!-- what follows is written by `make bench RECORD=1` -->", "<!-- what `make bench RECORD=1` writes ends here -->"


def write(rows, description, page=PAGE):
    before, _, rest = page.read_text().partition(BEGIN)
    after = rest.partition(END)[2]
    page.write_text(before + "\n\n".join([BEGIN, text(rows, description), END]) + after)


def text(rows, description):
    day = datetime.datetime.now(datetime.UTC).date().isoformat()
    lines = [f"- {name}: {value}" for name, value in {"Date": day, **description}.items()]
    worst = max((row.disturbance for row in rows), default=0)
    quiet = "was quiet" if worst < DISTURBED else f"was not quiet: other processes took up to {worst:.0%} of it"
    return "\n".join(lines) + f"\n\nThe machine {quiet}.\n\n{as_markdown(rows)}"
