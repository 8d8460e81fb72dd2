import PassCore
import PassDomain
import PassHTTP
import PassTestSupport
import Testing

extension TestSite {
    /// A client of dynamic client registration with its access token.
    struct Client {
        var id: ClientID
        var secret: String
        var bearer: String
    }

    /// Registers, with the published statement unless another is given, and gets an access token.
    func registeredClient(statement: String? = nil) throws -> Client {
        let statement = try statement ?? Fixture.line("SoftwareStatements/demo.jwt")
        let client = try JSONValue.parse(post("/o/client/register", [("software_statement", statement)]).body)
        let id = ClientID(rawValue: try #require(client["client_id"]?.stringValue))
        let secret = try #require(client["client_secret"]?.stringValue)
        return Client(id: id, secret: secret, bearer: try accessToken(id, secret: secret))
    }

    /// Gets another access token for a client.
    func accessToken(_ id: ClientID, secret: String) throws -> String {
        let answer = post(
            "/o/client/token",
            [("grant_type", "client_credentials"), ("client_id", id.rawValue), ("client_secret", secret)])
        return try #require(JSONValue.parse(answer.body)["access_token"]?.stringValue)
    }
}
