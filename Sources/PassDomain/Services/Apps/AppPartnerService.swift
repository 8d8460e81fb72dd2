package import PassCore

/// Logs users in through a partner's framework, such as Apple's, or tells an app how to log in otherwise (REST API v2,
/// "sessions/sso" and "profiles/sso").
package final class AppPartnerService: Sendable {
    private let catalog: Catalog
    private let sessions: AppSessionService
    private let platformSignOn: PlatformSignOnService

    package init(catalog: Catalog, sessions: AppSessionService, platformSignOn: PlatformSignOnService) {
        self.catalog = catalog
        self.sessions = sessions
        self.platformSignOn = platformSignOn
    }

    /// The app's next step.
    package enum Step: Sendable {
        /// The framework must deliver the service's request to the MVPD.
        case exchange(MVPD)
        /// A session was created, as for any app. The reason says why the app must log in without the partner's framework;
        /// it is `nil` if the app needs no login.
        case session(AppSessionService.Answer, Fallback?)
    }

    /// The reason why the framework can't be used.
    package enum Fallback: Sendable, Hashable {
        /// The framework's status proves no valid login at a known MVPD.
        case framework
        /// The partner's sign-on is switched off for the MVPD, or the MVPD doesn't support it.
        case configuration
        /// The call lacks the domain or the redirect URL of the login.
        case missingParameters
    }

    /// Begins a login.
    ///
    /// - Parameters:
    ///   - facts: the facts about the login that the app states; the MVPD comes from the framework.
    ///   - details: facts about the device, which are stored if the app has to log in without the framework.
    /// - Throws: as `AppSessionService.create`.
    package func begin(
        for caller: AppCaller, _ facts: AppSessionService.LoginFacts, details: RegistrationCode.Details,
        now: Timestamp
    ) throws -> Step {
        let requestor = try catalog.requestor(caller.owner.requestor)
        var facts = facts
        // The framework names the MVPD even if the login there has expired.
        let mvpd = caller.framework?.provider.flatMap { catalog.mvpd(ofPlatform: $0, for: requestor) }
        facts.mvpd = mvpd?.id
        let isUsable = (try? caller.framework?.checkedProvider(now: now)) != nil && mvpd != nil
        let isEnabled = mvpd.map { refusal(of: $0, for: requestor) == nil } ?? true
        let isComplete = facts.domain != nil && facts.redirectURL != nil
        guard let mvpd, isUsable, isEnabled, isComplete,
            try sessions.reason(caller, requestor, mvpd.id, now: now) == nil
        else {
            let answer = try sessions.create(for: caller, facts, details: details, now: now)
            if case .authorize = answer.step { return .session(answer, nil) }
            return .session(answer, !isUsable ? .framework : !isEnabled ? .configuration : .missingParameters)
        }
        try sessions.check(facts, of: requestor)
        return .exchange(mvpd)
    }

    /// Returns the MVPD whose answer a call may deliver, according to the framework's status in the call.
    ///
    /// - Throws: `.partnerRefused`, `.unknownRequestor`.
    package func mvpd(of caller: AppCaller, now: Timestamp) throws -> MVPD {
        let requestor = try catalog.requestor(caller.owner.requestor)
        do {
            guard let framework = caller.framework else { throw PartnerRefusal.permissionNotPresent }
            let provider = try framework.checkedProvider(now: now)
            guard let mvpd = catalog.mvpd(ofPlatform: provider, for: requestor) else {
                throw PartnerRefusal.providerNotDetermined
            }
            if let refusal = refusal(of: mvpd, for: requestor) { throw refusal }
            let begun = try platformSignOn.latestMVPD(
                requestor: requestor.id, deviceID: caller.owner.deviceID, now: now)
            if let begun, begun != mvpd.id { throw PartnerRefusal.providerMismatch }
            Check.note(true, .partner(nil))
            return mvpd
        } catch let refusal as PartnerRefusal {
            Check.note(false, .partner(refusal))
            throw EntitlementFailure.partnerRefused(refusal)
        }
    }

    /// Returns why the partner's sign-on can't be used at that MVPD; `nil` if it can.
    private func refusal(of mvpd: MVPD, for requestor: Requestor) -> PartnerRefusal? {
        guard let platform = mvpd.flags.platform else { return .mvpdPlatform }
        guard requestor.allowsPlatformSignOn(at: mvpd.id) else { return .platformServices }
        guard platform.boardingStatus == .supported else { return .boardingStatus }
        switch catalog.actingMVPD(of: mvpd).style {
        case .samlPost, .samlRedirect, .metaRefresh: return nil
        case .oauth2, .tempPass: return .profileExchange
        }
    }
}
