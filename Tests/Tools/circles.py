#!/usr/bin/env python3
"""Finds circles: files of a target that depend on each other, and folders that do.

- A file depends on another file of its target if it mentions, outside comments and strings, a type, protocol, typealias or free
  function that the other declares at top level. Nested names and members of extensions don't count, and an extension depends on the
  file that declares the extended type.
- `Foo+Bar.swift` is part of `Foo.swift` if that is in the same folder.
- A folder depends on another folder if one of its files depends on a file there. A file beside the folders counts as a folder.
- A circle is a group of two or more, each of which depends on every other, directly or through others.

`circles.py` prints all circles of all targets, `circles.py PassHTTP` those of one.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# The targets whose files still form circles. No other target may have any. Remove a target here when its last circle is gone.
WITH_FILE_CIRCLES = (
    "PassCrypto",
    "PassSimulator",
    "PassTokens",
    "pass-simulator",
)

TYPES = {"struct", "class", "enum", "actor", "protocol", "typealias"}
NAME = re.compile(r"[A-Za-z_]\w*$")
TOKEN = re.compile(r'//[^\n]*|/\*|#*"""|#*"|[A-Za-z_]\w*|[^\sA-Za-z_]')
COMMENT_EDGE = re.compile(r"/\*|\*/")


def tokens(text):
    """The words and punctuation marks of Swift code without comments and strings, but with the code in a string's `\\(…)`."""
    found = []
    scan(text, 0, found)
    return found


def scan(text, position, found, in_string=False):
    """Appends the tokens from `position` on; in a string, up to the parenthesis that ends the code. Returns where it stopped."""
    depth = 0
    while match := TOKEN.search(text, position):
        token, position = match[0], match.end()
        if token.startswith("//"):
            continue
        if token == "/*":
            position = skip_comment(text, position)
        elif token.endswith('"'):
            position = skip_string(text, position, token, found)
        else:
            depth += (token == "(") - (token == ")")
            if in_string and depth < 0:
                return position
            found.append(token)
    return len(text)


def skip_comment(text, position):
    depth = 1
    while depth and (match := COMMENT_EDGE.search(text, position)):
        depth += 1 if match[0] == "/*" else -1
        position = match.end()
    return len(text) if depth else position


def skip_string(text, position, opening, found):
    """Skips a string that `opening` begins, and appends the tokens of the code in it. Returns where the string ends."""
    hashes = opening.rstrip('"')
    closing = opening[len(hashes) :] + hashes
    # A string with one quote ends with its line at the latest.
    end = closing if opening.endswith('"""') else rf"{closing}|\n"
    edge = re.compile(rf"{end}|\\{hashes}(.)", re.DOTALL)
    while match := edge.search(text, position):
        position = match.end()
        if match[1] is None:
            return position
        if match[1] == "(":
            position = scan(text, position, found, in_string=True)
    return len(text)


def without_imports(words):
    """The words without imports, of which `import struct Module.Name` would look like a declaration."""
    kept, rest = [], iter(words)
    word = next(rest, None)
    while word is not None:
        if word != "import":
            kept.append(word)
            word = next(rest, None)
            continue
        word = next(rest, None)
        if word in TYPES | {"func", "let", "var"}:
            word = next(rest, None)
        word = next(rest, None)
        while word == ".":
            next(rest, None)
            word = next(rest, None)
    return kept


class File:
    """A file with its facets: the names that it declares and mentions."""

    def __init__(self, path):
        self.path = path
        # Types and functions at top level that other files see.
        self.types = set()
        self.functions = set()
        # Names at top level that only this file sees.
        self.private = set()
        self.extended = set()
        # The names inside each type that is declared or extended here.
        self.nested = {}
        self.mentioned = set()
        self.called = set()

    def read(self, text):
        depth, outer, is_private = 0, "", False
        words = without_imports(tokens(text))
        for before, word, after in zip(["", *words], words, [*words[1:], ""]):
            if word in ("{", "}", "let", "var"):
                depth += (word == "{") - (word == "}")
                is_private = False
            elif word in ("private", "fileprivate"):
                is_private = True
            elif before == "." or not NAME.match(word) or before in TYPES or before == "func":
                continue
            elif word == "extension" and depth == 0:
                outer = after
                self.extended.add(after)
            elif (word in TYPES or word == "func") and NAME.match(after) and after not in ("func", "var"):
                if depth > 0:
                    self.nested.setdefault(outer, set()).add(after)
                    continue
                (self.private if is_private else self.functions if word == "func" else self.types).add(after)
                is_private = False
                if word not in ("func", "typealias"):
                    outer = after
            else:
                self.mentioned.add(word)
                if after == "(":
                    self.called.add(word)


def files(target):
    found = {}
    for file in sorted(target.rglob("*.swift")):
        whole = file.with_name(file.name.split("+")[0] + ".swift")
        path = (whole if whole.exists() else file).relative_to(target)
        found.setdefault(path, File(path)).read(file.read_text())
    return list(found.values())


def file_arrows(target):
    """What each file of the target depends on: {path: {path: names}}."""
    all_files = files(target)
    types, functions, nested = {}, {}, {}
    for file in all_files:
        for name in file.types:
            types.setdefault(name, []).append(file)
        for name in file.functions:
            functions.setdefault(name, []).append(file)
        for outer, names in file.nested.items():
            nested.setdefault(outer, set()).update(names)
    arrows = {}
    for file in all_files:
        # A file's own names hide those of other files, as do the names inside the types that it declares or extends.
        own = file.types | file.functions | file.private
        for outer in own | file.extended:
            own = own | nested.get(outer, set())
        arrows[file.path] = {}
        for homes, used in ((types, file.mentioned | file.extended), (functions, file.called)):
            for name in sorted(used - own):
                for home in homes.get(name, []):
                    arrows[file.path].setdefault(home.path, []).append(name)
    return arrows


def folder_arrows(target):
    """What each folder of the target depends on: {path: {path: names with their files}}."""

    def folder(file):
        return file.parent if len(file.parts) > 1 else file

    arrows = {}
    for file, others in file_arrows(target).items():
        for other, names in others.items():
            if folder(file) != folder(other):
                causes = arrows.setdefault(folder(file), {}).setdefault(folder(other), [])
                causes += [name if folder(file) == file else f"{name} in {file.name}" for name in names]
    return arrows


def circles(arrows):
    """The circles: the strongly connected components of more than one node (Tarjan's algorithm), each sorted."""
    index, low, stack, found = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in arrows.get(node, {}):
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            place = stack.index(node)
            if len(stack) - place > 1:
                found.append(sorted(stack[place:]))
            del stack[place:]

    for node in sorted(arrows):
        if node not in index:
            visit(node)
    return found


def report(target, kind, arrows, most=4):
    """A text for each circle: its members, and each of its arrows with the first names that make it."""
    for circle in circles(arrows):
        # Files beside the folders form a circle of files, and no circle of folders.
        if kind == "folders" and all(node.suffix == ".swift" for node in circle):
            continue
        lines = [f"{target.name}: {len(circle)} {kind} depend on each other in a circle: {', '.join(map(str, circle))}"]
        for node in circle:
            for other in circle:
                if names := arrows.get(node, {}).get(other):
                    more = f" and {len(names) - most} more" if len(names) > most else ""
                    lines.append(f"    {node} -> {other}: {', '.join(names[:most])}{more}")
        yield "\n".join(lines)


def faults(root):
    for target in sorted(path for path in (root / "Sources").iterdir() if path.is_dir()):
        if target.name not in WITH_FILE_CIRCLES:
            yield from report(target, "files", file_arrows(target))
        yield from report(target, "folders", folder_arrows(target))


def main(arguments):
    for target in sorted((ROOT / "Sources").iterdir()):
        if target.is_dir() and target.name in (arguments or [target.name]):
            for text in (*report(target, "files", file_arrows(target)), *report(target, "folders", folder_arrows(target))):
                print(text)


if __name__ == "__main__":
    main(sys.argv[1:])
