package import PassHTTP

/// The place of a request in a distributed trace, as its client states it (W3C Trace Context, section 3.2).
package enum TraceParent {
    /// Returns the value of the field `traceparent` if it is well-formed, else `nil`.
    package static func of(_ request: HTTPRequest) -> String? {
        var isTraced = false
        request.fields.withValue(field) { isTraced = isValid($0) }
        return isTraced ? request.fields[field] : nil
    }

    private static let field: HTTPFieldName = "traceparent"

    /// Whether the value has a version, a trace ID, a parent ID and flags, in lower-case hexadecimal.
    ///
    /// A value of a later version may continue after a hyphen; version `ff` and IDs of zeros are invalid.
    private static func isValid(_ value: UnsafeRawBufferPointer) -> Bool {
        guard value.count >= 55, value.count <= 256 else { return false }
        for index in 0..<55 {
            let isHyphen = index == 2 || index == 35 || index == 52
            guard isHyphen ? value[index] == UInt8(ascii: "-") : isDigit(value[index]) else { return false }
        }
        let isVersion00 = value[0] == UInt8(ascii: "0") && value[1] == UInt8(ascii: "0")
        guard value.count == 55 || (!isVersion00 && value[55] == UInt8(ascii: "-")) else { return false }
        let isInvalidVersion = value[0] == UInt8(ascii: "f") && value[1] == UInt8(ascii: "f")
        return !isInvalidVersion && !isZero(value[3..<35]) && !isZero(value[36..<52])
            && value[55...].allSatisfy { (0x21...0x7E).contains($0) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }

    private static func isZero(_ digits: Slice<UnsafeRawBufferPointer>) -> Bool {
        digits.allSatisfy { $0 == UInt8(ascii: "0") }
    }
}
