#!/usr/bin/env python3
"""Holds the shape of the tree: its map is true, its files and folders are small enough to read.

- The page `Architecture` has a row for each target of `Package.swift`, and each path that it or `CONTRIBUTING.md` names exists.
- A Swift file has at most 300 lines, and a folder at most 20 Swift files.
- Comments: see `comments.py`.
"""

import re
import sys
from pathlib import Path

import comments

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "Sources/PassSimulator/PassSimulator.docc"
LONGEST_FILE = 300
MOST_FILES = 20


def targets():
    """The names of the package's targets that aren't tests or tools."""
    manifest = (ROOT / "Package.swift").read_text().split("// Tests mirror the sources.")[0]
    names = re.findall(r'\.(?:target|executableTarget|systemLibrary)\(\s*name: "([^"]+)"', manifest)
    return {name for name in names if (ROOT / "Sources" / name).exists()}


def map_faults():
    page = (PAGES / "Architecture.md").read_text()
    rows = set(re.findall(r"^\| \w+ \| `([^`]+)` \|", page, re.M))
    for name in sorted(targets() - rows):
        yield f"Architecture.md: the target {name} has no row"
    for name in sorted(rows - targets()):
        yield f"Architecture.md: there is no target {name}"
    for file in (PAGES / "Architecture.md", ROOT / "CONTRIBUTING.md", ROOT / "README.md"):
        for path in re.findall(r"[`(]((?:Sources|Tests|Fixtures|Config)/[\w./+-]+)[`)]", file.read_text()):
            if not path.rsplit("/", 1)[1].isupper() and not (ROOT / path).exists():
                yield f"{file.name}: there is no {path}"


def size_faults():
    for top in ("Sources", "Tests"):
        folders = {}
        for file in sorted((ROOT / top).rglob("*.swift")):
            if ".build" in file.parts:
                continue
            folders.setdefault(file.parent, []).append(file)
            length = len(file.read_text().split("\n")) - 1
            if length > LONGEST_FILE:
                yield f"{file.relative_to(ROOT)}: {length} lines are more than {LONGEST_FILE}"
        for folder, files in folders.items():
            if top == "Sources" and len(files) > MOST_FILES:
                yield f"{folder.relative_to(ROOT)}: {len(files)} Swift files are more than {MOST_FILES}"


def comment_faults():
    for file in sorted((ROOT / "Sources").rglob("*.swift")):
        for number, fault in comments.faults(file):
            yield f"{file.relative_to(ROOT)}:{number}: {fault}"


def main():
    faults = [*map_faults(), *size_faults(), *comment_faults()]
    for fault in faults:
        print(fault)
    if faults:
        print(f"{len(faults)} faults in the structure")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
