/// What became of a `PreauthorizeRequest`.
public struct PreauthorizeResponse: Sendable, Hashable {
    /// What went wrong as a whole; then `decisions` is empty.
    public var status: Status?
    /// One for each resource asked about.
    public var decisions: [Decision]

    public init(status: Status? = nil, decisions: [Decision] = []) {
        self.status = status
        self.decisions = decisions
    }

    public struct Decision: Sendable, Hashable {
        public var id: String
        public var authorized: Bool
        /// Why not, where the service tells.
        public var error: Status?

        public init(id: String, authorized: Bool, error: Status? = nil) {
            self.id = id
            self.authorized = authorized
            self.error = error
        }
    }

    /// Source: "Enhanced error codes".
    public struct Status: Sendable, Hashable {
        /// The status of HTTP; 0 when the SDK itself says so.
        public var status: Int
        public var code: String
        public var message: String?
        public var details: String?
        public var helpUrl: String?
        public var trace: String?
        /// `none`, `configuration`, `application-registration`, `authentication`, `authorization`, `degradation`, `retry` or
        /// `retry-after`.
        public var action: String?

        public init(
            status: Int, code: String, message: String? = nil, details: String? = nil, helpUrl: String? = nil,
            trace: String? = nil, action: String? = nil
        ) {
            self.status = status
            self.code = code
            self.message = message
            self.details = details
            self.helpUrl = helpUrl
            self.trace = trace
            self.action = action
        }
    }
}

/// Exactly one of its closures is called, unless the AccessEnabler is let go before.
public struct AccessEnablerCallback<Response: Sendable>: Sendable {
    let onResponse: @Sendable (Response) -> Void
    let onFailure: @Sendable (Response) -> Void

    /// - Parameters:
    ///   - onResponse: the service answered, well or with an error.
    ///   - onFailure: the SDK could not ask, or got no usable answer.
    public init(
        onResponse: @escaping @Sendable (Response) -> Void, onFailure: @escaping @Sendable (Response) -> Void
    ) {
        self.onResponse = onResponse
        self.onFailure = onFailure
    }
}
