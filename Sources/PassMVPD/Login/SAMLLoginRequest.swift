import PassHTTP
import PassSAML

/// What the service asked for in SAML, as far as the answer needs it.
struct SAMLLoginRequest: Hashable {
    /// The request that the answer names.
    var id: SAMLID
    /// The service's entity identifier: the answer's audience.
    var issuer: String
    /// Where the answer goes.
    var assertionConsumerURL: String
    var relayState: RelayState?
}

extension SAMLLoginRequest {
    /// The parts as a form.
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
