import PassCore

/// The data that an app sends as `generic_data`, only for the service: a JSON object with text members.
///
/// ```
/// {"email":"3a7bd3e2360a3d29eea436fcfb7e44c7…"}
/// ```
///
/// The form `("email":"…")`, which one page of the vendor prints, is accepted as well.
package struct GenericData: Sendable, Hashable {
    private let members: [ExactText: JSONValue]

    /// The maximum length of a text that identifies a user, in bytes.
    package static let longestValue = 1024

    /// Returns `nil` for text of any other form.
    package init?(_ text: String) {
        var bytes = Array(text.utf8)
        if bytes.first == UInt8(ascii: "("), bytes.last == UInt8(ascii: ")") {
            bytes[0] = UInt8(ascii: "{")
            bytes[bytes.count - 1] = UInt8(ascii: "}")
        }
        guard let members = (try? JSONValue.parse(bytes))?.objectValue else { return nil }
        self.members = members
    }

    /// The text of that member; `nil` when it is absent, empty, not text or longer than `longestValue`.
    package subscript(name: String) -> String? {
        guard let text = members[name]?.stringValue, (1...Self.longestValue).contains(text.utf8.count) else {
            return nil
        }
        return text
    }
}
