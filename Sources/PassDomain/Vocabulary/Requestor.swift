/// A programmer: the party whose streams a subscriber watches.
package struct Requestor: Sendable, Hashable {
    package var id: RequestorID
    package var displayName: String
    /// Domains of its pages; with registered redirects, only they and their subdomains may be returned to.
    package var domains: [String]
    /// Custom URL schemes of its apps, without `://`; with registered redirects, only they may be returned to.
    package var schemes: [String]
    /// The resources that it offers; `nil` means that any resource is known.
    package var resources: Set<String>?
    /// The MVPDs that it is integrated with and what each integration sets; `nil` means all, with the defaults.
    package var integrations: [MVPDID: Integration.Overrides]?
    /// User metadata that only the programmer may read: they leave the service encrypted with its key.
    package var encryptedMetadata: Set<String>
    /// Whether its apps may learn the device's hashed identifier.
    package var sharesDeviceID: Bool

    package init(
        id: RequestorID, displayName: String? = nil, domains: [String] = [], schemes: [String] = [],
        resources: Set<String>? = nil, integrations: [MVPDID: Integration.Overrides]? = nil,
        encryptedMetadata: Set<String> = ["zip", "encryptedZip"], sharesDeviceID: Bool = true
    ) {
        self.id = id
        self.displayName = displayName ?? id.rawValue
        self.domains = domains
        self.schemes = schemes
        self.resources = resources
        self.integrations = integrations
        self.encryptedMetadata = encryptedMetadata
        self.sharesDeviceID = sharesDeviceID
    }
}
