import PassCore

/// The configuration of a requestor, as one service provider sent it.
///
/// The root element may have any name, and unknown elements are ignored.
package struct ConfigDocument: Equatable {
    /// The MVPDs, in document order. Each keeps the address of the service that sent the document.
    package var providers: [MVPD]
    /// The client as the service detected it.
    var client: DetectedClient
    /// The service's time; `nil` when the document has none in the years 1970 to 9999.
    var time: Timestamp?
    /// Whether the service wants the requestor's tokens removed (`pendingLogout`).
    var asksForLogout: Bool

    /// The longest configuration that is read, in bytes.
    private static let longest = 8 << 20

    /// Reads a configuration of at most 8 MiB.
    ///
    /// - Parameter url: the URL of the service provider's operations, to which the paths of calls for its MVPDs are
    ///   appended.
    /// - Throws: `ConfigError` when the whole answer has to be rejected: when it is too long or isn't a configuration,
    ///   or when an MVPD has no `id`, `displayName` or `logoUrl`.
    package init(
        _ body: [UInt8], from serviceProvider: ServiceProvider, url: String, using xml: any EntitlementXMLReader
    ) throws(ConfigError) {
        guard body.count <= Self.longest else { throw ConfigError(message: "The configuration is too long.") }
        let root: EntitlementXMLElement
        do {
            let limits = EntitlementXMLLimits(depth: 32, elements: 200_000, acceptsUndeclaredPrefixes: false)
            root = try xml.read(body, limits: limits)
        } catch {
            throw ConfigError(message: "\(error)")
        }
        guard root.name == "requestor" || !root.descendants("requestor").isEmpty else {
            throw ConfigError(message: "The configuration has no requestor.")
        }
        providers = []
        for element in root.descendants("mvpd") {
            providers.append(try MVPD(element, from: serviceProvider, url: url))
        }
        client = DetectedClient()
        if let device = root.anywhere("device") { client.device = device }
        if let type = root.anywhere("clientType") { client.clientType = type }
        if let os = root.anywhere("os") { client.os = os }
        time = root.anywhere("time").flatMap { Int64($0) }
            .flatMap { (0..<253_402_300_800_000).contains($0) ? Timestamp(milliseconds: $0) : nil }
        asksForLogout = root.anywhere("pendingLogout") == "true"
    }
}

/// The client as the service detected it; the initial values apply where the service names none.
struct DetectedClient: Sendable, Hashable {
    var device = "unknown"
    var clientType = "ios"
    var os = "iOS"
}

/// An error that makes a whole configuration unusable.
package struct ConfigError: Error, Equatable {
    package var message: String
}

extension MVPD {
    fileprivate init(
        _ element: EntitlementXMLElement, from serviceProvider: ServiceProvider, url: String
    ) throws(ConfigError) {
        func required(_ name: String) throws(ConfigError) -> String {
            guard let text = element.value(name) else {
                throw ConfigError(message: "An MVPD of the configuration has no \(name).")
            }
            return text
        }
        func flag(_ name: String, default value: Bool = false) -> Bool {
            element.first(name) == nil ? value : element.value(name) == "true"
        }
        self.init(
            id: try required("id"), displayName: try required("displayName"), logoURL: try required("logoUrl"),
            spUrl: url, spBaseUrl: serviceProvider.base)
        hasAuthNPerRequestor = flag("authPerAggregator")
        passiveAuthnEnabled = flag("passiveAuthnEnabled", default: true)
        tempPass = flag("tempPass")
        // The names `useSVC` and `ssoDisabled` are the simulator's own: no public source has the vendor's names.
        useSVC = flag("useSVC")
        isSsoDisabled = flag("ssoDisabled")
        enablePlatformServices = flag("enablePlatformServices")
        enforcePlatformPermissions = flag("enforcePlatformPermissions")
        displayInPlatformPicker = flag("displayInPlatformPicker")
        let status = element.value("boardingStatus")
        boardingStatus = ["SUPPORTED", "PICKER"].first { $0 == status }
        platformMappingId = element.value("platformMappingId")
        requiredMetadataFields = element.all("requiredMetadataFields").flatMap(\.listedTexts)
    }
}

extension EntitlementXMLElement {
    /// The names in one element of a list: its children's texts, or else its own text split at commas and white space.
    ///
    /// The vendor's pages say only that there is a list, so both forms are accepted. If the list's element is repeated,
    /// the caller reads each occurrence.
    fileprivate var listedTexts: [String] {
        let children = elements.map(\.text.trimmed)
        guard children.isEmpty else { return children.filter { !$0.isEmpty } }
        return text.split { $0 == "," || $0.isWhitespace }.map(String.init)
    }
}
