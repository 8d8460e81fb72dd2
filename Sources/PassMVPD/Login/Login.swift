import PassCore
import PassDomain
import PassHTTP
import PassSAML

/// One login at an MVPD, from the service's request to the answer; it travels in the forms and addresses of its pages.
struct Login: Hashable {
    /// The request that the answer names.
    var requestID: SAMLID
    /// The service's entity identifier: the answer's audience.
    var issuer: String
    /// Where the answer goes.
    var assertionConsumerURL: String
    var relayState: RelayState?
    /// Whose stream the subscriber wants to watch, for display.
    var requestor: String?
    /// Who has signed in, as long as pages come between that and the answer.
    var subscriber: SubscriberID?
    /// When the login page was shown first.
    var began: Timestamp

    /// How long somebody may take to sign in.
    static let life: TimeToLive = .minutes(30)

    func isOver(at now: Timestamp) -> Bool { now >= began + Self.life }
}

extension Login {
    /// The parts as a form, which has a codec that keeps any text.
    var fields: [(name: String, value: String)] {
        var fields = [
            ("id", requestID.text), ("issuer", issuer), ("consumer", assertionConsumerURL),
            ("began", String(began.milliseconds)),
        ]
        if let relayState { fields.append(("relay", relayState.text)) }
        if let requestor { fields.append(("requestor", requestor)) }
        if let subscriber { fields.append(("subscriber", subscriber.rawValue)) }
        return fields
    }

    init?(_ form: FormFields) {
        guard let requestID = form["id"].flatMap({ SAMLID($0) }), let issuer = form["issuer"],
            let assertionConsumerURL = form["consumer"], let began = form["began"].flatMap({ Int64($0) })
        else { return nil }
        self.requestID = requestID
        self.issuer = issuer
        self.assertionConsumerURL = assertionConsumerURL
        self.began = Timestamp(milliseconds: began)
        relayState = form["relay"].flatMap { try? RelayState(received: $0) }
        requestor = form["requestor"]
        subscriber = form["subscriber"].map { SubscriberID(rawValue: $0) }
    }
}

extension Login {
    /// The same after that subscriber has given the right password.
    func signedIn(_ subscriber: Subscriber) -> Login {
        var login = self
        login.subscriber = subscriber.id
        return login
    }
}
