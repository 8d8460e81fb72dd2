import PassCrypto
import PassDomain
import PassTestSupport
import PassTokens
import Testing

/// The sealer and the files that token tests share.
enum TokenFixture {
    /// The fixture's one line with its placeholders filled in.
    static func element(_ name: String, _ values: [String: String] = [:]) throws -> String {
        var text = String(decoding: try Fixture.bytes("Tokens/\(name)"), as: UTF8.self)
        text.removeLast()
        for (placeholder, value) in values { text = text.replacing("{\(placeholder)}", with: value) }
        return text
    }

    static func key(_ name: String) throws -> RSAPrivateKey {
        try RSAPrivateKey(pem: Fixture.bytes("Keys/\(name).pem"))
    }

    static func sealer(_ forms: TokenForms = TokenForms()) throws -> SignedTokenSealer {
        SignedTokenSealer(
            key: try key("token"), handles: Sealer(secret: [UInt8](repeating: 7, count: 32)), forms: forms)
    }

    /// The part of a token behind its signature.
    static func signedElement(_ token: String) throws -> String {
        let parts = token.split(separator: "<signatureInfo>", omittingEmptySubsequences: false).map(String.init)
        try #require(parts.count == 3 && parts[0].isEmpty)
        return parts[2]
    }

    /// The text of the first element of that name.
    static func text(of name: String, in element: String) throws -> String {
        let start = try #require(element.firstRange(of: "<\(name)>"))
        let end = try #require(element.firstRange(of: "</\(name)>"))
        return String(element[start.upperBound..<end.lowerBound])
    }
}
