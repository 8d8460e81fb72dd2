import PassDomain
import PassEndpointKit
import PassHTTP

extension ControlTopic {
    static let exchangeFiles = ControlTopic(
        calls: { route in
            switch route.operation {
            case .exportExchanges:
                let query = ExchangeQuery.names + [JournalControl.secretsName, ExportExchanges.lastName]
                return [
                    .control(
                        route, .get, "The exchanges as HAR 1.2", name: "ExportExchangesAsHAR", path: route.patterns[0],
                        query: query, .json("HAR", "the file"), .journalOff),
                    .control(
                        route, .get, "The exchanges as JSON lines", path: route.patterns[1], query: query,
                        .init(200, "an exchange on each line", content: ("application/x-ndjson", nil)), .journalOff),
                ]
            case .importExchanges:
                return [
                    .control(
                        route, .post, "Adds the exchanges of a file to the journal",
                        body: .init("application/json", schema: "ExchangeFile", isRequired: true),
                        .json("Imported", "the exchanges are in the journal"), .journalOff)
                ]
            default: return []
            }
        },
        schemas: ##"""
            {
              "HAR": {
                "type": "object", "required": ["log"], "additionalProperties": false,
                "description": "HAR 1.2; names that begin with _ are the simulator's own",
                "properties": {
                  "log": {
                    "type": "object", "required": ["version", "creator", "entries"], "additionalProperties": false,
                    "properties": {
                      "version": {"enum": ["1.2"]}, "creator": {"type": "object"},
                      "entries": {
                        "type": "array",
                        "items": {
                          "type": "object",
                          "required": [
                            "startedDateTime", "time", "request", "response", "cache", "timings", "_passSimulator"
                          ]
                        }
                      }
                    }
                  }
                }
              },
              "Imported": {
                "type": "object", "required": ["imported"], "additionalProperties": false,
                "properties": {"imported": {"type": "integer", "minimum": 0}}
              },
              "ExchangeFile": {
                "description": "HAR 1.2, or JSON lines as exchanges.jsonl has them, of which this is one",
                "oneOf": [{"$ref": "#/components/schemas/ForeignHAR"}, {"$ref": "#/components/schemas/ExchangeLine"}]
              },
              "ForeignHAR": {
                "type": "object", "required": ["log"],
                "properties": {
                  "log": {
                    "type": "object", "required": ["version", "entries"],
                    "properties": {
                      "version": {"enum": ["1.1", "1.2"]},
                      "entries": {
                        "type": "array", "maxItems": 100000,
                        "items": {
                          "type": "object", "required": ["startedDateTime", "request", "response"],
                          "properties": {
                            "startedDateTime": {"$ref": "#/components/schemas/InputTime"},
                            "time": {\##(duration)},
                            "request": {
                              "type": "object", "required": ["method", "url", "headers"],
                              "properties": {
                                \##(request), "postData": \##(content("_encoding"))
                              }
                            },
                            "response": {
                              "anyOf": [
                                {
                                  "type": "object", "required": ["status"], "properties": {"status": {"enum": [0]}},
                                  "description": "no answer"
                                },
                                {
                                  "type": "object", "required": ["status", "headers", "content"],
                                  "properties": {\##(fields), "status": {\##(status)}, "content": \##(content("encoding"))}
                                }
                              ]
                            },
                            "_passSimulator": {"type": ["object", "null"], "properties": {\##(own)}}
                          }
                        }
                      }
                    }
                  }
                }
              },
              "ExchangeLine": {
                "type": "object", "required": ["version", "time", "request"], "additionalProperties": false,
                "properties": {
                  "version": {"enum": [\##(ExchangeLine.version)]}, "time": {"$ref": "#/components/schemas/InputTime"},
                  "request": {
                    "type": "object", "required": ["method", "url", "headers"], "additionalProperties": false,
                    "properties": {\##(request), "httpVersion": {}, "body": \##(body)}
                  },
                  "response": {
                    "type": ["object", "null"], "required": ["status", "headers"], "additionalProperties": false,
                    "properties": {"status": {\##(status)}, \##(fields), "httpVersion": {}, "body": \##(body)}
                  },
                  "durationMs": {\##(duration)}, \##(own),
                  \##(ignored.map { #""\#($0)": {}"# }.joined(separator: ", "))
                }
              }
            }
            """##)

    private static let status = #""type": "integer", "minimum": 100, "maximum": 599"#
    private static let duration = #""type": ["number", "null"], "minimum": 0, "maximum": 1e12"#
    private static let optionalText = #"{"type": ["string", "null"]}"#

    private static let request = #"""
        "method": {"type": "string", "pattern": "^[!-9;-~]{1,64}$"},
        "url": {"type": "string", "maxLength": 1048576, "pattern": "^[hH][tT][tT][pP][sS]?://[!-~]*$"}, \#(fields)
        """#

    private static let fields = #"""
        "headers": {
          "type": "array",
          "items": {
            "type": "object", "required": ["name", "value"],
            "properties": {"name": {"type": "string"}, "value": {"type": "string"}}
          }
        }
        """#

    private static let body = #"""
        {
          "type": ["object", "null"], "additionalProperties": false,
          "properties": {
            "bytes": {}, "truncated": {"type": ["boolean", "null"]}, "text": \#(optionalText),
            "base64": {"type": ["string", "null"], \#(base64)}
          }
        }
        """#

    private static let base64 =
        #""pattern": "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$""#

    /// The members with which the simulator extends the file's format.
    private static let own = ##"""
        "id": \##(optionalText), "operation": {"enum": \##(operations)}, "faulted": {"type": ["boolean", "null"]},
        "rules": {"type": ["array", "null"], "items": {"type": "string"}}, "outcome": \##(optionalText),
        "reason": \##(optionalText), "parameter": \##(optionalText), "detail": \##(optionalText),
        "path": {"type": ["string", "null"], "maxLength": 1048576, "pattern": "^/[^\\u0000-\\u0020\\u007f]*$"}
        """##

    private static let operations: String = {
        let names = SchemaText.list(Operation.allCases.map(\.rawValue))
        return names.dropLast() + ",null]"
    }()

    /// The members of a line that the import ignores, because it derives them from the request and the answer.
    private static let ignored = [
        "state", "namespace", "method", "family", "status", "requestor", "mvpd", "device", "resources",
        "subscriber", "flow", "givesLogin", "loginBy", "traceparent", "imported", "importedID",
    ]

    private static func content(_ encoding: String) -> String {
        #"""
        {
          "type": \#(encoding == "encoding" ? #""object""# : #"["object", "null"]"#),
          "anyOf": [
            {"properties": {"text": \#(optionalText), "\#(encoding)": {"enum": [null, ""]}}},
            {
              "required": ["\#(encoding)"],
              "properties": {"text": {"type": ["string", "null"], \#(base64)}, "\#(encoding)": {"enum": ["base64"]}}
            }
          ]
        }
        """#
    }
}
