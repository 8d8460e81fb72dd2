import PassDomain
import PassEndpointKit
import PassHTTP

extension ControlTopic {
    private static let exceptPattern: String = {
        let id = "(\(ClientRules.all.map(\.id).joined(separator: "|")))"
        return "^\(id)(,\(id))*$"
    }()

    static let verdict = ControlTopic(
        calls: { route in
            guard route.operation == .judgeClient else { return [] }
            return [
                .control(
                    route, .get, "Whether the client obeys the published rules",
                    query: JudgeClient.parameters + JudgeClient.filters,
                    .init(
                        200, "the verdict, by format or Accept as JSON, text, JUnit or SARIF",
                        content: ("application/json", "ClientVerdict"),
                        otherTypes: VerdictFormat.allCases.filter { $0 != .json }.map(\.contentType)),
                    .journalOff)
            ]
        },
        schemas: ##"""
            {
              "ClientVerdict": {
                "type": "object", "required": ["outcome", "brokenMusts", "brokenShoulds", "rules", "except"],
                "additionalProperties": false,
                "properties": {
                  "outcome": {"$ref": "#/components/schemas/RuleOutcome"},
                  "brokenMusts": {"type": "integer", "minimum": 0}, "brokenShoulds": {"type": "integer", "minimum": 0},
                  "rules": {"type": "array", "items": {"$ref": "#/components/schemas/JudgedRule"}},
                  "except": {"type": "array", "items": {"type": "string"}, "description": "the rules that were left out"}
                }
              },
              "RuleOutcome": {"enum": \##(SchemaText.list(ClientVerdict.Outcome.allCases.map(\.rawValue)))},
              "JudgedRule": {
                "type": "object", "required": ["rule", "outcome", "force", "title", "clause"], "additionalProperties": false,
                "properties": {
                  "rule": {"type": "string"}, "outcome": {"$ref": "#/components/schemas/RuleOutcome"},
                  "force": {"enum": \##(SchemaText.list(ClientRule.Force.allCases.map(\.rawValue)))},
                  "title": {"type": "string"}, "clause": {"type": "string", "description": "the document that publishes the rule"},
                  "needs": {"type": "string", "description": "the calls without which the rule isn't judged"},
                  "remedy": {"type": "string", "description": "what the client has to do"},
                  "notObservable": {"type": "string", "description": "the reason why requests don't show the rule"},
                  "findings": {"type": "array", "items": {"$ref": "#/components/schemas/RuleFinding"}},
                  "notes": {
                    "type": "array", "items": {"$ref": "#/components/schemas/RuleFinding"},
                    "description": "deviations that decide nothing"
                  },
                  "leftOut": {"type": "integer", "minimum": 1, "description": "the number of findings and notes beyond fifty"}
                }
              },
              "RuleFinding": {
                "type": "object", "required": ["sentence", "exchanges"], "additionalProperties": false,
                "properties": {
                  "sentence": {"type": "string"}, "exchanges": {"type": "array", "items": {"type": "string"}}
                }
              }
            }
            """##,
        parameters: ##"""
            {
              "JudgeClient.except": {
                "type": "string", "pattern": "\##(exceptPattern)",
                "description": "IDs of rules that aren't judged, separated by commas"
              },
              "JudgeClient.format": {"enum": \##(SchemaText.list(VerdictFormat.allCases.map(\.rawValue)))},
              "JudgeClient.screen": {"enum": \##(SchemaText.list(ClientHistory.Screen.allCases.map(\.rawValue)))}
            }
            """##)
}
