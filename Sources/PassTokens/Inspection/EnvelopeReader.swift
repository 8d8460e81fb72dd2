import PassCore
import PassDomain
import PassXML

/// A reader of the service's XML tokens for inspection. Tokens may be laid out as in printed documents: indented, with
/// values on lines of their own.
enum EnvelopeReader {
    private static let tag = Array("<signatureInfo>".utf8)
    private static let slashedTag = Array("</signatureInfo>".utf8)

    private static let kinds: [ExactText: InspectedToken.Kind] = [
        "simpleAuthenticationToken": .authentication, "simpleAuthorizationToken": .authorization,
        "shortAuthorizationToken": .media, "authToken": .media,
    ]

    /// Reads a token in its envelope. Returns `nil` if no known element follows the second tag.
    ///
    /// - Parameter text: begins with the first tag.
    static func read(_ text: [UInt8]) -> InspectedToken? {
        let rest = text[tag.count...]
        guard let end = rest.firstIndex(of: UInt8(ascii: "<")) else { return nil }
        let after = rest[end...]
        let element: [UInt8]
        if after.starts(with: tag) {
            element = Array(after.dropFirst(tag.count))
        } else if after.starts(with: slashedTag) {
            element = Array(after.dropFirst(slashedTag.count))
        } else {
            return nil
        }
        let proof = signature(rest[..<end]).map { InspectedToken.Proof.bytes(signature: $0, message: element) }
        return token(element, proof: proof ?? .unreadable)
    }

    /// Reads the signed element of a token. Returns `nil` if it isn't XML or isn't an element of a known token.
    ///
    /// - Parameter element: may have white space around it.
    static func token(_ element: [UInt8], proof: InspectedToken.Proof) -> InspectedToken? {
        guard let root = try? XMLReader.parse(UnwrappedToken.trimmed(element), limits: .lenientNamespaces),
            let kind = kinds[ExactText(root.name)]
        else { return nil }
        var token = InspectedToken(kind: kind, form: root.name, proof: proof)
        for child in root.elements { collect(child, into: &token) }
        if kind == .media, let issued = token.issued, let timeToLive = mediaTimeToLive(token) {
            token.expires = issued + timeToLive
        }
        token.gaps = required(kind).filter { name in !token.fields.contains { $0.name == name } } + token.gaps
        if token.expires == nil, token.gaps.isEmpty { token.gaps.append(kind == .media ? "ttl" : "expiry") }
        return token
    }

    /// Decodes the signature. Lines are joined, and a space within a line counts as `+`, which some clients forget to
    /// encode.
    private static func signature(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        let lines = text.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") })
        let letters = lines.flatMap { UnwrappedToken.trimmed(Array($0)) }.map { byte in
            byte == UInt8(ascii: " ") ? UInt8(ascii: "+") : byte
        }
        guard let bytes = Base64.decode(String(decoding: letters, as: UTF8.self)), !bytes.isEmpty else { return nil }
        return bytes
    }

    /// Adds the element's value to the token's fields. An element with child elements is only a container: its children
    /// are added instead, under their own names.
    private static func collect(_ element: XMLElement, into token: inout InspectedToken) {
        guard !element.hasElements else {
            for child in element.elements { collect(child, into: &token) }
            return
        }
        let attributes = element.attributes.map(\.value).joined(separator: " ")
        let text = element.text.isEmpty ? attributes : element.text
        let value = String(decoding: UnwrappedToken.trimmed(Array(text.utf8)), as: UTF8.self)
        let name = TokenFieldName.element(element.name, in: token.kind)
        var meaning = name.isOpaque ? InspectedToken.Field.Meaning.opaque : .text
        switch name.role {
        case .requestor: token.requestor = value
        case .resource: token.resource = value
        case .mvpd: token.mvpd = value
        case .fingerprint: token.fingerprint = value
        case .expires:
            token.expires = proofDate(value)
            meaning = instant(token.expires, of: element.name, in: &token)
        case .issued:
            token.issued = TokenDate.timestamp(issueTime: value)
            meaning = instant(token.issued, of: element.name, in: &token)
        case .seconds: if let count = Int64(value) { meaning = .timeToLive(.seconds(count)) }
        case .milliseconds: if let count = Int64(value) { meaning = .timeToLive(TimeToLive(milliseconds: count)) }
        case .start, nil: break
        }
        token.fields.append(.init(name: element.name, label: name.label, value: .string(value), meaning: meaning))
    }

    /// Returns the meaning of a date field. A date that can't be read becomes a gap of the token.
    private static func instant(
        _ instant: Timestamp?, of name: String, in token: inout InspectedToken
    ) -> InspectedToken.Field.Meaning {
        guard let instant else {
            token.gaps.append(name)
            return .text
        }
        return .instant(instant)
    }

    /// Reads the date of an authN or authZ token, including two spellings that only clients tolerate: `_GMT`, and a
    /// missing offset.
    private static func proofDate(_ text: String) -> Timestamp? {
        let spaced = text.replacing("_GMT", with: " GMT")
        return TokenDate.timestamp(proofDate: spaced.hasSuffix(" GMT") ? spaced + " +0000" : spaced)
    }

    /// The TTL in the token's `ttl` field; `nil` if there is none or it is negative.
    private static func mediaTimeToLive(_ token: InspectedToken) -> TimeToLive? {
        for field in token.fields where field.name == "ttl" {
            if case .timeToLive(let timeToLive) = field.meaning, timeToLive.milliseconds >= 0 { return timeToLive }
        }
        return nil
    }

    /// Returns the names of the fields that every token of the kind has.
    private static func required(_ kind: InspectedToken.Kind) -> [String] {
        switch kind {
        case .authentication:
            [
                "simpleTokenAuthenticationGuid", "simpleTokenRequestorID", "simpleTokenExpires", "simpleTokenMsoID",
                "simpleTokenFingerprint",
            ]
        case .authorization:
            [
                "simpleTokenRequestorID", "simpleTokenResourceID", "simpleTokenTTL", "simpleTokenMsoID",
                "simpleTokenFingerprint",
            ]
        case .media: ["sessionGUID", "requestorID", "resourceID", "ttl", "issueTime", "mvpdId"]
        case .accessToken, .softwareStatement, .idToken, .jsonWebToken: []
        }
    }
}
