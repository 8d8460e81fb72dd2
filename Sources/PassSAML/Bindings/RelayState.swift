/// What the asker wants back unchanged beside the answer (SAML Bindings, sections 3.4.3 and 3.5.3).
package struct RelayState: Hashable, Sendable {
    package let text: String

    /// One that we send: 1 to 80 bytes, the bound that the standard sets.
    package init(_ text: String) throws(SAMLError) {
        try self.init(text, limit: 80)
    }

    /// One that came in: up to 512 bytes, because real services send more than the standard allows.
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
