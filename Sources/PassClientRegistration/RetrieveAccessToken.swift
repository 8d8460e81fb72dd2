import PassCore
import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP

/// `POST /o/client/token`: "Retrieve access token" of the Dynamic Client Registration API; GET is accepted as well.
///
/// - Inputs, in a form, the query or a JSON body: `grant_type` (required, `client_credentials`), `client_id` and
///   `client_secret` (required, here or as HTTP Basic). `X-Device-Info` is read and changes nothing; `refresh_token` and
///   all other parameters are ignored.
/// - Answers: 201 with the token; 400 with the first of `invalid_request`, `unsupported_grant_type`, `invalid_client`,
///   `unauthorized_client` that applies.
struct RetrieveAccessToken: Endpoint {
    /// The only grant type that clients may use (RFC 6749, section 4.4).
    static let grantType = "client_credentials"

    let route = Route(
        .retrieveAccessToken, [.post, .get], "/o/client/token", on: .worker, carriesSecrets: true)
    let failures: any FailureTable = ClientRegistrationFailureTable()

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        DeviceInformation.note(exchange)
        let parameters = try ClientParameters(exchange)
        let grantType = try parameters.required("grant_type")
        let credentials = try ClientCredentials(exchange, parameters)
        guard grantType == Self.grantType else { throw EntitlementFailure.unsupportedGrantType }
        let (token, text) = try exchange.services.clients.accessToken(
            client: credentials.client, grantType: grantType, now: exchange.now
        ) {
            ConstantTime.equal(Array($0.utf8), Array(credentials.secret.utf8))
        }
        let body = JSONWriter.object { answer in
            answer.member("id", token.id)
            answer.member("access_token", text)
            answer.member("created_at", exchange.now.milliseconds)
            answer.member("expires_in", (token.expires - token.issued).seconds)
            answer.member("token_type", "bearer")
        }
        return .uncached(.created, body)
    }
}
