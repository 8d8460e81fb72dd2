import PassEndpointKit
import PassHTTP

/// `GET login`: somebody came back to the address of the login form. Answers: 400.
struct SignInWithoutForm: ProviderEndpoint {
    let route = Route("SignInWithoutForm", [.get], "/_sim/mvpd/{mvpd}/login", on: .loop)

    func respond(to exchange: Exchange, at provider: Provider) throws -> HTTPResponse {
        ErrorPage("A login begins in the app. Start again there.", brand: provider.brand).response()
    }
}
