import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments

/// `GET /_sim/rules/{rule}`: one rule, as in `GET /_sim/rules`.
///
/// - 200: the rule. 404: a problem document; there is no rule of that name.
struct DescribeRule: Endpoint {
    let route = Route(.describeRule, [.get], "/_sim/rules/{rule}", on: .worker, readsParameters: false)
    let failures: any FailureTable = AdminFailureTable()
    let namespaces: any NamespaceControl

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        let id = try exchange.capture("rule")
        let rules = namespaces.instruments(of: exchange.world.name).rules
        try rules.refresh()
        guard let state = rules.find(id) else { return Self.unknown }
        return RuleDocument.response(.ok, state)
    }

    static let unknown = Problem.response(.notFound, "Unknown rule", "There is no rule with this name.")
}
