/// The answer to a `PreauthorizeRequest`.
public struct PreauthorizeResponse: Sendable, Hashable {
    /// The error of the whole request, in which case `decisions` is empty; `nil` when there are decisions.
    public var status: Status?
    /// The decisions, one for each resource of the request.
    public var decisions: [Decision]

    /// Creates a response.
    public init(status: Status? = nil, decisions: [Decision] = []) {
        self.status = status
        self.decisions = decisions
    }

    /// Returns the error of the whole request; `nil` when there are decisions.
    public func getStatus() -> Status? { status }

    /// Returns the decisions, one for each resource of the request.
    public func getDecisions() -> [Decision] { decisions }

    /// The decision on one resource.
    public struct Decision: Sendable, Hashable {
        /// The resource, as the request spelled it.
        public var id: String
        /// Whether the user can probably watch the resource.
        public var authorized: Bool
        /// The reason for a refusal, if the service gives one.
        public var error: Status?

        /// Creates a decision.
        public init(id: String, authorized: Bool, error: Status? = nil) {
            self.id = id
            self.authorized = authorized
            self.error = error
        }
    }

    /// An error of the service or the SDK, for a whole request or for one resource.
    ///
    /// Source: "Enhanced error codes".
    public struct Status: Sendable, Hashable {
        /// The HTTP status; 0 for an error that the SDK itself reports.
        public var status: Int
        /// The error's code, e.g. `too_many_resources`, `network_error`.
        public var code: String
        /// The error's text.
        public var message: String?
        /// The MVPD's own words, if there are any.
        public var details: String?
        /// The URL of a page about the error.
        public var helpUrl: String?
        /// The identifier that tells this occurrence of the error from others.
        public var trace: String?
        /// The recommended action: `none`, `configuration`, `application-registration`, `authentication`,
        /// `authorization`, `degradation`, `retry` or `retry-after`.
        public var action: String?

        /// Creates an error.
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

/// The two closures of which the SDK calls exactly one when a call ends, unless the AccessEnabler is released first.
///
/// `@unchecked Sendable`, because an app's closures needn't be `Sendable`: the SDK calls only one of them, once, on the
/// app's callback executor.
public struct AccessEnablerCallback<Response: Sendable>: @unchecked Sendable {
    let onResponse: (Response) -> Void
    let onFailure: (Response) -> Void

    /// Creates a callback of two closures.
    ///
    /// - Parameters:
    ///   - onResponse: called when the service answered, with decisions or with an error.
    ///   - onFailure: called when the SDK could not ask, or got no usable answer.
    public init(onResponse: @escaping (Response) -> Void, onFailure: @escaping (Response) -> Void) {
        self.onResponse = onResponse
        self.onFailure = onFailure
    }
}
