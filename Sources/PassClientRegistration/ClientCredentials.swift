import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// What a client proves itself with: parameters, or HTTP Basic (RFC 6749, section 2.3.1), but not both.
struct ClientCredentials {
    let client: ClientID
    let secret: String

    /// - Throws: `.missingParameter` without credentials; `.malformedParameter` for Basic that can't be read, or that comes
    ///   with a second set.
    init(_ exchange: Exchange, _ parameters: ClientParameters) throws(EntitlementFailure) {
        guard let basic = try Self.basic(exchange) else {
            client = ClientID(rawValue: try parameters.required("client_id"))
            secret = try parameters.required("client_secret")
            return
        }
        // Some libraries repeat the identifier, not the secret, beside Basic: one set still.
        let repeated = try parameters.optional("client_id")
        guard repeated == nil || repeated == basic.id, try parameters.optional("client_secret") == nil else {
            throw .malformedParameter("client_id", reason: "several credentials")
        }
        client = ClientID(rawValue: basic.id)
        secret = basic.secret
    }

    /// `nil` without the field, or with one of another scheme: some clients send an old bearer along.
    private static func basic(_ exchange: Exchange) throws(EntitlementFailure) -> (id: String, secret: String)? {
        guard let parts = exchange.header(.authorization)?.split(separator: " ", maxSplits: 1),
            parts.first?.asciiLowercased == "basic"
        else { return nil }
        guard parts.count == 2, let bytes = Base64.decodeLeniently(parts[1]) else {
            throw .malformedParameter("Authorization", reason: "is no base64")
        }
        // Both halves are encoded as in a form, so a colon inside them is escaped.
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            let id = PercentEncoding.decode(bytes[..<colon], plusIsSpace: true), !id.isEmpty,
            let secret = PercentEncoding.decode(bytes[(colon + 1)...], plusIsSpace: true), !secret.isEmpty
        else { throw .malformedParameter("Authorization", reason: "holds no identifier and secret") }
        return (id, secret)
    }
}
