import PassCore
import PassDomain

/// A reader of JSON Web Tokens of any algorithm, for inspection. The signature of a token can be checked only if
/// `JSONWebToken` can read the token.
enum JWTReader {
    /// Returns header and payload as JSON text, or `nil` if the text doesn't have three parts with JSON objects in the
    /// first two.
    static func parts(_ text: [UInt8]) -> (header: [UInt8], payload: [UInt8])? {
        guard text.count <= InspectedToken.maximumBytes else { return nil }
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let header = object(parts[0]), let payload = object(parts[1]) else { return nil }
        return (header, payload)
    }

    /// Decodes one part. Returns `nil` if it isn't a JSON object in base64.
    private static func object(_ part: ArraySlice<UInt8>) -> [UInt8]? {
        guard let bytes = Base64.decodeLeniently(String(decoding: part, as: UTF8.self)),
            (try? JSONValue.parse(bytes))?.objectValue != nil
        else { return nil }
        return bytes
    }

    /// Reads a token and determines its kind from its claims. Returns `nil` if the text isn't a JSON Web Token.
    static func read(_ text: [UInt8]) -> InspectedToken? {
        guard let (headerText, payloadText) = parts(text), let header = try? JSONValue.parse(headerText),
            let payload = try? JSONValue.parse(payloadText), let claims = payload.objectValue
        else { return nil }
        let kind: InspectedToken.Kind =
            if claims["scopes"] != nil {
                .accessToken
            } else if isIDToken(claims) {
                .idToken
            } else if SoftwareStatement(claims: claims) != nil {
                .softwareStatement
            } else {
                .jsonWebToken
            }
        let strict = try? JSONWebToken(String(decoding: text, as: UTF8.self))
        var token = InspectedToken(
            kind: kind, form: "JWT",
            proof: strict.map { .bytes(signature: $0.signature, message: $0.signingInput) } ?? .unreadable)
        for name in JSONValue.names(headerText) { add(name, header[name] ?? .null, to: &token, isClaim: false) }
        for name in JSONValue.names(payloadText) { add(name, payload[name] ?? .null, to: &token, isClaim: true) }
        if kind.mustExpire, token.expires == nil, token.gaps.isEmpty { token.gaps.append("exp") }
        return token
    }

    /// Whether the claims are those of an ID token rather than of a software statement. Both have a `sub`, but only an
    /// ID token must have an audience (OpenID Connect Core, section 2), and only a statement describes an app.
    private static func isIDToken(_ claims: [ExactText: JSONValue]) -> Bool {
        claims["sub"] != nil && claims["aud"] != nil && claims["client_name"] == nil && claims["software_id"] == nil
    }

    /// Adds a header member or a claim to the token's fields. Claims that are dates also set the token's own dates, or
    /// become gaps if they can't be read.
    private static func add(_ name: String, _ value: JSONValue, to token: inout InspectedToken, isClaim: Bool) {
        let known = TokenFieldName.claim(name)
        var meaning = InspectedToken.Field.Meaning.text
        if isClaim, let role = known.role {
            let instant = value.integerValue.map { Timestamp(seconds: $0) }
            switch role {
            case .issued: token.issued = instant
            case .start: token.start = instant
            case .expires: token.expires = instant
            case .requestor, .resource, .mvpd, .fingerprint, .seconds, .milliseconds: break
            }
            if let instant { meaning = .instant(instant) } else { token.gaps.append(name) }
        }
        token.fields.append(.init(name: name, label: known.label, value: value, meaning: meaning))
    }
}
