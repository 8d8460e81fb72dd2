import PassDomain
import PassHTTP
import PassInstruments

/// The schemas of the journal: of the queries that `ExchangeQuery` reads, and of exchanges.
enum ExchangeSchemas {
    private static let families = OperationFamily.allCases.map(\.rawValue)
    private static let id = #"{"type": "string", "pattern": "^[0-9a-hjkmnp-tv-z]{6}-[0-9a-hjkmnp-tv-z]{1,13}$"}"#
    private static let status = #"{"type": "string", "pattern": "^[1-5]([0-9]{2}|[xX]{2})$"}"#

    /// The parameters of queries for exchanges.
    static let parameters: String = {
        let names = ExchangeQuery.names.map { #""\#($0)": \#(parameter($0))"# }
        return #"""
            {
              \#(names.joined(separator: ",\n")),
              "after": \#(id), "exchange": \#(id), "DescribeFlow.flow": \#(id),
              "secrets": {"enum": \#(SchemaText.list(SecretDisplay.allCases.map(\.rawValue)))},
              "last": {"type": "integer", "minimum": 1, "maximum": 1000000, "description": "the maximum number of exchanges; only the last ones are returned"},
              "timeoutSeconds": {
                "type": "number", "minimum": 0, "maximum": 60, "default": 10, "description": "in real time"
              },
              "Last-Event-ID": \#(id)
            }
            """#
    }()

    private static func parameter(_ name: String) -> String {
        switch name {
        case "operation": SchemaText.pattern(of: Operation.allCases.map(\.rawValue), "an operation")
        case "family": SchemaText.pattern(of: families, "a family")
        case "outcome": SchemaText.pattern(of: ExchangeQuery.outcomes, "an outcome, as in the log")
        case "status": status
        case "state": #"{"enum": ["inFlight", "complete"]}"#
        case "imported": #"{"enum": ["true", "false"]}"#
        case "since", "until": time
        case "faulted": #"{\#(text), "description": "true, false, or the ID of a rule"}"#
        case "q": #"{\#(text), "description": "a text in the URL or in a body"}"#
        case "method": #"{\#(text)}"#
        default: #"{\#(text), "description": "* stands for any text"}"#
        }
    }

    private static let text =
        #""type": "string", "minLength": 1, "maxLength": \#(TextPattern.longest), \#(SchemaText.plain)"#
    private static let time = ##"""
        {
          "anyOf": [{"type": "string", "pattern": "^[0-9]{1,15}$"}, {"$ref": "#/components/schemas/InputTime"}],
          "description": "a time, also in milliseconds since 1970"
        }
        """##

    /// The schema of an exchange query in a request's content. Its values may be numbers and Booleans, while those in a
    /// URL are text.
    static let match: String = {
        let names = ExchangeQuery.names.map { #""\#($0)": \#(member($0))"# }
        return #"""
            {
              "type": "object", "minProperties": 1, "additionalProperties": false,
              "properties": {\#(names.joined(separator: ",\n"))}
            }
            """#
    }()

    private static func member(_ name: String) -> String {
        switch name {
        case "operation", "family", "outcome", "state": parameter(name)
        case "status": #"{"anyOf": [\#(status), {"type": "integer", "minimum": 100, "maximum": 599}]}"#
        case "since", "until": #"{"anyOf": [\#(time), {"type": "integer", "minimum": 0, "maximum": \#(Int64.max)}]}"#
        case "imported": #"{"enum": ["true", "false", true, false]}"#
        default:
            #"""
            {
              "anyOf": [
                {"type": "string", "minLength": 1, "maxLength": \#(TextPattern.longest)},
                {"type": ["integer", "boolean"]}
              ]
            }
            """#
        }
    }

    /// The members of an exchange's summary, without the braces around them.
    static let summary = ##"""
        "id": \##(id), "state": {"enum": ["inFlight", "complete"]}, "time": {"$ref": "#/components/schemas/Time"},
        "durationMs": {"type": "number", "minimum": 0}, "namespace": {"type": "string"}, "method": {"type": "string"},
        "node": {"type": "string", "description": "the node that has answered; absent if there is only one"},
        "path": {"type": "string"}, "operation": {"$ref": "#/components/schemas/Operation"},
        "family": {"enum": \##(SchemaText.list(families))},
        "status": {"type": "integer", "minimum": 100, "maximum": 599}, "outcome": {"type": "string"},
        "reason": {"type": "string"}, "parameter": {"type": "string"}, "detail": {"type": "string"},
        "requestor": {"type": "string"}, "mvpd": {"type": "string"}, "device": {"type": "string"},
        "resources": {"type": "array", "items": {"type": "string"}}, "subscriber": {"type": "string"},
        "flow": \##(id), "givesLogin": {"enum": [true], "description": "whether the answer gives the app its login: an authN token, or the profile of the login with a code"},
        "loginBy": {"enum": ["\##(Operation.signInSubscriber.rawValue)"], "description": "the control operation that made that login, without a browser"},
        "faulted": {"type": "boolean"}, "rules": {"type": "array", "items": {"type": "string"}},
        "delivery": {"$ref": "#/components/schemas/Delivery"}, "traceparent": {"type": "string"}, "imported": {"enum": [true]}, "importedID": {"type": "string"}
        """##

    static let requiredOfSummary = ["id", "state", "time", "namespace", "method", "path", "faulted"]

    /// The schemas of one exchange in full.
    static let detail = ##"""
        "Exchange": {
          "type": "object", "required": \##(SchemaText.list(requiredOfSummary + ["request", "decoded"])),
          "additionalProperties": false,
          "properties": {
            \##(summary), "request": {"$ref": "#/components/schemas/Request"},
            "response": {"$ref": "#/components/schemas/Response"}, "decoded": {"$ref": "#/components/schemas/Decoded"}
          }
        },
        "Delivery": {
          "type": "object", "required": ["result", "headSent", "contentBytes", "contentLength"],
          "additionalProperties": false,
          "description": "what became of an answer with a delay or a fault on its way to the client",
          "properties": {
            "result": {"enum": \##(SchemaText.list(DeliveryReport.Result.allCases.map(\.rawValue)))},
            "headSent": {"type": "boolean", "description": "whether the whole head was sent"},
            "contentBytes": {"type": "integer", "minimum": 0, "description": "the number of content bytes that were sent"},
            "contentLength": {"type": "integer", "minimum": 0, "description": "the number of bytes of the whole content"}
          }
        },
        "Request": {
          "type": "object", "required": ["method", "url", "httpVersion", "headers", "body"],
          "additionalProperties": false,
          "properties": {"method": {"type": "string"}, "url": {"type": "string"}, \##(message)}
        },
        "Response": {
          "type": "object", "required": ["status", "httpVersion", "headers", "body"], "additionalProperties": false,
          "properties": {"status": {"type": "integer", "minimum": 100, "maximum": 599}, \##(message)}
        },
        "Pairs": {
          "type": "array",
          "items": {
            "type": "object", "required": ["name", "value"], "additionalProperties": false,
            "properties": {"name": {"type": "string"}, "value": {"type": "string"}}
          }
        },
        "Decoded": {
          "type": "object", "required": ["tokens", "saml"], "additionalProperties": false,
          "properties": {
            "query": {"$ref": "#/components/schemas/Pairs"}, "form": {"$ref": "#/components/schemas/Pairs"},
            "cookies": {"$ref": "#/components/schemas/Pairs"}, "setCookies": {"$ref": "#/components/schemas/Pairs"},
            "deviceInfo": {},
            "tokens": {"type": "array", "items": {"$ref": "#/components/schemas/DecodedToken"}},
            "saml": {
              "type": "array",
              "items": {
                "type": "object", "required": ["place", "parameter", "xml"], "additionalProperties": false,
                "properties": {
                  "place": {"type": "string"}, "parameter": {"type": "string"}, "xml": {"type": "string"}
                }
              }
            }
          }
        },
        "DecodedToken": {
          "type": "object", "required": ["place", "kind", "name", "valid", "signature", "problems", "claims"],
          "additionalProperties": false,
          "properties": {
            "place": {"type": "string"}, "kind": {"type": "string"}, "name": {"type": "string"},
            "valid": {"type": "boolean"}, "signature": {"enum": ["valid", "invalid", "unreadable", "notChecked"]},
            "problems": {"type": "array", "items": {"type": "string"}},
            "issued": {"$ref": "#/components/schemas/Time"}, "expires": {"$ref": "#/components/schemas/Time"},
            "claims": {
              "type": "array",
              "items": {
                "type": "object", "required": ["name", "value"], "additionalProperties": false,
                "properties": {"name": {"type": "string"}, "value": {}}
              }
            }
          }
        }
        """##

    private static let message = ##"""
        "httpVersion": {"type": "string"}, "headers": {"$ref": "#/components/schemas/Pairs"},
        "body": {
          "type": "object", "required": ["bytes", "truncated"], "additionalProperties": false,
          "properties": {
            "bytes": {"type": "integer", "minimum": 0}, "truncated": {"type": "boolean"}, "text": {"type": "string"},
            "base64": {"type": "string", "contentEncoding": "base64"}
          }
        }
        """##
}
