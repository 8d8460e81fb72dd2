import PassEndpointKit
import PassHTTP

/// `GET /sp/saml/SAMLAssertionConsumer`: always 503, which tells monitors that the path is served (Adobe,
/// "Monitoring").
struct ProbeAssertionConsumer: Endpoint {
    let route = Route("ProbeAssertionConsumer", [.get], ConsumeAssertion.path, on: .loop, readsParameters: false)
    let failures: any FailureTable = AdobeFailureTable(style: .page)

    /// The answer to a probe, and to a POST without a message.
    static let answer = ErrorPage("MVPDs send their answers to logins to this address.").response(.serviceUnavailable)

    func respond(to exchange: Exchange) -> HTTPResponse { Self.answer }
}
