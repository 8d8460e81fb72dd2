import PassCore
import PassDomain
import PassHTTP
import PassInstruments

/// The exchanges of a journal, grouped into flows: one login through the MVPD and back is one flow, with the
/// authorizations that follow it, even if two devices take part.
///
/// Exchanges that share a key belong together (`FlowKeys`). An exchange without a key belongs to the last login of its
/// requestor on its device.
struct Flows {
    /// All exchanges, oldest first, each with its flow.
    let exchanges: [ReadExchange]
    /// The flows in the order of their first exchanges.
    let flows: [Flow]

    /// - Parameter exchanges: the exchanges of one journal, oldest first.
    init(_ exchanges: [ReadExchange]) {
        var groups = Groups(count: exchanges.count)
        var owners: [ExactText: Int] = [:]
        var logins: [ExactText: Int] = [:]
        for (index, exchange) in exchanges.enumerated() {
            for key in exchange.facts.keys {
                if let owner = owners[key] { groups.join(index, owner) } else { owners[key] = index }
            }
            guard let device = Self.device(exchange) else { continue }
            if exchange.facts.keys.isEmpty, let login = logins[device] { groups.join(index, login) }
            if !exchange.facts.keys.isEmpty { logins[device] = index }
        }
        var members: [Int: [Int]] = [:]
        for index in exchanges.indices { members[groups.root(of: index), default: []].append(index) }
        let found = members.values.filter { indices in
            indices.count > 1 || exchanges[indices[0]].entry.operation?.beginsLogin == true
        }
        var all = exchanges
        var flows: [Flow] = []
        for indices in found.sorted(by: { $0[0] < $1[0] }) {
            let id = exchanges[indices[0]].entry.id.description
            let subscriber = indices.lazy.compactMap { exchanges[$0].facts.subscriber }.last
            for index in indices {
                all[index].flow = id
                all[index].subscriberOfFlow = subscriber
            }
            flows.append(Flow(id: id, exchanges: indices.map { all[$0] }))
        }
        self.exchanges = all
        self.flows = flows
    }

    /// The device together with the requestor; `nil` unless the request names both.
    private static func device(_ exchange: ReadExchange) -> ExactText? {
        guard let device = exchange.facts.device, let requestor = exchange.facts.requestor else { return nil }
        return ExactText("\(requestor)\n\(device)")
    }

    /// Groups of numbers that can be joined (union-find).
    private struct Groups {
        private var parents: [Int]

        init(count: Int) {
            parents = Array(0..<count)
        }

        mutating func root(of member: Int) -> Int {
            var member = member
            while parents[member] != member {
                parents[member] = parents[parents[member]]
                member = parents[member]
            }
            return member
        }

        mutating func join(_ left: Int, _ right: Int) {
            let (left, right) = (root(of: left), root(of: right))
            // The smaller number, which is the older exchange, becomes the root, so a group begins with its root.
            parents[max(left, right)] = min(left, right)
        }
    }
}

/// The exchanges of one login and of what follows it.
struct Flow {
    /// The name of the flow's first exchange that the journal still holds.
    let id: String
    let exchanges: [ReadExchange]

    /// The result of a flow.
    enum Outcome: String {
        /// No user has logged in so far.
        case pending
        case loggedIn
        /// The last login or authorization ended with a refusal, the MVPD failed, or the client didn't get the answer.
        case failed
        /// The last authorization gave permission.
        case permitted
        /// The last authorization was denied.
        case denied
        case loggedOut
    }

    /// The result so far: that of the last exchange that has one.
    var outcome: Outcome {
        exchanges.reduce(.pending) { known, exchange in Self.result(of: exchange) ?? known }
    }

    /// Returns the result that an exchange gives its flow; `nil` if it doesn't change the result.
    private static func result(of exchange: ReadExchange) -> Outcome? {
        guard let answer = exchange.entry.answer, let operation = exchange.entry.operation else { return nil }
        let status = answer.response.status.code
        let words = exchange.outcome?.outcome
        let isRefused =
            status >= 400 || ["refused", "failed", "invalid"].contains(words)
            || answer.circumstances.delivery?.isComplete == false
        switch operation {
        case .consumeAssertion, .consumeAuthorizationCode, .completePlatformLogin, .createPartnerProfile:
            return isRefused ? .failed : .loggedIn
        case .authorize, .authorizeDevice, .shortAuthorize, .deviceShortAuthorize, .retrieveAuthorizationDecisions:
            if words == "denied" { return .denied }
            if isRefused { return .failed }
            if words == "permitted" { return .permitted }
            return isPermission(answer.response.body) ? .permitted : .denied
        case .logout, .initiateLogout, .consumeLogoutResponse, .consumeOAuthLogout: return isRefused ? nil : .loggedOut
        default: return operation.family == .mvpd && status >= 500 ? .failed : nil
        }
    }

    /// Whether the body of an authorization's answer permits: it has a token or a positive decision.
    private static func isPermission(_ body: [UInt8]) -> Bool {
        let text = String(decoding: body, as: UTF8.self)
        return text.contains("signatureInfo") || text.contains("\"authorized\":true")
    }

    /// Writes the members of a summary.
    func write(to writer: inout JSONWriter, mask: SecretMask?) {
        writer.member("id", id)
        writer.member("outcome", outcome.rawValue)
        if let first = exchanges.first, let last = exchanges.last {
            writer.member("began", CivilTime.isoDateWithMilliseconds(first.entry.time))
            writer.member("lastTime", CivilTime.isoDateWithMilliseconds(last.entry.time))
        }
        writer.member("requestors", Self.distinct(exchanges.map(\.facts.requestor)))
        writer.member("mvpds", Self.distinct(exchanges.map(\.facts.mvpd)))
        writer.member("devices", Self.distinct(exchanges.map(\.facts.device)).map { mask?.pseudonym($0) ?? $0 })
        writer.member("subscribers", Self.distinct(exchanges.map(\.subscriber)))
        writer.member("resources", Self.distinct(exchanges.flatMap(\.facts.resources)))
        writer.member("exchangeCount", exchanges.count)
    }

    private static func distinct(_ texts: [String?]) -> [String] {
        var known: Set<ExactText> = []
        return texts.compactMap { $0 }.filter { known.insert(ExactText($0)).inserted }
    }
}
