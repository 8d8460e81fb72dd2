import PassDomain
import PassEndpointKit
import PassHTTP

extension ControlTopic {
    static let capsule = ControlTopic(
        calls: { route in
            switch route.operation {
            case .saveCapsule:
                [
                    .control(
                        route, .get, "The namespace as one file without secrets, for a colleague",
                        query: SaveCapsule.parameters, .json("Capsule", "the file"),
                        .problem(409, "the journal is off, or the state is larger than a file may be"))
                ]
            case .openCapsule:
                [
                    .control(
                        route, .put, "Shows the journal and the state of a capsule",
                        body: .init("application/json", schema: "Capsule", isRequired: true),
                        .json("OpenedCapsule", "the namespace shows the capsule"), .journalOff,
                        .problem(503, "there is no room for the records, or for the namespace"))
                ]
            default: []
            }
        },
        schemas: ##"""
            {
              "Capsule": {
                "type": "object",
                "required": [
                  "format", "version", "savedAt", "namespace", "secrets", "complete", "start", "state", "turns", "steps",
                  "exchanges"
                ],
                "properties": {
                  "format": {"enum": ["pass-simulator capsule"]}, "version": {"enum": [1]},
                  "title": {"type": "string", "description": "for the reader"},
                  "savedAt": {"$ref": "#/components/schemas/Time"}, "namespace": {"type": "string"},
                  "secrets": {"enum": ["shown", "masked"]},
                  "complete": {
                    "type": "boolean", "description": "whether the file tells everything since the namespace began"
                  },
                  "start": {"type": "object", "description": "the snapshot, without records, with which the namespace began"},
                  "state": {"type": "object", "description": "the snapshot of the namespace when it was saved"},
                  "turns": {"type": "array", "items": {"type": "object"}, "description": "the changes of the clock"},
                  "steps": {
                    "type": "array", "items": {"type": "object"}, "description": "the other changes by operators and programs"
                  },
                  "exchanges": {"type": "array", "items": {"type": "object"}}
                }
              },
              "OpenedCapsule": {
                "type": "object", "required": ["name", "now", "records", "rules", "exchanges", "keys", "capsule"],
                "additionalProperties": false,
                "properties": {
                  "name": {"type": "string"}, "now": {"$ref": "#/components/schemas/Time"},
                  "records": {"type": "integer", "minimum": 0}, "rules": {"type": "integer", "minimum": 0},
                  "exchanges": {"type": "integer", "minimum": 0}, "idleSeconds": {"type": "integer", "minimum": 1},
                  "keys": {"enum": ["shared", "own"]},
                  "capsule": {
                    "type": "object", "required": ["namespace", "savedAt", "secrets", "complete"],
                    "additionalProperties": false,
                    "properties": {
                      "title": {"type": "string"}, "namespace": {"type": "string"},
                      "savedAt": {"$ref": "#/components/schemas/Time"}, "secrets": {"enum": ["shown", "masked"]},
                      "complete": {"type": "boolean"}
                    }
                  }
                }
              }
            }
            """##,
        parameters: #"""
            {
              "SaveCapsule.title": {
                "type": "string", "minLength": 1, "maxLength": 500, \#(SchemaText.plain), "description": "a text for the reader"
              }
            }
            """#)
}
