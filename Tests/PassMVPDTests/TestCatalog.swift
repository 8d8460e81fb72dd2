import PassCore
import PassDomain
import PassMVPD

extension Catalog {
    /// A small world with one MVPD for each behaviour.
    static let demo = Catalog(
        requestors: ["TEST_REQUESTOR": Requestor(id: "TEST_REQUESTOR", displayName: "Test <TV> & Co")],
        mvpds: [
            MVPD(id: "Adobe"), MVPD(id: "AcmeCable", displayName: "Acme Cable", style: .samlRedirect),
            MVPD(id: "AmpCable", displayName: "A&B <Cable>"),
            MVPD(id: "TempPass", style: .tempPass),
            MVPD(id: "Comcast_SSO", host: "login.xfinity.com"),
            MVPD(id: "OAuthTV", style: .oauth2),
            MVPD(id: "OAuthHomeTV", style: .oauth2),
            stayTV,
        ] + SimulatedMVPDs.Settings.demo.mvpds.keys.filter { $0 != "OAuthHomeTV" }.map { MVPD(id: $0) })

    private static var stayTV: MVPD {
        var mvpd = MVPD(id: "StayTV")
        mvpd.takesLogouts = false
        return mvpd
    }
}

extension SimulatedMVPDs.Settings {
    /// One MVPD for each behaviour, and one subscriber for each thing that can happen.
    static let demo = SimulatedMVPDs.Settings(
        mvpds: [
            "OAuthHomeTV": behaviour { $0.homeSubscriber = "user" },
            "HomeTV": behaviour { $0.homeSubscriber = "user" },
            "NoHomeTV": behaviour { $0.homeSubscriber = "suspended" },
            "SlowTV": behaviour { $0.pageDelayMilliseconds = 2000 },
            "ForgetfulTV": behaviour { $0.sessionTimeToLive = .seconds(0) },
            "ForeverTV": behaviour { $0.sessionTimeToLive = TimeToLive(milliseconds: .max) },
            "RelativeTV": behaviour { $0.hasRelativeForms = true },
            "TwoPageTV": behaviour { $0.pages = .twoPages },
            "RefreshTV": behaviour { $0.pages = .metaRefresh },
            "ScriptTV": behaviour { $0.pages = .scriptRedirect },
            "x';alert(1)<!--": behaviour { $0.pages = .scriptRedirect },
            "BookendTV": behaviour { $0.pages = .bookends },
            "JSONTV": behaviour { $0.pages = .json },
            "ConsentTV": behaviour { $0.pages = .consent },
        ],
        accounts: Dictionary(
            uniqueKeysWithValues: [
                SubscriberAccount(
                    id: "user", password: "password",
                    metadata: [
                        "zip": .array([.string("12345"), .string("67890")]),
                        "maxRating": .object(["MPAA": .string("PG")]),
                        "householdID": .string("h&1"), "is_hoh": .integer(1),
                    ]),
                SubscriberAccount(id: "denied", password: nil, entitlement: .nothing("Not in your package.")),
                SubscriberAccount(id: "suspended", password: nil, signIn: .refused("Your account is suspended.")),
                SubscriberAccount(id: "broken", password: nil, signIn: .breaks),
                SubscriberAccount(id: "slow", password: nil, signInDelayMilliseconds: 3000),
                SubscriberAccount(id: "local", password: "password", mvpds: ["AcmeCable", "StayTV"]),
            ].map { ($0.id, $0) }))

    private static func behaviour(_ change: (inout SimulatedMVPD) -> Void) -> SimulatedMVPD {
        var behaviour = SimulatedMVPD()
        change(&behaviour)
        return behaviour
    }
}

/// The World needs sealers; an MVPD uses none.
struct NoSealer: TokenSealer, DeviceSealer, ClientCredentialSealer, RequestorKeys, ServiceTokenSealer {
    func seal(_ profile: Profile) -> String { "" }
    func openProfile(_ token: String) throws(ProofRefusal) -> OpenedProfile { throw .malformed }
    func seal(_ decision: Decision) -> String { "" }
    func openDecision(_ token: String) throws(ProofRefusal) -> Decision { throw .malformed }
    func seal(_ token: MediaToken) -> String { "" }
    func openMediaToken(_ token: String) throws(ProofRefusal) -> MediaToken { throw .malformed }
    func openHandles(nameID: String, sessionIndex: String) -> OpenedProfile.Handles? { nil }
    func digest(of token: String) -> TokenDigest { TokenDigest([]) }
    func session(of cookie: SessionCookie) -> SessionID { SessionID(rawValue: "session of \(cookie)") }
    func sessionGUID(of guid: String) -> String { "" }
    func bind(_ device: Device) -> DeviceBinding { .unbound }
    func matches(_ binding: DeviceBinding, _ device: Device) -> Bool { false }
    func individualize(fingerprint: String) -> String { "" }
    func publicIdentifier(of device: Device) -> String { "" }
    func digest(ofIdentity identity: String) -> String { "" }
    func seal(_ token: AccessToken) -> String { "" }
    func openAccessToken(_ text: String) -> AccessToken? { nil }
    func rememberedAccessToken(_ text: String) -> AccessToken? { nil }
    func openStatement(
        _ text: String, trustedOnly: Bool, now: Timestamp
    ) throws(StatementRefusal) -> SoftwareStatement { throw .invalid }
    func isSigned(_ requestor: RequestorID, by signature: String) -> Bool { false }
    func encrypt(_ text: String, for requestor: RequestorID) -> String { "" }
    func isSignedServiceToken(_ token: String, of requestor: RequestorID) -> Bool? { nil }
    func seal(_ token: ServiceToken) -> String { "" }
    func open(_ text: String) throws(ServiceTokenRefusal) -> ServiceToken { throw .malformed }
    func claimsToBeOwn(_ text: String) -> Bool { false }
}
