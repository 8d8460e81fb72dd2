package import PassCore

/// The contents of a token, read leniently for display, whether or not the token can be trusted.
///
/// This type gives no verdict: `TokenInspector` checks the contents, and `TokenVerifier` accepts exact bytes only.
package struct InspectedToken: Sendable, Hashable {
    /// A kind of token.
    package enum Kind: String, Sendable, CaseIterable {
        case authentication
        case authorization
        case media
        case accessToken
        case softwareStatement
        /// The ID token of an OAuth 2.0 MVPD, which says who signed in (OpenID Connect Core, section 2).
        case idToken
        /// A JSON Web Token of another kind.
        case jsonWebToken

        /// The usual name of the kind, for display.
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

        /// Whether a token of this kind is incomplete without an expiry.
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
    /// The wrappings that were removed, outermost first.
    package var wrappings: [TokenWrapping] = []
    /// All elements or claims of the token, in its own order.
    package var fields: [Field] = []
    /// The time from which the token is valid; `nil` if the token names none.
    package var start: Timestamp?
    package var issued: Timestamp?
    package var expires: Timestamp?
    package var requestor: String?
    package var resource: String?
    package var mvpd: String?
    package var fingerprint: String?
    /// The names of the fields that every token of its kind has but that are missing or unreadable in this one.
    package var gaps: [String] = []
    var proof: Proof

    /// The input to the signature check.
    enum Proof: Hashable, Sendable {
        case bytes(signature: [UInt8], message: [UInt8])
        /// The token has no readable signature.
        case unreadable
    }

    /// An element of an XML token or a claim of a JSON Web Token.
    package struct Field: Sendable, Hashable {
        /// The name on the wire, such as `simpleTokenMsoID` or `exp`.
        package var name: String
        /// The name to display.
        package var label: String
        package var value: JSONValue
        package var meaning: Meaning

        /// The way in which to understand and display a value.
        package enum Meaning: Sendable, Hashable {
            case text
            /// A long value that means nothing to a reader, such as a signature or a sealed handle.
            case opaque
            case instant(Timestamp)
            case timeToLive(TimeToLive)
        }
    }

    /// Reads a token of any kind, in any wrapping. Returns `nil` if the input holds none.
    ///
    /// - Parameter input: at most `maximumBytes` bytes; longer input counts as none.
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

    /// The maximum size of the input, in bytes.
    package static let maximumBytes = 1 << 20
}
