#!/usr/bin/env python3
"""Finds doc comments that a stranger can't read, and public declarations that have none.

- A doc comment begins with its subject: not with `Of`, `As`, `That of`, `The same`, and the like.
- A later paragraph of a doc comment names its subject again: it doesn't begin with `It`, `They`, `Its`, `This` and a verb, and the like.
  Documentation shows it apart from the first line.
- A doc comment begins with a sentence: not with a list, such as `- Parameters`.
- Comments and titles of tests name who acts: not `whoever`, `nobody`, `somebody`.
- The title of a test begins with its subject: not with `It`, `Its`, `They`, `Of`.
- Each public declaration has a doc comment, but for what a protocol of the standard library asks for.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# First words of a sentence that has no subject, or one that stands elsewhere.
OPENINGS = re.compile(
    r"(That|Those|These|As|Of|The same|By|In|For|With|Without|From|On|At|Under|Until|Since|While|Where|Because|"
    r"None|Nobody|Somebody|Whoever|Everybody|Anybody|Who|Whose|Which|It|Its|They|Their|He|And|Or|But|Then|Also|So|"
    r"Likewise|Else|Otherwise|Not|Only|What|Read|Set|Held|Kept|Made|Told|Asked|Given)\b"
)
# `This` or `These` without a noun: a verb follows.
BARE = re.compile(
    r"(This|These|That|Those)( also| then| only| never| always)? "
    r"(is|isn't|are|aren't|was|were|has|have|had|can|can't|could|may|might|must|mustn't|will|won't|would|shall|should|does|doesn't|do|don't|"
    r"adds?|allows?|applies|apply|begins?|changes?|comes?|contains?|costs?|counts?|decides?|depends?|ends?|gives?|happens?|helps?|hides?|holds?|"
    r"includes?|keeps?|leaves?|lets?|look|looks|makes?|means?|needs?|prevents?|protects?|reaches|reads?|refuses|requires?|returns?|saves?|shows?|"
    r"stands?|stays?|stops?|takes?|tells?|uses|waits?|works?|writes)\b"
)
# First words of a later paragraph that lean on the paragraph before it.
LEANING = re.compile(r"(It|Its|They|Their|He|She|Which|Whose|Of|As|Also|So|That of|Those of|The same)\b")
PERSONS = re.compile(r"\b(whoever|whomever|nobody|somebody|everybody|anybody)\b", re.IGNORECASE)
TITLE = re.compile(r'@(?:Test|Suite)\(\s*"((?:[^"\\]|\\.)*)"')
# First words of a title that leans on the suite's title, or whose subject stands elsewhere.
LEANING_TITLE = re.compile(r"(It|Its|They|Their|Of|Those|Whose)\b")
PUBLIC = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:nonisolated |isolated |final |static |indirect |mutating |override |required |convenience )*"
    r"public (?!extension|import)"
)
# What the standard library's protocols ask for says what it does by its name.
STANDARD = re.compile(
    r"\b(static func (==|<|~=)|func hash\(into|var (description|debugDescription|hashValue|rawValue)\b|"
    r"func encode\(to|init\(from decoder|init\((string|integer|float|boolean|array|dictionary|unicodeScalar|extendedGraphemeCluster)Literal|"
    r"init\??\(rawValue:|typealias \w+ = |static var allCases)"
)


def declarations(lines):
    """Each declaration's line with the doc comment above it: (number of the line, line, [(number, text)…])."""
    comment = []
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if text.startswith("///"):
            comment.append((number, text[3:].strip()))
        elif text.startswith("@") and not re.search(r"\b(func|var|let|init|struct|class|enum|protocol|case|subscript)\b", text):
            continue  # An attribute on a line of its own.
        elif text.startswith(("//", "#if", "#else", "#endif")):
            continue
        else:
            yield number, text, comment
            comment = []


def paragraphs(comment):
    """The first line of each paragraph of a doc comment but the first, code blocks excluded."""
    is_code = False
    for (_, before), (number, text) in zip(comment, comment[1:]):
        if text.startswith("```"):
            is_code = not is_code
        elif text and not before and not is_code:
            yield number, text


def faults(file):
    lines = file.read_text().split("\n")
    for number, line, comment in declarations(lines):
        if comment:
            first, text = comment[0]
            if text.startswith("- "):
                yield first, f"a doc comment begins with a list: {text}"
            if OPENINGS.match(text) or BARE.match(text):
                yield first, f"a doc comment begins without its subject: {text}"
            for later, text in paragraphs(comment):
                if LEANING.match(text) or BARE.match(text):
                    yield later, f"a paragraph of a doc comment begins without its subject: {text}"
        elif PUBLIC.match(line) and not STANDARD.search(line):
            yield number, f"no doc comment: {line}"
    for number, line in enumerate(lines, 1):
        mark = line.find("//")
        if mark >= 0 and (person := PERSONS.search(re.sub(r'"[^"]*"', '""', line[mark:]))) and "://" not in line[mark - 1 : mark + 2]:
            yield number, f"'{person[0]}' doesn't say who: {line.strip()}"


def title_faults(file):
    """The titles of tests without a subject, or that don't say who acts."""
    text = file.read_text()
    for match in TITLE.finditer(text):
        title, number = match[1], text.count("\n", 0, match.start(1)) + 1
        if LEANING_TITLE.match(title):
            yield number, f"a test's title begins without its subject: {title}"
        if person := PERSONS.search(title):
            yield number, f"'{person[0]}' doesn't say who: {title}"


def main(arguments):
    folders = [ROOT / name for name in arguments] or [ROOT / "Sources"]
    count = 0
    for folder in folders:
        for file in sorted(folder.rglob("*.swift")) if folder.is_dir() else [folder]:
            for number, fault in faults(file):
                print(f"{file.relative_to(ROOT)}:{number}: {fault}")
                count += 1
    print(f"{count} comments to fix")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
