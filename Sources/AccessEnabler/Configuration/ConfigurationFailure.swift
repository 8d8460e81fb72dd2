/// Why a service provider gave no configuration.
enum ConfigurationFailure: Error, Hashable {
    case unknownRequestor
    /// Not reached, or something else answers there.
    case unreachable
    case untrusted
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
        case .failed(.untrusted), .refused(.transport(.untrusted)): self = .untrusted
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
    var status: String? {
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
