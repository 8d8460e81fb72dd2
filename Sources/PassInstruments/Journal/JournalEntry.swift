package import PassCore
package import PassDomain
package import PassHTTP

/// One request, as the namespace saw it, and its answer once there is one.
package struct JournalEntry: Sendable {
    /// The name of the exchange, which the journal gives when it records the entry.
    package internal(set) var id = ExchangeID(run: 0, number: 0)
    /// The World's time when processing of the request began.
    package let time: Timestamp
    /// The operation; `nil` when no endpoint was found.
    package let operation: Operation?
    /// The request; its path has no namespace prefix.
    package let request: HTTPRequest
    package let isRequestBodyCut: Bool
    /// The answer; `nil` while the request is in flight.
    package internal(set) var answer: JournalAnswer?
    /// The name that the exchange has in the file from which it was read; `nil` for an exchange of this simulator.
    package let importedID: String?

    /// The length in bytes to which bodies are cut.
    package static let longestBody = 65_536

    package init(
        time: Timestamp, operation: Operation?, request: HTTPRequest, isRequestBodyCut: Bool = false,
        answer: JournalAnswer? = nil, importedID: String? = nil
    ) {
        self.time = time
        self.operation = operation
        let isTooLong = request.body.count > Self.longestBody
        self.isRequestBodyCut = isTooLong || isRequestBodyCut
        self.request = isTooLong ? request.with(body: Array(request.body.prefix(Self.longestBody))) : request
        self.answer = answer
        self.importedID = importedID
    }

    /// Creates the entry of an exchange that is over.
    package init(
        time: Timestamp, operation: Operation?, request: HTTPRequest, response: HTTPResponse, isFaulted: Bool = false
    ) {
        self.init(
            time: time, operation: operation, request: request,
            answer: JournalAnswer(response, isFaulted: isFaulted))
    }

    /// Whether the answer is still to come.
    package var isInFlight: Bool { answer == nil }

    /// An estimate of the memory that the entry takes, in bytes.
    var byteCount: Int {
        1_024 + request.body.capacity + request.fields.byteCount + (answer?.byteCount ?? 0)
    }
}

/// The answer to a recorded request, and what is known of how it came about.
///
/// Nothing in it is decoded: the words of an outcome and of the checks are made when they are read.
package struct JournalAnswer: Sendable {
    /// The response without the fields that the connection adds: framing fields, and `Date` while the clock follows
    /// real time.
    package internal(set) var response: HTTPResponse
    package internal(set) var isBodyCut: Bool
    /// The time from the request's arrival to its answer, in nanoseconds of real time; `nil` if it is unknown.
    package let nanoseconds: UInt64?
    /// Whether a fault touched the call.
    package let isFaulted: Bool
    /// The rules that touched the call, by their IDs.
    package let rules: [String]
    /// Gives the result and its reason; `nil` for an ordinary answer.
    package let outcome: (@Sendable () -> JournalOutcome)?
    /// The checks that led to the answer; `nil` if they are unknown.
    package let checks: CheckLog?
    /// The answer's place among all arrivals and answers; the journal sets it.
    package internal(set) var number: UInt64 = 0

    package init(
        _ response: HTTPResponse, isBodyCut: Bool = false, nanoseconds: UInt64? = nil, isFaulted: Bool = false,
        rules: [String] = [], outcome: (@Sendable () -> JournalOutcome)? = nil, checks: CheckLog? = nil
    ) {
        self.response = response
        let isTooLong = response.body.count > JournalEntry.longestBody
        if isTooLong { self.response.body = Array(response.body.prefix(JournalEntry.longestBody)) }
        self.isBodyCut = isTooLong || isBodyCut
        self.nanoseconds = nanoseconds
        self.isFaulted = isFaulted
        self.rules = rules
        self.outcome = outcome
        self.checks = checks
    }

    /// An estimate of the memory that the answer takes, in bytes.
    var byteCount: Int { response.body.capacity + response.fields.byteCount + (checks?.byteCount ?? 0) }
}

/// The result of an exchange in the words of the log.
package struct JournalOutcome: Sendable, Hashable {
    /// `permitted`, `denied`, `preauthorized`, `invalid`, `refused`, `ignored` or `failed`.
    package var outcome: String
    package var reason: String?
    /// The name of a wrong parameter.
    package var parameter: String?
    package var detail: String?

    package init(_ outcome: String, reason: String? = nil, parameter: String? = nil, detail: String? = nil) {
        self.outcome = outcome
        self.reason = reason
        self.parameter = parameter
        self.detail = detail
    }
}
