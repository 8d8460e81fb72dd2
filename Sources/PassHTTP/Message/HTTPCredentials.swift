/// The reading of credentials: the name of a scheme and, after spaces, what the scheme defines (RFC 9110, section
/// 11.4).
///
/// The header fields `Authorization` and `AP-Device-Identifier` have this form.
package enum HTTPCredentials {
    /// Returns the bytes after a scheme's name; `nil` if the field has another scheme.
    ///
    /// - Parameter scheme: the name in lower case. The field may have it in either case.
    /// - Returns: the bytes after the spaces, which are none if nothing follows the name.
    package static func bytes(
        of field: UnsafeRawBufferPointer, after scheme: StaticString
    ) -> UnsafeRawBufferPointer? {
        let (count, space) = (scheme.utf8CodeUnitCount, UInt8(ascii: " "))
        let value = field.drop { $0 == space }
        guard value.count >= count else { return nil }
        let end = value.startIndex + count
        for index in 0..<count where value[value.startIndex + index] | 0x20 != scheme.utf8Start[index] { return nil }
        guard end == value.endIndex || value[end] == space else { return nil }
        return UnsafeRawBufferPointer(rebasing: value[end...].drop { $0 == space })
    }

    /// Returns the text after a scheme's name, as `bytes(of:after:)` does.
    package static func text(of field: String, after scheme: StaticString) -> String? {
        var field = field
        return field.withUTF8 { utf8 in
            bytes(of: UnsafeRawBufferPointer(utf8), after: scheme).map { String(decoding: $0, as: UTF8.self) }
        }
    }
}
