package import AccessEnabler
import PassCore
import PassDomain

/// A report for the migration of an app to REST API v2, from the journal of its calls.
package struct MigrationReport: Sendable {
    /// An operation that the app calls, with the number of calls and the replacement.
    package struct Call: Sendable {
        package var operation: String
        package var count: Int
        package var replacement: CallReplacement
    }

    /// The number of exchanges in the journal.
    package var exchangeCount = 0
    package var calls: [Call] = []
    /// The operations of REST API v2 that the app calls already.
    package var modern: [String] = []
    package var decisions: [MigrationDecision] = []
    /// The decisions that couldn't be made again, each with the reason.
    package var skipped: [String] = []

    private static let most = 100

    /// Reads a journal, and makes its decisions again in a copy of the namespace, which is removed afterwards.
    ///
    /// - Throws: `ControlError`, `TransportError`, `RESTv2Error`.
    package init(_ control: SimulatorControlClient, transport: any HTTPTransport) async throws {
        let exchanges = try await control.allExchanges().exchanges
        exchangeCount = exchanges.count
        var counts: [Operation: Int] = [:]
        for operation in exchanges.compactMap(\.operation) { counts[operation, default: 0] += 1 }
        for replacement in CallReplacement.all {
            for operation in replacement.operations {
                guard let count = counts[operation] else { continue }
                calls.append(Call(operation: operation.rawValue, count: count, replacement: replacement))
            }
        }
        modern = Set(exchanges.filter { $0.family == "v2" }.compactMap(\.operationName)).sorted()
        let recorded = try await recordedDecisions(exchanges, control)
        guard !recorded.isEmpty else { return }
        let name = "migrate-" + SystemIdentifierSource().hex(byteCount: 6)
        let source = control.namespace ?? Self.namespace(of: control.url)
        let root = Self.root(of: control.url)
        let play = control.inNamespace(name)
        try await control.createNamespace(name, .copy(of: source))
        do {
            let url = "\(root)/_ns/\(name)"
            for decision in recorded {
                decisions.append(try await decision.madeAgain(play, url, transport))
            }
        } catch {
            try? await control.removeNamespace(name)
            throw error
        }
        try await control.removeNamespace(name)
    }

    /// Returns the namespace that a URL names by its path.
    private static func namespace(of url: String) -> String {
        url.firstRange(of: "/_ns/").map { String(url[$0.upperBound...].prefix { $0 != "/" }) } ?? "default"
    }

    private static func root(of url: String) -> String {
        url.firstRange(of: "/_ns/").map { String(url[..<$0.lowerBound]) } ?? url
    }

    /// Returns the distinct decisions in a journal, and adds the unusable ones to `skipped`.
    private mutating func recordedDecisions(
        _ exchanges: [JournalExchange], _ control: SimulatorControlClient
    ) async throws -> [MigrationDecision] {
        var decisions: [MigrationDecision] = []
        for exchange in exchanges {
            guard let operation = exchange.operation, MigrationDecision.operations.contains(operation) else { continue }
            guard decisions.count < Self.most, skipped.count < Self.most else { break }
            var names: [String: String] = [:]
            if exchange.subscriber == nil || exchange.mvpd == nil {
                // After a login without a browser, only the explanation names the user.
                names = await Self.explainedNames(exchange.id, control)
            }
            guard let requestor = exchange.requestor, let mvpd = exchange.mvpd ?? names["mvpd"],
                let user = exchange.subscriber ?? names["subscriber"]
            else {
                skipped.append("\(exchange.id): the journal doesn't name the requestor, the MVPD or the user.")
                continue
            }
            for resource in exchange.resources {
                let isAlone = operation != .preauthorize
                let decision = MigrationDecision(
                    operation: (isAlone ? .authorizeDevice : operation).rawValue, requestor: requestor, mvpd: mvpd,
                    user: user, resource: resource, recorded: isAlone ? exchange.outcome ?? "none" : nil)
                if !decisions.contains(decision), decisions.count < Self.most { decisions.append(decision) }
            }
        }
        return decisions
    }

    /// Returns the values of an exchange's checks by their names; none for an imported exchange, which has no
    /// explanation.
    private static func explainedNames(_ exchange: String, _ control: SimulatorControlClient) async -> [String: String]
    {
        let checks = (try? await control.explanation(exchange, secrets: .shown))?.checks ?? []
        return checks.reduce(into: [:]) { names, check in names.merge(check.values) { first, _ in first } }
    }
}
