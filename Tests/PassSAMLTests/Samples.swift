import PassCore
import PassSAML
import Testing

/// 2026-01-01T00:00:00Z.
let newYear = Timestamp(seconds: 1_767_225_600)

func samlID(_ text: String) throws -> SAMLID {
    try #require(SAMLID(text))
}

extension AuthnRequest {
    static func make(
        isPassive: Bool = false, format: NameID.Format? = .persistent, requesters: [String] = [],
        providers: [String] = []
    ) throws -> AuthnRequest {
        AuthnRequest(
            id: try samlID("_q1"), issueInstant: newYear, destination: "https://idp.example/sso",
            issuer: "https://sp.example", assertionConsumerServiceURL: "https://sp.example/acs", isPassive: isPassive,
            nameIDFormat: format, requesterIDs: requesters, identityProviders: providers)
    }
}

extension Assertion {
    static func make() throws -> Assertion {
        Assertion(
            id: try samlID("_a1"), issueInstant: newYear, issuer: "https://idp.example",
            nameID: NameID("u1", format: .persistent),
            confirmations: [
                BearerConfirmation(
                    inResponseTo: try samlID("_q1"), recipient: "https://sp.example/acs",
                    notOnOrAfter: newYear + .minutes(5))
            ],
            conditions: Conditions(
                notBefore: newYear - .minutes(1), notOnOrAfter: newYear + .minutes(5), audience: "https://sp.example"),
            authentication: AuthnStatement(instant: newYear, sessionIndex: "s1"))
    }
}

extension AuthnResponse {
    static func make(_ change: (inout AuthnResponse) throws -> Void = { _ in }) throws -> AuthnResponse {
        var response = AuthnResponse(
            id: try samlID("_r1"), issueInstant: newYear, destination: "https://sp.example/acs",
            inResponseTo: try samlID("_q1"), issuer: "https://idp.example", assertion: try .make())
        try change(&response)
        return response
    }
}

extension LogoutRequest {
    static func make() throws -> LogoutRequest {
        LogoutRequest(
            id: try samlID("_l1"), issueInstant: newYear, destination: "https://idp.example/slo",
            issuer: "https://sp.example", nameID: NameID("u1", format: .persistent), sessionIndexes: ["s1"],
            notOnOrAfter: newYear + .minutes(5))
    }
}

extension LogoutResponse {
    static func make() throws -> LogoutResponse {
        LogoutResponse(
            id: try samlID("_l2"), issueInstant: newYear, destination: "https://sp.example/slo",
            inResponseTo: try samlID("_l1"), issuer: "https://idp.example",
            status: SAMLStatus(.responder, .partialLogout, message: "one & only"))
    }
}
