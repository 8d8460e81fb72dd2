public import AccessEnabler

/// A pattern that a scenario expects one callback to match, named by the callback's abbreviation.
///
/// | Pattern | Callback |
/// |---|---|
/// | `.src(1)` | `setRequestorComplete` |
/// | `.sas(1)`, `.sas(0, .una)` | `setAuthenticationStatus` |
/// | `.dpd`, `.dpd(["M1", "M2"])` | `displayProviderDialog` |
/// | `.nav`, `.navsvc` | `navigateToUrl`, `navigateToUrl:useSVC:` |
/// | `.tok("r")` | `setToken` |
/// | `.trf("r", .unz, "text")` | `tokenRequestFailed` |
/// | `.pre(["r1"])` | `preauthorizedResources` |
/// | `.meta("text", 0)`, `.meta(nil, 0)` | `setMetadataStatus` |
/// | `.sel("M1")`, `.sel(nil)` | `selectedProvider` |
/// | `.st("N000")` | `status` |
public struct EventPattern: Sendable {
    /// Whether the pattern is for a status event, which may come in any order.
    let isStatus: Bool
    /// The pattern as reports write it, with roles in place of IDs.
    let notation: String
    let matches: @Sendable (AccessEnablerEvent, Cast) -> Bool

    init(
        _ notation: String, isStatus: Bool = false, matches: @escaping @Sendable (AccessEnablerEvent, Cast) -> Bool
    ) {
        self.notation = notation
        self.isStatus = isStatus
        self.matches = matches
    }

    /// Matches `setRequestorComplete` with that status: 1 for success, 0 for failure.
    public static func src(_ status: Int32) -> EventPattern {
        EventPattern("SRC(\(status))") { event, _ in event == .setRequestorComplete(status) }
    }

    /// Matches `setAuthenticationStatus` with that status: 1 for a user who is logged in, else 0.
    ///
    /// - Parameter error: the error code; by default the empty text for 1 and any code for 0.
    public static func sas(_ status: Int32, _ error: ErrorName? = nil) -> EventPattern {
        let error = error ?? (status == 1 ? .none : .any)
        return EventPattern("SAS(\(status),\(error.notation))") { event, _ in
            guard case .setAuthenticationStatus(status, let code) = event else { return false }
            return error.matches(code)
        }
    }

    /// Matches `displayProviderDialog` with any list of MVPDs.
    public static let dpd = EventPattern("DPD") { event, _ in
        if case .displayProviderDialog = event { true } else { false }
    }

    /// Matches `displayProviderDialog` with exactly these MVPDs (roles), in any order.
    public static func dpd(_ providers: [String]) -> EventPattern {
        EventPattern("DPD\(list(providers))") { event, cast in
            guard case .displayProviderDialog(let shown) = event else { return false }
            return Set(shown.map(\.id)) == Set(providers.map { cast[$0] })
        }
    }

    /// Matches `navigateToUrl` with any URL.
    public static let nav = EventPattern("NAV") { event, _ in
        if case .navigateToUrl = event { true } else { false }
    }

    /// Matches `navigateToUrl` with exactly that URL.
    public static func nav(_ url: String) -> EventPattern {
        EventPattern("NAV(\(url))") { event, _ in event == .navigateToUrl(url) }
    }

    /// Matches `navigateToUrl:useSVC:` with any URL and YES.
    public static let navsvc = EventPattern("NAVSVC(YES)") { event, _ in
        if case .navigateToUrlUseSVC(_, true) = event { true } else { false }
    }

    /// Matches `setToken` with any token for that resource (a role).
    public static func tok(_ resource: String) -> EventPattern {
        EventPattern("TOK(t,\(resource))") { event, cast in
            guard case .setToken(let token, cast[resource]) = event else { return false }
            return !token.isEmpty
        }
    }

    /// Matches `tokenRequestFailed` for that resource (a role).
    ///
    /// - Parameter text: the MVPD's words; `nil` matches any.
    public static func trf(_ resource: String, _ error: ErrorName = .any, _ text: String? = "") -> EventPattern {
        let shown = text.map { "\"\($0)\"" } ?? "…"
        return EventPattern("TRF(\(resource),\(error.notation),\(shown))") { event, cast in
            guard case .tokenRequestFailed(cast[resource], let code, let description) = event else { return false }
            return error.matches(code) && (text == nil || text == description)
        }
    }

    /// Matches `preauthorizedResources` with exactly these resources (roles), in that order.
    public static func pre(_ resources: [String]) -> EventPattern {
        EventPattern("PRE(\(list(resources)))") { event, cast in
            event == .preauthorizedResources(resources.map { cast[$0] })
        }
    }

    /// Matches `setMetadataStatus` with exactly that value.
    ///
    /// - Parameters:
    ///   - key: the opcode.
    ///   - arguments: the arguments that were passed to `getMetadata`; `nil` matches any.
    public static func meta(
        _ value: EntitlementValue?, _ key: Int32, encrypted: Bool = false, arguments: [String: EntitlementValue]? = nil
    ) -> EventPattern {
        let shown = value.map(EventNotation.text) ?? "nil"
        return EventPattern("META(\(shown),\(encrypted ? "YES" : "NO"),\(key))") { event, _ in
            guard case .setMetadataStatus(value, encrypted, key, let given) = event else { return false }
            return arguments == nil || arguments == given
        }
    }

    /// Matches `setMetadataStatus` with any value but `nil`.
    public static func meta(
        any key: Int32, encrypted: Bool = false, arguments: [String: EntitlementValue]? = nil
    ) -> EventPattern {
        EventPattern("META(…,\(encrypted ? "YES" : "NO"),\(key))") { event, _ in
            guard case .setMetadataStatus(.some, encrypted, key, let given) = event else { return false }
            return arguments == nil || arguments == given
        }
    }

    /// Matches `selectedProvider` with that MVPD (a role), or with none for `nil`.
    public static func sel(_ provider: String?) -> EventPattern {
        EventPattern("SEL(\(provider ?? "nil"))") { event, cast in
            guard case .selectedProvider(let selected) = event else { return false }
            return selected?.id == provider.map { cast[$0] }
        }
    }

    /// Matches `status` with that error ID, in any of its spellings.
    ///
    /// - Parameters:
    ///   - level: the expected level; `nil` matches any.
    ///   - message: the expected text; `nil` matches any.
    public static func st(
        _ id: String, _ level: AdvancedStatus.Level? = nil, message: String? = nil
    ) -> EventPattern {
        let details = [level?.rawValue, message.map { "\"\($0)\"" }].compactMap { $0 }.joined(separator: ",")
        return EventPattern("ST \(id)" + (details.isEmpty ? "" : "(\(details))"), isStatus: true) { event, _ in
            guard case .status(let status) = event, aliases(id).contains(status.id) else { return false }
            return (level == nil || level == status.level) && (message == nil || message == status.message)
        }
    }

    /// Matches `presentTvProviderDialog`.
    public static let presentDialog = EventPattern("presentTvProviderDialog") { event, _ in
        event == .presentTvProviderDialog
    }

    /// Matches `dismissTvProviderDialog`.
    public static let dismissDialog = EventPattern("dismissTvProviderDialog") { event, _ in
        event == .dismissTvProviderDialog
    }

    /// Returns all spellings of an error ID, because the vendor's pages spell some in two ways.
    private static func aliases(_ id: String) -> Set<String> {
        switch id {
        case "AAPL": ["AAPL", "APPL"]
        case "AAPL_ERROR": ["AAPL_ERROR", "APPL_ERROR"]
        default: [id]
        }
    }

    private static func list(_ names: [String]) -> String { "[\(names.joined(separator: ","))]" }
}
