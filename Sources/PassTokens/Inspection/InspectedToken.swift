package import PassCore

/// What a token says, read for people: leniently, and whether or not anybody should believe it.
///
/// Nothing here is a verdict. `TokenInspector` judges what was read, and `TokenVerifier` reads exact bytes only.
package struct InspectedToken: Sendable, Hashable {
    package enum Kind: String, Sendable, CaseIterable {
        case authentication
        case authorization
        case media
        case accessToken
        case softwareStatement
        /// Who signed in at an OAuth 2.0 MVPD (OpenID Connect Core, section 2).
        case idToken
        /// A JSON Web Token of another kind.
        case jsonWebToken

        /// As people call it.
        package var name: String {
            switch self {
            case .authentication: "authN token"
            case .authorization: "authZ token"
            case .media: "media token"
            case .accessToken: "access token"
            case .softwareStatement: "software statement"
            case .idToken: "ID token"
            case .jsonWebToken: "JSON Web Token"
            }
        }

        /// Whether one without an end is incomplete.
        var mustExpire: Bool {
            switch self {
            case .authentication, .authorization, .media, .accessToken, .idToken: true
            case .softwareStatement, .jsonWebToken: false
            }
        }
    }

    package var kind: Kind
    /// The root element's name, or `JWT`.
    package var form: String
    /// From the outside in.
    package var wrappings: [TokenWrapping] = []
    /// All that it says, in its own order.
    package var fields: [Field] = []
    /// From when on it counts, if it says so.
    package var start: Timestamp?
    package var issued: Timestamp?
    package var expires: Timestamp?
    package var requestor: String?
    package var resource: String?
    package var mvpd: String?
    package var fingerprint: String?
    /// The names of those that every token of its kind has, and that are missing or unreadable in this one.
    package var gaps: [String] = []
    var proof: Proof

    /// What its signature is checked by.
    enum Proof: Hashable, Sendable {
        case bytes(signature: [UInt8], message: [UInt8])
        /// What stands where a signature belongs is none.
        case unreadable
    }

    /// One element or claim.
    package struct Field: Sendable, Hashable {
        /// On the wire: `simpleTokenMsoID`, `exp`.
        package var name: String
        /// For people.
        package var label: String
        package var value: JSONValue
        package var meaning: Meaning

        package enum Meaning: Sendable, Hashable {
            case text
            /// Long and without sense for people: signatures, sealed handles.
            case opaque
            case instant(Timestamp)
            case life(TimeToLive)
        }
    }

    /// Reads a token of any kind, in any wrapping; `nil` when there is none.
    ///
    /// - Parameter input: at most `maximumBytes`.
    package init?(_ input: [UInt8]) {
        guard input.count <= Self.maximumBytes, let unwrapped = UnwrappedToken(input) else { return nil }
        let token =
            unwrapped.isEnveloped ? EnvelopeReader.read(unwrapped.text) : JWTReader.read(unwrapped.text)
        guard var token else { return nil }
        token.wrappings = unwrapped.wrappings
        self = token
    }

    init(kind: Kind, form: String, proof: Proof) {
        self.kind = kind
        self.form = form
        self.proof = proof
    }

    package static let maximumBytes = 1 << 20
}
