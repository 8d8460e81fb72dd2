import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// `POST /o/client/register`: "Retrieve client credentials" of the Dynamic Client Registration API.
///
/// - Inputs, in a JSON body, a form or the query: `software_statement` (required), `redirect_uri` (optional).
///   `X-Device-Info` is read and changes nothing.
/// - Answers: 201 with the new client; 400 with one of `invalid_request`, `invalid_redirect_uri`,
///   `invalid_software_statement`, `unapproved_software_statement`.
struct RetrieveClientCredentials: Endpoint {
    // The call runs on a worker, because the signatures of trusted statements are verified.
    let route = Route(
        .retrieveClientCredentials, [.post], "/o/client/register", on: .worker, carriesSecrets: true)
    let failures: any FailureTable = ClientRegistrationFailureTable()

    /// The maximum length of a statement in bytes, since its contents are kept with the client. The service's own
    /// statements have about 1,500 bytes.
    private static let longestStatement = 8_192
    private static let longestURI = 2_048

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        DeviceInformation.note(exchange)
        let parameters = try ClientParameters(exchange)
        let client = try exchange.services.clients.register(
            statement: try parameters.required("software_statement", longest: Self.longestStatement),
            redirectURI: try parameters.optional("redirect_uri", longest: Self.longestURI), now: exchange.now)
        let body = JSONWriter.object { answer in
            answer.member("client_id", client.id.rawValue)
            answer.member("client_secret", client.secret)
            answer.member("redirect_uris", client.redirectURIs.map(\.string))
            let grantTypes = client.statement.grantTypes
            answer.member("grant_types", grantTypes.isEmpty ? [RetrieveAccessToken.grantType] : grantTypes)
            answer.member("scopes", client.scopes)
            // This member is last, as in the vendor's sample, although the vendor's table has it third.
            answer.member("client_id_issued_at", client.issued.seconds)
        }
        return .uncached(.created, body)
    }
}
