import PassCore
import PassXML

/// The tokens in the content of an answer: authN and authZ tokens in XML, media tokens on their own or in JSON, and
/// access tokens in JSON.
package enum AnswerTokens {
    /// Returns the content with each token changed.
    ///
    /// - Parameters:
    ///   - token: returns the new text for an authN, authZ or media token.
    ///   - accessToken: returns the new text for an access token.
    package static func change(
        in content: [UInt8], token: (String) -> String, accessToken: (String) -> String
    ) -> [UInt8] {
        guard let text = String(validating: content, as: UTF8.self) else { return content }
        if text.hasPrefix("<signatureInfo>") { return Array(token(text).utf8) }
        var changed = text
        for name in ["authnToken", "authzToken"] {
            changed = replace(in: changed, after: "<\(name)>", before: "</\(name)>") { escaped in
                guard let element = try? XMLReader.parse(Array("<\(name)>\(escaped)</\(name)>".utf8)) else {
                    return String(escaped)
                }
                return XMLEscaping.text(token(element.text))
            }
        }
        changed = replace(in: changed, after: #""serializedToken":""#, before: "\"") { encoded in
            guard let bytes = Base64.decode(String(encoded)) else { return String(encoded) }
            return Base64.encode(Array(token(String(decoding: bytes, as: UTF8.self)).utf8))
        }
        changed = replace(in: changed, after: #""access_token":""#, before: "\"") { accessToken(String($0)) }
        return Array(changed.utf8)
    }

    /// Returns the text with every part between the two marks replaced.
    private static func replace(
        in text: String, after open: String, before close: String, _ change: (Substring) -> String
    ) -> String {
        var result = ""
        var rest = text[...]
        while let start = rest.firstRange(of: open), let end = rest[start.upperBound...].firstRange(of: close) {
            result += rest[..<start.upperBound] + change(rest[start.upperBound..<end.lowerBound])
            rest = rest[end.lowerBound...]
        }
        return result + rest
    }
}
