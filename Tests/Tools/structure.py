#!/usr/bin/env python3
"""Holds the shape of the tree: its map is true, its files and folders are small enough to read, and no two of them need each other.

- The page `Architecture` has a row for each target of `Package.swift`, and each path that it or `CONTRIBUTING.md` names exists.
- A Swift file has at most 300 lines, and a folder at most 20 Swift files.
- A file's name has at most one `+`.
- Each service of the domain and each family of endpoints has tests in a file named after it.
- No `_ = name` is to keep what a lock gave alive until there: an optimized build releases it earlier, inside the lock.
- A package type with `@inlinable` members is `@usableFromInline`: without it, the compiler ignores them in silence.
- Comments and the titles of tests: see `comments.py`.
- Files and folders don't depend on each other in circles: see `circles.py`.

`structure.py --fragments` lists the files of fewer than 30 lines that only extend a type, and finds no fault with them: some are right.
"""

import re
import sys
from pathlib import Path

import circles
import comments

ROOT = Path(__file__).resolve().parents[2]
LONGEST_FILE = 300
MOST_FILES = 20
SHORTEST_FILE = 30


def targets(root):
    """The names of the package's targets that aren't tests or tools."""
    manifest = (root / "Package.swift").read_text().split("// Tests mirror the sources.")[0]
    names = re.findall(r'\.(?:target|executableTarget|systemLibrary)\(\s*name: "([^"]+)"', manifest)
    return {name for name in names if (root / "Sources" / name).exists()}


def map_faults(root):
    architecture = root / "Sources/PassSimulator/PassSimulator.docc/Architecture.md"
    rows = set(re.findall(r"^\| \w+ \| `([^`]+)` \|", architecture.read_text(), re.M))
    for name in sorted(targets(root) - rows):
        yield f"Architecture.md: the target {name} has no row"
    for name in sorted(rows - targets(root)):
        yield f"Architecture.md: there is no target {name}"
    pages = sorted(architecture.parent.rglob("*.md"))
    for file in (*pages, root / "CONTRIBUTING.md", root / "README.md"):
        for path in re.findall(r"[`(]((?:Sources|Tests|Fixtures|Config)/[\w./+-]+)[`)]", file.read_text()):
            if not path.rsplit("/", 1)[1].isupper() and not (root / path).exists():
                yield f"{file.name}: there is no {path}"


def size_faults(root):
    for top in ("Sources", "Tests"):
        folders = {}
        for file in sorted((root / top).rglob("*.swift")):
            if ".build" in file.relative_to(root).parts:
                continue
            folders.setdefault(file.parent, []).append(file)
            length = line_count(file)
            if length > LONGEST_FILE:
                yield f"{file.relative_to(root)}: {length} lines, but at most {LONGEST_FILE} are allowed"
        for folder, files in folders.items():
            if top == "Sources" and len(files) > MOST_FILES:
                yield f"{folder.relative_to(root)}: {len(files)} Swift files, but at most {MOST_FILES} are allowed"


def line_count(file):
    return len(file.read_text().split("\n")) - 1


def name_faults(root):
    for file in sorted((root / "Sources").rglob("*.swift")):
        if file.name.count("+") > 1:
            yield f"{file.relative_to(root)}: a file is named after one type and at most one facet, Type+Facet.swift"


def mirror_faults(root):
    tests = {file.stem for file in (root / "Tests").rglob("*Tests.swift")}
    for file in sorted((root / "Sources").rglob("*.swift")):
        is_service = file.stem.endswith("Service") and "Services" in file.parts
        is_family = file.stem.endswith("Family") and ": EndpointFamily {" in file.read_text()
        if (is_service or is_family) and f"{file.stem}Tests" not in tests:
            yield f"{file.relative_to(root)}: there is no {file.stem}Tests.swift"


def lifetime_faults(root):
    for file in sorted((root / "Sources").rglob("*.swift")):
        text = file.read_text()
        for number, line in enumerate(text.split("\n"), 1):
            dropped = re.fullmatch(r"\s*_ = (?:consume )?(\w+)", line)
            if dropped and re.search(rf"let [^=\n]*\b{dropped[1]}\b[^=\n]*=[^\n]*withLock", text):
                yield f"{file.relative_to(root)}:{number}: only withExtendedLifetime keeps a value alive until this line: {line.strip()}"


def inlinable_faults(root):
    for file in sorted((root / "Sources").rglob("*.swift")):
        # A type at the margin: its attributes, its name, and the lines until its closing brace.
        for found in re.finditer(r"^((?:@\w+ )*)package (?:final )?(?:struct|class|enum) (\w+).*\n((?:[^}\n].*\n|\n)*)", file.read_text(), re.M):
            if "@inlinable" in found[3] and "@usableFromInline" not in found[1]:
                yield f"{file.relative_to(root)}: {found[2]} has @inlinable members, which need @usableFromInline on the type"


def comment_faults(root):
    for file in sorted((root / "Sources").rglob("*.swift")):
        for number, fault in comments.faults(file):
            yield f"{file.relative_to(root)}:{number}: {fault}"
    for file in sorted((root / "Tests").rglob("*.swift")):
        if ".build" not in file.relative_to(root).parts:
            for number, fault in comments.title_faults(file):
                yield f"{file.relative_to(root)}:{number}: {fault}"


def faults(root):
    return [
        *map_faults(root), *size_faults(root), *name_faults(root), *mirror_faults(root), *lifetime_faults(root),
        *inlinable_faults(root), *comment_faults(root), *circles.faults(root)]


def fragments(root):
    """The short files that declare nothing at top level; a file for a platform is short for a reason."""
    for file in sorted((root / "Sources").rglob("*.swift")):
        if line_count(file) < SHORTEST_FILE and not file.stem.endswith(("+Linux", "+Darwin")):
            read = circles.File(file)
            read.read(file.read_text())
            if read.extended and not read.types | read.functions:
                yield f"{file.relative_to(root)}: {line_count(file)} lines"


def main(arguments):
    if arguments == ["--fragments"]:
        print("\n".join(fragments(ROOT)))
        return 0
    found = faults(ROOT)
    for fault in found:
        print(fault)
    if found:
        print(f"{len(found)} faults in the structure")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
