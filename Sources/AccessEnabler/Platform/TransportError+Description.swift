extension TransportError: CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
        switch self {
        case .unreachable(let reason): reason
        case .untrusted(let reason): "The connection isn't safe: \(reason)"
        case .timedOut: "No answer came in time."
        case .cancelled: "The request was cancelled."
        }
    }
}
