package import PassCore

/// A programmer: the party whose streams a subscriber watches.
package struct Requestor: Sendable, Hashable {
    package var id: RequestorID
    package var displayName: String
    /// Domains of its pages; with registered redirects, only they and their subdomains may be returned to.
    package var domains: [String]
    /// Custom URL schemes of its apps, without `://`; with registered redirects, only they may be returned to.
    package var schemes: [String]
    /// The resources that it offers; `nil` means that any resource is known.
    package var resources: Set<ExactText>?
    /// The MVPDs that it is integrated with and what each integration sets; `nil` means all, with the defaults.
    package var integrations: [MVPDID: Integration.Overrides]?
    /// The MVPDs with which its integration is switched off, of those or of all.
    package var excludedMVPDs: Set<MVPDID>
    /// User metadata that only the programmer may read: they leave the service encrypted with its key.
    package var encryptedMetadata: Set<ExactText>
    /// Whether its apps may learn the device's hashed identifier.
    package var sharesDeviceID: Bool
    /// Whether preauthorizations tell why a resource is denied.
    package var tellsReasons: Bool

    package init(
        id: RequestorID, displayName: String? = nil, domains: [String] = [], schemes: [String] = [],
        resources: Set<ExactText>? = nil, integrations: [MVPDID: Integration.Overrides]? = nil,
        excludedMVPDs: Set<MVPDID> = [], encryptedMetadata: Set<ExactText> = ["zip", "encryptedZip"],
        sharesDeviceID: Bool = true, tellsReasons: Bool = false
    ) {
        self.id = id
        self.displayName = displayName ?? id.rawValue
        self.domains = domains
        self.schemes = schemes
        self.resources = resources
        self.integrations = integrations
        self.excludedMVPDs = excludedMVPDs
        self.encryptedMetadata = encryptedMetadata
        self.sharesDeviceID = sharesDeviceID
        self.tellsReasons = tellsReasons
    }

    /// Whether viewers may sign on at that MVPD by their platform, if the MVPD takes it.
    package func allowsPlatformSignOn(at mvpd: MVPDID) -> Bool {
        integrations?[mvpd]?.platformSignOn ?? true
    }

    /// Whether viewers who signed in there for another requestor needn't do so again, if the MVPD doesn't want it.
    package func allowsSingleSignOn(at mvpd: MVPDID) -> Bool {
        integrations?[mvpd]?.singleSignOn ?? true
    }
}
