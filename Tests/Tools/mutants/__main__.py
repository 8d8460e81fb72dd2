#!/usr/bin/env python3
"""Plants defects in the code, one active at a time, and lists those that no test notices.

All chosen mutants are built at once, in a copy of the tree in `.build/mutants`, each behind a switch that the environment variable
`PASS_MUTANT` sets; so one build serves all of them. `equivalent.txt` beside this file lists mutants that are no defects.
"""

import argparse
import hashlib
import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from defects import mutants_of
from tree import BuildFailure, Tree
from trial import PARTS, Trial

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / ".build/mutants"
EQUIVALENT = Path(__file__).resolve().parent / "equivalent.txt"
# At least so many of a hundred mutants must be noticed.
LEAST = 95


def part_of(file):
    return next(part for part in PARTS if file.startswith(part + "/"))


def candidates():
    """Every mutant of every part."""
    found = []
    for part in PARTS:
        for path in sorted((ROOT / part).rglob("*.swift")):
            found += mutants_of(str(path.relative_to(ROOT)), path.read_text())
    return found


def equivalents():
    """What `equivalent.txt` lists: (file, original line, mutated line) with the reason."""
    listed, file, original, mutated = {}, "", "", ""
    for line in EQUIVALENT.read_text().split("\n"):
        if line.startswith(("Sources/")):
            file = line
        elif line.startswith("- "):
            original = line[2:]
        elif line.startswith("+ "):
            mutated = line[2:]
        elif line.startswith("  "):
            listed[(file, original, mutated)] = line.strip()
    return listed


def chosen(found, count, seed):
    """The mutants to plant: the same number from each part, as far as it has so many, by a hash that edits elsewhere don't change."""
    by_part = {part: [] for part in PARTS}
    for mutant in sorted(found, key=lambda one: hashlib.sha256(f"{seed} {one.name}".encode()).digest()):
        by_part[part_of(mutant.file)].append(mutant)
    picked = []
    while len(picked) < count and any(by_part.values()):
        for mutants in by_part.values():
            if mutants and len(picked) < count:
                picked.append(mutants.pop(0))
    return sorted(picked, key=lambda one: (one.file, one.edit))


def options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--mutants", type=int, default=200, help="the number of mutants to plant (200)")
    parser.add_argument("--seed", default="1", help="the seed of the choice (1)")
    parser.add_argument("--file", help="all mutants in files whose path contains this")
    parser.add_argument("--mutant", nargs="*", help="the mutants with these names, including those in equivalent.txt")
    parser.add_argument("--list", action="store_true", help="list the mutants, and don't run them")
    return parser.parse_args()


def main():
    given, started = options(), time.monotonic()
    found, known = candidates(), equivalents()
    for key in known.keys() - {(one.file, one.original, one.mutated) for one in found}:
        print(f"equivalent.txt lists a mutant that no longer exists: {key[0]}: {key[2]}")
    picked = [one for one in found if (one.file, one.original, one.mutated) not in known]
    if given.mutant:
        picked = [one for one in found if one.name in given.mutant]
    elif given.file:
        picked = [one for one in picked if given.file in one.file]
    else:
        picked = chosen(picked, given.mutants, given.seed)
    if not picked:
        raise SystemExit("No mutant matches.")
    for number, mutant in enumerate(picked, 1):
        mutant.number = number
    if given.list:
        for mutant in picked:
            show(mutant)
        return 0

    os.nice(10)
    FOLDER.mkdir(parents=True, exist_ok=True)
    tree = Tree(ROOT, FOLDER / "tree")
    print(f"Building {len(picked)} mutants of {len(found)} …", flush=True)
    tree.copy()
    planted = tree.build(picked)
    trial = Trial(tree)
    print("Running the tests without a mutant …", flush=True)
    trial.measure({part_of(one.file) for one in planted})
    print(f"Running the tests with each of {len(planted)} mutants …", flush=True)
    survivors = run(planted, trial)
    return report(planted, survivors, time.monotonic() - started)


def run(planted, trial):
    """Tries each mutant, keeps all outcomes in `outcomes.tsv`, and returns those that no test noticed."""
    survivors = []
    with (FOLDER / "outcomes.tsv").open("w") as log:
        for count, mutant in enumerate(planted, 1):
            outcome = trial.of(mutant, part_of(mutant.file))
            word = "SURVIVED" if outcome.passed else "noticed"
            print(mutant.name, word, f"{outcome.seconds:.1f} s", f"{mutant.file}:{mutant.line}", mutant.original, mutant.mutated,
                outcome.notice, sep="\t", file=log, flush=True)
            if outcome.passed:
                survivors.append(mutant)
                show(mutant)
            elif count % 25 == 0:
                print(f"    {count} of {len(planted)} tried", flush=True)
    return survivors


def show(mutant):
    print(f"{mutant.name}  {mutant.file}:{mutant.line}\n    - {mutant.original}\n    + {mutant.mutated}", flush=True)


def report(planted, survivors, seconds):
    noticed = len(planted) - len(survivors)
    share = 100 * noticed / len(planted)
    for part in PARTS:
        total = sum(part_of(one.file) == part for one in planted)
        if total:
            lost = sum(part_of(one.file) == part for one in survivors)
            print(f"{part:<32}{total - lost:>4} of {total}")
    print(f"The tests noticed {noticed} of {len(planted)} mutants, {share:.1f} %, after {seconds / 60:.0f} minutes.")
    if share < LEAST:
        print(f"That is less than {LEAST} %. Each survivor above needs a test, or a reason in Tests/Tools/mutants/equivalent.txt.")
        return 1
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BuildFailure as failure:
        sys.exit(str(failure))
