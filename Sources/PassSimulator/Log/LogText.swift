import PassCore

/// The words of log lines: what a peer sent can neither end a line nor reach a terminal as more than text.
enum LogText {
    /// `2031-05-14T08:30:00.250Z`
    static func date(_ time: Timestamp) -> String {
        let milliseconds = Int(time.milliseconds - time.wholeSecond.milliseconds)
        return CivilTime.isoDate(time).dropLast() + ".\(CivilTime.padded(milliseconds, 3))Z"
    }

    /// A sentence of ours, with what it quotes made printable word by word.
    static func sentence(_ text: String) -> String {
        text.split(separator: " ").map { printable(String($0)) }.joined(separator: " ")
    }

    static func printable(_ text: String) -> String {
        var bytes: [UInt8] = []
        appendPrintable(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Visible ASCII as it is, anything else (a line break, a terminal's escape) as `\xNN`.
    static func appendPrintable(_ text: String, to line: inout [UInt8]) {
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
