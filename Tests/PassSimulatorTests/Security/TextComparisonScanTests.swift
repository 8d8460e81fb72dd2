import Foundation
import PassTestSupport
import Testing

/// Reads the source of everything that judges requests.
///
/// A text of ASCII without `K`, `;` and the grave accent is canonically equivalent to itself alone, so `String ==` is right
/// for comparisons with such literals. For all others `ExactText` or `hasSameBytes(as:)` is.
@Suite("Comparisons of texts from outside")
struct TextComparisonScanTests {
    private static let folders = [
        "PassDomain", "PassAdobeServices", "PassMVPD", "PassTokens", "PassSAML", "PassRESTv1", "PassRESTv2",
        "PassClientRegistration",
        "PassAdmin", "PassEndpointKit", "PassHTTP", "PassStore", "PassInstruments", "PassXML", "PassSimulator/Pipeline",
    ]

    /// Lines that may have what the others may not, and why.
    private static let exceptions: [(file: String, text: String, reason: String)] = [
        ("Router.swift", "[String: Int]", "segments of routes: ASCII without K, ; and the grave accent"),
        ("PathTable.swift", "[String: Int]", "paths of routes: ASCII without K, ; and the grave accent"),
        ("OperatorHosts.swift", "containerHosts: Set = [", "literals in lower case"),
        ("Brand.swift", "uppercased()", "initials, shown and never compared"),
        ("StateSchemas.swift", "uppercased()", "the description's own names"),
        ("RuleSchemas.swift", "uppercased()", "the description's own words"),
        ("ControlTopic+Keys.swift", "uppercased()", "the description's own names"),
    ]

    private struct Line {
        var file: String
        var number: Int
        var text: String
        var place: Comment { "\(file):\(number): \(text)" }
    }

    private static func lines() throws -> [Line] {
        let root = "\(Fixture.directory)/../Sources"
        var lines: [Line] = []
        for folder in folders {
            let names = try #require(FileManager.default.enumerator(atPath: "\(root)/\(folder)"))
            for case let name as String in names where name.hasSuffix(".swift") {
                let text = try String(contentsOfFile: "\(root)/\(folder)/\(name)", encoding: .utf8)
                for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                    let line = line.trimmingCharacters(in: .whitespaces)
                    if line.hasPrefix("//") { continue }
                    lines.append(
                        Line(file: name.components(separatedBy: "/").last ?? name, number: index + 1, text: line))
                }
            }
        }
        return lines
    }

    private static func offenders(_ pattern: String) throws -> [Line] {
        let pattern = try Regex(pattern)
        return try lines().filter { line in
            line.text.contains(pattern)
                && !exceptions.contains { $0.file == line.file && line.text.contains($0.text) }
        }
    }

    @Test("No set and no dictionary has texts from outside as `String`")
    func keys() throws {
        for line in try Self.offenders(#"\[String: ?[A-Z\[(]|Set<String>|Dictionary<String,|: Set = \["#) {
            Issue.record(line.place)
        }
    }

    @Test("Case folding covers ASCII only")
    func folding() throws {
        for line in try Self.offenders(#"(lower|upper)cased\(\)"#) { Issue.record(line.place) }
    }

    @Test("No literal that another text is canonically equivalent to is compared with `==`, `contains` or `case`")
    func literals() throws {
        let literal = #""[^"\\]*[K;`][^"]*""#
        for line in try Self.offenders("(==|!=) \(literal)|^case \(literal)|has(Prefix|Suffix)\\(\(literal)") {
            Issue.record(line.place)
        }
    }

    @Test("No key of a record has a part that is `String`")
    func recordKeys() throws {
        var isInKey = false
        for line in try Self.lines() {
            if line.text.contains("ByteComparable {") { isInKey = true } else if line.text == "}" { isInKey = false }
            if isInKey, line.text.contains(try Regex(#"\bvar \w+: \[?String\b[^{]*$"#)) { Issue.record(line.place) }
        }
    }

    @Test("Each exception is still needed")
    func exceptions() throws {
        let lines = try Self.lines()
        for exception in Self.exceptions {
            #expect(
                lines.contains { $0.file == exception.file && $0.text.contains(exception.text) }, "\(exception.file)")
        }
    }
}
