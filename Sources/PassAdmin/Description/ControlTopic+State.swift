import PassDomain
import PassEndpointKit
import PassHTTP

extension ControlTopic {
    static let state = ControlTopic(
        calls: { route in
            let unknown = OpenAPI.Answer.problem(404, "there is no such kind or entry")
            switch route.operation {
            case .listState:
                return [
                    .control(
                        route, .get, "The kinds of state, with the number of their entries", path: route.patterns[0],
                        .json("StateKinds", "the kinds")),
                    .control(
                        route, .get, "The entries of a kind, in the order of their identifiers",
                        name: "ListStateEntries", path: route.patterns[1],
                        query: ["limit", "after"] + StateSchemas.filters,
                        .json("StateEntries", "the entries"), .problem(404, "there is no such kind")),
                    .control(
                        route, .get, "One entry", name: "DescribeStateEntry", path: route.patterns[2],
                        .json("StateEntry", "the entry"), unknown),
                ]
            case .changeState:
                return [
                    .control(
                        route, .patch, "Changes an entry, or creates a requestor, MVPD, integration or subscriber",
                        body: .init("application/json", schema: "StateChange", isRequired: true),
                        .json("StateEntry", "the entry after the change"), .json(201, "StateEntry", "the new entry"),
                        unknown, .problem(409, "entries of this kind can't be changed"),
                        .problem(503, "the limit of namespaces or records is reached"))
                ]
            case .removeState:
                return [
                    .control(
                        route, .delete, "Removes an entry, or ends what it stands for", .done("it is removed"), unknown)
                ]
            default: return []
            }
        }, schemas: StateSchemas.text, parameters: StateSchemas.parameters)
}
