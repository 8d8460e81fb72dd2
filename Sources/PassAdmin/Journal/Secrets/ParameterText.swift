import PassCore

/// The parameters of a form, or in the query and fragment of a URL, with their escapes.
struct ParameterText {
    /// The ranges of the names and values.
    private(set) var pairs: [(name: Range<Int>, value: Range<Int>)] = []
    /// The index at which the parameters begin.
    private(set) var start = 0

    /// The maximum depth to which nested forms and URLs are read; each level escapes its values once more.
    static let deepest = 8
    private static let longestName = 64

    /// Reads the parameters in a text; `nil` if the text is neither a form nor a URL with parameters.
    ///
    /// - Parameter mayBeForm: whether the text may be a form, which consists only of parameters.
    init?(_ bytes: [UInt8], mayBeForm: Bool) {
        guard let first = bytes.first, !bytes.contains(0x0A) else { return nil }
        let isAddress = first == UInt8(ascii: "/") || Self.beginsWithScheme(bytes)
        if isAddress {
            guard let sign = bytes.firstIndex(where: Self.beginsParameters) else { return nil }
            start = sign + 1
        } else if !mayBeForm || !Self.beginsForm(bytes) {
            return nil
        }
        var begin = start
        for index in start...bytes.count {
            let isEnd =
                index == bytes.count || bytes[index] == UInt8(ascii: "&")
                || isAddress && Self.beginsParameters(bytes[index])
            guard isEnd else { continue }
            let sign = bytes[begin..<index].firstIndex(of: UInt8(ascii: "=")) ?? begin
            pairs.append((begin..<sign, (sign == begin ? begin : sign + 1)..<index))
            begin = index + 1
        }
    }

    /// Whether a text begins with a scheme and `://`, such as `https://` or `adobepass://`.
    private static func beginsWithScheme(_ bytes: [UInt8]) -> Bool {
        let scheme = bytes.prefix(longestName).prefix { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
            default: "+-.".utf8.contains(byte)
            }
        }
        return !scheme.isEmpty && bytes[scheme.endIndex...].starts(with: "://".utf8)
    }

    private static func beginsParameters(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    private static func beginsForm(_ bytes: [UInt8]) -> Bool {
        let name = bytes.prefix(longestName).prefix { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
            default: "_.-[]%~+$:".utf8.contains(byte)
            }
        }
        guard !name.isEmpty, name.endIndex < bytes.count, bytes[name.endIndex] == UInt8(ascii: "=") else {
            return false
        }
        // A text with only equals signs after the name is padded base64, and one with `; ` is a list of cookies.
        return ByteSearch.end(of: "; ", in: bytes[...]) == nil
            && bytes[name.endIndex...].contains { $0 != UInt8(ascii: "=") }
    }

    /// Returns a name or a value with its escapes undone; unchanged if its escapes are invalid.
    static func decoded(_ text: ArraySlice<UInt8>) -> String {
        PercentEncoding.decode(text, plusIsSpace: true) ?? String(decoding: text, as: UTF8.self)
    }
}
