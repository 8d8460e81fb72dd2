import PassCore
import PassDomain
import PassTestSupport

extension TestWorld {
    /// A World whose one requestor has a temporary pass.
    static func withPass(
        _ pass: TemporaryPass, capacity: Int = 100, stores: (inout Stores) -> Void = { _ in }
    ) throws -> TestWorld {
        var mvpd = MVPD(id: "Pass", style: .tempPass)
        mvpd.temporaryPass = pass
        return try TestWorld(catalog: Catalog(mvpds: [mvpd]), capacity: capacity, stores: stores)
    }

    var now: Timestamp { clock.now() }

    static let device = Device(id: "c0ffee", kind: .native)

    /// The session of a login with the pass, the profile that the device fetches of it, and the browser's cookie.
    func passLogin() throws -> (session: AuthenticationSession, profile: Profile, cookie: SessionCookie) {
        let (start, cookie) = try world.services.authentication.begin(.make(mvpd: "Pass"), now: now)
        guard case .signedIn(let session) = start else { throw EntitlementFailure.sessionWithoutUser }
        let login = try world.services.profiles.login(of: .cookie(cookie), requestor: session.requestor, now: now)
        let profile = try world.services.profiles.profile(
            of: login, device: Self.device, kind: .native, fragments: nil, now: now)
        return (session, profile, cookie)
    }

    /// A pass as one identity holds it, on a device if it names one.
    func holding(_ identity: String, device: String? = nil) throws -> TemporaryPassService.Holding {
        let requestor = try world.catalog.requestor("REF30")
        guard let integration = world.catalog.integration(requestor, "Pass") else {
            throw EntitlementFailure.unknownRequestor("REF30")
        }
        return world.services.temporaryPasses.holding(
            at: integration, subscriber: SubscriberID(rawValue: world.ports.devices.digest(ofIdentity: identity)),
            session: "S", device: device.map { world.ports.devices.bind(Device(id: $0, kind: .native)) } ?? .unbound)
    }
}

extension AuthenticationService.Beginning {
    static func make(requestor: RequestorID = "REF30", mvpd: MVPDID) -> Self {
        .init(
            requestor: requestor, mvpd: mvpd, redirectURL: "adobepass://ios.app", registrationCode: nil, generic: nil,
            issuer: "https://sp.example", answerURL: "https://sp.example/answer")
    }
}
