"""Rounds that alternate between two sides, and what is made of them."""

import statistics
from dataclasses import dataclass

ROUNDS = 5
# A run counts as disturbed when other processes took this much of all cores.
DISTURBED = 0.08
# So many rounds are repeated for being disturbed before the least disturbed ones must do.
REPEATS = 3

median = statistics.median


def percentile(values, percent):
    """The smallest value that so many percent of the values don't exceed."""
    values = sorted(values)
    return values[max(0, -(-len(values) * percent // 100) - 1)]


@dataclass
class Rounds:
    """Rounds of two sides: `pairs` holds a run of ours and one of theirs for each."""

    pairs: list
    disturbance: float

    @classmethod
    def joined(cls, several):
        """The rounds of several series as one."""
        return cls([pair for rounds in several for pair in rounds.pairs], median([rounds.disturbance for rounds in several]))

    def ours(self, value):
        return median([value(ours) for ours, _ in self.pairs])

    def theirs(self, value):
        return median([value(theirs) for _, theirs in self.pairs])

    def ratio(self, value):
        """The median of the rounds' own ratios: a machine that changes its speed changes both runs of a round."""
        return median([value(ours) / value(theirs) for ours, theirs in self.pairs])


def alternate(ours, theirs, rounds=ROUNDS, repeats=REPEATS):
    """Runs both in turn, and each round the other one first; rounds that others disturbed are run again, a few times."""
    run = []
    while len(run) < rounds + repeats:
        pair = (ours(), theirs()) if len(run) % 2 == 0 else (theirs(), ours())[::-1]
        run.append((max(each.disturbance for each in pair), len(run), pair))
        if sum(disturbance < DISTURBED for disturbance, *_ in run) >= rounds:
            break
    kept = sorted(run)[:rounds]
    return Rounds([pair for *_, pair in kept], median([disturbance for disturbance, *_ in kept]))
