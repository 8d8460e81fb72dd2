import PassDomain
import PassEndpointKit
import PassHTTP

extension ControlTopic {
    static let exchanges = ControlTopic(
        calls: { route in
            switch route.operation {
            case .listExchanges:
                [
                    .control(
                        route, .get, "The recorded exchanges, oldest first",
                        query: ExchangeQuery.names + ListExchanges.others, .json("Exchanges", "the exchanges"),
                        .journalOff)
                ]
            case .removeExchanges:
                [.control(route, .delete, "Empties the journal", .done("the journal is empty"), .journalOff)]
            case .describeExchange:
                [
                    .control(
                        route, .get, "One exchange in full", query: [JournalControl.secretsName],
                        .json("Exchange", "the exchange"), .problem(404, "the journal holds no such exchange"),
                        .journalOff)
                ]
            case .awaitExchange:
                [
                    .control(
                        route, .get, "Waits for an exchange", query: AwaitExchange.filters + AwaitExchange.others,
                        .json("ExchangeSummary", "the first exchange that matches"),
                        .init(408, "none matched in time", content: ("application/problem+json", "NoExchange")),
                        .journalOff, .problem(410, "the namespace was removed while the request waited"),
                        .problem(503, "too many requests wait, or the limit of namespaces is reached"))
                ]
            case .verifyExchanges:
                [
                    .control(
                        route, .post, "Whether the recorded exchanges are as expected",
                        body: .init("application/json", schema: "Expectation", isRequired: true),
                        .json("Verification", "the result"), .journalOff)
                ]
            case .followEvents:
                [
                    .control(
                        route, .get, "Arrivals and answers of exchanges, as server-sent events",
                        headers: [.init("Last-Event-ID", "the last event that the client got")],
                        query: FollowEvents.filters + [JournalControl.secretsName],
                        .init(200, "events, until the client disconnects", content: ("text/event-stream", nil)),
                        .journalOff,
                        .problem(503, "too many clients follow, or the limit of namespaces is reached"))
                ]
            default: []
            }
        },
        schemas: ##"""
            {
              "Exchanges": {
                "type": "object", "required": ["exchanges", "evicted"], "additionalProperties": false,
                "properties": {
                  "exchanges": {"type": "array", "items": {"$ref": "#/components/schemas/ExchangeSummary"}},
                  "evicted": {
                    "type": "integer", "minimum": 0, "description": "the number of exchanges that the journal lost for lack of room"
                  },
                  "clockChanges": {
                    "type": "array", "description": "the moves of the clock between these exchanges and after them",
                    "items": {
                      "type": "object", "required": ["before", "from", "to"], "additionalProperties": false,
                      "properties": {
                        "before": {"type": "string", "description": "the first ID that an exchange after the change can have"},
                        "from": {"type": "string", "format": "date-time"}, "to": {"type": "string", "format": "date-time"}
                      }
                    }
                  },
                  "next": {"type": "string", "description": "the value of after for the next request; absent if there are no more"},
                  "unanswered": {
                    "type": "array", "items": {"type": "string"}, "description": "the nodes that didn't answer; absent if all did"
                  }
                }
              },
              "ExchangeSummary": {
                "type": "object", "required": \##(SchemaText.list(ExchangeSchemas.requiredOfSummary)),
                "additionalProperties": false, "properties": {\##(ExchangeSchemas.summary)}
              },
              \##(ExchangeSchemas.detail),
              "NearMisses": {
                "type": "array", "maxItems": 3,
                "description": "the exchanges that miss the fewest filters, each with the filters that it misses",
                "items": {
                  "type": "object", "required": ["misses", "exchange"], "additionalProperties": false,
                  "properties": {
                    "misses": {"type": "array", "minItems": 1, "items": {"enum": \##(SchemaText.list(ExchangeQuery.names))}},
                    "exchange": {"$ref": "#/components/schemas/ExchangeSummary"}
                  }
                }
              },
              "NoExchange": {
                "type": "object", "required": ["type", "title", "status", "detail", "nearest"],
                "additionalProperties": false,
                "properties": {
                  "type": {"enum": ["about:blank"]}, "title": {"type": "string"}, "status": {"enum": [408]},
                  "detail": {"type": "string"}, "nearest": {"$ref": "#/components/schemas/NearMisses"}
                }
              },
              "ExchangeMatch": \##(ExchangeSchemas.match),
              "Expectation": {
                "oneOf": [
                  {
                    "type": "object", "required": ["match"], "additionalProperties": false,
                    "description": "at least one exchange matches, or the number that exactly, atLeast and atMost require",
                    "allOf": [
                      {"not": {"required": ["exactly", "atLeast"]}}, {"not": {"required": ["exactly", "atMost"]}}
                    ],
                    "properties": {
                      "match": {"$ref": "#/components/schemas/ExchangeMatch"},
                      "exactly": {"type": "integer", "minimum": 0, "maximum": 1000000},
                      "atLeast": {"type": "integer", "minimum": 0, "maximum": 1000000},
                      "atMost": {
                        "type": "integer", "minimum": 0, "maximum": 1000000, "description": "not less than atLeast"
                      }
                    }
                  },
                  {
                    "type": "object", "required": ["inOrder"], "additionalProperties": false,
                    "description": "exchanges meet the matches in this order; others may be between them",
                    "properties": {
                      "inOrder": {
                        "type": "array", "minItems": 1, "maxItems": 100,
                        "items": {"$ref": "#/components/schemas/ExchangeMatch"}
                      }
                    }
                  },
                  {
                    "type": "object", "required": ["never"], "additionalProperties": false,
                    "properties": {"never": {"$ref": "#/components/schemas/ExchangeMatch"}}
                  }
                ]
              },
              "Verification": {
                "type": "object", "required": ["verified", "count", "message"], "additionalProperties": false,
                "properties": {
                  "verified": {"type": "boolean"}, "count": {"type": "integer", "minimum": 0},
                  "message": {"type": "string"}, "nearest": {"$ref": "#/components/schemas/NearMisses"}
                }
              }
            }
            """##, parameters: ExchangeSchemas.parameters)
}
