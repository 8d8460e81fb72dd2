"""One row for each thing that is measured, and the table that they make, for terminals and for the documentation."""

from dataclasses import dataclass

HEADINGS = ("What", "Ours", "Theirs", "Ratio", "Target", "Verdict")


@dataclass
class Row:
    """One measured thing, both sides in the same unit."""

    key: str
    what: str
    ours: float
    unit: str
    theirs: float | None = None
    # Whose figure `theirs` is.
    other: str = ""
    # Of paired runs; else it is `ours` by `theirs`.
    ratio: float | None = None
    # Whether the generator was busier than the server could make it: then rates say nothing.
    is_saturated: bool = False
    # What other processes took of the machine meanwhile, 0 to 1.
    disturbance: float = 0
    note: str = ""
    # What `judge` made of it.
    target: str = ""
    verdict: str = ""

    @classmethod
    def of(cls, rounds, key, what, figure, unit, other, **more):
        """The row of a figure that each run of both sides has, by name."""

        def value(run):
            return getattr(run, figure)

        sides = rounds.ours(value), unit, rounds.theirs(value), other, rounds.ratio(value)
        return cls(key, what, *sides, disturbance=rounds.disturbance, **more)

    def __post_init__(self):
        if self.ratio is None and self.theirs:
            self.ratio = self.ours / self.theirs

    @property
    def cells(self):
        theirs = "" if self.theirs is None else f"{amount(self.theirs)} {self.unit} ({self.other})"
        ratio = "" if self.ratio is None else f"{self.ratio:.2f}"
        what = f"{self.what}; {self.note}" if self.note else self.what
        return what, f"{amount(self.ours)} {self.unit}", theirs, ratio, self.target, self.verdict


def amount(number):
    """Three digits that count, large numbers in groups of three."""
    if abs(number) >= 100:
        return f"{number:,.0f}"
    return f"{number:.1f}" if abs(number) >= 10 else f"{number:.2f}" if abs(number) >= 1 else f"{number:.3f}"


def as_text(rows):
    lines = [HEADINGS, *(row.cells for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADINGS))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines
    )


def as_markdown(rows):
    lines = [HEADINGS, ("---",) * len(HEADINGS), *(row.cells for row in rows)]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)
