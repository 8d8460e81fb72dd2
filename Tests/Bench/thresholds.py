"""What each row must reach: `Fixtures/Bench/thresholds.json`, whose own comment says what its members mean."""

import json
from pathlib import Path

FILE = Path(__file__).resolve().parents[2] / "Fixtures/Bench/thresholds.json"
REACHED, WITHIN_NOISE, MISSED = "reached", "within noise", "missed"


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
        instead = named.get(limit.get("whenSaturated"))
        if row.is_saturated and row.verdict != REACHED and instead:
            row.verdict = f"generator saturated, see the next row: {instead.verdict}"
            decides = instead
        else:
            decides = row
        # A row that stands in for another one decides nothing by itself.
        if decides.verdict == MISSED and not limit.get("onlyInstead"):
            sentences.append(sentence(decides, wanted[decides.key]))
    return sentences


def verdict(row, limit, noise):
    """The target in words, and how the row stands to it."""
    if not limit:
        return "", ""
    noise = limit.get("noise", noise)
    value, unit = (row.ratio, "×") if limit["of"] == "ratio" else (row.ours, row.unit)
    if "atLeast" in limit:
        least = limit["atLeast"]
        words = f"≥ {least} {unit}"
        good, almost = value >= least, value >= least * (1 - noise)
    else:
        most = limit["atMost"]
        words = f"≤ {most} {unit}"
        good, almost = value <= most, value <= most * (1 + noise)
    return words, REACHED if good else WITHIN_NOISE if almost else MISSED


def sentence(row, limit):
    value = row.ratio if limit["of"] == "ratio" else row.ours
    return f"{row.what}: {value:.2f} where {row.target} is wanted."
