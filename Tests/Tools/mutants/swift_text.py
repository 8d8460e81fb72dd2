"""Blanks what isn't code in a Swift file, so that the rest can be searched with regular expressions."""

import re

_STRING = re.compile(r'(#*)("""|")')
_ELSE = re.compile(r"\belse\b")


def code_of(source):
    """The source with comments and string literals as blanks: the same length, the same lines."""
    out = list(source)
    position = 0
    while position < len(source):
        end = _end_of_opaque(source, position)
        if end is None:
            position += 1
            continue
        for index in range(position, min(end, len(source))):
            # Quotes stay a character, so that a literal still counts as an operand.
            if source[index] != "\n":
                out[index] = '"' if source[position] in '"#' and index in (position, end - 1) else " "
        position = end
    return "".join(out)


def _end_of_opaque(source, position):
    """Where the comment or string literal that begins here ends; nothing if none begins."""
    if source.startswith("//", position):
        end = source.find("\n", position)
        return len(source) if end < 0 else end
    if source.startswith("/*", position):
        return _end_of_comment(source, position)
    opening = _STRING.match(source, position)
    return _end_of_string(source, opening) if opening else None


def _end_of_comment(source, position):
    depth = 0
    for mark in re.compile(r"/\*|\*/").finditer(source, position):
        depth += 1 if mark.group() == "/*" else -1
        if depth == 0:
            return mark.end()
    return len(source)


def _end_of_string(source, opening):
    hashes, quotes = opening.groups()
    closing, escape = quotes + hashes, "\\" + hashes
    position = opening.end()
    while position < len(source):
        if source.startswith(closing, position):
            return position + len(closing)
        if source.startswith(escape + "(", position):
            position = _end_of_interpolation(source, position + len(escape) + 1)
        elif source.startswith(escape, position):
            position += len(escape) + 1
        else:
            position += 1
    return len(source)


def _end_of_interpolation(source, position):
    depth = 1
    while position < len(source) and depth:
        end = _end_of_opaque(source, position)
        if end is not None:
            position = end
            continue
        depth += {"(": 1, ")": -1}.get(source[position], 0)
        position += 1
    return position


def end_of_condition(code, position, keyword):
    """Where the clause that begins here ends: at a comma, at `else` after a guard, at the body's brace after others."""
    depth = 0
    for index in range(position, len(code)):
        character = code[index]
        if depth == 0:
            if character == "," or (keyword == "guard" and _ELSE.match(code, index)):
                return index
            # The colon of a ternary operator stands after a blank.
            if (character == "{" and keyword != "guard") or (character == ":" and keyword == "case" and code[index - 1] != " "):
                return index
        if character in "([{":
            depth += 1
        elif character in ")]}":
            depth -= 1
            if depth < 0:
                return index
    return len(code)
