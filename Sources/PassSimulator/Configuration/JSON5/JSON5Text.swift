/// A writer of JSON5 text, which puts each value on one line.
package enum JSON5Text {
    /// Returns a value as JSON5 text.
    package static func line(_ value: JSON5Node.Value) -> String {
        switch value {
        case .null: "null"
        case .flag(let flag): flag ? "true" : "false"
        case .integer(let number): String(number)
        case .number(let number): JSON5Text.number(number)
        case .text(let text): quoted(text)
        case .list(let elements): "[" + elements.map { line($0.value) }.joined(separator: ", ") + "]"
        case .object(let members):
            "{" + members.map { name($0.name) + ": " + line($0.node.value) }.joined(separator: ", ") + "}"
        }
    }

    /// Returns a member's name, in quotation marks unless it is a plain word.
    static func name(_ name: String) -> String {
        let isPlain = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        let startsWithDigit = name.utf8.first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? true
        return isPlain && !startsWithDigit ? name : quoted(name)
    }

    /// Returns the text in double quotation marks, with control characters escaped.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    private static func number(_ number: Double) -> String {
        Int64(exactly: number).map { String($0) } ?? String(number)
    }
}
