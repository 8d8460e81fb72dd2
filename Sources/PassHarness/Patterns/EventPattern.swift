public import AccessEnabler

/// What a scenario expects of one callback, written as the reference abbreviates it.
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
    let isStatus: Bool
    /// As it is written in reports, with the roles.
    let notation: String
    let matches: @Sendable (AccessEnablerEvent, Cast) -> Bool

    init(
        _ notation: String, isStatus: Bool = false, matches: @escaping @Sendable (AccessEnablerEvent, Cast) -> Bool
    ) {
        self.notation = notation
        self.isStatus = isStatus
        self.matches = matches
    }

    public static func src(_ status: Int32) -> EventPattern {
        EventPattern("SRC(\(status))") { event, _ in event == .setRequestorComplete(status) }
    }

    /// - Parameter error: by default the empty text for 1 and any for 0.
    public static func sas(_ status: Int32, _ error: ErrorName? = nil) -> EventPattern {
        let error = error ?? (status == 1 ? .none : .any)
        return EventPattern("SAS(\(status),\(error.notation))") { event, _ in
            guard case .setAuthenticationStatus(status, let code) = event else { return false }
            return error.matches(code)
        }
    }

    /// Any list of providers.
    public static let dpd = EventPattern("DPD") { event, _ in
        if case .displayProviderDialog = event { true } else { false }
    }

    /// Exactly these, in any order.
    public static func dpd(_ providers: [String]) -> EventPattern {
        EventPattern("DPD\(list(providers))") { event, cast in
            guard case .displayProviderDialog(let shown) = event else { return false }
            return Set(shown.map(\.id)) == Set(providers.map { cast[$0] })
        }
    }

    public static let nav = EventPattern("NAV") { event, _ in
        if case .navigateToUrl = event { true } else { false }
    }

    /// Exactly that URL.
    public static func nav(_ url: String) -> EventPattern {
        EventPattern("NAV(\(url))") { event, _ in event == .navigateToUrl(url) }
    }

    public static let navsvc = EventPattern("NAVSVC(YES)") { event, _ in
        if case .navigateToUrlUseSVC(_, true) = event { true } else { false }
    }

    /// Any token for that resource.
    public static func tok(_ resource: String) -> EventPattern {
        EventPattern("TOK(t,\(resource))") { event, cast in
            guard case .setToken(let token, cast[resource]) = event else { return false }
            return !token.isEmpty
        }
    }

    /// - Parameter text: the MVPD's words; `nil` is any.
    public static func trf(_ resource: String, _ error: ErrorName = .any, _ text: String? = "") -> EventPattern {
        let shown = text.map { "\"\($0)\"" } ?? "…"
        return EventPattern("TRF(\(resource),\(error.notation),\(shown))") { event, cast in
            guard case .tokenRequestFailed(cast[resource], let code, let description) = event else { return false }
            return error.matches(code) && (text == nil || text == description)
        }
    }

    /// Exactly these, in that order.
    public static func pre(_ resources: [String]) -> EventPattern {
        EventPattern("PRE(\(list(resources)))") { event, cast in
            event == .preauthorizedResources(resources.map { cast[$0] })
        }
    }

    /// - Parameters:
    ///   - key: the opcode.
    ///   - arguments: what was given to `getMetadata`; `nil` doesn't look.
    public static func meta(
        _ value: EntitlementValue?, _ key: Int32, encrypted: Bool = false, arguments: [String: EntitlementValue]? = nil
    ) -> EventPattern {
        let shown = value.map(EventNotation.text) ?? "nil"
        return EventPattern("META(\(shown),\(encrypted ? "YES" : "NO"),\(key))") { event, _ in
            guard case .setMetadataStatus(value, encrypted, key, let given) = event else { return false }
            return arguments == nil || arguments == given
        }
    }

    /// Any value but `nil`.
    public static func meta(
        any key: Int32, encrypted: Bool = false, arguments: [String: EntitlementValue]? = nil
    ) -> EventPattern {
        EventPattern("META(…,\(encrypted ? "YES" : "NO"),\(key))") { event, _ in
            guard case .setMetadataStatus(.some, encrypted, key, let given) = event else { return false }
            return arguments == nil || arguments == given
        }
    }

    public static func sel(_ provider: String?) -> EventPattern {
        EventPattern("SEL(\(provider ?? "nil"))") { event, cast in
            guard case .selectedProvider(let selected) = event else { return false }
            return selected?.id == provider.map { cast[$0] }
        }
    }

    /// - Parameters:
    ///   - level: `nil` is any, as is `message`.
    public static func st(
        _ id: String, _ level: AdvancedStatus.Level? = nil, message: String? = nil
    ) -> EventPattern {
        let details = [level?.rawValue, message.map { "\"\($0)\"" }].compactMap { $0 }.joined(separator: ",")
        return EventPattern("ST \(id)" + (details.isEmpty ? "" : "(\(details))"), isStatus: true) { event, _ in
            guard case .status(let status) = event, aliases(id).contains(status.id) else { return false }
            return (level == nil || level == status.level) && (message == nil || message == status.message)
        }
    }

    public static let presentDialog = EventPattern("presentTvProviderDialog") { event, _ in
        event == .presentTvProviderDialog
    }

    public static let dismissDialog = EventPattern("dismissTvProviderDialog") { event, _ in
        event == .dismissTvProviderDialog
    }

    /// The vendor's pages spell one code in several ways.
    private static func aliases(_ id: String) -> Set<String> {
        switch id {
        case "AAPL": ["AAPL", "APPL"]
        case "AAPL_ERROR": ["AAPL_ERROR", "APPL_ERROR"]
        default: [id]
        }
    }

    private static func list(_ names: [String]) -> String { "[\(names.joined(separator: ","))]" }
}
