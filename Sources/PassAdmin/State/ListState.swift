import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// `GET /_sim/state`, `/_sim/state/{kind}` and `/_sim/state/{kind}/{id}`: the kinds of state with the number of their
/// entries, the entries of a kind in the order of their identifiers, or one entry.
///
/// The query of a list, all optional:
///
/// - `limit`: the maximum number of entries in the answer, 1 to 1000; 100 by default.
/// - `after`: an identifier; the answer begins with the entry that follows it.
/// - `requestor`, `mvpd`, `user`, `device`, `client`, `holder`: only entries with this value, for kinds that have the
///   member.
///
/// The answers:
///
/// - 200: `{"kinds": [{"name": "sessions", "count": 2}]}`; or `{"sessions": [{"id": "…", …}], "total": 2, "next":
///   "…"}`, where `total` is the number of entries that match the filters, and `next`, present if there are more
///   entries, is the value of `after` for the next request; or the entry. 400: a problem document, for an unknown or
///   malformed parameter. 404: a problem document, for an unknown kind or entry.
struct ListState: Endpoint {
    let route = Route(
        .listState, [.get], "/_sim/state", "/_sim/state/{kind}", "/_sim/state/{kind}/{id}", on: .worker,
        carriesSecrets: true)
    let failures: any FailureTable = AdminFailureTable()
    let control: any StateControl

    private static let mostEntries: Int64 = 1_000
    private static let usualEntries: Int64 = 100

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        try ControlProblem.answer {
            let scope = StateScope(world: exchange.world, now: exchange.now, control: control)
            guard exchange.captures["kind"] != nil else { return try kinds(scope, exchange.parameters) }
            let kind = try StateKinds.find(try exchange.capture("kind"))
            guard exchange.captures["id"] != nil else { return try list(kind, scope, exchange.parameters) }
            let id = try exchange.capture("id")
            try checkNames(exchange.parameters, [])
            guard let entry = try kind.entry(id, scope) else { throw StateKinds.unknown(kind) }
            return ControlAnswer.json { entry.write(to: &$0) }
        }
    }

    private func kinds(_ scope: StateScope, _ parameters: Parameters) throws -> HTTPResponse {
        try checkNames(parameters, [])
        let counts = try StateKinds.all.map { ($0.name, try $0.count(scope)) }
        return ControlAnswer.json { answer in
            answer.memberArray("kinds") { list in
                for (name, count) in counts {
                    list.elementObject {
                        $0.member("name", name)
                        $0.member("count", count)
                    }
                }
            }
        }
    }

    private func list(_ kind: any StateKind, _ scope: StateScope, _ parameters: Parameters) throws -> HTTPResponse {
        try checkNames(parameters, ["limit", "after"] + kind.filters)
        let limit = try limit(parameters)
        let after = try parameters.optional("after").map { ExactText($0) }
        var filters: [(name: String, text: String)] = []
        for name in kind.filters {
            if let text = try parameters.optional(name) { filters.append((name, text)) }
        }
        let matching = try kind.entries(scope).filter { $0.matches(filters) }
        let rest = matching.filter { entry in after.map { $0 < ExactText(entry.id) } ?? true }
            .sorted { ExactText($0.id) < ExactText($1.id) }
        return ControlAnswer.json { answer in
            answer.memberArray(.text(kind.name)) { list in
                for entry in rest.prefix(limit) { list.elementObject { entry.write(to: &$0) } }
            }
            answer.member("total", matching.count)
            if rest.count > limit { answer.member("next", rest[limit - 1].id) }
        }
    }

    private func limit(_ parameters: Parameters) throws(EntitlementFailure) -> Int {
        guard let text = try parameters.optional("limit") else { return Int(Self.usualEntries) }
        guard let limit = Int64(text), (1...Self.mostEntries).contains(limit) else {
            throw .malformedParameter("limit", reason: "isn't a number from 1 to \(Self.mostEntries)")
        }
        return Int(limit)
    }

    /// Refuses a parameter that the operation doesn't read, and an empty one.
    private func checkNames(_ parameters: Parameters, _ known: [String]) throws(EntitlementFailure) {
        if let empty = parameters.pairs.first(where: { known.containsBytes(of: $0.name) && $0.value.isEmpty }) {
            throw .malformedParameter(empty.name, reason: "is empty")
        }
        try ControlParameters.check(parameters, known: known)
    }
}
