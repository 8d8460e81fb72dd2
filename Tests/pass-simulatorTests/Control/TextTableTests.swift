import Testing

@testable import pass_simulator

@Suite("Tables on the command line")
struct TextTableTests {
    @Test("Columns are aligned, and no line ends in a space") func aligned() {
        let table = TextTable.text(["NAME", "RULES"], [["a", ""], ["longer", "12"]], empty: "None.")
        #expect(table == "NAME    RULES\na\nlonger  12\n")
    }

    @Test("A table without rows is a sentence") func empty() {
        #expect(TextTable.text(["NAME"], [], empty: "There are no rules.") == "There are no rules.\n")
    }

    @Test("A text from outside can't move the cursor") func escapes() {
        #expect(TextTable.text(["A"], [["x\u{1B}[2J\ny"]], empty: "") == "A\nx [2J y\n")
        #expect(TextTable.text([("na\nme", "1"), ("b", "\u{202E}2")]) == "na me  1\nb      \\u{202E}2\n")
    }
}
