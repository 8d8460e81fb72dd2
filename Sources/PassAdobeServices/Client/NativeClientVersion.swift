import PassCore

/// The version of a native SDK, read from its `User-Agent`: `AdobePassNativeClient/1.8 (Linux; …)`.
///
/// Newer SDKs put the product at the end of the field, and one client sends the whole field percent-encoded (legacy
/// protocol, "Common request headers").
struct NativeClientVersion: Comparable {
    /// The components of the version, one to four; missing ones count as zero.
    private let numbers: [Int]

    init(_ numbers: [Int]) {
        self.numbers = numbers
    }

    /// Reads the version from `User-Agent`; `nil` if the field names no native SDK, or one without a version.
    init?(userAgent: String) {
        let text = userAgent.contains("%") ? PercentEncoding.decode(userAgent) ?? userAgent : userAgent
        guard let mark = text.firstRange(of: "AdobePassNativeClient/") else { return nil }
        let version = text[mark.upperBound...].utf8.prefix { $0 == UInt8(ascii: ".") || Self.isDigit($0) }
        let numbers = version.split(separator: UInt8(ascii: ".")).prefix(4).map(Self.number)
        guard !numbers.isEmpty else { return nil }
        self.init(numbers)
    }

    static func < (left: Self, right: Self) -> Bool {
        left.padded.lexicographicallyPrecedes(right.padded)
    }

    static func == (left: Self, right: Self) -> Bool {
        left.padded == right.padded
    }

    private var padded: [Int] {
        numbers + Array(repeating: 0, count: max(0, 4 - numbers.count))
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// Returns the number that the digits spell; a number that is too large becomes the largest `Int`.
    private static func number(_ digits: Substring.UTF8View) -> Int {
        Int(String(Substring(digits))) ?? .max
    }
}
