import PassCore

/// The words of log lines, in a form that is safe to show.
///
/// Text that a client or another server sent can't end a line, and can't control a terminal.
package enum LogText {
    /// Returns a sentence with all its words made printable, since it may quote what a client or another server sent.
    package static func sentence(_ text: String) -> String {
        text.split(separator: " ").map { printable(String($0)) }.joined(separator: " ")
    }

    /// Returns a path, or another text from outside, with its long parts shortened.
    ///
    /// A part longer than any name of the service may be a token in the wrong place, so only its last four characters
    /// remain. A text that is still too long is truncated.
    package static func shortened(_ text: String, partedBy separator: Character = "/") -> String {
        guard text.utf8.count > longestPart else { return text }
        let parts = text.split(separator: separator, omittingEmptySubsequences: false).map { part in
            part.utf8.count > longestPart ? "..." + part.suffix(4) : part
        }
        let result = parts.joined(separator: String(separator))
        return result.count > longestText ? result.prefix(longestText) + "..." : result
    }

    private static let longestPart = 64
    private static let longestText = 512

    package static func printable(_ text: String) -> String {
        var bytes: [UInt8] = []
        appendPrintable(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends text with visible ASCII unchanged and every other byte (a line break, a terminal's escape) as `\xNN`.
    ///
    /// The backslash is written as `\xNN` too.
    package static func appendPrintable(_ text: String, to line: inout [UInt8]) {
        for byte in text.utf8 {
            if (0x21...0x7E).contains(byte), byte != UInt8(ascii: "\\") {
                line.append(byte)
            } else {
                line += "\\x".utf8
                line += Hex.encode([byte]).utf8
            }
        }
    }
}
