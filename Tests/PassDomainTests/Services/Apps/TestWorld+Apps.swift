import PassCore
import PassDomain
import PassTestSupport

extension TestWorld {
    /// An app on a TV.
    static let tv = AppProfiles.Owner(requestor: "REF30", client: "client", deviceID: "tv")
    /// The same app on a phone.
    static let phone = AppProfiles.Owner(requestor: "REF30", client: "client", deviceID: "phone")
    /// Another programmer's app on the TV.
    static let other = AppProfiles.Owner(requestor: "OTHER", client: "other client", deviceID: "tv")
    /// The identity of a user in the operating system of the TV.
    static let identity = SharedIdentity(kind: .platform, subject: "ada's account")

    /// The facts that a login at AcmeCable needs.
    static let facts = AppSessionService.LoginFacts(
        mvpd: "AcmeCable", domain: "ref30.example", redirectURL: "https://ref30.example/done")

    /// Logs a subscriber in for an app, by a session and a browser, and returns the session's code.
    @discardableResult
    func appLogin(
        _ owner: AppProfiles.Owner = Self.tv, identities: [SharedIdentity] = [], mvpd: MVPDID = "AcmeCable",
        refreshToken: String? = nil
    ) throws -> RegistrationCode {
        var facts = Self.facts
        facts.mvpd = mvpd
        let caller = AppCaller(owner: owner, identities: identities)
        let answer = try world.services.appSessions.create(for: caller, facts, details: [:], now: now)
        guard case .authenticate(let code) = answer.step else { throw NotSignedIn() }
        _ = try signIn(
            requestor: owner.requestor, mvpd: mvpd, registrationCode: code.code.string, refreshToken: refreshToken)
        return code
    }

    /// The profile that serves an app at AcmeCable.
    func found(_ owner: AppProfiles.Owner = Self.tv, identities: [SharedIdentity] = []) throws
        -> AppProfileService.Found?
    {
        try world.services.appProfiles.find(
            for: AppCaller(owner: owner, identities: identities), at: "AcmeCable", now: now)
    }
}
