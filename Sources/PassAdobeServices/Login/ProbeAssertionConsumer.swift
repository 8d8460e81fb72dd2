import PassEndpointKit
import PassHTTP

/// `GET /sp/saml/SAMLAssertionConsumer`: always 503, by which monitors tell that it is there (Adobe, "Monitoring").
struct ProbeAssertionConsumer: Endpoint {
    let route = Route("ProbeAssertionConsumer", [.get], ConsumeAssertion.path, on: .loop, readsParameters: false)
    let failures: any FailureTable = AdobeFailureTable(style: .page)

    /// What a delivery without a message gets as well.
    static let answer = ErrorPage("Here an MVPD delivers its answer to a login.").response(.serviceUnavailable)

    func respond(to exchange: Exchange) -> HTTPResponse { Self.answer }
}
