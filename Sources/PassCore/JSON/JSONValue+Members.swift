extension JSONValue {
    /// Returns the text of the value of a member of the outermost object, exactly as it is written.
    ///
    /// The text shows the order of the members in that value, which a `JSONValue` doesn't keep.
    ///
    /// - Parameter bytes: text that `parse(_:)` reads as an object; the result for any other text is meaningless.
    /// - Returns: `nil` if there is no member of that name.
    package static func text(ofMember name: String, in bytes: [UInt8]) -> ArraySlice<UInt8>? {
        var depth = 0
        var index = 0
        var start: Int?
        while index < bytes.count {
            let byte = bytes[index]
            if let start, depth == 1, byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") {
                return bytes[start..<index]
            }
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: "\""):
                let literal = stringLiteral(in: bytes, at: index)
                index = literal.endIndex
                if start == nil, depth == 1, let colon = bytes[index...].firstIndex(where: { $0 > 0x20 }),
                    bytes[colon] == UInt8(ascii: ":"), text(ofLiteral: literal).hasSameBytes(as: name)
                {
                    index = colon + 1
                    start = index
                }
                continue
            default: break
            }
            index += 1
        }
        return nil
    }

    /// Whether a text has more than `limit` values and names, so that it would take much memory to parse it.
    package static func hasMoreParts(than limit: Int, _ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in
            var parts = 1
            var index = 0
            while index < bytes.count, parts <= limit {
                switch bytes[index] {
                case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ","), UInt8(ascii: ":"): parts += 1
                case UInt8(ascii: "\""):
                    index += 1
                    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
                        index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
                    }
                default: break
                }
                index += 1
            }
            return parts > limit
        }
    }
}
