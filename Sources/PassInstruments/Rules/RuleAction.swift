package import PassDomain
package import PassHTTP

/// The effect of a rule on a request and its answer. All parts that are set take effect together.
package struct RuleAction: Sendable, Hashable {
    package var answer = Answer.usual
    /// The header fields that the answer gets or loses, in this order.
    package var headers: [Header] = []
    /// The content that replaces the answer's content.
    package var body: Body?
    /// The strings that are replaced in the answer's content, in this order.
    package var bodyPatch: [Replacement] = []
    package var delay: RuleDelay?
    /// The defect to put into the answer's tokens.
    package var token: TokenSurgery?
    /// The fault with which the answer is sent.
    package var transport: TransportFault?
    /// The defect of the MVPD that the request is about.
    package var mvpd: MVPDFault?

    /// Whether the action doesn't change an answer, and doesn't delay it or damage its delivery.
    package var leavesAnswer: Bool {
        headers.isEmpty && body == nil && bodyPatch.isEmpty && delay == nil && token == nil && transport == nil
    }

    /// The answer of the operation, before the other parts of the action change it.
    package enum Answer: Sendable, Hashable {
        /// The operation answers as it would without the rule.
        case usual
        /// The operation fails for this reason.
        case failure(ForcedFailure)
        /// The request doesn't reach its operation and gets this status, with the action's body or else the error page
        /// of the service's servlet container.
        case status(Int)
    }

    package struct Header: Sendable, Hashable {
        package var name: HTTPFieldName
        /// `nil` removes all fields of that name.
        package var value: String?

        package init(_ name: HTTPFieldName, _ value: String?) {
            self.name = name
            self.value = value
        }
    }

    package struct Body: Sendable, Hashable {
        package var bytes: [UInt8]
        /// The media type. With `nil`, the operation's answer keeps its type, and an answer that the rule itself gives
        /// has no type.
        package var type: String?

        package init(_ bytes: [UInt8], type: String?) {
            self.bytes = bytes
            self.type = type
        }
    }

    package struct Replacement: Sendable, Hashable {
        package var find: String
        package var replace: String

        package init(find: String, replace: String) {
            self.find = find
            self.replace = replace
        }
    }

    package init(_ answer: Answer = .usual) {
        self.answer = answer
    }
}

/// The delay of an answer, in milliseconds.
package enum RuleDelay: Sendable, Hashable {
    case fixed(Int)
    case uniform(ClosedRange<Int>)
    /// A log-normal distribution: half of the answers are faster than the median, and few are very slow.
    case longTail(median: Double, sigma: Double)

    /// The longest delay, in milliseconds.
    package static let longest = 600_000
}
