package import PassCore
package import PassDomain
package import PassHTTP

/// A request, as the namespace received it, and its answer once there is one.
package struct JournalEntry: Sendable {
    /// The name of the exchange, which the journal gives when it records the entry.
    package internal(set) var id = ExchangeID(run: 0, number: 0)
    /// The World's time when processing of the request began.
    package let time: Timestamp
    /// The operation; `nil` when no endpoint was found.
    package let operation: Operation?
    /// The request with its address resolved: its path is the service's own, without a namespace.
    package let request: HTTPRequest
    /// The target as the client sent it; `nil` if it is the same as the request's.
    package let receivedTarget: String?
    package let isRequestBodyCut: Bool
    /// The answer; `nil` while the request is in flight. A delayed answer leaves it in flight until the delivery.
    package internal(set) var answer: JournalAnswer?
    /// The name that the exchange has in the file from which it was read; `nil` for an exchange of this simulator.
    package let importedID: String?

    /// The length in bytes to which bodies are cut.
    package static let longestBody = 65_536

    package init(
        time: Timestamp, operation: Operation?, request: HTTPRequest, receivedTarget: String? = nil,
        isRequestBodyCut: Bool = false, answer: JournalAnswer? = nil, importedID: String? = nil
    ) {
        self.receivedTarget = receivedTarget
        self.time = time
        self.operation = operation
        let isTooLong = request.body.count > Self.longestBody
        self.isRequestBodyCut = isTooLong || isRequestBodyCut
        self.request = isTooLong ? request.with(body: Array(request.body.prefix(Self.longestBody))) : request
        self.answer = answer
        self.importedID = importedID
    }

    /// Creates the entry of a complete exchange.
    package init(
        time: Timestamp, operation: Operation?, request: HTTPRequest, response: HTTPResponse, isFaulted: Bool = false
    ) {
        self.init(
            time: time, operation: operation, request: request,
            answer: JournalAnswer(response, JournalCircumstances(isFaulted: isFaulted)))
    }

    /// Returns a copy of the entry with the names that it has in the journal of another node.
    package func named(_ id: ExchangeID, importedID: String?) -> JournalEntry {
        var entry = JournalEntry(
            time: time, operation: operation, request: request, receivedTarget: receivedTarget,
            isRequestBodyCut: isRequestBodyCut, answer: answer, importedID: importedID)
        entry.id = id
        return entry
    }

    /// Whether the answer is still to come.
    package var isInFlight: Bool { answer == nil }

    /// An estimate of the memory that the entry takes while it waits for observers, in bytes.
    var byteCount: Int {
        let request = 1_024 + request.body.capacity + request.fields.byteCount + (receivedTarget?.utf8.count ?? 0)
        guard let answer else { return request }
        return request + answer.response.body.capacity + answer.response.fields.byteCount
            + (answer.circumstances.checks?.kept.bytes.count ?? 0)
            + (answer.circumstances.notes?.byteCount ?? 0)
    }
}

/// The answer to a recorded request, and what is known of how it came about.
package struct JournalAnswer: Sendable {
    /// The response without the fields that the connection adds: framing fields, and `Date` while the clock follows
    /// real time.
    package let response: HTTPResponse
    package let isBodyCut: Bool
    package let circumstances: JournalCircumstances
    /// The answer's place among all arrivals and answers; the journal sets it.
    package internal(set) var number: UInt64 = 0

    package init(
        _ response: HTTPResponse, isBodyCut: Bool = false,
        _ circumstances: JournalCircumstances = JournalCircumstances()
    ) {
        let isTooLong = response.body.count > JournalEntry.longestBody
        var response = response
        if isTooLong { response.body = Array(response.body.prefix(JournalEntry.longestBody)) }
        self.response = response
        self.isBodyCut = isTooLong || isBodyCut
        self.circumstances = circumstances
    }
}

/// The known circumstances in which an answer came about.
///
/// The outcome and the checks aren't converted into words until they are read.
package struct JournalCircumstances: Sendable {
    /// The time from the request's arrival until its answer was made, or was delivered if `delivery` is known, in
    /// nanoseconds of real time; `nil` if it is unknown.
    package private(set) var nanoseconds: UInt64?
    /// The delivery of an answer with a delay or a fault; `nil` for other answers.
    package private(set) var delivery: DeliveryReport?
    /// Whether a fault touched the call.
    package let isFaulted: Bool
    /// The rules that touched the call, by their IDs.
    package let rules: [String]
    /// The result and its reason; `nil` for an ordinary answer.
    package let outcome: RecordedOutcome?
    /// The checks that led to the answer; `nil` if they are unknown.
    package let checks: CheckLog?
    /// The notes that a file has about the exchange; `nil` for an exchange of this simulator.
    package let notes: ExchangeNotes?

    package init(
        nanoseconds: UInt64? = nil, isFaulted: Bool = false, rules: [String] = [],
        outcome: RecordedOutcome? = nil, checks: CheckLog? = nil, delivery: DeliveryReport? = nil,
        notes: ExchangeNotes? = nil
    ) {
        self.notes = notes
        self.nanoseconds = nanoseconds
        self.isFaulted = isFaulted
        self.rules = rules
        self.outcome = outcome
        self.checks = checks
        self.delivery = delivery
    }

    /// Whether no rule touched the call, no fault or delay touched its answer, and no file has notes about it.
    var isOrdinary: Bool { delivery == nil && !isFaulted && rules.isEmpty && notes == nil }

    /// The memory that the notes from a file take, in bytes.
    var noteBytes: Int { notes?.byteCount ?? 0 }

    /// Returns the circumstances with the report on the answer's delivery.
    package func delivered(_ delivery: DeliveryReport, nanoseconds: UInt64) -> JournalCircumstances {
        var circumstances = self
        (circumstances.delivery, circumstances.nanoseconds) = (delivery, nanoseconds)
        return circumstances
    }
}

/// The result of an exchange, which is converted into words only when it is read.
package enum RecordedOutcome: Sendable {
    /// A slot with the outcome, which the journal takes out of it.
    case slot(OutcomeSlot)
    indirect case words(JournalOutcome)

    /// The words; `nil` if the outcome has been taken out of its slot.
    package var words: JournalOutcome? {
        switch self {
        case .slot(let slot): slot.value.map { OutcomeWords($0).recorded }
        case .words(let words): words
        }
    }
}

/// The notes that a file has about an exchange: what the simulator that recorded the exchange knew about it.
package final class ExchangeNotes: Sendable {
    /// The explanation of the answer, as JSON.
    package let explanation: [UInt8]?
    /// The decoded contents of the exchange, as JSON.
    package let decoded: [UInt8]?

    package init(explanation: [UInt8]?, decoded: [UInt8]?) {
        self.explanation = explanation
        self.decoded = decoded
    }

    var byteCount: Int { 64 + (explanation?.count ?? 0) + (decoded?.count ?? 0) }
}
