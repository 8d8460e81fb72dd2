import FoundationEssentials
import Glibc
import PassTestSupport

/// The documentation's page with the tables that are held equal to the code.
///
/// Each table stands between `<!-- NAME -->` and `<!-- /NAME -->`. With `PASS_RECORD` in the environment the tables are
/// written instead of compared.
struct WireReference {
    private static let path =
        Fixture.directory + "/../Sources/PassSimulator/PassSimulator.docc/WireReference.md"

    /// A page without such a table.
    struct NoTable: Error {
        let name: String
    }

    /// The lines of a table, its head included.
    static func table(_ name: String) throws -> [String] {
        let text = try text()
        let bounds = try bounds(name, in: text)
        return text[bounds].split(separator: "\n").map(String.init)
    }

    /// Puts the lines in place of the table's, if that is wanted.
    static func record(_ lines: [String], as name: String) throws {
        guard getenv("PASS_RECORD") != nil else { return }
        var text = try text()
        text.replaceSubrange(try bounds(name, in: text), with: "\n" + lines.joined(separator: "\n") + "\n")
        try Data(text.utf8).write(to: URL(filePath: path))
    }

    /// The cells of a line, without the space around them.
    static func cells(_ line: String) -> [String] {
        line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
            .map { String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
    }

    private static func text() throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    }

    private static func bounds(_ name: String, in text: String) throws -> Range<String.Index> {
        guard let start = text.firstRange(of: "<!-- \(name) -->"), let end = text.firstRange(of: "<!-- /\(name) -->")
        else { throw NoTable(name: name) }
        return start.upperBound..<end.lowerBound
    }
}
