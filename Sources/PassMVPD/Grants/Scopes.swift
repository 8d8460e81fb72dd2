/// Reads a list of scopes (RFC 6749, section 3.3). Any name is accepted.
enum Scopes {
    /// Returns the scopes of a text in their order, without repetitions; `nil` when it isn't a list of 1 to 32 scopes.
    static func read(_ text: String) -> [String]? {
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
