import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments

/// `POST /_sim/rules`: adds a rule that makes some requests of the namespace fail, or changes their answers.
///
/// The content is an object with these members:
///
/// - `action`: what happens, required: `failure` (with `message`), `status`, `headers`, `body` or `bodyBase64` (with
///   `contentType`), `bodyPatch`, `delay`, `token`, `transport`, `mvpd`.
/// - `match`: the conditions that a request must meet; without it, the rule matches every request to the service:
///   `operation`, `family`, `requestor`, `mvpd`, `device`, `resource`, `subscriber`, `headers`, `nth`, `probability`,
///   `seed`.
/// - `times`: the number of requests on which the rule takes effect. `after`: the number of matching requests that it
///   lets pass first.
/// - `until`: the time of the World's clock at which the rule ends, as RFC 3339 text. `priority`: -1000 to 1000; 0 by
///   default.
/// - `id`: the rule's name; an existing rule of that name is replaced.
///
/// The answers:
///
/// - 201, or 200 if a rule of that name existed: the rule with `id`, `hits`, `matches` and `added`, and `warnings` with
///   the reasons why it can never take effect. 400: a problem document; nothing has changed. 503: a problem document; the
///   namespace has reached its limit of 1,000 rules or 4 MiB of rules.
struct AddRule: Endpoint {
    let route = Route(.addRule, [.post], "/_sim/rules", on: .worker, readsParameters: false, content: .document)
    let failures: any FailureTable = AdminFailureTable()
    let namespaces: any NamespaceControl
    let reader: RuleReader

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        let rule = try reader.rule(ControlContent(exchange, names: RuleReader.names))
        let rules = namespaces.instruments(of: exchange.world.name).rules
        guard let added = rules.add(rule, now: exchange.now) else {
            return Problem.response(
                .serviceUnavailable, "Too many rules",
                "The namespace already has the maximum of \(Rules.most) rules, or of \(Rules.mostBytes) bytes in rules."
            )
        }
        let others = rules.all.map(\.rule).prefix { $0.id != added.rule.rule.id }
        let warnings = rule.warnings(beside: Array(others), now: exchange.now)
        return RuleDocument.response(added.isNew ? .created : .ok, added.rule, warnings: warnings)
    }
}
