import PassDomain
import PassEndpointKit
import PassHTTP

/// `GET /sp/saml/SAMLAssertionConsumer`: always 503, which tells monitors that the path is served (Adobe,
/// "Monitoring").
struct ProbeAssertionConsumer: Endpoint {
    let route = Route(.probeAssertionConsumer, [.get], ConsumeAssertion.path, on: .loop, readsParameters: false)
    let failures: any FailureTable = AdobeFailureTable(style: .page)

    func respond(to exchange: Exchange) -> HTTPResponse { ConsumeAssertion.unavailable }
}
