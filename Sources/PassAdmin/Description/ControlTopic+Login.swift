import PassDomain
import PassEndpointKit
import PassHTTP

extension ControlTopic {
    static let login = ControlTopic(
        calls: { route in
            guard route.operation == .signInSubscriber else { return [] }
            return [
                .control(
                    route, .post, "Signs a subscriber in without a browser",
                    body: .init("application/json", schema: "SignIn", isRequired: true),
                    .json("SignedIn", "the login"),
                    .problem(404, "the requestor, MVPD, user, code or client is unknown"),
                    .problem(
                        409,
                        "the code has been used or belongs to another requestor, the requestor isn't integrated with the MVPD, or the MVPD refuses the user"
                    ), .problem(503, "the limit of namespaces or records is reached"))
            ]
        },
        schemas: #"""
            {
              "SignIn": {
                "type": "object", "additionalProperties": false,
                "oneOf": [
                  {
                    "required": ["code"],
                    "not": {"anyOf": [{"required": ["device"]}, {"required": ["client"]}, {"required": ["web"]}]}
                  },
                  {"required": ["device", "requestor", "mvpd"], "not": {"required": ["code"]}}
                ],
                "properties": {
                  "code": {
                    "$ref": "#/components/schemas/Identifier",
                    "description": "a registration code, or the code of a session of REST API v2"
                  },
                  "device": {
                    "$ref": "#/components/schemas/Identifier",
                    "description": "a device, as it is or in the form of AP-Device-Identifier"
                  },
                  "requestor": {"$ref": "#/components/schemas/Identifier"},
                  "mvpd": {
                    "$ref": "#/components/schemas/Identifier", "description": "required unless the session of the code has one"
                  },
                  "user": {
                    "$ref": "#/components/schemas/Identifier", "description": "required where a user signs in at the MVPD"
                  },
                  "client": {
                    "$ref": "#/components/schemas/Identifier",
                    "description": "the client that gets a profile; without it, all registered clients of the requestor"
                  },
                  "web": {"type": "boolean", "description": "whether the authN token is one for a browser"},
                  "ttlSeconds": {
                    "type": "integer", "minimum": 1, "maximum": 3155760000,
                    "description": "the time after which the profile ends, at most the integration's time to live"
                  },
                  "homeBased": {"type": "boolean"},
                  "metadata": {
                    "type": "object", "description": "the user metadata that the MVPD shares from now on, in this namespace"
                  }
                }
              },
              "SignedIn": {
                "type": "object", "required": ["kind", "requestor", "mvpd", "session", "code", "expires"],
                "additionalProperties": false,
                "properties": {
                  "kind": {"enum": ["session", "profile", "device"]}, "requestor": {"type": "string"},
                  "mvpd": {"type": "string"}, "user": {"type": "string"}, "session": {"type": "string"},
                  "code": {"type": "string"}, "expires": {"$ref": "#/components/schemas/Time"},
                  "authnToken": {"type": "string", "description": "with the kind device"},
                  "profile": {"$ref": "#/components/schemas/ProfileEntry"},
                  "profiles": {
                    "type": "array", "items": {"$ref": "#/components/schemas/ProfileEntry"},
                    "description": "with the kind device"
                  }
                }
              }
            }
            """#)
}
