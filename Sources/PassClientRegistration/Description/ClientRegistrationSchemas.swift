import PassCore

/// The schemas of the bodies of dynamic client registration (JSON Schema 2020-12).
enum ClientRegistrationSchemas {
    static let all: JSONValue = (try? JSONValue.parse(Array(text.utf8))) ?? .null

    /// The schemas of the query's parameters. Valid values of `client_id` and `client_secret` come from a registration.
    static let parameters: JSONValue = all["Grant"]?["properties"] ?? .null

    private static let text = #"""
        {
          "Registration": {
            "type": "object", "required": ["software_statement"],
            "properties": {
              "software_statement": {
                "type": "string", "maxLength": 8192, "pattern": "^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]*$"
              },
              "redirect_uri": {
                "type": "string", "format": "uri", "maxLength": 2048,
                "pattern": "^(https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?|adobepass://[A-Za-z0-9.-]+)([/?#][!-\\[\\]-~]*)?$"
              }
            }
          },
          "Client": {
            "type": "object",
            "required": [
              "client_id", "client_secret", "redirect_uris", "grant_types", "scopes", "client_id_issued_at"
            ],
            "additionalProperties": false,
            "properties": {
              "client_id": {"type": "string"}, "client_secret": {"type": "string"},
              "redirect_uris": {"type": "array", "items": {"type": "string"}},
              "grant_types": {"type": "array", "items": {"type": "string"}},
              "scopes": {"type": "array", "items": {"type": "string"}}, "client_id_issued_at": {"type": "integer"}
            }
          },
          "Grant": {
            "type": "object",
            "properties": {
              "grant_type": {"enum": ["client_credentials"]},
              "client_id": {"type": "string", "minLength": 1, "pattern": "^[^\\u0000-\\u001F\\u007F]+$"},
              "client_secret": {"type": "string", "minLength": 1, "pattern": "^[^\\u0000-\\u001F\\u007F]+$"},
              "refresh_token": {"type": "string"}
            }
          },
          "AccessToken": {
            "type": "object", "required": ["id", "access_token", "created_at", "expires_in", "token_type"],
            "additionalProperties": false,
            "properties": {
              "id": {"type": "string"}, "access_token": {"type": "string"}, "created_at": {"type": "integer"},
              "expires_in": {"type": "integer"}, "token_type": {"enum": ["bearer"]}
            }
          },
          "Refusal": {
            "type": "object", "required": ["error"], "additionalProperties": false,
            "properties": {
              "error": {"enum": [
                "invalid_request", "invalid_redirect_uri", "invalid_software_statement",
                "unapproved_software_statement", "invalid_client", "unauthorized_client", "unsupported_grant_type",
                "temporarily_unavailable"
              ]},
              "error_description": {"type": "string"}
            }
          }
        }
        """#
}
