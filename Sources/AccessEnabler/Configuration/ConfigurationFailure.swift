/// Why a service provider gave no configuration.
enum ConfigurationFailure: Error, Hashable {
    case unknownRequestor
    /// Not reached, or something else answers there.
    case unreachable
    /// The connection isn't safe, with the reason.
    case untrusted(String)
    case notAllowed
    case clientTooOld
    case throttled
    /// A status from 500 to 599.
    case server(Int)
    /// The service answers, and what it says is no configuration, with the reason.
    case unreadable(String)
    /// R400 or R401, which has been told.
    case noAccess

    /// Reads an answer that brings no configuration.
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

    /// The status event that tells it ("Error reporting"); `nil` where another callback does.
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
