import PassDomain
import PassEndpointKit
import PassHTTP

extension ControlTopic {
    static let snapshot = ControlTopic(
        calls: { route in
            switch route.operation {
            case .takeSnapshot:
                [
                    .control(
                        route, .get, "The state of the namespace as one file", .json("Snapshot", "the file"),
                        .problem(409, "the state is larger than a file may be"))
                ]
            case .restoreSnapshot:
                [
                    .control(
                        route, .put, "Restores the namespace from a snapshot", query: ["keys"],
                        body: .init("application/json", schema: "SnapshotFile", isRequired: true),
                        .json("RestoredNamespace", "the namespace has the state"),
                        .problem(409, "the file was taken with other keys"),
                        .problem(503, "there is no room for the records, or for the namespace"))
                ]
            default: []
            }
        },
        schemas: ##"""
            {
              "Snapshot": {
                "type": "object",
                "required": [
                  "format", "version", "takenAt", "namespace", "clock", "keys", "configuration", "rules", "records"
                ],
                "properties": {
                  "format": {"enum": ["pass-simulator snapshot"]}, "version": {"enum": [1]},
                  "takenAt": {"$ref": "#/components/schemas/Time"}, "namespace": {"type": "string"},
                  "clock": {"type": "object"},
                  "keys": {
                    "type": "object", "additionalProperties": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
                    "description": "the fingerprints of the keys, by their names"
                  },
                  "configuration": {"type": "object"}, "rules": {"type": "array", "items": {"type": "object"}},
                  "records": {
                    "type": "object", "additionalProperties": {"type": "array", "items": {"type": "object"}}
                  }
                }
              },
              "SnapshotFile": {
                "type": "object", "required": ["format", "version", "clock", "keys", "configuration", "records"],
                "description": "a snapshot; where and when it was taken doesn't matter",
                "properties": {
                  "format": {"enum": ["pass-simulator snapshot"]}, "version": {"enum": [1]},
                  "clock": {"type": "object"}, "keys": {"type": "object", "additionalProperties": {"type": "string"}},
                  "configuration": {"type": "object"},
                  "rules": {"type": ["array", "null"], "items": {"type": "object"}},
                  "records": {
                    "type": "object", "additionalProperties": {"type": "array", "items": {"type": "object"}}
                  }
                }
              },
              "RestoredNamespace": {
                "type": "object", "required": ["name", "now", "records", "rules", "exchanges", "keys", "otherKeys"],
                "additionalProperties": false,
                "properties": {
                  "name": {"type": "string"}, "now": {"$ref": "#/components/schemas/Time"},
                  "records": {"type": "integer", "minimum": 0}, "rules": {"type": "integer", "minimum": 0},
                  "exchanges": {"type": "integer", "minimum": 0}, "idleSeconds": {"type": "integer", "minimum": 1},
                  "keys": {"enum": ["shared", "own"]},
                  "otherKeys": {"type": "array", "items": {"type": "string"}}
                }
              }
            }
            """##, parameters: #"{"RestoreSnapshot.keys": {"enum": ["any"]}}"#)
}
