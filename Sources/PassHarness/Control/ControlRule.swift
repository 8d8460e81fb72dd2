import PassCore
public import PassDomain

/// A rule that makes some requests fail, or changes their answers, until it is removed.
///
/// ```swift
/// ControlRule(operation: .authorizeDevice, resource: "news*", .failure("denied"), times: 1)
/// ```
///
/// A rule without conditions affects every operation of the service. A `*` in a condition stands for any text.
public struct ControlRule: Sendable, Hashable {
    /// The effect of a rule on a request and its answer.
    public struct Action: Sendable, Hashable {
        fileprivate var members: [ExactText: JSONValue]

        private init(_ members: KeyValuePairs<String, JSONValue>) {
            self.members = Dictionary(
                members.map { (ExactText($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
        }

        /// Makes the operation fail for a reason, e.g. `denied`, and answer in its own format.
        ///
        /// - Parameter message: the text of a denial; `nil` for the usual one.
        public static func failure(_ name: String, message: String? = nil) -> Action {
            guard let message else { return Action(["failure": .string(name)]) }
            return Action(["failure": .string(name), "message": .string(message)])
        }

        /// Answers the request with a status and the service's error page for it.
        public static func status(_ status: Int) -> Action { Action(["status": .integer(Int64(status))]) }

        /// Answers the request with content of your own.
        ///
        /// - Parameter contentType: the media type; `nil` sends none.
        public static func answer(status: Int = 200, contentType: String?, _ body: [UInt8]) -> Action {
            var action = Action(["status": .integer(Int64(status))])
            // These statuses have no content (RFC 9110, sections 15.3.5 and 15.4.5).
            if status == 204 || status == 304 { return action }
            action.members["contentType"] = contentType.map { .string($0) }
            if let text = String(validating: body, as: UTF8.self) {
                action.members["body"] = .string(text)
            } else {
                action.members["bodyBase64"] = .string(Base64.encode(body))
            }
            return action
        }

        /// Delays the usual answer by a number of milliseconds of real time.
        public static func delay(milliseconds: Int) -> Action { Action(["delay": .integer(Int64(milliseconds))]) }

        /// Gives the tokens in the answer a defect, e.g. `expired` or `wrongSignature`.
        public static func token(_ defect: String) -> Action { Action(["token": .string(defect)]) }

        /// Returns the effect of a fault in the answer's delivery, e.g. `resetBefore` or `neverAccept`.
        public static func transport(_ fault: String) -> Action { Action(["transport": .string(fault)]) }

        /// Returns the effect of a server that accepts no connections: it answers neither the request nor, if that came
        /// over TLS, the handshakes of the client's later connections to the same host.
        ///
        /// - Parameter seconds: the time, 1 to 600, for which handshakes aren't answered.
        public static func neverAccept(seconds: Int) -> Action {
            Action(["transport": .object(["fault": .string("neverAccept"), "seconds": .integer(Int64(seconds))])])
        }

        /// Returns the effect of a fault at the request's MVPD, e.g. `down`.
        public static func mvpd(_ fault: String) -> Action { Action(["mvpd": .string(fault)]) }
    }

    /// The operation that is affected; `nil` for every operation of the service.
    public var operation: Operation?
    /// The requestor of the requests that are affected.
    public var requestor: String?
    /// The MVPD of the requests that are affected.
    public var mvpd: String?
    /// The device of the requests that are affected.
    public var device: String?
    /// The resource that the requests are about.
    public var resource: String?
    /// The subscriber that the requests are about.
    public var subscriber: String?
    /// The effect.
    public var action: Action
    /// The number of requests that are affected; `nil` for no limit.
    public var times: Int?
    /// The number of matching requests that the rule lets pass first.
    public var after = 0
    /// The rank among rules that match the same request, -1000 to 1000: the rule with the highest priority takes
    /// effect.
    public var priority = 0

    /// Creates a rule for the requests that meet each of the given conditions.
    public init(
        operation: Operation? = nil, requestor: String? = nil, mvpd: String? = nil, device: String? = nil,
        resource: String? = nil, subscriber: String? = nil, _ action: Action, times: Int? = nil
    ) {
        self.operation = operation
        self.requestor = requestor
        self.mvpd = mvpd
        self.device = device
        self.resource = resource
        self.subscriber = subscriber
        self.action = action
        self.times = times
    }

    /// The conditions, by their names.
    private var match: JSONValue {
        let conditions: KeyValuePairs<String, String?> = [
            "operation": operation?.rawValue, "requestor": requestor, "mvpd": mvpd, "device": device,
            "resource": resource, "subscriber": subscriber,
        ]
        return .object(
            conditions.reduce(into: [:]) { all, condition in
                all[ExactText(condition.key)] = condition.value.map { .string($0) }
            })
    }

    /// The conditions in the form of `InstalledRule.match`.
    package var matchText: String { match.text }

    /// The content of the request that adds the rule.
    var content: [UInt8] {
        JSONWriter.object { rule in
            rule.member("match", match)
            rule.member("action", .object(action.members))
            if let times { rule.member("times", times) }
            if after > 0 { rule.member("after", after) }
            if priority != 0 { rule.member("priority", priority) }
        }
    }
}

/// A rule of a namespace, with its identifier and the number of requests that it affected.
public struct InstalledRule: Sendable, Hashable {
    /// The name by which the rule is found and removed.
    public let id: String
    /// The name of the operation that is affected, or a pattern of names; `nil` for every operation of the service.
    public let operation: String?
    /// The conditions as JSON text, e.g. `{"operation":"AuthorizeDevice"}`.
    public let match: String
    /// The effect as JSON text, e.g. `{"failure":"denied"}`.
    public let action: String
    /// The number of requests on which the rule takes effect; `nil` for no limit.
    public let times: Int?
    /// The priority among the rules that match a request: the highest one takes effect.
    public let priority: Int
    /// The number of requests on which the rule has taken effect.
    public let hits: Int
    /// The simulator's warnings about the rule, e.g. that it can never match.
    public let warnings: [String]

    init(_ answer: JSONValue) {
        id = answer["id"]?.stringValue ?? ""
        operation = answer["match"]?["operation"]?.stringValue
        match = answer["match"]?.text ?? "{}"
        action = answer["action"]?.text ?? "{}"
        times = answer["times"]?.integerValue.map { Int(clamping: $0) }
        priority = answer["priority"]?.integerValue.map { Int(clamping: $0) } ?? 0
        hits = answer.count("hits")
        warnings = answer.elements("warnings").compactMap(\.stringValue)
    }
}
