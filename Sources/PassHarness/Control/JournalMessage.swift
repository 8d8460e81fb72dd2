import PassCore

/// A request or an answer of the journal, as it was sent.
public struct JournalMessage: Sendable, Hashable {
    /// A header field.
    public struct Field: Sendable, Hashable {
        /// The name, as it was sent.
        public let name: String
        /// The value.
        public let value: String
    }

    /// The header fields.
    public let fields: [Field]
    /// The content as text; `nil` if it isn't text.
    public let text: String?
    /// The content, up to its first 65,536 bytes.
    public let body: [UInt8]
    /// Whether the content was longer than what `body` holds.
    public let isBodyCut: Bool

    init(_ answer: JSONValue) {
        fields = answer.elements("headers").map { field in
            Field(name: field["name"]?.stringValue ?? "", value: field["value"]?.stringValue ?? "")
        }
        let body = answer["body"]
        if let base64 = body?["base64"]?.stringValue {
            text = nil
            self.body = Base64.decode(base64) ?? []
        } else {
            let content = body?["text"]?.stringValue ?? ""
            text = content
            self.body = Array(content.utf8)
        }
        isBodyCut = body?["truncated"] == .bool(true)
    }

    /// Returns the value of the first field of that name; the case of the name doesn't matter.
    public func field(_ name: String) -> String? {
        fields.first { $0.name.asciiLowercased == name.asciiLowercased }?.value
    }
}
