package import PassCore

extension TransportResponse {
    /// The longest JSON that the SDK reads, in bytes.
    private static let limit = 1 << 20

    package var isSuccess: Bool { (200..<300).contains(status) }

    /// The JSON of an answer with a 2xx status; `nil` for another status or a body that isn't JSON.
    package var json: JSONValue? { isSuccess ? jsonBody : nil }

    /// The `error` in the body of a refused call (RFC 6749, section 5.2); `nil` when there is none.
    package var errorName: String? { isSuccess ? nil : jsonBody?["error"]?.stringValue }

    private var jsonBody: JSONValue? {
        guard body.count <= Self.limit else { return nil }
        return try? JSONValue.parse(body)
    }
}
