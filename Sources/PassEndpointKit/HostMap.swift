import PassCore

/// The host names under which requests are accepted, and what is served under each.
package struct HostMap: Sendable {
    /// The meaning of a host name.
    package enum Kind: Sendable, Hashable {
        /// A host of the service; clients are configured so that their requests to it arrive here.
        case service
        /// A host of an MVPD's login pages.
        case mvpd
        /// A host of a programmer's own pages: every path shows the landing page.
        case landing
        /// Any other name or address, which means the server itself.
        case direct
    }

    private let mvpdHosts: Set<ExactText>
    private let landingHosts: Set<ExactText>

    package init(mvpdHosts: some Sequence<String>, landingHosts: some Sequence<String>) {
        self.mvpdHosts = Set(mvpdHosts.map { ExactText($0.asciiLowercased) })
        self.landingHosts = Set(landingHosts.map { ExactText($0.asciiLowercased) })
    }

    /// Returns the meaning of a host name.
    ///
    /// - Parameter host: the name in lower case, without port; the dot that ends a fully qualified name is ignored.
    package func kind(of host: String) -> Kind {
        let host = host.hasSuffix(".") ? String(host.dropLast()) : host
        if Self.isServiceHost(host) { return .service }
        if mvpdHosts.contains(ExactText(host)) { return .mvpd }
        if landingHosts.contains(ExactText(host)) { return .landing }
        return .direct
    }

    /// Whether a host is the service's (legacy protocol, "Hosts"): one label, then `auth` or `auth-…`, then
    /// `adobe.com`.
    package static func isServiceHost(_ host: String) -> Bool {
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count == 4, labels[2] == "adobe", labels[3] == "com", !labels[0].isEmpty else { return false }
        return labels[1] == "auth" || labels[1].hasPrefix("auth-")
    }

    /// The host names that known clients request, which `pass-simulator hosts` prints.
    package var names: [String] {
        Self.knownServiceHosts + (mvpdHosts.sorted() + landingHosts.sorted()).map(\.string)
    }

    /// The domains of the service's known environments.
    package static let serviceDomains = [
        "auth.adobe.com", "auth-staging.adobe.com", "auth-uat1.adobe.com", "auth-dev.adobe.com",
    ]

    private static let knownServiceHosts = [
        "sp.auth.adobe.com", "sp.auth-staging.adobe.com", "api.auth.adobe.com", "api.auth-staging.adobe.com",
        "entitlement.auth.adobe.com", "entitlement.auth-staging.adobe.com", "mgmt.auth.adobe.com",
        "mgmt.auth-staging.adobe.com", "sp-preprod.auth.adobe.com", "sp.auth-uat1.adobe.com", "sp.auth-dev.adobe.com",
        "test.auth.adobe.com",
    ]
}
