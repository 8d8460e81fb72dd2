import AccessEnabler

/// The notation of callbacks in reports, with the abbreviations of `NotationKey`, roles in place of IDs, and shortened
/// tokens.
enum EventNotation {
    static func text(_ event: AccessEnablerEvent, _ cast: Cast) -> String {
        func role(_ id: String) -> String { cast.ids.first { $0.value == id }?.key ?? id }
        switch event {
        case .setRequestorComplete(let status): return "SRC(\(status))"
        case .setAuthenticationStatus(let status, let code):
            return "SAS(\(status),\(ErrorName.notation(of: code)))"
        case .displayProviderDialog(let providers):
            return "DPD[\(providers.map { role($0.id) }.joined(separator: ","))]"
        case .navigateToUrl(let url): return "NAV(\(Exchange.shortened(url, to: 200)))"
        case .navigateToUrlUseSVC(let url, let useSVC):
            return "NAVSVC(\(Exchange.shortened(url, to: 200)),\(useSVC ? "YES" : "NO"))"
        case .setToken(let token, let resource): return "TOK(…\(token.suffix(4)),\(role(resource)))"
        case .tokenRequestFailed(let resource, let code, let description):
            return "TRF(\(role(resource)),\(ErrorName.notation(of: code)),\"\(description)\")"
        case .preauthorizedResources(let resources):
            return "PRE([\(resources.map(role).joined(separator: ","))])"
        case .selectedProvider(let provider): return "SEL(\(provider.map { role($0.id) } ?? "nil"))"
        case .setMetadataStatus(let value, let encrypted, let key, _):
            return "META(\(value.map(text) ?? "nil"),\(encrypted ? "YES" : "NO"),\(key))"
        case .sendTrackingData(let data, let event):
            return "TRK \(event)[\(data.map { $0 ?? "nil" }.joined(separator: ","))]"
        case .presentTvProviderDialog: return "presentTvProviderDialog"
        case .dismissTvProviderDialog: return "dismissTvProviderDialog"
        case .status(let status):
            let details = [status.level.rawValue, status.message.map { "\"\($0)\"" }].compactMap { $0 }
            return "ST \(status.id)(\(details.joined(separator: ",")))"
        }
    }

    static func text(_ value: EntitlementValue) -> String {
        switch value {
        case .null: "null"
        case .bool(let flag): "\(flag)"
        case .integer(let number): "\(number)"
        case .number(let number): "\(number)"
        case .string(let text): "\"\(Exchange.shortened(text, to: 100))\""
        case .array(let elements): "[\(elements.map(text).joined(separator: ","))]"
        case .object(let members):
            "{\(members.sorted { $0.key < $1.key }.map { "\($0.key):\(text($0.value))" }.joined(separator: ","))}"
        }
    }
}
