package import PassCore

/// Ends the logins of apps without tokens (REST API v2, "logout").
package final class AppLogoutService: Sendable {
    private let catalog: Catalog
    private let policy: Policy
    private let devices: any DeviceSealer
    private let profiles: AppProfileService
    private let logout: LogoutService

    package init(
        catalog: Catalog, policy: Policy, devices: any DeviceSealer, profiles: AppProfileService,
        logout: LogoutService
    ) {
        self.catalog = catalog
        self.policy = policy
        self.devices = devices
        self.profiles = profiles
        self.logout = logout
    }

    /// The app's next step.
    package enum Step: Sendable, Hashable {
        /// A browser must tell the MVPD about the logout.
        case atMVPD
        /// A browser must tell the MVPD about the logout, for a user whose apps share profiles; the text is the
        /// device's hashed identifier.
        case atMVPDOfShared(device: String)
        /// The user must end the login in the partner's framework.
        case atPartner
        /// Nothing is left to do.
        case complete
        /// The app had no login to end on this device.
        case nothing
    }

    /// Ends the login of an app on a device at one MVPD.
    ///
    /// - Parameter redirectURL: where the browser goes after the MVPD's logout.
    /// - Throws: `.redirectRefused`, `.unknownRequestor`, `.unknownMVPD`, `.notIntegrated`, `.storeFull`.
    package func end(
        _ caller: AppCaller, at mvpd: MVPDID, redirectURL: String?, now: Timestamp
    ) throws -> Step {
        let requestor = try catalog.requestor(caller.owner.requestor)
        let integration = try catalog.requireIntegration(requestor, mvpd)
        if let redirectURL {
            try RedirectRule(redirects: policy.redirects, requestor: requestor).admit(redirectURL)
        }
        guard !integration.skipsLogin, !integration.isTemporaryPass else { return .complete }
        let removed = try profiles.remove(for: caller, at: mvpd, now: now)
        guard Check.note(removed != nil, .endedLogins(removed == nil ? 0 : 1)), let found = removed else {
            return .nothing
        }
        // A login that another app shares still belongs to that app, which isn't logged out.
        let isToldToMVPD =
            found.isOfSameApp(as: caller.owner)
            ? try logout.end(found.entry, now: now) : integration.actingMVPD.takesLogouts
        if found.entry.isPartnerLogin { return .atPartner }
        guard isToldToMVPD else { return .complete }
        if caller.identities.isEmpty { return .atMVPD }
        let device = Device(id: caller.owner.deviceID.string, kind: .web)
        return .atMVPDOfShared(device: devices.publicIdentifier(of: device))
    }
}
