import PassCore
import PassDomain
import PassHTTP
import PassSAML

/// A login at an MVPD, from the request for it to the answer. The forms and addresses of the login's pages carry the
/// login, sealed.
struct Login: Hashable {
    /// The request that the answer must match.
    var request: Request
    /// The name of the requestor whose stream the subscriber wants to watch, for display.
    var requestor: String?
    /// The user name that the subscriber typed on the first of two pages.
    var username: String?
    /// The subscriber who has signed in, while pages remain between the form and the answer.
    var subscriber: SubscriberID?
    /// The World's time at which the MVPD received the request.
    var began: Timestamp

    /// The request for a login, in the service's protocol.
    enum Request: Hashable {
        case saml(SAMLLoginRequest)
        case oauth(AuthorizationRequest)
    }

    /// The time within which a subscriber must sign in.
    static let timeToLive: TimeToLive = .minutes(30)

    func isOver(at now: Timestamp) -> Bool { now >= began + Self.timeToLive }
}

extension Login {
    /// The login's parts as form fields, whose encoding preserves any text.
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

    /// Reads a login from the form fields that `fields` writes; `nil` if one is missing or malformed.
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
    /// Returns the login with the subscriber who has given the right password.
    func signedIn(_ subscriber: SubscriberAccount) -> Login {
        var login = self
        login.subscriber = subscriber.id
        return login
    }
}

extension Catalog {
    /// Returns the name that login pages show for a requestor, in at most 100 characters; an unknown requestor's name
    /// is its identifier.
    func shownName(of requestor: RequestorID) -> String {
        String((requestors[requestor]?.displayName ?? requestor.rawValue).prefix(100))
    }
}
