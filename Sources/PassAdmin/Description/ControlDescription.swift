import PassCore
import PassDomain
import PassEndpointKit

/// The description of the simulator's own operations that programs call, `/_sim/openapi/simulator.json`.
///
/// The description has a call for each route that a topic knows. A new operation needs a case in a topic, or a new
/// topic, which must be added to `topics`.
struct ControlDescription: Sendable {
    /// The routes of the operations.
    let routes: [Route]
    let topics: [ControlTopic]

    /// Creates the description of the operations with these routes.
    ///
    /// - Parameter rules: the reader of rules, which knows the failures that a rule can force.
    init(_ routes: [Route], rules: RuleReader, documents: [String]) {
        self.routes = routes
        topics = [
            .clock, .namespaces, .snapshot, .capsule, .rules(rules), .login, .state, .tokens, .exchanges,
            .exchangeFiles, .explanation, .flows, .verdict, .metrics, .environment(documents: documents), .keys,
        ]
    }

    var bytes: [UInt8] {
        let described = topics.map { topic in (topic: topic, calls: routes.flatMap(topic.calls)) }
        let used = described.filter { !$0.calls.isEmpty }.map(\.topic)
        return OpenAPI(
            title: "Pass Simulator's control API", calls: described.flatMap(\.calls),
            schemas: Self.merged(used.map(\.schemas) + [Self.schemas]),
            parameters: Self.merged(used.map(\.parameters) + [Self.parameters])
        ).bytes
    }

    private static func merged(_ objects: [String]) -> JSONValue {
        var all: [ExactText: JSONValue] = [:]
        for text in objects {
            do {
                let members = try JSONValue.parse(Array(text.utf8)).objectValue ?? [:]
                all.merge(members) { _, later in later }
            } catch {
                preconditionFailure("A schema of the control API isn't JSON: \(error)\n\(text)")
            }
        }
        return .object(all)
    }

    private static let parameters = #"""
        {
          "X-Pass-Namespace": {"type": "string", "pattern": "^[a-z0-9][a-z0-9-]{0,62}$"},
          "limit": {"type": "integer", "minimum": 1, "maximum": 1000, "default": 100},
          "namespace": {"type": "string", "pattern": "^[a-z0-9][a-z0-9-]{0,62}$"},
          "client": {"type": "string", "minLength": 1, \#(SchemaText.plain)}, "id": {"type": "string", "minLength": 1, \#(SchemaText.plain)},
          "rule": {"type": "string", "pattern": "^[A-Za-z0-9._-]{1,64}$"}
        }
        """#

    private static let schemas = #"""
        {
          "Problem": {
            "type": "object", "required": ["type", "title", "status", "detail"], "additionalProperties": false,
            "description": "a problem document (RFC 9457)",
            "properties": {
              "type": {"enum": ["about:blank"]}, "title": {"type": "string", "description": "the kind of problem"},
              "status": {"type": "integer", "minimum": 400, "maximum": 599},
              "detail": {"type": "string", "description": "a sentence, with the nearest known name for an unknown one"},
              "field": {
                "type": "string", "description": "the member, parameter or header field that is missing or wrong, such as action.delay"
              }
            }
          },
          "Time": {"type": "string", "format": "date-time"},
          "InputTime": {
            "type": "string", "format": "date-time",
            "pattern": "^(197[1-9]|19[89][0-9]|[2-8][0-9]{3}|9[0-7][0-8][0-9])-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-5][0-9]([.][0-9]{1,9})?(Z|[+-](0[0-9]|1[0-3]):[0-5][0-9])$",
            "description": "a time from 1970 to 9799"
          },
          "Identifier": {
            "type": "string", "minLength": 1, "maxLength": 1024, \#(SchemaText.plain), "description": "at most 1024 bytes of UTF-8"
          },
          "Operation": {"enum": \#(SchemaText.list(Operation.allCases.map(\.rawValue)))}
        }
        """#
}
