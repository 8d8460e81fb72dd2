package import PassCore

/// Ends the logins of apps without tokens (REST API v2, "logout").
package final class AppLogoutService: Sendable {
    private let catalog: Catalog
    private let policy: Policy
    private let profiles: AppProfileService
    private let logout: LogoutService

    package init(catalog: Catalog, policy: Policy, profiles: AppProfileService, logout: LogoutService) {
        self.catalog = catalog
        self.policy = policy
        self.profiles = profiles
        self.logout = logout
    }

    /// The app's next step.
    package enum Step: Sendable, Hashable {
        /// A browser must tell the MVPD.
        case atMVPD
        /// Nothing is left to do.
        case complete
        /// There was no login.
        case nothing
    }

    /// Ends the login of an app on a device at one MVPD.
    ///
    /// - Parameter redirectURL: where the browser goes after the MVPD's logout.
    /// - Throws: `.redirectRefused`, `.unknownRequestor`, `.unknownMVPD`, `.notIntegrated`, `.storeFull`.
    package func end(
        _ owner: AppProfiles.Owner, at mvpd: MVPDID, redirectURL: String?, now: Timestamp
    ) throws -> Step {
        let requestor = try catalog.requestor(owner.requestor)
        let integration = try catalog.requireIntegration(requestor, mvpd)
        if let redirectURL {
            try RedirectRule(redirects: policy.redirects, requestor: requestor).check(redirectURL)
        }
        guard !integration.skipsLogin, !integration.isTemporaryPass else { return .complete }
        guard let entry = try profiles.remove(of: owner, at: mvpd, now: now) else { return .nothing }
        return try logout.end(entry, now: now) ? .atMVPD : .complete
    }
}
