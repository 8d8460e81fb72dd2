import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// The credentials with which a client proves its identity.
///
/// A client sends them as parameters or by HTTP Basic (RFC 6749, section 2.3.1), but not both.
struct ClientCredentials {
    let client: ClientID
    let secret: String

    /// Reads the credentials of a call.
    ///
    /// - Throws: `.missingParameter` without credentials; `.malformedParameter` for Basic credentials that can't be
    ///   read, or that come with a second set.
    init(_ exchange: Exchange, _ parameters: ClientParameters) throws(EntitlementFailure) {
        guard let basic = try Self.basic(exchange) else {
            client = ClientID(rawValue: try parameters.required("client_id"))
            secret = try parameters.required("client_secret")
            return
        }
        // Some libraries repeat the identifier, but not the secret, beside HTTP Basic. That still counts as one set.
        let repeated = try parameters.optional("client_id")
        guard repeated == nil || repeated == basic.id, try parameters.optional("client_secret") == nil else {
            throw .malformedParameter("client_id", reason: "comes with other credentials")
        }
        client = ClientID(rawValue: basic.id)
        secret = basic.secret
    }

    /// Returns the credentials of HTTP Basic; `nil` without the header, or if it has another scheme.
    ///
    /// Other schemes aren't errors, because some clients also send an old bearer token.
    private static func basic(_ exchange: Exchange) throws(EntitlementFailure) -> (id: String, secret: String)? {
        guard let field = exchange.header(.authorization),
            let text = HTTPCredentials.text(of: field, after: "basic")
        else { return nil }
        guard !text.isEmpty, let bytes = Base64.decodeLeniently(text) else {
            throw .malformedParameter("Authorization", reason: "isn't base64")
        }
        // Both halves are encoded as in a form, so a colon inside them is escaped. The first plain one separates them.
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            let id = PercentEncoding.decode(bytes[..<colon], plusIsSpace: true), !id.isEmpty,
            let secret = PercentEncoding.decode(bytes[(colon + 1)...], plusIsSpace: true), !secret.isEmpty
        else { throw .malformedParameter("Authorization", reason: "has no identifier and secret") }
        return (id, secret)
    }
}
