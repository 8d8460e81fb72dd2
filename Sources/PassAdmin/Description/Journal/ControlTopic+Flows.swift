import PassDomain
import PassEndpointKit
import PassHTTP

extension ControlTopic {
    static let flows = ControlTopic(
        calls: { route in
            switch route.operation {
            case .listFlows:
                [
                    .control(
                        route, .get, "The flows, oldest first", query: ListFlows.parameters,
                        .json("Flows", "the flows"), .journalOff)
                ]
            case .describeFlow:
                [
                    .control(
                        route, .get, "One flow with its exchanges", query: [JournalControl.secretsName],
                        .json("FlowWithExchanges", "the flow"), .problem(404, "there is no such flow"), .journalOff)
                ]
            case .drawFlow:
                zip(["SVG", "Mermaid", "Text"], zip(route.patterns, diagrams)).map { form, known in
                    .control(
                        route, .get, "One flow as a sequence diagram", name: "DrawFlowAs\(form)", path: known.0,
                        query: [JournalControl.secretsName],
                        .init(200, known.1.words, content: (known.1.type, nil)),
                        .problem(404, "there is no such flow"), .journalOff)
                }
            default: []
            }
        },
        schemas: ##"""
            {
              "Flows": {
                "type": "object", "required": ["flows"], "additionalProperties": false,
                "properties": {
                  "flows": {"type": "array", "items": {"$ref": "#/components/schemas/Flow"}},
                  "next": {"type": "string", "description": "the value of after for the next request; absent if there are no more"},
                  "unanswered": {
                    "type": "array", "items": {"type": "string"}, "description": "the nodes that didn't answer; absent if all did"
                  }
                }
              },
              "Flow": {
                "type": "object", "required": \##(SchemaText.list(requiredOfFlow)), "additionalProperties": false,
                "properties": {\##(flow)}
              },
              "FlowWithExchanges": {
                "type": "object", "required": \##(SchemaText.list(requiredOfFlow + ["exchanges"])), "additionalProperties": false,
                "properties": {
                  \##(flow),
                  "exchanges": {
                    "type": "array",
                    "items": {
                      "type": "object", "required": \##(SchemaText.list(ExchangeSchemas.requiredOfSummary + ["from", "to"])),
                      "additionalProperties": false,
                      "properties": {
                        \##(ExchangeSchemas.summary),
                        "from": {"enum": ["app", "browser", "programmer", "service"]},
                        "to": {"enum": ["service", "MVPD"]}
                      }
                    }
                  }
                }
              }
            }
            """##)

    /// The forms of a diagram, in the order of the route's paths.
    private static let diagrams = [
        (type: "image/svg+xml", words: "an image without script; each arrow has data-exchange"),
        (type: "text/vnd.mermaid; charset=utf-8", words: "a sequenceDiagram of Mermaid"),
        (type: "text/plain; charset=utf-8", words: "a line for each request and answer"),
    ]

    private static let requiredOfFlow = [
        "id", "outcome", "began", "lastTime", "requestors", "mvpds", "devices", "subscribers", "resources",
        "exchangeCount",
    ]

    private static let flow = ##"""
        "id": {"type": "string"},
        "outcome": {"enum": ["pending", "loggedIn", "failed", "permitted", "denied", "loggedOut"]},
        "began": {"$ref": "#/components/schemas/Time"}, "lastTime": {"$ref": "#/components/schemas/Time"},
        "requestors": {"type": "array", "items": {"type": "string"}},
        "mvpds": {"type": "array", "items": {"type": "string"}},
        "devices": {"type": "array", "items": {"type": "string"}},
        "subscribers": {"type": "array", "items": {"type": "string"}},
        "resources": {"type": "array", "items": {"type": "string"}}, "exchangeCount": {"type": "integer", "minimum": 1}
        """##
}
