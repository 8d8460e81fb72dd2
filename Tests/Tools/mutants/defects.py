"""Finds the places in Swift code where a defect can be planted, and says how a switch plants it.

A mutant leaves the code as it is until the switch has its number: `a < b` becomes `a <∀ b`, where `<∀` is an operator that
`operator_source` declares for that mutant alone. So no operand need be parsed, and all mutants live in one build.
"""

import hashlib
import re
from dataclasses import dataclass

from swift_text import code_of, end_of_condition

COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
LOGIC = {"&&": "||", "||": "&&"}
EXTREMES = {"max": "min", "min": "max"}
BINARY = re.compile(r"(?<=\s)(<=|>=|==|!=|<|>|&&|\|\|)(?=\s)")
NEGATION = re.compile(r"(?<![\w)\]!?\"])!(?=[\w(.])")
EXTREME = re.compile(r"(?<![\w.])(max|min)\(")
BOUND = re.compile(
    r"(?:(?:(?<=\s)(?:<|<=|>|>=|==|!=|=|\+|-) )|\.\.\.|\.\.<|\b(?:prefix|suffix|dropFirst|dropLast)\()(\d[\d_]*)(?![\w.]*\w)")
CONDITION = re.compile(r"\b(guard|if|while|where)\s+")
BINDING = re.compile(r"let\b|var\b|case\b|#")
# Lines whose operators declare or assert instead of deciding.
SKIPPED_LINE = re.compile(
    r"^\s*(?:[@#]|import\b|case \w+ = )|\b(?:precondition|assert|preconditionFailure)\(|\bfunc \S*[<>=!&|]|"
    r"^\s*(?:(?:public|package|private|fileprivate|final|static) )*(?:extension|struct|class|enum|actor|protocol|func|init)\b.*\bwhere\b")


@dataclass
class Mutant:
    """One defect: the edits that plant it, and the line without and with it."""

    file: str
    line: int
    kind: str
    original: str
    mutated: str
    edit: tuple  # (start, end, text in which {n} is the number of the mutant's switch)
    place: int = 0  # among mutants of equal text in one file
    number: int = 0

    @property
    def name(self):
        key = "\n".join((self.file, self.original, self.mutated, str(self.place)))
        return hashlib.sha256(key.encode()).hexdigest()[:8]

    def operator(self):
        """The operator for this mutant: the original's characters and then one or two mathematical ones."""
        return self.kind.removesuffix("nil") + "".join(chr(0x2200 + digit) for digit in divmod(self.number, 256))


def mutants_of(file, source):
    """Every mutant of the file."""
    code = code_of(source)
    found, places = [], {}
    for start, end, defect, text, kind in sorted(_defects(code), key=lambda defect: defect[:2]):
        begin = code.rfind("\n", 0, start) + 1
        finish = code.find("\n", begin) % (len(code) + 1)
        if SKIPPED_LINE.search(code[begin:finish]):
            continue
        end_here = min(end, finish)
        original = source[begin:finish].strip()
        mutated = (source[begin:start] + defect + source[end_here:finish]).strip()
        place = places[(original, mutated)] = places.get((original, mutated), -1) + 1
        edit = text if isinstance(text, tuple) else (start, end, text)
        found.append(Mutant(file, code.count("\n", 0, start) + 1, kind, original, mutated, edit, place))
    return found


def _defects(code):
    """(start, end, what the mutant's line says there, how it is planted, its kind) of each."""
    for match in BINARY.finditer(code):
        symbol = match.group(1)
        nothing = re.match(r"\s+nil\b", code[match.end():match.end() + 40])
        kind = symbol + ("nil" if nothing else "")
        yield (*match.span(1), (COMPARISONS | LOGIC)[symbol], "{operator}", kind)
    for match in NEGATION.finditer(code):
        yield (*match.span(), "", "{operator}", "!")
    for match in EXTREME.finditer(code):
        yield (*match.span(1), EXTREMES[match.group(1)], "passMutant" + match.group(1).title() + "({n})", match.group(1))
    for match in BOUND.finditer(code):
        value = int(match.group(1).replace("_", ""))
        other = str(value - 1 if value == 1 and code[match.start(1) - 2] in "+-" else value + 1)
        yield (*match.span(1), other, "(passMutant({n}) ? %s : %s)" % (other, match.group(1)), "bound")
    yield from _conditions(code)


def _conditions(code):
    for match in CONDITION.finditer(code):
        keyword, start = match.group(1), match.end()
        line = code[code.rfind("\n", 0, start) + 1:start]
        if keyword == "where" and not re.match(r"\s*(for|case)\b", line):
            continue
        first = True
        while True:
            ending = "case" if keyword == "where" and "case" in line else keyword
            end = end_of_condition(code, start, ending)
            clause = code[start:end].rstrip()
            span = (start, start + len(clause))
            insertion = (start, start)
            if not BINDING.match(clause):
                if keyword != "while":
                    yield (*span, "true", (*insertion, "passMutant({n}) ? true : "), "true")
                if keyword != "guard":
                    yield (*span, "false", (*insertion, "passMutant({n}) ? false : "), "false")
            elif first and keyword in ("if", "while"):
                yield (*span, "false", (*insertion, "!passMutant({n}), "), "false")
            if code[end:end + 1] != "," or keyword == "where":
                break
            first = False
            start = end + len(re.match(r",\s*", code[end:]).group())


HEADER = """import Foundation

private let active = Int(ProcessInfo.processInfo.environment["PASS_MUTANT"] ?? "") ?? 0

func passMutant(_ number: Int) -> Bool { number == active }
func passMutantMax(_ number: Int) -> PassMutantExtreme { PassMutantExtreme(smallest: number == active) }
func passMutantMin(_ number: Int) -> PassMutantExtreme { PassMutantExtreme(smallest: number != active) }
struct PassMutantExtreme {
    let smallest: Bool
    func callAsFunction<T: Comparable>(_ a: T, _ b: T) -> T { smallest ? Swift.min(a, b) : Swift.max(a, b) }
    func callAsFunction<T: Comparable>(_ a: T, _ b: T, _ c: T) -> T { self(self(a, b), c) }
}
"""


def operator_source(mutants):
    """The file that a target with these mutants gets: the switch, and an operator for each mutant that needs one."""
    parts = [HEADER]
    for mutant in mutants:
        kind = mutant.kind.removesuffix("nil")
        name, number, other = mutant.operator(), mutant.number, (COMPARISONS | LOGIC).get(kind)
        if kind == "!":
            parts.append(f"prefix operator {name}\nprefix func {name} (a: Bool) -> Bool {{ passMutant({number}) ? a : !a }}")
        elif kind in LOGIC:
            precedence = "LogicalConjunctionPrecedence" if kind == "&&" else "LogicalDisjunctionPrecedence"
            parts.append(
                f"infix operator {name} : {precedence}\n"
                f"func {name} (a: Bool, b: @autoclosure () throws -> Bool) rethrows -> Bool "
                f"{{ passMutant({number}) ? try a {other} b() : try a {kind} b() }}")
        elif mutant.kind.endswith("nil"):
            parts.append(
                f"infix operator {name} : ComparisonPrecedence\n"
                f"func {name} <T>(a: T?, b: _OptionalNilComparisonType) -> Bool "
                f"{{ passMutant({number}) ? a {other} b : a {kind} b }}")
        elif kind in COMPARISONS:
            constraint = "Equatable" if kind in ("==", "!=") else "Comparable"
            parts.append(
                f"infix operator {name} : ComparisonPrecedence\n"
                f"func {name} <T: {constraint}>(a: T, b: T) -> Bool {{ passMutant({number}) ? a {other} b : a {kind} b }}")
    return "\n".join(parts) + "\n"
