import PassDomain
import PassEndpointKit
import PassHTTP

extension ControlTopic {
    static let namespaces = ControlTopic(
        calls: { route in
            switch route.operation {
            case .listNamespaces: [.control(route, .get, "All namespaces", .json("Namespaces", "by their names"))]
            case .describeNamespace:
                [
                    .control(
                        route, .get, "What is known of a namespace", .json("Namespace", "the namespace"),
                        .problem(404, "there is no such namespace"))
                ]
            case .createNamespace:
                [
                    .control(
                        route, .put, "Creates a namespace, or gives one a new state",
                        body: .init("application/json", schema: "NamespaceOrder", isRequired: false),
                        .json("Namespace", "the namespace existed and has its new state"),
                        .json(201, "Namespace", "the new namespace"),
                        .problem(404, "the namespace has been removed in the meantime"),
                        .problem(503, "there are as many namespaces or records as there may be"))
                ]
            case .removeNamespace:
                [
                    .control(
                        route, .delete, "Removes a namespace, or empties the default one", .done("it is removed"),
                        .problem(404, "there is no such namespace"))
                ]
            case .removeAllNamespaces:
                [.control(route, .delete, "Removes all namespaces", .done("the default one is left, and empty"))]
            case .resetNamespace:
                [.control(route, .post, "Gives the namespace its start-up state", .done("the namespace is reset"))]
            default: []
            }
        },
        schemas: #"""
            {
              "Namespaces": {
                "type": "object", "required": ["namespaces"], "additionalProperties": false,
                "properties": {
                  "namespaces": {"type": "array", "items": {"$ref": "#/components/schemas/Namespace"}}
                }
              },
              "Namespace": {
                "type": "object", "required": ["name", "now", "records", "rules", "exchanges"],
                "additionalProperties": false,
                "properties": {
                  "name": {"type": "string"}, "now": {"$ref": "#/components/schemas/Time"},
                  "records": {"type": "integer", "minimum": 0, "description": "sessions, codes, tokens and so on"},
                  "rules": {"type": "integer", "minimum": 0}, "exchanges": {"type": "integer", "minimum": 0},
                  "idleSeconds": {"type": "integer", "minimum": 1}
                }
              },
              "NamespaceOrder": {
                "type": "object", "additionalProperties": false, "not": {"required": ["configuration", "copyOf"]},
                "properties": {
                  "configuration": {
                    "type": "object", "description": "settings as in a configuration file, laid over those of the start"
                  },
                  "copyOf": {
                    "type": "string", "pattern": "^[a-z0-9][a-z0-9-]{0,62}$",
                    "description": "the namespace whose settings, clock, records and rules the new one gets"
                  },
                  "idleSeconds": {
                    "type": "integer", "minimum": 1, "maximum": 31536000,
                    "description": "the time without requests after which the namespace is removed"
                  }
                }
              }
            }
            """#)
}
