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
                        route, .get, "One namespace", .json("Namespace", "the namespace"),
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
                        .problem(503, "the limit of namespaces or records is reached"))
                ]
            case .removeNamespace:
                [
                    .control(
                        route, .delete, "Removes a namespace, or empties the default one", .done("it is removed"),
                        .problem(404, "there is no such namespace"))
                ]
            case .removeAllNamespaces:
                [.control(route, .delete, "Removes all namespaces", .done("only the empty default namespace is left"))]
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
                "type": "object", "required": ["name", "now", "records", "rules", "exchanges", "keys"],
                "additionalProperties": false,
                "properties": {
                  "name": {"type": "string"}, "now": {"$ref": "#/components/schemas/Time"},
                  "records": {"type": "integer", "minimum": 0, "description": "sessions, codes, tokens and so on"},
                  "rules": {"type": "integer", "minimum": 0}, "exchanges": {"type": "integer", "minimum": 0},
                  "keys": {"enum": ["shared", "own"], "description": "whether the namespace has keys of its own"},
                  "idleSeconds": {"type": "integer", "minimum": 1}
                }
              },
              "NamespaceOrder": {
                "type": "object", "additionalProperties": false, "not": {"required": ["configuration", "copyOf"]},
                "properties": {
                  "configuration": {
                    "type": "object", "description": "settings as in a configuration file, which override those of the simulator's start"
                  },
                  "copyOf": {
                    "type": "string", "pattern": "^[a-z0-9][a-z0-9-]{0,62}$",
                    "description": "the namespace whose settings, clock, records and rules the new one gets"
                  },
                  "keys": {
                    "enum": ["shared", "own"],
                    "description": "own for new token, device, SAML and sealing keys; without it, a copy has the keys of the namespace that it copies, and any other namespace the installation's"
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
