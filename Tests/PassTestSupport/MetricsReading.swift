/// Metrics as a strict reader of OpenMetrics 1.0 or Prometheus text 0.0.4 understands them.
///
/// The reader is stricter than the formats in some points: each family has a help, and the samples of a family have the
/// same label names.
package struct MetricsReading: Sendable {
    /// A text format.
    package enum Format: Sendable {
        case openMetrics
        case prometheus
    }

    /// A line that breaks a rule.
    package struct Fault: Error, Equatable, CustomStringConvertible {
        /// The number of the line, from 1.
        package var line: Int
        package var sentence: String

        package init(line: Int, sentence: String) {
            self.line = line
            self.sentence = sentence
        }

        package var description: String { "line \(line): \(sentence)" }
    }

    /// A family without its samples.
    package struct Family: Sendable, Equatable {
        package var name: String
        package var type = ""
        package var help = ""
        package var unit = ""
    }

    /// A sample: its name, its labels in their order, and its value.
    package struct Sample: Sendable {
        package var name: String
        package var labels: [(name: String, value: String)]
        package var value: Double

        /// The sample without its value, as the text shows it.
        package var series: String {
            labels.isEmpty ? name : name + "{" + labels.map { "\($0)=\"\($1)\"" }.joined(separator: ",") + "}"
        }
    }

    package private(set) var families: [Family] = []
    package private(set) var samples: [Sample] = []

    /// The value of a sample by its series, e.g. `a_total{kind="b"}`; `nil` if there is none.
    package subscript(series: String) -> Double? { samples.first { $0.series == series }?.value }

    /// Reads a whole text.
    ///
    /// - Throws: `Fault` for the first line that breaks a rule of the format.
    package init(_ text: String, _ format: Format = .openMetrics) throws {
        guard text.hasSuffix("\n") else { throw Fault(line: 1, sentence: "the text doesn't end with a line feed") }
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        if format == .openMetrics {
            guard lines.last == "# EOF" else {
                throw Fault(line: lines.count, sentence: "the text doesn't end with EOF")
            }
            lines.removeLast()
        }
        var block = Block(format: format)
        var known: Set<String> = []
        for (index, line) in lines.enumerated() {
            do {
                if line.hasPrefix("# ") {
                    if let ended = try block.read(comment: line) { try end(ended, &known) }
                } else {
                    try block.read(sample: line)
                }
            } catch let broken as BrokenRule {
                throw Fault(line: index + 1, sentence: broken.sentence)
            }
        }
        do { try end(block, &known) } catch let broken as BrokenRule {
            throw Fault(line: lines.count, sentence: broken.sentence)
        }
    }

    private mutating func end(_ block: Block, _ known: inout Set<String>) throws {
        guard let family = block.family else { return }
        try block.check()
        guard known.insert(family.name).inserted else { throw BrokenRule("the family \(family.name) comes twice") }
        families.append(family)
        samples += block.samples
    }
}

struct BrokenRule: Error {
    let sentence: String

    init(_ sentence: String) { self.sentence = sentence }
}

/// The lines of one family.
struct Block {
    let format: MetricsReading.Format
    var family: MetricsReading.Family?
    var samples: [MetricsReading.Sample] = []

    init(format: MetricsReading.Format) { self.format = format }

    /// Reads a line of a family's description.
    ///
    /// - Returns: the family before it, which the line ends.
    mutating func read(comment line: String) throws -> Block? {
        let words = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
        guard words.count == 4, !words[3].isEmpty else { throw BrokenRule("the description is incomplete") }
        let name = words[2]
        guard Self.isName(name, colons: true) else { throw BrokenRule("\(name) isn't a name") }
        var ended: Block?
        if family?.name != name {
            ended = self
            self = Block(format: format)
            family = .init(name: name)
        } else if !samples.isEmpty {
            throw BrokenRule("the description of \(name) comes after its samples")
        }
        switch words[1] {
        case "HELP": try set(\.help, words[3])
        case "TYPE": try set(\.type, words[3])
        case "UNIT" where format == .openMetrics: try set(\.unit, words[3])
        default: throw BrokenRule("\(words[1]) is no description")
        }
        return ended
    }

    private mutating func set(_ part: WritableKeyPath<MetricsReading.Family, String>, _ value: String) throws {
        guard family?[keyPath: part] == "" else { throw BrokenRule("a description comes twice") }
        family?[keyPath: part] = value
    }

    /// Reads `name{label="value",…} number`.
    mutating func read(sample line: String) throws {
        guard !line.isEmpty else { throw BrokenRule("the line is empty") }
        guard family != nil else { throw BrokenRule("the sample has no family") }
        var rest = Substring(line)
        let name = String(rest.prefix { $0 != "{" && $0 != " " })
        guard Self.isName(name, colons: true) else { throw BrokenRule("\(name) isn't a name") }
        rest = rest.dropFirst(name.count)
        var labels: [(name: String, value: String)] = []
        if rest.first == "{" {
            rest.removeFirst()
            repeat { labels.append(try Self.label(&rest)) } while Self.skip(",", &rest)
            guard Self.skip("}", &rest) else { throw BrokenRule("the labels don't end") }
        }
        guard Self.skip(" ", &rest), let value = Self.number(String(rest)) else {
            throw BrokenRule("\(rest) isn't a number")
        }
        guard Set(labels.map(\.name)).count == labels.count else { throw BrokenRule("a label comes twice") }
        samples.append(.init(name: name, labels: labels, value: value))
    }

    private static func label(_ rest: inout Substring) throws -> (name: String, value: String) {
        let name = String(rest.prefix { $0 != "=" })
        guard isName(name, colons: false), !name.hasPrefix("__") else { throw BrokenRule("\(name) isn't a label") }
        rest = rest.dropFirst(name.count)
        guard skip("=", &rest), skip("\"", &rest) else { throw BrokenRule("the label \(name) has no value") }
        var value = ""
        while let character = rest.popFirst() {
            switch character {
            case "\"": return (name, value)
            case "\\":
                switch rest.popFirst() {
                case "\\": value.append("\\")
                case "\"": value.append("\"")
                case "n": value.append("\n")
                default: throw BrokenRule("a backslash escapes nothing")
                }
            default: value.append(character)
            }
        }
        throw BrokenRule("the value of \(name) doesn't end")
    }

    private static func skip(_ character: Character, _ rest: inout Substring) -> Bool {
        guard rest.first == character else { return false }
        rest.removeFirst()
        return true
    }

    /// Reads a number, which has no timestamp after it here.
    private static func number(_ text: String) -> Double? {
        switch text {
        case "+Inf": return .infinity
        case "-Inf": return -.infinity
        case "NaN": return .nan
        default:
            let isPlain = text.utf8.allSatisfy { "+-.eE0123456789".utf8.contains($0) }
            return isPlain ? Double(text) : nil
        }
    }

    private static func isName(_ name: String, colons: Bool) -> Bool {
        guard let first = name.utf8.first, !(0x30...0x39).contains(first) else { return false }
        return name.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: true
            default: byte == 0x3A && colons
            }
        }
    }
}
