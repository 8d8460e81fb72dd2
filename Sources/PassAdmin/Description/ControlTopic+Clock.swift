import PassDomain
import PassEndpointKit
import PassHTTP

extension ControlTopic {
    static let clock = ControlTopic(
        calls: { route in
            switch route.operation {
            case .readClock: [.control(route, .get, "The namespace's time", .json("Clock", "the clock"))]
            case .changeClock:
                [
                    .control(
                        route, .patch, "Sets, moves, stops or scales the namespace's clock",
                        body: .init("application/json", schema: "ClockChange", isRequired: true),
                        .json("Clock", "the clock after the change"))
                ]
            default: []
            }
        },
        schemas: #"""
            {
              "Clock": {
                "type": "object", "required": ["now", "nowMillis", "frozen", "scale", "followsRealTime"],
                "additionalProperties": false,
                "properties": {
                  "now": {"$ref": "#/components/schemas/Time"},
                  "nowMillis": {"type": "integer", "description": "milliseconds since 1970"},
                  "frozen": {"type": "boolean"},
                  "scale": {"type": "number", "description": "the seconds that pass in each real second"},
                  "followsRealTime": {"type": "boolean", "description": "whether the clock has never been changed"}
                }
              },
              "ClockChange": {
                "type": "object", "minProperties": 1, "additionalProperties": false,
                "not": {"required": ["now", "advanceSeconds"]},
                "properties": {
                  "now": {"$ref": "#/components/schemas/InputTime"},
                  "advanceSeconds": {
                    "type": "number", "minimum": -3155760000, "maximum": 3155760000,
                    "description": "the seconds to move the clock, backwards if negative"
                  },
                  "frozen": {"type": "boolean"}, "scale": {"type": "number", "minimum": 0.001, "maximum": 86400}
                }
              }
            }
            """#)
}
