import PassCore
import PassInstruments

/// A flow in brief: its result, its time, and the names in its exchanges.
struct FlowSummary {
    let id: String
    let outcome: Flow.Outcome
    /// The times of the first and the last exchange.
    let began: Timestamp?
    let lastTime: Timestamp?
    /// The distinct names in the exchanges, in the order of their first occurrence.
    let requestors: [String]
    let mvpds: [String]
    let devices: [String]
    let subscribers: [String]
    let resources: [String]
    let count: Int

    /// The maximum number of resources that a summary names; a request may name thousands.
    static let mostResources = 1_000

    /// Returns the distinct names in the order of their first occurrence.
    static func distinct(_ names: some Sequence<String?>) -> [String] {
        var known: Set<ExactText> = []
        return names.compactMap { name in name.flatMap { known.insert(ExactText($0)).inserted ? $0 : nil } }
    }

    /// Writes the members of the summary.
    ///
    /// - Parameter mask: replaces secrets with pseudonyms; `nil` shows the secrets.
    func write(to writer: inout JSONWriter, mask: SecretMask?) {
        let shown = { (text: String) in mask?.text(text) ?? text }
        writer.member("id", id)
        writer.member("outcome", outcome.rawValue)
        if let began, let lastTime {
            writer.member("began", CivilTime.isoDateWithMilliseconds(began))
            writer.member("lastTime", CivilTime.isoDateWithMilliseconds(lastTime))
        }
        writer.member("requestors", requestors)
        writer.member("mvpds", mvpds)
        writer.member("devices", devices.map { mask?.pseudonym($0) ?? $0 })
        writer.member("subscribers", subscribers)
        writer.member("resources", resources.map(shown))
        writer.member("exchangeCount", count)
    }
}

extension Flow {
    /// The flow in brief.
    var summary: FlowSummary {
        let facts = exchanges.map(\.facts)
        return FlowSummary(
            id: id, outcome: outcome, began: exchanges.first?.entry.time, lastTime: exchanges.last?.entry.time,
            requestors: FlowSummary.distinct(facts.map(\.requestor)), mvpds: FlowSummary.distinct(facts.map(\.mvpd)),
            devices: FlowSummary.distinct(facts.map(\.device)),
            subscribers: FlowSummary.distinct(exchanges.map(\.subscriber)),
            resources: Array(FlowSummary.distinct(facts.flatMap(\.resources)).prefix(FlowSummary.mostResources)),
            count: exchanges.count)
    }
}
