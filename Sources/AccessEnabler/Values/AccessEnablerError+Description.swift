extension AccessEnablerError: CustomStringConvertible {
    /// A sentence for people to read, with the error codes.
    public var description: String {
        switch self {
        case .configurationFailed(let told):
            let reasons = told.filter { $0.level == .error }.map(\.reason)
            return "The configuration failed" + (reasons.isEmpty ? "." : ": \(reasons.joined(separator: ", ")).")
        case .superseded: return "A newer call of setRequestor replaced this configuration."
        case .notConfigured: return "There is no configuration: call setRequestor, and wait until it succeeds."
        case .notAuthenticated(PROVIDER_NOT_SELECTED_ERROR):
            return "The user isn't logged in: no provider was chosen, or the browser left its login pages "
                + "(\(PROVIDER_NOT_SELECTED_ERROR))."
        case .notAuthenticated(let code): return "The user isn't logged in (\(code))."
        case .notAuthorized(let code, ""): return "The user may not watch this (\(code))."
        case .notAuthorized(let code, let words): return "The user may not watch this: \"\(words)\" (\(code))."
        case .preauthorizationFailed(let status):
            let reason = status.map { ": \($0.code)" + ($0.message.map { " (\($0))" } ?? "") } ?? ""
            return "The service didn't say which resources the user may watch\(reason)."
        case .unknownCall(let version): return "Version \(version) of the SDK doesn't have this call."
        case .cancelled: return "The call was cancelled."
        }
    }
}

extension AdvancedStatus {
    /// The event's code, followed by its message in parentheses; without a message, by the meaning of a `setRequestor`
    /// code.
    fileprivate var reason: String { (message ?? meaning).map { "\(id) (\($0))" } ?? id }

    private var meaning: String? {
        switch id {
        case "CFG400": "the service doesn't know the requestor"
        case "CFG404": "the service can't be reached"
        case "CFG429": "too many requests"
        case "SEC403": "the service refuses this app"
        case let id where id.hasPrefix("CFG5"): "the service failed, or its answer can't be read"
        default: nil
        }
    }
}
