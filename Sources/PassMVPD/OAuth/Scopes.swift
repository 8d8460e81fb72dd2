import PassDomain

/// Reads a list of scopes (RFC 6749, section 3.3); what they are called is the client's affair.
enum Scopes {
    /// - Returns: the scopes, each once, in their order; `nil` for no text.
    /// - Throws: `AuthorizationRefusal` for a character that no scope may hold, more than 32 scopes, or none.
    static func read(_ text: String?) throws(AuthorizationRefusal) -> [String]? {
        guard let text else { return nil }
        guard let scopes = parse(text) else {
            throw AuthorizationRefusal(.invalidScope, "The parameter scope is no list of scopes.")
        }
        return scopes
    }

    /// The scopes of a text; `nil` when it isn't a list of them.
    static func parse(_ text: String) -> [String]? {
        var scopes: [String] = []
        for scope in text.split(separator: " ") {
            guard scope.utf8.allSatisfy(isAllowed) else { return nil }
            if !scopes.contains(String(scope)) { scopes.append(String(scope)) }
        }
        return (1...32).contains(scopes.count) ? scopes : nil
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
}
