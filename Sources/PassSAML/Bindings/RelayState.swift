/// A value that a sender gets back unchanged with the answer to its message (SAML Bindings, sections 3.4.3 and 3.5.3).
package struct RelayState: Hashable, Sendable {
    package let text: String

    /// Creates a value to send: 1 to 80 bytes, the limit that the standard sets.
    package init(_ text: String) throws(SAMLError) {
        try self.init(text, limit: 80)
    }

    /// Reads a received value: 1 to 512 bytes, because real services send more than the standard allows.
    package init(received text: String) throws(SAMLError) {
        try self.init(text, limit: 512)
    }

    private init(_ text: String, limit: Int) throws(SAMLError) {
        guard (1...limit).contains(text.utf8.count) else {
            throw SAMLError(.relayState, "The RelayState has \(text.utf8.count) bytes, not 1 to \(limit).")
        }
        self.text = text
    }
}
