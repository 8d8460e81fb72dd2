import PassDomain
import PassEndpointKit
import PassHTTP

extension ControlTopic {
    /// Returns the operations that describe the simulator and its surroundings.
    ///
    /// - Parameter documents: the names of the descriptions of APIs.
    static func environment(documents: [String]) -> ControlTopic {
        ControlTopic(
            calls: { route in
                switch route.operation {
                case .reportReadiness:
                    [
                        .control(
                            route, .get, "Whether a flow would succeed now", .json("Readiness", "it would"),
                            .problem(503, "the simulator is starting or stopping, or its store fails"))
                    ]
                case .describeEnvironment:
                    // The other path is a page for people.
                    route.patterns.filter { $0.hasSuffix(".json") }.map { path in
                        .control(
                            route, .get, "The settings that direct each SDK to this simulator", path: path,
                            .json("Environment", "the settings"))
                    }
                case .describeAPI:
                    [
                        .control(
                            route, .get, "The description of an API", .json("Description", "OpenAPI 3.1"),
                            .problem(404, "there is no such description"))
                    ]
                default: []
                }
            }, schemas: environmentSchemas,
            parameters: #"{"document": {"enum": \#(SchemaText.list(documents))}}"#)
    }

    private static let environmentSchemas = #"""
        {
          "Readiness": {
            "type": "object", "required": ["ready"], "additionalProperties": false,
            "properties": {"ready": {"enum": [true]}}
          },
          "Description": {
            "type": "object", "required": ["openapi", "info", "paths"],
            "properties": {
              "openapi": {"type": "string"}, "info": {"type": "object"}, "paths": {"type": "object"}
            }
          },
          "Environment": {
            "type": "object",
            "required": [
              "namespace", "serviceProvider", "native", "android", "javaScript", "spoofing", "verification"
            ],
            "additionalProperties": false,
            "properties": {
              "namespace": {"type": "string"}, "serviceProvider": {"type": "string"},
              "native": {
                "type": "object", "required": ["serviceProviders", "useHttps"], "additionalProperties": false,
                "properties": {
                  "serviceProviders": {"type": "array", "items": {"type": "string"}}, "useHttps": {"type": "boolean"}
                }
              },
              "android": {
                "type": "object", "required": ["environment"], "additionalProperties": false,
                "properties": {"environment": {"type": "string"}}
              },
              "javaScript": {
                "type": "object", "required": ["endpoints", "script", "storageProxy"], "additionalProperties": false,
                "properties": {
                  "endpoints": {"type": "array", "items": {"type": "string"}}, "script": {"type": "string"},
                  "storageProxy": {"type": "string"}
                }
              },
              "spoofing": {
                "type": "object", "required": ["hosts", "certificateAuthority"], "additionalProperties": false,
                "properties": {
                  "hosts": {"type": "array", "items": {"type": "string"}}, "certificateAuthority": {"type": "string"}
                }
              },
              "verification": {
                "type": "object", "required": ["mediaTokens", "jwks", "keys"], "additionalProperties": false,
                "properties": {
                  "mediaTokens": {"type": "string"}, "jwks": {"type": "string"},
                  "keys": {"type": "object", "additionalProperties": {"type": "string"}}
                }
              }
            }
          }
        }
        """#
}
