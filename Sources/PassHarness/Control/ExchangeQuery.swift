public import PassDomain

/// A query for exchanges of the journal: an exchange matches if it meets every condition that is set.
///
/// A `*` in a condition stands for any text.
public struct ExchangeQuery: Sendable, Hashable {
    /// The operation.
    public var operation: Operation?
    /// The requestor.
    public var requestor: String?
    /// The MVPD.
    public var mvpd: String?
    /// The device's identifier.
    public var device: String?
    /// The resource that the request is about.
    public var resource: String?
    /// The subscriber who logged in.
    public var subscriber: String?
    /// The request's method.
    public var method: String?
    /// The request's path, without the namespace.
    public var path: String?
    /// The answer's status, e.g. `404` or `4xx`.
    public var status: String?
    /// The outcome in the words of the log, e.g. `denied`; `none` for an ordinary answer.
    public var outcome: String?
    /// The flow that the exchange belongs to.
    public var flow: String?
    /// The earliest time, as RFC 3339 text.
    public var since: String?
    /// The latest time, as RFC 3339 text.
    public var until: String?
    /// Text that the request or the answer contains.
    public var text: String?
    /// Further conditions, by their names in the URL, e.g. `("faulted", "true")`.
    public var others: [(name: String, value: String)] {
        get { further.map { ($0.name, $0.value) } }
        set { further = newValue.map { Condition(name: $0.name, value: $0.value) } }
    }
    private var further: [Condition] = []

    private struct Condition: Hashable {
        var name: String
        var value: String
    }

    /// Creates a query for all exchanges, or only for those with the given operation and resource.
    public init(operation: Operation? = nil, resource: String? = nil) {
        self.operation = operation
        self.resource = resource
    }

    /// The parameters of the query.
    var parameters: [(name: String, value: String?)] {
        [
            ("operation", operation?.rawValue), ("requestor", requestor), ("mvpd", mvpd), ("device", device),
            ("resource", resource), ("subscriber", subscriber), ("method", method), ("path", path), ("status", status),
            ("outcome", outcome), ("flow", flow), ("since", since), ("until", until), ("q", text),
        ] + further.map { ($0.name, $0.value) }
    }
}
