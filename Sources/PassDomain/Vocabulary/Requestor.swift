package import PassCore

/// A programmer, whose streams a subscriber watches.
///
/// A requestor never changes, and most calls need one, so it is passed by reference.
package final class Requestor: Sendable {
    package let id: RequestorID
    package let displayName: String
    /// The domains of the programmer's pages. If redirects are limited to registered addresses, a browser may be sent
    /// back only to these domains and their subdomains.
    package let domains: [String]
    /// The custom URL schemes of the programmer's apps, without `://`. If redirects are limited to registered
    /// addresses, no other custom scheme is allowed.
    package let schemes: [String]
    /// The resources that the programmer offers; `nil` means every resource.
    package let resources: Set<ExactText>?
    /// The integrated MVPDs with the settings of each integration; `nil` means all MVPDs, with the defaults.
    package let integrations: [MVPDID: Integration.Overrides]?
    /// The MVPDs whose integration is switched off, whatever `integrations` contains.
    package let excludedMVPDs: Set<MVPDID>
    /// The names of the user metadata that only the programmer may read; the values are encrypted for the programmer.
    package let encryptedMetadata: Set<ExactText>
    /// Whether the certificate for that encryption can be used; if not, the values of `encryptedMetadata` are withheld.
    package let hasMetadataCertificate: Bool
    /// Whether the programmer's apps may learn the device's hashed identifier.
    package let sharesDeviceID: Bool
    /// Whether preauthorizations state why a resource is denied.
    package let hasEnhancedErrors: Bool

    package init(
        id: RequestorID, displayName: String? = nil, domains: [String] = [], schemes: [String] = [],
        resources: Set<ExactText>? = nil, integrations: [MVPDID: Integration.Overrides]? = nil,
        excludedMVPDs: Set<MVPDID> = [], encryptedMetadata: Set<ExactText> = ["zip", "encryptedZip"],
        hasMetadataCertificate: Bool = true, sharesDeviceID: Bool = true, hasEnhancedErrors: Bool = false
    ) {
        self.id = id
        self.displayName = displayName ?? id.rawValue
        self.domains = domains
        self.schemes = schemes
        self.resources = resources
        self.integrations = integrations
        self.excludedMVPDs = excludedMVPDs
        self.encryptedMetadata = encryptedMetadata
        self.hasMetadataCertificate = hasMetadataCertificate
        self.sharesDeviceID = sharesDeviceID
        self.hasEnhancedErrors = hasEnhancedErrors
    }

    /// Returns whether users may sign on at that MVPD through their platform, if the MVPD supports it.
    package func allowsPlatformSignOn(at mvpd: MVPDID) -> Bool {
        integrations?[mvpd]?.platformSignOn ?? true
    }

    /// Returns whether a user who signed in at that MVPD for another requestor needn't sign in again, if the MVPD
    /// agrees.
    package func allowsSingleSignOn(at mvpd: MVPDID) -> Bool {
        integrations?[mvpd]?.singleSignOn ?? true
    }
}
