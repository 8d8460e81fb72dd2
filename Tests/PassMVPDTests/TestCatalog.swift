import PassCore
import PassDomain

extension Catalog {
    /// A small world with one subscriber for each thing that can happen.
    static let demo = Catalog(
        requestors: ["TEST_REQUESTOR": Requestor(id: "TEST_REQUESTOR", displayName: "Test <TV> & Co")],
        mvpds: [
            MVPD(id: "Adobe"), MVPD(id: "AcmeCable", displayName: "Acme Cable", style: .samlRedirect),
            MVPD(id: "AmpCable", displayName: "A&B <Cable>"),
            MVPD(id: "TempPass", style: .tempPass),
            MVPD(id: "Comcast_SSO", host: "login.xfinity.com"),
            mvpd("OAuthTV") { $0.style = .oauth2 },
            mvpd("OAuthHomeTV") {
                $0.style = .oauth2
                $0.homeSubscriber = "user"
            },
            mvpd("HomeTV") { $0.homeSubscriber = "user" },
            mvpd("NoHomeTV") { $0.homeSubscriber = "suspended" },
            mvpd("StayTV") { $0.takesLogouts = false },
            mvpd("SlowTV") { $0.pageDelayMilliseconds = 2000 },
            mvpd("ForgetfulTV") { $0.sessionTimeToLive = .seconds(0) },
            mvpd("ForeverTV") { $0.sessionTimeToLive = TimeToLive(milliseconds: .max) },
            mvpd("RelativeTV") { $0.hasRelativeForms = true },
            mvpd("TwoPageTV") { $0.pages = .twoPages },
            mvpd("RefreshTV") { $0.pages = .metaRefresh },
            mvpd("ScriptTV") { $0.pages = .scriptRedirect },
            mvpd("x';alert(1)<!--") { $0.pages = .scriptRedirect },
            mvpd("BookendTV") { $0.pages = .bookends },
            mvpd("JSONTV") { $0.pages = .json },
            mvpd("ConsentTV") { $0.pages = .consent },
        ],
        subscribers: Dictionary(
            uniqueKeysWithValues: [
                Subscriber(
                    id: "user", password: "password",
                    metadata: [
                        "zip": .array([.string("12345"), .string("67890")]),
                        "maxRating": .object(["MPAA": .string("PG")]),
                        "householdID": .string("h&1"), "is_hoh": .integer(1),
                    ]),
                Subscriber(id: "denied", password: nil, entitlement: .nothing("Not in your package.")),
                Subscriber(id: "suspended", password: nil, signIn: .refused("Your account is suspended.")),
                Subscriber(id: "broken", password: nil, signIn: .breaks),
                Subscriber(id: "slow", password: nil, signInDelayMilliseconds: 3000),
                Subscriber(id: "local", password: "password", mvpds: ["AcmeCable", "StayTV"]),
            ].map { ($0.id, $0) }))

    private static func mvpd(_ id: MVPDID, _ change: (inout MVPD) -> Void) -> MVPD {
        var mvpd = MVPD(id: id)
        change(&mvpd)
        return mvpd
    }
}

/// The World needs sealers; an MVPD uses none.
struct NoSealer: TokenSealer, DeviceSealer, ClientCredentialSealer, RequestorKeys {
    func seal(_ profile: Profile) -> String { "" }
    func openProfile(_ token: String) throws(ProofRefusal) -> OpenedProfile { throw .malformed }
    func seal(_ permission: Permission) -> String { "" }
    func openPermission(_ token: String) throws(ProofRefusal) -> Permission { throw .malformed }
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
}
