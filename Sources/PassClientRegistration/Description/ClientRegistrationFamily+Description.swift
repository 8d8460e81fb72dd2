import PassDomain
package import PassEndpointKit
import PassHTTP

extension ClientRegistrationFamily {
    /// The description of this family's calls.
    package var description: OpenAPI {
        OpenAPI(
            title: "Adobe Pass Authentication dynamic client registration, as Pass Simulator serves it",
            calls: endpoints.map(\.route).flatMap(Self.calls).map(\.throttled),
            schemas: ClientRegistrationSchemas.all,
            parameters: ClientRegistrationSchemas.parameters)
    }

    private static let information = OpenAPI.Header(
        "X-Device-Info", "what the device says about itself, in base64; it changes nothing")
    private static let basic = OpenAPI.Header(
        "Authorization", "the client's identifier and secret by HTTP Basic, in place of the parameters")
    private static let json = "application/json;charset=UTF-8"

    private static func answer(_ status: Int, _ schema: String, _ description: String) -> OpenAPI.Answer {
        OpenAPI.Answer(status, description, content: (json, schema))
    }

    /// Returns the descriptions of a route's methods.
    private static func calls(_ route: Route) -> [OpenAPI.Call] {
        switch route.operation {
        case .retrieveClientCredentials:
            [
                .init(
                    route, .post, "Registers a client", headers: [information],
                    body: .init("application/json", schema: "Registration", isRequired: true),
                    answers: [
                        answer(201, "Client", "the new client"),
                        answer(400, "Refusal", "the statement, the redirect URI or the call itself is refused"),
                        answer(503, "Refusal", "the limit of records is reached"),
                    ], isAuthorized: false)
            ]
        case .retrieveAccessToken:
            route.methods.map { method in
                .init(
                    route, method, "Issues an access token", headers: [basic, information],
                    query: ["grant_type", "client_id", "client_secret", "refresh_token"],
                    body: method == .post
                        ? .init("application/x-www-form-urlencoded", schema: "Grant", isRequired: false) : nil,
                    answers: [
                        answer(201, "AccessToken", "the access token"),
                        answer(400, "Refusal", "the client, its grant type or the call itself is refused"),
                    ], isAuthorized: false)
            }
        default: preconditionFailure("\(route.operation) isn't an operation of dynamic client registration.")
        }
    }
}
