import PassDomain
import PassEndpointKit
import PassHTTP

extension ControlTopic {
    /// Returns the operations on rules.
    ///
    /// - Parameter reader: the reader that knows the failures of REST API v2 that a rule can force.
    static func rules(_ reader: RuleReader) -> ControlTopic {
        ControlTopic(
            calls: { route in
                switch route.operation {
                case .listRules:
                    [.control(route, .get, "The namespace's rules", .json("Rules", "in the order of their addition"))]
                case .addRule:
                    [
                        .control(
                            route, .post, "Adds a rule, or replaces the one of that name",
                            body: .init("application/json", schema: "RuleOrder", isRequired: true),
                            .json("Rule", "the rule in place of the one of that name"),
                            .json(201, "Rule", "the new rule"),
                            .problem(503, "the namespace has 1,000 rules, or rules of 4 MiB"))
                    ]
                case .describeRule:
                    [
                        .control(
                            route, .get, "One rule", .json("Rule", "the rule"),
                            .problem(404, "there is no rule of that name"))
                    ]
                case .removeRule:
                    [
                        .control(
                            route, .delete, "Removes a rule", .done("the rule is removed"),
                            .problem(404, "there is no rule of that name"))
                    ]
                case .removeAllRules: [.control(route, .delete, "Removes all rules", .done("there is no rule"))]
                default: []
                }
            }, schemas: RuleSchemas.text(reader))
    }
}
