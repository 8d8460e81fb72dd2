import PassCore
import PassInstruments

/// A flow in brief: its result, its time, and the names in its exchanges.
struct FlowSummary {
    let id: String
    private var outcome = Flow.Outcome.pending
    private var began: Timestamp?
    private var lastTime: Timestamp?
    private var requestors = Names()
    private var mvpds = Names()
    private var devices = Names()
    private var subscribers = Names()
    private var resources = Names()
    private var count = 0

    /// Distinct names in the order of their first occurrence.
    private struct Names {
        private(set) var all: [String] = []

        mutating func add(_ name: String?) {
            if let name, !all.containsBytes(of: name) { all.append(name) }
        }
    }

    init(id: String) {
        self.id = id
    }

    /// Adds the next exchange of the flow.
    ///
    /// - Parameter result: the result that the exchange gives the flow, if any.
    mutating func add(_ facts: ExchangeFacts, _ subscriber: String?, _ result: Flow.Outcome?, at time: Timestamp) {
        if began == nil { began = time }
        lastTime = time
        count += 1
        if let result { outcome = result }
        requestors.add(facts.requestor)
        mvpds.add(facts.mvpd)
        devices.add(facts.device)
        subscribers.add(subscriber)
        // A request may name thousands.
        for resource in facts.resources where resources.all.count < Self.mostResources { resources.add(resource) }
    }

    private static let mostResources = 1_000

    /// Writes the members of the summary.
    ///
    /// - Parameter mask: makes pseudonyms of secrets; `nil` shows them.
    func write(to writer: inout JSONWriter, mask: SecretMask?) {
        let shown = { (text: String) in mask?.text(text) ?? text }
        writer.member("id", id)
        writer.member("outcome", outcome.rawValue)
        if let began, let lastTime {
            writer.member("began", CivilTime.isoDateWithMilliseconds(began))
            writer.member("lastTime", CivilTime.isoDateWithMilliseconds(lastTime))
        }
        writer.member("requestors", requestors.all)
        writer.member("mvpds", mvpds.all)
        writer.member("devices", devices.all.map { mask?.pseudonym($0) ?? $0 })
        writer.member("subscribers", subscribers.all)
        writer.member("resources", resources.all.map(shown))
        writer.member("exchangeCount", count)
    }
}

extension Flow {
    /// The flow in brief.
    var summary: FlowSummary {
        var summary = FlowSummary(id: id)
        for exchange in exchanges {
            summary.add(exchange.facts, exchange.subscriber, Self.result(of: exchange.entry), at: exchange.entry.time)
        }
        return summary
    }
}
