import PassDomain
import PassEndpointKit
import PassHTTP

extension ControlTopic {
    static let explanation = ControlTopic(
        calls: { route in
            guard route.operation == .explainExchange else { return [] }
            return [
                .control(
                    route, .get, "The checks that led to an answer", query: ["secrets"],
                    .json("Explanation", "the checks, in the order in which they ran"),
                    .problem(404, "the journal holds no such exchange, or it was imported"),
                    .problem(409, "the journal is off, or the request is in flight"))
            ]
        },
        schemas: ##"""
            {
              "Explanation": {
                "type": "object", "required": ["exchange", "status", "sentence", "checks"],
                "additionalProperties": false,
                "properties": {
                  "exchange": {"type": "string"}, "operation": {"$ref": "#/components/schemas/Operation"},
                  "status": {"type": "integer", "minimum": 100, "maximum": 599}, "outcome": {"type": "string"},
                  "reason": {"type": "string"}, "parameter": {"type": "string"}, "detail": {"type": "string"},
                  "rule": {"type": "string", "description": "the rule that took effect"}, "sentence": {"type": "string"},
                  "checks": {
                    "type": "array",
                    "items": {
                      "type": "object", "required": ["check", "passed", "decided", "values", "sentence"],
                      "additionalProperties": false,
                      "properties": {
                        "check": {"type": "string"}, "passed": {"type": "boolean"}, "decided": {"type": "boolean"},
                        "values": {"type": "object"}, "sentence": {"type": "string"}
                      }
                    }
                  },
                  "leftOut": {"type": "integer", "minimum": 1, "description": "the number of checks that are left out"}
                }
              }
            }
            """##)
}
