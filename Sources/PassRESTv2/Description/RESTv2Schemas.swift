import PassCore

/// The schemas of the bodies of REST API v2 (JSON Schema 2020-12).
///
/// The calls for decisions accept longer resources than described, if the whole content isn't too long.
enum RESTv2Schemas {
    static let all: JSONValue = {
        guard var schemas = (try? JSONValue.parse(Array(text.utf8)))?.objectValue else { return .null }
        let parameters: [ExactText: JSONValue] = Dictionary(
            uniqueKeysWithValues: ["mvpd", "domainName", "redirectUrl"].map { name in
                (name, RESTv2ParameterSchemas.all[name.string] ?? .null)
            })
        schemas["SessionParameters"] = .object([
            "type": .string("object"), "properties": .object(parameters),
        ])
        return .object(schemas)
    }()

    private static let text = #"""
        {
          "Error": {
            "type": "object", "required": ["status", "code", "message", "helpUrl", "trace", "action"],
            "additionalProperties": false,
            "properties": {
              "status": {"type": "integer"}, "code": {"type": "string"}, "message": {"type": "string"},
              "details": {"type": "string"}, "helpUrl": {"type": "string"}, "trace": {"type": "string"},
              "action": {"enum": ["none", "configuration", "application-registration", "authentication", "retry"]}
            }
          },
          "PartnerParameters": {
            "type": "object", "required": ["SAMLResponse"], "properties": {"SAMLResponse": {"type": "string", "minLength": 1}}
          },
          "Session": {
            "type": "object", "required": ["actionName", "actionType", "reasonType", "url", "sessionId", "serviceProvider"],
            "additionalProperties": false,
            "properties": {
              "actionName": {"enum": ["authenticate", "resume", "retry", "authorize", "partner_profile"]},
              "actionType": {"enum": ["interactive", "direct"]},
              "reasonType": {"enum": [
                "none", "authenticated", "temporary", "degraded", "authenticatedSSO", "pfs_fallback",
                "configuration_fallback", "missing_parameters_fallback"
              ]},
              "url": {"type": "string"}, "missingParameters": {"$ref": "#/components/schemas/MissingParameters"},
              "code": {"type": "string"}, "sessionId": {"type": "string"}, "mvpd": {"type": "string"},
              "serviceProvider": {"type": "string"}, "notBefore": {"type": "string"}, "notAfter": {"type": "string"},
              "authenticationRequest": {
                "type": "object", "required": ["type", "request", "attributesNames"],
                "properties": {
                  "type": {"enum": ["saml"]}, "request": {"type": "string"},
                  "attributesNames": {"type": "array", "items": {"type": "string"}}
                }
              }
            }
          },
          "MissingParameters": {
            "type": "array", "minItems": 1, "items": {"enum": ["mvpd", "domainName", "redirectUrl"]}
          },
          "SessionStatus": {
            "type": "object", "required": ["existingParameters", "device", "notBefore", "notAfter"],
            "additionalProperties": false,
            "properties": {
              "missingParameters": {"$ref": "#/components/schemas/MissingParameters"},
              "existingParameters": {"type": "object", "additionalProperties": {"type": "string"}},
              "device": {"type": "object"}, "notBefore": {"type": "string"}, "notAfter": {"type": "string"}
            }
          },
          "Profiles": {
            "type": "object", "required": ["profiles"], "additionalProperties": false,
            "properties": {
              "profiles": {
                "type": "object",
                "additionalProperties": {
                  "type": "object", "required": ["notBefore", "notAfter", "issuer", "type", "attributes"],
                  "additionalProperties": false,
                  "properties": {
                    "notBefore": {"type": "integer"}, "notAfter": {"type": "integer"}, "issuer": {"type": "string"},
                    "type": {"enum": [
                      "regular", "appleSSO", "platformSSO", "serviceTokenSSO", "degraded", "temporary"
                    ]},
                    "attributes": {
                      "type": "object",
                      "additionalProperties": {
                        "type": "object", "required": ["state"], "additionalProperties": false,
                        "properties": {
                          "value": {}, "state": {"enum": ["plain", "enc"]},
                          "error": {"enum": ["invalid_configuration_user_metadata_certificate"]}
                        }
                      }
                    }
                  }
                }
              }
            }
          },
          "Resources": {
            "type": "object", "required": ["resources"],
            "properties": {
              "resources": {
                "type": "array", "minItems": 1, "maxItems": 2000,
                "items": {"type": "string", "minLength": 1, "maxLength": 100}
              }
            }
          },
          "Decisions": {
            "type": "object", "required": ["decisions"], "additionalProperties": false,
            "properties": {
              "decisions": {
                "type": "array", "minItems": 1,
                "items": {
                  "type": "object", "required": ["resource", "serviceProvider", "mvpd", "source", "authorized"],
                  "additionalProperties": false,
                  "properties": {
                    "resource": {"type": "string"}, "serviceProvider": {"type": "string"}, "mvpd": {"type": "string"},
                    "source": {"enum": ["mvpd", "degradation", "temppass"]}, "authorized": {"type": "boolean"},
                    "token": {
                      "type": "object", "required": ["notBefore", "notAfter", "serializedToken"],
                      "properties": {
                        "notBefore": {"type": "integer"}, "notAfter": {"type": "integer"},
                        "serializedToken": {"type": "string"}
                      }
                    },
                    "error": {"$ref": "#/components/schemas/Error"},
                    "notBefore": {"type": "integer"}, "notAfter": {"type": "integer"}
                  }
                }
              }
            }
          },
          "Logouts": {
            "type": "object", "required": ["logouts"], "additionalProperties": false,
            "properties": {
              "logouts": {
                "type": "object",
                "additionalProperties": {
                  "type": "object", "required": ["actionName", "actionType", "mvpd"], "additionalProperties": false,
                  "properties": {
                    "actionName": {"enum": ["logout", "complete", "partner_logout", "invalid"]},
                    "actionType": {"enum": ["interactive", "none", "partner_interactive"]},
                    "mvpd": {"type": "string"}, "url": {"type": "string"}
                  }
                }
              }
            }
          },
          "Configuration": {
            "type": "object", "required": ["device", "clientType", "os", "requestor"], "additionalProperties": false,
            "properties": {
              "device": {"type": "string"}, "clientType": {"type": "string"}, "os": {"type": "string"},
              "requestor": {
                "type": "object", "required": ["id", "name", "domains", "mvpds"],
                "properties": {
                  "id": {"type": "string"}, "name": {"type": "string"},
                  "domains": {"type": "array", "items": {"type": "object"}},
                  "mvpds": {
                    "type": "array",
                    "items": {"type": "object", "required": ["id", "displayName", "logoUrl"]}
                  }
                }
              }
            }
          }
        }
        """#
}
