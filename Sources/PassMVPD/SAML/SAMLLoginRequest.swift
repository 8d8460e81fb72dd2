import PassHTTP
import PassSAML

/// The parts of the service's SAML request that the answer needs.
struct SAMLLoginRequest: Hashable {
    /// The identifier of the request, which the answer repeats.
    var id: SAMLID
    /// The service's entity identifier, which is the answer's audience.
    var issuer: String
    /// The URL to which the answer is posted.
    var assertionConsumerURL: String
    var relayState: RelayState?
}

extension SAMLLoginRequest {
    /// The request's parts as form fields.
    var fields: [(name: String, value: String)] {
        var fields = [("id", id.text), ("issuer", issuer), ("consumer", assertionConsumerURL)]
        if let relayState { fields.append(("relay", relayState.text)) }
        return fields
    }

    init?(_ form: FormFields) {
        guard let id = form["id"].flatMap({ SAMLID($0) }), let issuer = form["issuer"],
            let assertionConsumerURL = form["consumer"]
        else { return nil }
        self.id = id
        self.issuer = issuer
        self.assertionConsumerURL = assertionConsumerURL
        relayState = form["relay"].flatMap { try? RelayState(received: $0) }
    }
}
