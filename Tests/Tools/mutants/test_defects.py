"""What the planting of defects takes for code, and what it makes of it."""

import pytest

from defects import mutants_of, operator_source
from swift_text import code_of
from tree import planted


@pytest.mark.parametrize("opaque", [
    '"a < b"', '"""\n a < b \n"""', '#"a " < b"#', '"\\(f("x < y")) < b"', '"\\" < b"', "// a < b", "/* a /* < */ < b */"])
def test_comments_and_strings_are_no_code(opaque):
    source = f"let x = {opaque}\nlet y = z"
    code = code_of(source)
    assert "<" not in code
    assert len(code) == len(source)
    assert code.endswith("let y = z")


def mutated(source):
    return [one.mutated for one in mutants_of("A.swift", source)]


@pytest.mark.parametrize("line, expected", [
    ("let x = a < b", ["let x = a <= b"]),
    ("let x = a != nil || !b", ["let x = a == nil || !b", "let x = a != nil && !b", "let x = a != nil || b"]),
    ("let x = max(a, b.max(c))", ["let x = min(a, b.max(c))"]),
    ("let x = 1_024", ["let x = 1025"]),
    ("guard a, let b else { return }", ["guard true, let b else { return }"]),
    ("if a.b { c() }", ["if true { c() }", "if false { c() }"]),
    ("if let a, b { c() }", ["if false, b { c() }", "if let a, true { c() }", "if let a, false { c() }"]),
    ("while a { b() }", ["while false { b() }"]),
    ("case .a where b:", ["case .a where true:", "case .a where false:"]),
])
def test_defects_of_a_line(line, expected):
    assert mutated(line) == expected


@pytest.mark.parametrize("line", [
    "func f<A>(a: [A]) -> B<A> where A == C {", "static func < (a: Self, b: Self) -> Bool { f(a) }", "extension A where B == C {",
    "precondition(a < b)", "case a = 1", "@available(macOS 15, *)", "#if os(tvOS)", "let a: [Int]? = b!"])
def test_lines_that_decide_nothing_have_none(line):
    assert mutated(line) == []


def test_each_mutant_has_its_switch():
    source = "guard !a, b < 2 else { return }"
    mutants = mutants_of("A.swift", source)
    for number, mutant in enumerate(mutants, 1):
        mutant.number = number
    assert planted(source, mutants) == (
        "guard passMutant(2) ? true : !∀∁a, passMutant(3) ? true : b <∀∄ (passMutant(5) ? 3 : 2) else { return }")
    assert "prefix func !∀∁ (a: Bool) -> Bool { passMutant(1) ? a : !a }" in operator_source(mutants)


def test_a_mutant_keeps_its_name_when_lines_move():
    line = "if a < b { c() }"
    names = [one.name for one in mutants_of("A.swift", line)]
    assert [one.name for one in mutants_of("A.swift", "let x = y\n\n" + line)] == names
    assert len(set(one.name for one in mutants_of("A.swift", f"{line}\n{line}"))) == 2 * len(names)
