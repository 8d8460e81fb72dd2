import PassDomain
import PassEndpointKit
import PassHTTP

extension ControlTopic {
    static let tokens = ControlTopic(
        calls: { route in
            switch route.operation {
            case .mintToken:
                [
                    .control(
                        route, .post, "A token in a chosen state",
                        body: .init("application/json", schema: "TokenOrder", isRequired: true),
                        .json("MintedToken", "the token"),
                        .problem(404, "the requestor, MVPD, user or client is unknown"),
                        .problem(409, "the requestor isn't integrated with the MVPD"),
                        .problem(503, "the limit of namespaces or records is reached"))
                ]
            case .verifyMediaToken:
                [
                    .control(
                        route, .post, "Judges a media token as a programmer's server does; a valid one is used up",
                        body: .init("application/json", schema: "MediaToken", isRequired: true)
                            .or("application/x-www-form-urlencoded", schema: "MediaTokenForm"),
                        .json("Verdict", "the verdict"),
                        .problem(503, "the limit of namespaces or records is reached"))
                ]
            case .revokeClient:
                [
                    .control(
                        route, .delete, "Withdraws the permission of a registered client", .done("it is revoked"),
                        .problem(404, "there is no such client"))
                ]
            default: []
            }
        },
        schemas: #"""
            {
              "TokenOrder": {
                "oneOf": [
                  \#(order("authn", ["requestor", "mvpd", "user"], forDevice: true)),
                  \#(order("authz", ["requestor", "mvpd", "resource"], forDevice: true)),
                  \#(order("media", ["requestor", "mvpd", "resource"])),
                  \#(order("access", ["requestor"], ["client"]))
                ]
              },
              "MintedToken": {
                "type": "object", "required": ["token", "kind", "state", "issued", "expires"],
                "additionalProperties": false,
                "properties": {
                  "token": {"type": "string"}, "kind": {"enum": ["authn", "authz", "media", "access"]},
                  "state": {"enum": ["valid", "expired", "foreignKey", "badSignature", "otherDevice"]},
                  "issued": {"$ref": "#/components/schemas/Time"}, "expires": {"$ref": "#/components/schemas/Time"},
                  "login": {"type": "string", "description": "of an authN token"},
                  "client": {"type": "string", "description": "of an access token"}
                }
              },
              "MediaToken": {
                "type": "object", "required": ["token"], "additionalProperties": false,
                "properties": {
                  "token": {"type": "string", "minLength": 1, "description": "as issued, or in base64"},
                  "resource": {"type": ["string", "null"], "minLength": 1},
                  "requestor": {"type": ["string", "null"], "minLength": 1}
                }
              },
              "MediaTokenForm": {
                "type": "object", "required": ["token"], "additionalProperties": false,
                "properties": {
                  "token": {"type": "string", "minLength": 1},
                  "resource": {"type": "string", "minLength": 1, \#(SchemaText.plain)},
                  "requestor": {"type": "string", "minLength": 1, \#(SchemaText.plain)}
                }
              },
              "Verdict": {
                "type": "object", "required": ["status", "valid"], "additionalProperties": false,
                "properties": {
                  "status": {
                    "enum": [
                      "VALID_TOKEN", "INVALID_TOKEN_FORMAT", "INVALID_SIGNATURE", "TOKEN_EXPIRED", "INVALID_RESOURCE_ID",
                      "INVALID_REQUESTOR_ID", "TOKEN_ALREADY_USED"
                    ]
                  },
                  "valid": {"type": "boolean"}, "sessionGUID": {"type": "string"}, "requestorID": {"type": "string"},
                  "resourceID": {"type": "string"}, "mvpdID": {"type": "string"}, "proxyMVPDID": {"type": "string"},
                  "timeIssued": {"type": "integer", "description": "milliseconds since 1970"},
                  "expires": {"type": "integer", "description": "milliseconds since 1970"}
                }
              }
            }
            """#)

    /// Returns the schema of a request to mint one kind of token.
    ///
    /// - Parameter forDevice: whether the token is bound to a device, unless it is a browser's.
    private static func order(
        _ kind: String, _ required: [String], _ optional: [String] = [], forDevice: Bool = false
    ) -> String {
        let identifiers = (required + optional).filter { $0 != "resource" } + (forDevice ? ["device"] : [])
        var members = identifiers.map { ##""\##($0)": {"$ref": "#/components/schemas/Identifier"}"## }
        if required.contains("resource") {
            members.append(#""resource": {"type": "string", "minLength": 1, "description": "an identifier, or MRSS"}"#)
        }
        if forDevice {
            members.append(#""web": {"type": "boolean", "description": "whether it is one for a browser"}"#)
        }
        let states = ["valid", "expired", "foreignKey", "badSignature"] + (forDevice ? ["otherDevice"] : [])
        let binding = #"""
            ,
            "anyOf": [
              {"required": ["device"]},
              {
                "required": ["web"],
                "properties": {"web": {"enum": [true]}, "state": {"not": {"enum": ["otherDevice"]}}}
              }
            ]
            """#
        return ##"""
            {
              "type": "object", "required": \##(SchemaText.list(["kind"] + required)), "additionalProperties": false,
              "properties": {
                "kind": {"enum": ["\##(kind)"]}, \##(members.joined(separator: ", ")),
                "state": {"enum": \##(SchemaText.list(states)), "default": "valid"},
                "issued": {"$ref": "#/components/schemas/InputTime"},
                "ttlSeconds": {"type": "integer", "minimum": 1, "maximum": 3155760000}
              }\##(forDevice ? binding : "")
            }
            """##
    }
}
