import PassCore

/// The kind of a text that differs from run to run.
enum VolatileText: Hashable {
    case uuid
    /// Hexadecimal digits after a prefix, which is `_` or empty.
    case hex(prefix: String)
    /// A signature, a sealed text or random bytes.
    case random
    /// A registration code.
    case code

    /// Reads a text.
    ///
    /// - Parameter isCode: whether the text is at a place where registration codes appear.
    init?(_ text: String, isCode: Bool = false) {
        let bytes = Array(text.utf8)
        if isCode, bytes.count == 7, bytes.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }) {
            self = .code
            return
        }
        if bytes.count == 36, bytes.enumerated().allSatisfy({ Self.isOfUUID($0.element, at: $0.offset) }) {
            self = .uuid
            return
        }
        let prefix = bytes.first == UInt8(ascii: "_") ? "_" : ""
        let rest = bytes.dropFirst(prefix.utf8.count)
        if rest.count >= 16, rest.allSatisfy(Self.isHexDigit) {
            self = .hex(prefix: prefix)
            return
        }
        guard bytes.count >= 16, bytes.allSatisfy(Self.isOfBase64), Self.isMixed(bytes) else { return nil }
        self = .random
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) || (0x41...0x46).contains(byte)
    }

    private static func isOfUUID(_ byte: UInt8, at index: Int) -> Bool {
        [8, 13, 18, 23].contains(index) ? byte == UInt8(ascii: "-") : isHexDigit(byte)
    }

    private static func isOfBase64(_ byte: UInt8) -> Bool {
        Self.isLetter(byte) || (0x30...0x39).contains(byte) || "+/=-_.".utf8.contains(byte)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    /// Whether a text has capital letters, small letters and digits, as random texts and few names do.
    ///
    /// A random text may have no digit by chance. In that case, at least a quarter of it must be capital letters and a
    /// quarter small letters, which is rare in names.
    private static func isMixed(_ bytes: [UInt8]) -> Bool {
        let capitals = bytes.count { (0x41...0x5A).contains($0) }
        let smallLetters = bytes.count { (0x61...0x7A).contains($0) }
        let fewer = min(capitals, smallLetters)
        return 4 * fewer >= bytes.count || fewer > 0 && bytes.contains { (0x30...0x39).contains($0) }
    }

    /// Returns the time that a text states, in milliseconds since 1970; `nil` if it states none.
    static func time(_ text: String) -> Int64? {
        if let time = CivilTime.timestamp(isoDate: text) ?? CivilTime.timestamp(httpDate: text) {
            return time.milliseconds
        }
        if let number = Int64(text) { return time(number) }
        // The form of legacy tokens: 2026/12/25 21:42:54 GMT +0000.
        guard let match = text.wholeMatch(of: /(\d{4})\/(\d\d)\/(\d\d) (\d\d:\d\d:\d\d) GMT [+-]\d{4}/) else {
            return nil
        }
        return CivilTime.timestamp(isoDate: "\(match.1)-\(match.2)-\(match.3)T\(match.4)Z")?.milliseconds
    }

    /// Returns the time, in milliseconds since 1970, that a number of seconds or milliseconds states; `nil` if it is
    /// out of range.
    static func time(_ number: Int64) -> Int64? {
        switch number {
        case 1_000_000_000...9_999_999_999: number * 1_000
        case 1_000_000_000_000...9_999_999_999_999: number
        default: nil
        }
    }
}
