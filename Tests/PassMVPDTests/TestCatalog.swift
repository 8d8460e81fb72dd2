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
            ].map { ($0.id, $0) }))
}

/// The World needs sealers; an MVPD uses none.
struct NoSealer: TokenSealer, DeviceSealer, ClientCredentialSealer {
    func seal(_ profile: Profile) -> String { "" }
    func openProfile(_ token: String) throws(ProofRefusal) -> OpenedProfile { throw .malformed }
    func seal(_ permission: Permission) -> String { "" }
    func openPermission(_ token: String) throws(ProofRefusal) -> Permission { throw .malformed }
    func seal(_ token: MediaToken) -> String { "" }
    func openMediaToken(_ token: String) throws(ProofRefusal) -> MediaToken { throw .malformed }
    func openHandles(nameID: String, sessionIndex: String) -> (subscriber: SubscriberID, session: SessionID)? { nil }
    func digest(of token: String) -> [UInt8] { [] }
    func sessionGUID(of guid: String) -> String { "" }
    func bind(_ device: Device) -> DeviceBinding { .unbound }
    func matches(_ binding: DeviceBinding, _ device: Device) -> Bool { false }
    func individualize(fingerprint: String) -> String { "" }
    func digest(ofIdentity identity: String) -> String { "" }
    func seal(_ token: AccessToken) -> String { "" }
    func openAccessToken(_ text: String) -> AccessToken? { nil }
    func openStatement(_ text: String, trustedOnly: Bool, now: Timestamp) -> SoftwareStatement? { nil }
}
