import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments

/// `GET /_sim/rules`: the namespace's rules, in the order in which they were added.
///
/// - 200: `{"rules": [{"id": "rule-1", "match": {…}, "action": {…}, "after": 0, "priority": 0, "hits": 2,
///   "matches": 3}]}`. `hits` counts the requests on which the rule took effect. `matches` counts the requests that met
///   all its conditions but `nth` and `probability`, and that no other rule had taken before. A rule that is used up
///   stays in the list and goes on counting its `matches` until it is removed.
struct ListRules: Endpoint {
    let route = Route(.listRules, [.get], "/_sim/rules", on: .worker, readsParameters: false)
    let failures: any FailureTable = AdminFailureTable()
    let namespaces: any NamespaceControl

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        let rules = namespaces.instruments(of: exchange.world.name).rules
        try rules.refresh()
        let all = rules.all
        return RuleDocument.response(.ok) { answer in
            answer.memberArray("rules") { list in
                for state in all { list.elementObject { RuleDocument.write(state, to: &$0) } }
            }
        }
    }
}
