import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// Authenticates the client that calls an endpoint, by its secret in HTTP Basic or in the body (RFC 6749, section
/// 2.3.1).
enum ClientAuthentication {
    /// Returns the client that a request authenticates.
    ///
    /// - Parameter parameters: the parameters of the body only, since secrets don't belong in a URL.
    /// - Returns: the client's identifier.
    /// - Throws: `MVPDRefusal(.invalidClient)`, or `.invalidRequest` if the client uses both ways at once.
    static func client(of exchange: Exchange, _ parameters: Parameters) throws -> String {
        let named = try parameters.optional("client_id", longest: 1024)
        let secret = try parameters.optional("client_secret", longest: 1024)
        let id: String
        let given: String
        if let authorization = exchange.header(.authorization) {
            guard let (user, password) = basic(authorization) else {
                throw MVPDRefusal(.invalidClient, "The client's authentication method is not supported.")
            }
            guard secret == nil, named?.hasSameBytes(as: user) != false else {
                throw MVPDRefusal(.invalidRequest, "The client authenticates in more than one way.")
            }
            (id, given) = (user, password)
        } else {
            guard let named, let secret else {
                throw MVPDRefusal(.invalidClient, "The client sent no credentials.")
            }
            (id, given) = (named, secret)
        }
        guard OAuthClients(catalog: exchange.world.catalog).accept(id, secret: given) else {
            throw MVPDRefusal(.invalidClient, "The client is unknown, or its secret is wrong.")
        }
        return id
    }

    /// Reads the value of HTTP Basic; both halves are form-encoded before they are joined (RFC 6749, section 2.3.1).
    private static func basic(_ authorization: String) -> (user: String, password: String)? {
        guard let text = HTTPCredentials.text(of: authorization, after: "basic"), let bytes = Base64.decode(text),
            let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            let user = PercentEncoding.decode(bytes[..<colon], plusIsSpace: true),
            let password = PercentEncoding.decode(bytes[(colon + 1)...], plusIsSpace: true)
        else { return nil }
        return (user, password)
    }
}

extension Exchange {
    /// The parameters of the body, without those of the query.
    ///
    /// - Throws: `EntitlementFailure.malformedParameter`.
    var bodyParameters: Parameters {
        get throws { try Parameters(query: nil, form: Parameters.form(of: request)) }
    }
}
