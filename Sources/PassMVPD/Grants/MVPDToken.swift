import PassCore
import PassCrypto
import PassDomain
import PassHTTP

/// An access or refresh token of an OAuth 2.0 MVPD. The token's text contains all of its facts, sealed, so it survives
/// a restart.
struct MVPDToken: Hashable {
    /// The code from which the token came; it identifies the grant.
    var code: ExactText
    var client: ExactText
    var subscriber: SubscriberID
    /// The identifier of the browser session in which the subscriber signed in.
    var session: ExactText?
    var scopes: [String]
    /// The time at which the subscriber signed in.
    var authenticated: Timestamp
    var expires: Timestamp

    /// The kinds of tokens; a token of one kind is not accepted as the other.
    enum Kind: String {
        case access
        case refresh
    }

    /// Returns the token's text.
    func sealed(_ kind: Kind, by sealer: Sealer, at mvpd: MVPDID) -> String {
        var fields = [
            ("c", code.string), ("k", client.string), ("s", subscriber.rawValue), ("o", scopes.joined(separator: " ")),
            ("a", String(authenticated.milliseconds)), ("e", String(expires.milliseconds)),
        ]
        if let session { fields.append(("b", session.string)) }
        let bytes = Array(FormFields.encode(fields).utf8)
        return Base64.encode(sealer.seal(bytes, context: Self.context(kind, mvpd)), .url)
    }

    /// Opens a token's text; `nil` unless it is a token of this kind, MVPD and installation. Like the service's own
    /// tokens, it isn't bound to a World.
    init?(_ text: String, _ kind: Kind, by sealer: Sealer, at mvpd: MVPDID) {
        guard text.utf8.count <= 8192, let sealed = Base64.decode(text, .url),
            let bytes = sealer.open(sealed, context: Self.context(kind, mvpd)),
            let form = try? FormFields.parse(bytes), let code = form["c"], let client = form["k"],
            let subscriber = form["s"], let scopes = form["o"], let authenticated = form["a"].flatMap({ Int64($0) }),
            let expires = form["e"].flatMap({ Int64($0) })
        else { return nil }
        self.code = ExactText(code)
        self.client = ExactText(client)
        self.subscriber = SubscriberID(rawValue: subscriber)
        self.scopes = scopes.split(separator: " ").map(String.init)
        self.authenticated = Timestamp(milliseconds: authenticated)
        self.expires = Timestamp(milliseconds: expires)
        session = form["b"].map { ExactText($0) }
    }

    init(_ grant: MVPDGrant, expires: Timestamp) {
        code = grant.code
        client = grant.client
        subscriber = grant.subscriber
        session = grant.session
        scopes = grant.scopes
        authenticated = grant.authenticated
        self.expires = expires
    }

    private static func context(_ kind: Kind, _ mvpd: MVPDID) -> String {
        "\(kind.rawValue) token of \(mvpd)"
    }
}
