extension AccessEnablerTransportError: CustomStringConvertible {
    /// A sentence that explains the error to a person.
    public var description: String {
        switch self {
        case .unreachable(let reason): reason
        case .untrusted(let reason): "The connection isn't secure: \(reason)"
        case .timedOut: "No answer came in time."
        case .cancelled: "The request was cancelled."
        }
    }
}
