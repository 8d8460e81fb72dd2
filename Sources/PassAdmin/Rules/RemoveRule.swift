import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments

/// `DELETE /_sim/rules/{rule}`: removes a rule.
///
/// - 204: the rule is removed. 404: a problem document; there is no rule of that name.
struct RemoveRule: Endpoint {
    let route = Route(.removeRule, [.delete], "/_sim/rules/{rule}", on: .worker, readsParameters: false)
    let failures: any FailureTable = AdminFailureTable()
    let namespaces: any NamespaceControl

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        try ControlParameters.refuse(exchange)
        let id = try exchange.capture("rule")
        guard namespaces.instruments(of: exchange.world.name).rules.remove(id) else { return DescribeRule.unknown }
        return HTTPResponse(.noContent)
    }
}

/// `DELETE /_sim/rules`: removes all rules of the namespace, those of the configuration included.
///
/// - 204: the namespace has no rules any more.
struct RemoveAllRules: Endpoint {
    let route = Route(.removeAllRules, [.delete], "/_sim/rules", on: .worker, readsParameters: false)
    let failures: any FailureTable = AdminFailureTable()
    let namespaces: any NamespaceControl

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        try ControlParameters.refuse(exchange)
        namespaces.instruments(of: exchange.world.name).rules.removeAll()
        return HTTPResponse(.noContent)
    }
}
