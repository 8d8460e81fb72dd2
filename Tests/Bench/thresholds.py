"""What each row must reach: `Fixtures/Bench/thresholds.json`, whose own comment says what its members mean."""

import json
from pathlib import Path

from table import amount

FILE = Path(__file__).resolve().parents[2] / "Fixtures/Bench/thresholds.json"
REACHED, WITHIN_NOISE, MISSED = BEST_FIRST = "reached", "within noise", "missed"
REACHED_BY_NEXT = "reached by the next row"


def load(file=FILE):
    return json.loads(file.read_text())


def judge(rows, thresholds):
    """Writes target and verdict into each row, and gives a sentence for each target that was missed."""
    noise, wanted = thresholds["noise"]["share"], thresholds["rows"]
    named = {row.key: row for row in rows}
    for row in rows:
        row.target, row.verdict = verdict(row, wanted.get(row.key, {}), noise)
    sentences = []
    for row in rows:
        limit = wanted.get(row.key, {})
        # A row that stands in for another one decides nothing by itself.
        if not limit or limit.get("onlyInstead"):
            continue
        deciding = [row, *others(limit, wanted, named)]
        if len(deciding) > 1:
            row.target += ", or the next row's"
            if row.verdict != REACHED:
                best = min((verdict(other, wanted[other.key], noise)[1] for other in deciding[1:]), key=BEST_FIRST.index)
                row.verdict = REACHED_BY_NEXT if best == REACHED else f"{row.verdict}; the next row: {best}"
        elif row.is_saturated and row.verdict != REACHED and (instead := named.get(limit.get("whenSaturated"))):
            deciding = [instead]
            row.verdict = f"generator saturated, see the next row: {instead.verdict}"
        if all(verdict(each, wanted[each.key], noise)[1] == MISSED for each in deciding):
            sentences.append(" ".join(sentence(each, wanted[each.key], noise) for each in deciding))
    return sentences


def others(limit, wanted, named):
    """The rows of which one that is reached is enough, too: the next one, and those that are enough for that one."""
    while other := named.get(limit.get("or")):
        yield other
        limit = wanted[other.key]


def verdict(row, limit, noise):
    """The target in words, and how the row stands to it."""
    if not limit:
        return "", ""
    noise = limit.get("noise", noise)
    value, unit = (row.ratio, "×") if limit["of"] == "ratio" else (row.ours, row.unit)
    if "atLeast" in limit:
        least = limit["atLeast"]
        words = f"≥ {least:,} {unit}".strip()
        good, almost = value >= least, value >= least * (1 - noise)
    else:
        most = limit["atMost"]
        words = f"≤ {most:,} {unit}".strip()
        good, almost = value <= most, value <= most * (1 + noise)
        if ratio := limit.get("orRatio"):
            words += f", or ≤ {ratio:,} ×"
            good, almost = good or row.ratio <= ratio, almost or row.ratio <= ratio * (1 + noise)
    return words, REACHED if good else WITHIN_NOISE if almost else MISSED


def sentence(row, limit, noise):
    value = f"{row.ratio:.2f}" if limit["of"] == "ratio" else amount(row.ours) if row.ours >= 100 else f"{row.ours:.2f}"
    if "orRatio" in limit:
        value += f", or {row.ratio:.2f} ×"
    return f"{row.what}: {value}, but the target is {verdict(row, limit, noise)[0]}."
