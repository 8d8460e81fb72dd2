import PassCore
import PassDomain
import PassHTTP
import PassSAML

/// One login at an MVPD, from the request for it to the answer; it travels in the forms and addresses of its pages.
struct Login: Hashable {
    /// What the answer must fit.
    var request: Request
    /// Whose stream the subscriber wants to watch, for display.
    var requestor: String?
    /// The user name that was typed on the first of two pages.
    var username: String?
    /// Who has signed in, as long as pages come between that and the answer.
    var subscriber: SubscriberID?
    /// When the login page was shown first.
    var began: Timestamp

    enum Request: Hashable {
        case saml(SAMLLoginRequest)
        case oauth(AuthorizationRequest)
    }

    /// How long somebody may take to sign in.
    static let life: TimeToLive = .minutes(30)

    func isOver(at now: Timestamp) -> Bool { now >= began + Self.life }
}

extension Login {
    /// The parts as a form, which has a codec that keeps any text.
    var fields: [(name: String, value: String)] {
        var fields = [("began", String(began.milliseconds))]
        if let requestor { fields.append(("requestor", requestor)) }
        if let username { fields.append(("username", username)) }
        if let subscriber { fields.append(("subscriber", subscriber.rawValue)) }
        switch request {
        case .saml(let request): return fields + request.fields
        case .oauth(let request): return fields + request.fields
        }
    }

    init?(_ form: FormFields) {
        guard let began = form["began"].flatMap({ Int64($0) }) else { return nil }
        if let request = SAMLLoginRequest(form) {
            self.request = .saml(request)
        } else if let request = AuthorizationRequest(form) {
            self.request = .oauth(request)
        } else {
            return nil
        }
        self.began = Timestamp(milliseconds: began)
        requestor = form["requestor"]
        username = form["username"]
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

extension Catalog {
    /// What login pages call a requestor, in at most 100 characters; an unknown one by its identifier.
    func shownName(of requestor: RequestorID) -> String {
        String((requestors[requestor]?.displayName ?? requestor.rawValue).prefix(100))
    }
}
