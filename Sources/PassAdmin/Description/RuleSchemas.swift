import PassDomain
import PassHTTP
import PassInstruments

/// The schemas of rules: those of the members that `RuleReader` reads, and of the rules that `RuleDocument` writes.
enum RuleSchemas {
    static func text(_ reader: RuleReader) -> String {
        let named = ForcedFailure.Name.allCases.map(\.rawValue) + reader.enhancedErrors
        let denials = [ForcedFailure.denied, ForcedFailure.notAuthorized]
        return #"""
            {
              "Rules": {
                "type": "object", "required": ["rules"], "additionalProperties": false,
                "properties": {"rules": {"type": "array", "items": {"$ref": "#/components/schemas/Rule"}}}
              },
              "Rule": {
                "type": "object", "required": ["id", "match", "action", "after", "priority", "hits", "matches"],
                "additionalProperties": false,
                "properties": {
                  \#(members),
                  "hits": {
                    "type": "integer", "minimum": 0, "description": "the number of requests on which the rule took effect"
                  },
                  "matches": {
                    "type": "integer", "minimum": 0,
                    "description": "the number of requests that met the conditions other than nth and probability, even after times was used up"
                  },
                  "added": {
                    "$ref": "#/components/schemas/Time",
                    "description": "the time of the namespace's clock when the rule was added; absent if it comes from the configuration or from a snapshot"
                  },
                  "warnings": {
                    "type": "array", "minItems": 1, "items": {"type": "string"},
                    "description": "the reasons why the rule can never take effect"
                  }
                }
              },
              "RuleOrder": {
                "type": "object", "required": ["action"], "additionalProperties": false, "properties": {\#(members)}
              },
              \#(match),
              "RuleAction": {
                "type": "object", "minProperties": 1, "additionalProperties": false,
                "properties": {
                  "failure": {"enum": \#(SchemaText.list(denials + named))},
                  "message": {
                    "type": "string", "minLength": 1, "maxLength": 1024, \#(SchemaText.plain),
                    "not": {"pattern": "\#(anyCase("details"))"}, "description": "the text of a denial"
                  },
                  "status": {"type": "integer", "minimum": 200, "maximum": 599},
                  \#(content),
                  "delay": {"$ref": "#/components/schemas/Delay"},
                  "token": {"enum": \#(SchemaText.list(TokenSurgery.allCases.map(\.rawValue)))},
                  "transport": {"$ref": "#/components/schemas/TransportFault"},
                  "mvpd": {"enum": \#(SchemaText.list(MVPDFault.allCases.map(\.rawValue)))}
                },
                "allOf": [
                  {"not": {"required": ["status", "failure"]}},
                  {"not": {"required": ["status", "token"]}},
                  {"not": {"required": ["status", "mvpd"]}},
                  {"not": {"required": ["body", "bodyBase64"]}},
                  {"not": {"required": ["body", "bodyPatch"]}},
                  {"not": {"required": ["bodyBase64", "bodyPatch"]}},
                  {"not": {"required": ["body", "token"]}},
                  {"not": {"required": ["bodyBase64", "token"]}},
                  {
                    "if": {"required": ["message"]},
                    "then": {
                      "required": ["failure"], "properties": {"failure": {"enum": \#(SchemaText.list(denials))}}
                    }
                  },
                  {
                    "if": {"required": ["failure"]}, "then": {"properties": {"mvpd": {"not": {"enum": ["down"]}}}}
                  },
                  {
                    "if": {"required": ["contentType"]},
                    "then": {"anyOf": [{"required": ["body"]}, {"required": ["bodyBase64"]}]}
                  },
                  {
                    "if": {"anyOf": [{"required": ["body"]}, {"required": ["bodyBase64"]}]},
                    "then": {"properties": {"status": {"not": {"enum": [204, 205, 304]}}}}
                  }
                ]
              },
              \#(delay),
              \#(transport)
            }
            """#
    }

    private static let count = #""type": "integer", "minimum": 0, "maximum": \#(RuleReader.mostRequests)"#
    private static let positive = #""type": "integer", "minimum": 1, "maximum": \#(RuleReader.mostRequests)"#

    /// The members that a rule and the request to add it have in common.
    private static let members = #"""
        "id": {"type": "string", "pattern": "^[A-Za-z0-9._-]{1,64}$"},
        "match": {"$ref": "#/components/schemas/RuleMatch"}, "action": {"$ref": "#/components/schemas/RuleAction"},
        "times": {\#(positive), "description": "the number of requests on which the rule takes effect"},
        "after": {\#(count), "description": "the number of requests that the rule lets pass first"},
        "until": {"$ref": "#/components/schemas/InputTime"},
        "priority": {
          "type": "integer", "minimum": \#(Rule.priorities.lowerBound), "maximum": \#(Rule.priorities.upperBound)
        }
        """#

    private static var match: String {
        let operations = Operation.allCases.filter { $0.family != .simulator }.map(\.rawValue)
        let families = OperationFamily.affected.map(\.rawValue)
        let pattern = ##"{"$ref": "#/components/schemas/Pattern"}"##
        let facts = RuleFact.allCases.map { #""\#($0.rawValue)": \#(pattern)"# }.joined(separator: ", ")
        return #"""
            "RuleMatch": {
              "type": "object", "additionalProperties": false,
              "if": {"required": ["seed"]}, "then": {"required": ["probability"]},
              "properties": {
                "operation": \#(SchemaText.pattern(of: operations, "an operation")),
                "family": {"enum": \#(SchemaText.list(families))},
                \#(facts),
                "headers": {
                  "type": "object", "maxProperties": \#(RuleReader.mostParts), "propertyNames": {\#(fieldName)},
                  "additionalProperties": {"type": "string", "maxLength": \#(TextPattern.longest)}
                },
                "nth": {\#(positive), "description": "the only request that is affected, 1 for the first"},
                "probability": {"type": "number", "minimum": 0, "maximum": 1},
                "seed": {"type": "integer", "minimum": 0, "maximum": \#(Int64.max)}
              }
            },
            "Pattern": {
              "type": "string", "minLength": 1, "maxLength": \#(TextPattern.longest),
              "description": "* stands for any text; at most \#(TextPattern.longest) bytes of UTF-8"
            }
            """#
    }

    private static let fieldName = #""pattern": "^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$""#

    private static var content: String {
        let kept = RuleReader.framing.union(RuleReader.identification)
        let names = kept.map { anyCase($0.spelling) }.sorted().joined(separator: "|")
        let longest = #""maxLength": \#(RuleReader.longestText)"#
        let value = #"\#(longest), "pattern": "^[^\\u0000-\\u0008\\u000A-\\u001F\\u007F]*$""#
        let text = #""type": "string", \#(longest)"#
        return #"""
            "headers": {
              "type": "object", "minProperties": 1, "maxProperties": \#(RuleReader.mostParts),
              "propertyNames": {\#(fieldName), "not": {"pattern": "^(\#(names))$"}},
              "additionalProperties": {"anyOf": [{"type": "string", \#(value)}, {"type": "null"}]},
              "description": "the fields that the answer gets, or loses with null"
            },
            "body": {"type": "string", "maxLength": \#(RuleReader.longestBody)},
            "bodyBase64": {
              "type": "string", "maxLength": \#((RuleReader.longestBody + 2) / 3 * 4),
              "pattern": "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$"
            },
            "contentType": {"type": "string", "minLength": 1, \#(value)},
            "bodyPatch": {
              "type": "array", "minItems": 1, "maxItems": \#(RuleReader.mostParts),
              "items": {
                "type": "object", "required": ["find", "replace"], "additionalProperties": false,
                "properties": {"find": {"minLength": 1, \#(text)}, "replace": {\#(text)}}
              }
            }
            """#
    }

    private static var delay: String {
        let milliseconds = #""minimum": 0, "maximum": \#(RuleDelay.longest)"#
        return #"""
            "Delay": {
              "oneOf": [
                {"type": "integer", \#(milliseconds), "description": "milliseconds"},
                {
                  "type": "object", "required": ["fixedMs"], "additionalProperties": false,
                  "properties": {"fixedMs": {"type": "integer", \#(milliseconds)}}
                },
                {
                  "type": "object", "required": ["uniformMs"], "additionalProperties": false,
                  "properties": {
                    "uniformMs": {
                      "type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "integer", \#(milliseconds)},
                      "description": "the shortest and the longest delay"
                    }
                  }
                },
                {
                  "type": "object", "required": ["longTailMs"], "additionalProperties": false,
                  "properties": {
                    "longTailMs": {"type": "number", \#(milliseconds), "description": "the median"},
                    "sigma": {"type": "number", "minimum": 0, "maximum": 5, "default": 1}
                  }
                }
              ]
            }
            """#
    }

    /// The names of transport faults, each with its numeric parameters, as `TransportForm` reads them.
    private static let transport = #"""
        "TransportFault": {
          "oneOf": [
            {
              "enum": [
                "resetBefore", "resetAfterHead", "resetWithin", "resetAfter", "stall", "stallAfterHead", "stallWithin",
                "dribble", "truncated", "wrongLength", "garbage", "empty", "neverAccept"
              ]
            },
            {
              "type": "object", "required": ["fault"], "additionalProperties": false,
              "properties": {
                "fault": {
                  "enum": ["resetBefore", "resetAfterHead", "resetAfter", "stall", "stallAfterHead", "garbage", "empty"]
                }
              }
            },
            {
              "type": "object", "required": ["fault"], "additionalProperties": false,
              "properties": {
                "fault": {"enum": ["resetWithin", "stallWithin", "truncated"]},
                "bytes": {"type": "integer", "minimum": 1, "maximum": 1048576, "default": 1}
              }
            },
            {
              "type": "object", "required": ["fault"], "additionalProperties": false,
              "properties": {
                "fault": {"enum": ["dribble"]},
                "bytes": {"type": "integer", "minimum": 1, "maximum": 1048576, "default": 1},
                "everyMs": {"type": "integer", "minimum": 1, "maximum": 60000, "default": 100}
              }
            },
            {
              "type": "object", "required": ["fault"], "additionalProperties": false,
              "properties": {
                "fault": {"enum": ["wrongLength"]},
                "by": {"type": "integer", "minimum": -1048576, "maximum": 1048576, "default": 10}
              }
            },
            {
              "type": "object", "required": ["fault"], "additionalProperties": false,
              "properties": {
                "fault": {"enum": ["neverAccept"]},
                "seconds": {"type": "integer", "minimum": 1, "maximum": 600, "default": 10}
              }
            }
          ]
        }
        """#

    /// Returns a pattern that matches a word in any case.
    private static func anyCase(_ word: String) -> String {
        word.map { $0.isLetter ? "[\($0.uppercased())\($0.lowercased())]" : String($0) }.joined()
    }
}
