import PassCore
public import PassDomain

/// A request to a namespace and the answer to it, as the journal lists them.
public struct JournalExchange: Sendable, Hashable {
    /// The name of the exchange, which the answer had in its field `X-Pass-Simulator-Exchange`.
    public let id: String
    /// Whether the answer is still to come, or is still on its way because a rule delays it.
    public let isInFlight: Bool
    /// The time of the namespace's clock when the request arrived, e.g. `2026-01-01T00:00:00.000Z`.
    public let time: String
    /// The request's method.
    public let method: String
    /// The request's path, without the namespace.
    public let path: String
    /// The name of the operation; `nil` when the simulator serves nothing under the path.
    public let operationName: String?
    /// The operation; `nil` if there is none or if this version of the library doesn't know it.
    public let operation: Operation?
    /// The group of operations, e.g. `legacy`, `v2`, `mvpd` or `simulator`.
    public let family: String?
    /// The answer's status; `nil` while the request is in flight.
    public let status: Int?
    /// The result in the words of the log, e.g. `denied`; `nil` for an ordinary answer.
    public let outcome: String?
    /// The reason for the result.
    public let reason: String?
    /// The requestor that the request is about.
    public let requestor: String?
    /// The MVPD that the request is about.
    public let mvpd: String?
    /// The device that sent the request.
    public let device: String?
    /// The resources that the request is about.
    public let resources: [String]
    /// The subscriber who logged in.
    public let subscriber: String?
    /// The flow that the exchange belongs to.
    public let flow: String?
    /// The rules that affected the exchange, by their names.
    public let rules: [String]
    /// The delivery of an answer with a delay or a fault; `nil` for any other answer, and while it is in flight.
    public let delivery: JournalDelivery?
    /// The request's header fields and content; `nil` in a list.
    public let request: JournalMessage?
    /// The answer's header fields and content; `nil` in a list, and while the request is in flight.
    public let response: JournalMessage?
    /// The exchange with all members that the simulator sent.
    public let record: ControlRecord

    /// Whether the request was to the simulator itself and not to the service or an MVPD.
    public var isControl: Bool { family == "simulator" }

    init(_ answer: JSONValue) {
        id = answer["id"]?.stringValue ?? ""
        isInFlight = answer["state"]?.stringValue == "inFlight"
        time = answer["time"]?.stringValue ?? ""
        method = answer["method"]?.stringValue ?? ""
        path = answer["path"]?.stringValue ?? ""
        operationName = answer["operation"]?.stringValue
        operation = operationName.flatMap { Operation(rawValue: $0) }
        family = answer["family"]?.stringValue
        status = answer["status"]?.integerValue.map { Int(clamping: $0) }
        outcome = answer["outcome"]?.stringValue
        reason = answer["reason"]?.stringValue
        requestor = answer["requestor"]?.stringValue
        mvpd = answer["mvpd"]?.stringValue
        device = answer["device"]?.stringValue
        resources = answer.elements("resources").compactMap(\.stringValue)
        subscriber = answer["subscriber"]?.stringValue
        flow = answer["flow"]?.stringValue
        rules = answer.elements("rules").compactMap(\.stringValue)
        delivery = answer["delivery"].map(JournalDelivery.init)
        request = answer["request"].map(JournalMessage.init)
        response = answer["response"].map(JournalMessage.init)
        record = ControlRecord(answer)
    }
}

/// The delivery to the client of an answer that has a delay or a fault.
public struct JournalDelivery: Sendable, Hashable {
    /// The way in which the sending ended: `whole`, `reset`, `closed`, `stalled`, `wrongLength`, `garbage` or
    /// `connectionEnded`.
    public let result: String
    /// Whether the whole head was sent.
    public let isHeadSent: Bool
    /// The number of bytes of the content that were sent.
    public let contentBytes: Int
    /// The length of the whole content, in bytes.
    public let contentLength: Int

    init(_ answer: JSONValue) {
        result = answer["result"]?.stringValue ?? ""
        isHeadSent = answer["headSent"] == .bool(true)
        contentBytes = answer.count("contentBytes")
        contentLength = answer.count("contentLength")
    }
}

/// A page of the exchanges that a query found.
public struct JournalPage: Sendable, Hashable {
    /// The exchanges, oldest first.
    public let exchanges: [JournalExchange]
    /// The number of exchanges that the journal has lost because it was full.
    public let evicted: Int
    /// The moves of the clock between these exchanges, and after them if they are the last ones.
    public let clockChanges: [ClockChange]
    /// The value of `after` for the next page; `nil` if there are no more exchanges.
    public let next: String?
}

/// A move of the namespace's clock, and its place among the exchanges.
public struct ClockChange: Sendable, Hashable {
    /// The first ID that an exchange after the move can have.
    public let before: String
    /// The time that the clock showed before the move, e.g. `2026-01-01T00:00:00.000Z`.
    public let from: String
    /// The time that the clock showed after the move.
    public let to: String

    init(_ answer: JSONValue) {
        before = answer["before"]?.stringValue ?? ""
        from = answer["from"]?.stringValue ?? ""
        to = answer["to"]?.stringValue ?? ""
    }
}

/// Whether the journal shows tokens, passwords and other secrets.
public enum JournalSecrets: String, Sendable, Hashable, CaseIterable {
    /// The secrets as they were sent.
    case shown
    /// A pseudonym in place of each secret; equal secrets have equal pseudonyms.
    case masked
}

/// A file format for exported exchanges.
public enum JournalFile: String, Sendable, Hashable, CaseIterable {
    /// HAR 1.2, which browsers' developer tools open.
    case har
    /// A line of JSON for each exchange.
    case jsonLines = "jsonl"
}
