import PassCore
import PassDomain
import PassHTTP
import Testing

extension TestMVPD {
    static let client = "adobepass-TEST_REQUESTOR"
    static let secret = "simulated-secret"
    static let redirectURI = "http://localhost:8080/adobe-services/oauth2"
    /// The example of RFC 7636, appendix B.
    static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

    /// A request for a code as the service makes it, with `changes` in place of its parameters; an empty one is left out.
    func authorize(
        at mvpd: String = "OAuthTV", _ changes: [String: String] = [:], adding more: String = ""
    ) throws -> HTTPResponse {
        var parameters = [
            ("response_type", "code"), ("client_id", Self.client), ("redirect_uri", Self.redirectURI),
            ("scope", "openid profile"), ("state", "handle"),
        ].map { (name: $0.0, value: changes[$0.0] ?? $0.1) }
        for (name, value) in changes.sorted(by: { $0.key < $1.key }) {
            if !parameters.contains(where: { $0.name == name }) { parameters.append((name, value)) }
        }
        let query = FormFields.encode(parameters.filter { !$0.value.isEmpty }) + more
        return try get("/_sim/mvpd/\(mvpd)/authorize?\(query)")
    }

    /// The query with which the answer leads back to the client.
    func query(of answer: HTTPResponse) throws -> FormFields {
        try #require(answer.status == .seeOther, "\(answer.status.code) \(answer.text)")
        let location = try #require(answer.fields[.location])
        try #require(location.hasPrefix(Self.redirectURI + "?"))
        return try FormFields.parse(location.dropFirst(Self.redirectURI.count + 1))
    }

    /// A code for a subscriber who has signed in.
    func code(
        _ changes: [String: String] = [:], user: String = "user", password: String = "password"
    ) throws -> String {
        let answer = try signIn(on: try authorize(changes), [("username", user), ("password", password)])
        return try #require(try query(of: answer)["code"])
    }

    /// A call of an endpoint for clients, authenticated in the body unless the fields say otherwise.
    func call(
        _ page: String, at mvpd: String = "OAuthTV", _ fields: [(name: String, value: String)],
        client: String? = TestMVPD.client, secret: String? = TestMVPD.secret
    ) throws -> HTTPResponse {
        var fields = fields
        if let client { fields.append(("client_id", client)) }
        if let secret { fields.append(("client_secret", secret)) }
        return try post("/_sim/mvpd/\(mvpd)/\(page)", fields)
    }

    func exchange(
        _ code: String, redirectURI: String = TestMVPD.redirectURI, verifier: String? = nil
    ) throws -> HTTPResponse {
        var fields = [
            (name: "grant_type", value: "authorization_code"), ("code", code), ("redirect_uri", redirectURI),
        ]
        if let verifier { fields.append(("code_verifier", verifier)) }
        return try call("token", fields)
    }

    func refresh(_ token: String, _ more: [(name: String, value: String)] = []) throws -> HTTPResponse {
        try call("token", [("grant_type", "refresh_token"), ("refresh_token", token)] + more)
    }

    func userInfo(_ token: String, at mvpd: String = "OAuthTV") throws -> HTTPResponse {
        var other = self
        other.fields.set(.authorization, "Bearer \(token)")
        return try other.get("/_sim/mvpd/\(mvpd)/userinfo")
    }
}

extension HTTPResponse {
    func json(_ name: String) throws -> String {
        let value = try JSONValue.parse(body)[name]?.stringValue
        return try #require(value, "no \(name): \(text)")
    }
}
