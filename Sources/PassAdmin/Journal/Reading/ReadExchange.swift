import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments

/// An exchange with the facts read from it.
struct ReadExchange: Sendable {
    let entry: JournalEntry
    let namespace: NamespaceName
    let facts: ExchangeFacts
    /// The name of the node that has answered; `nil` if there is only one node.
    var node: String?
    /// The ID of the flow that the exchange belongs to; `nil` if it belongs to none, or if the flow wasn't looked up.
    var flow: String?
    /// The user name of the flow's login, if the exchange itself has none.
    var subscriberOfFlow: String?
    /// Whether the answer gives the app its login.
    var givesLogin = false
    /// The control operation that made the login that the answer gives; `nil` if a browser made it, or if that isn't
    /// known.
    var loginBy: Operation?

    var subscriber: String? { facts.subscriber ?? subscriberOfFlow }
    var outcome: JournalOutcome? { entry.answer?.circumstances.outcome?.words }

    /// Returns the URL of the request, with the host, the port and the target as the client named them. The URL of a
    /// request about the whole server (`*`) has no path (RFC 9112, section 7.1).
    ///
    /// - Parameter mask: replaces secrets with pseudonyms; `nil` shows the secrets.
    func url(mask: SecretMask? = nil) -> String {
        let target = entry.receivedTarget ?? entry.request.target
        let parts = [entry.request.authority, target == "*" ? "" : target]
        let shown = parts.map { mask?.text($0) ?? $0 }
        return "\(entry.request.connection.scheme.rawValue)://\(shown[0])\(shown[1])"
    }

    /// Writes the members of a summary.
    ///
    /// - Parameter mask: replaces secrets with pseudonyms; `nil` shows the secrets.
    func write(to writer: inout JSONWriter, mask: SecretMask?) {
        let shown = { (text: String) in mask?.text(text) ?? text }
        writer.member("id", entry.id.description)
        writer.member("state", entry.isInFlight ? "inFlight" : "complete")
        writer.member("time", CivilTime.isoDateWithMilliseconds(entry.time))
        if let nanoseconds = entry.answer?.circumstances.nanoseconds {
            writer.member("durationMs", JSONValue.number(Double(nanoseconds / 1_000) / 1_000))
        }
        writer.member("namespace", namespace.rawValue)
        writer.memberIfPresent("node", node)
        writer.member("method", entry.request.method.rawValue)
        writer.member("path", shown(entry.request.path))
        writer.memberIfPresent("operation", entry.operation?.rawValue)
        writer.memberIfPresent("family", entry.operation?.family.rawValue)
        if let answer = entry.answer { writer.member("status", answer.response.status.code) }
        if let outcome { outcome.write(to: &writer, shown) }
        writer.memberIfPresent("requestor", facts.requestor.map(shown))
        writer.memberIfPresent("mvpd", facts.mvpd.map(shown))
        writer.memberIfPresent("device", facts.device.map { mask?.pseudonym($0) ?? $0 })
        if !facts.resources.isEmpty { writer.member("resources", facts.resources.map(shown)) }
        writer.memberIfPresent("subscriber", subscriber.map(shown))
        writer.memberIfPresent("flow", flow)
        if givesLogin { writer.member("givesLogin", true) }
        writer.memberIfPresent("loginBy", loginBy?.rawValue)
        let circumstances = entry.answer?.circumstances
        writer.member("faulted", circumstances?.isFaulted ?? false)
        if let rules = circumstances?.rules, !rules.isEmpty { writer.member("rules", rules) }
        if let delivery = circumstances?.delivery { writer.memberObject("delivery") { delivery.write(to: &$0) } }
        writer.memberIfPresent("traceparent", TraceParent.of(entry.request).map(shown))
        if let id = entry.importedID {
            writer.member("imported", true)
            writer.member("importedID", shown(id))
        }
    }
}

extension JournalOutcome {
    /// Writes the outcome and its reason, in the words of the log.
    func write(to writer: inout JSONWriter, _ shown: (String) -> String) {
        writer.member("outcome", shown(outcome))
        writer.memberIfPresent("reason", reason.map(shown))
        writer.memberIfPresent("parameter", parameter.map(shown))
        writer.memberIfPresent("detail", detail.map(shown))
    }
}
