public import AccessEnabler

extension TransportError: CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
        switch self {
        case .unreachable(let reason), .untrusted(let reason): reason
        case .timedOut: "It took too long."
        case .cancelled: "The request was cancelled."
        }
    }
}
