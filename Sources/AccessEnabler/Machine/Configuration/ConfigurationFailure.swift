/// The reason why a service provider gave no configuration.
enum ConfigurationFailure: Error, Hashable {
    case unknownRequestor
    /// The service provider wasn't reached, or something other than the service answers there.
    case unreachable
    /// The connection isn't trusted, for the given reason.
    case untrusted(String)
    case notAllowed
    case clientTooOld
    case throttled
    /// The service failed with a status from 500 to 599.
    case server(Int)
    /// The service's answer isn't a configuration, for the given reason.
    case unreadable(String)
    /// The client has no access token; R400 or R401 has already been emitted.
    case noAccess

    /// Derives the failure from an answer without a configuration.
    init(_ answer: Answer) {
        switch answer {
        case .failed(.untrusted(let reason)), .refused(.transport(.untrusted(let reason))): self = .untrusted(reason)
        case .failed, .refused(.transport): self = .unreachable
        case .refused: self = .noAccess
        case .response(let response):
            switch response.status {
            case 400: self = .unknownRequestor
            case 403: self = .notAllowed
            case 410: self = .clientTooOld
            case 429: self = .throttled
            case 500...599: self = .server(response.status)
            default: self = .unreachable
            }
        }
    }

    /// The failure's status event ("Error reporting"); `nil` if the failure is reported in another way.
    var status: AdvancedStatus? {
        let message: String? = if case .untrusted(let reason) = self { reason } else { nil }
        return code.map { AdvancedStatus(id: $0, level: .error, message: message) }
    }

    private var code: String? {
        switch self {
        case .unknownRequestor: "CFG400"
        case .unreachable: "CFG404"
        case .untrusted: "SEC420"
        case .notAllowed: "SEC403"
        case .throttled: "CFG429"
        case .server(let status): "CFG\(status)"
        case .unreadable: "CFG500"
        case .clientTooOld, .noAccess: nil
        }
    }
}
