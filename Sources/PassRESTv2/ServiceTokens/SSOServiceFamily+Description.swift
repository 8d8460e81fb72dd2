import PassCore
import PassDomain
package import PassEndpointKit
import PassHTTP

extension SSOServiceFamily {
    /// The description of this family's calls.
    package var description: OpenAPI {
        OpenAPI(
            title: "Adobe Pass Authentication SSO Service, as Pass Simulator serves it",
            calls: endpoints.map { Self.call($0.route) }, schemas: Self.schemas, parameters: Self.parameters)
    }

    private static let device = OpenAPI.Header(
        "AP-Device-Identifier", isRequired: true, "fingerprint, a space, and the device's identifier in base64")
    private static let token = OpenAPI.Header("AD-Service-Token", isRequired: true, "the device's service token")

    private static func answers(_ status: Int, _ schema: String, _ description: String) -> [OpenAPI.Answer] {
        [
            OpenAPI.Answer(status, description, content: (ServiceTokenAnswer.type, schema)),
            OpenAPI.Answer(400, "a header field or the body is missing or invalid", content: refusal),
            OpenAPI.Answer(401, "a token is missing, invalid or expired", content: refusal),
            OpenAPI.Answer(500, "the limit of records is reached", content: refusal),
        ]
    }

    private static let refusal: (type: String, schema: String?) = (ServiceTokenAnswer.type, "Error")

    private static func call(_ route: Route) -> OpenAPI.Call {
        switch route.operation {
        case .createServiceToken:
            .init(
                route, .post, "A device's first service token",
                headers: [
                    device, .init("X-SSO-ID", "the common identifier of the user's devices"),
                    .init("X-SSO-LINK", "a code that another device shows, in place of X-SSO-ID"),
                    .init("X-Device-Info", "what the device says about itself, in base64"),
                ], answers: answers(201, "ServiceToken", "the token"))
        case .refreshServiceToken:
            .init(
                route, .get, "A new token in place of an older one", headers: [token],
                answers: answers(200, "ServiceToken", "the token"))
        case .createLinkCode:
            .init(
                route, .post, "A code with which another device can join", headers: [device, token],
                answers: answers(201, "Link", "the code"))
        case .unlinkDevices:
            .init(
                route, .post, "Unlinks devices", headers: [device, token],
                body: .init("application/json", schema: "Devices", isRequired: true),
                answers: answers(200, "Unlinked", "the devices that have left"))
        case .listLinkedDevices:
            .init(
                route, .get, "The user's devices", headers: [device, token],
                answers: answers(200, "LinkedDevices", "the devices"))
        default: preconditionFailure("\(route.operation) isn't an operation of the SSO Service.")
        }
    }

    private static let parameters: JSONValue = {
        var all = RESTv2ParameterSchemas.all.objectValue ?? [:]
        all["X-SSO-ID"] = .object(["type": .string("string"), "pattern": .string("^[!-~]{1,128}$")])
        all["X-SSO-LINK"] = .object(["type": .string("string"), "pattern": .string("^[0-9]{6}$")])
        return .object(all)
    }()

    private static let schemas: JSONValue = (try? JSONValue.parse(Array(text.utf8))) ?? .null

    private static let text = #"""
        {
          "ServiceToken": {
            "type": "object", "required": ["status", "serviceToken", "notBefore", "notAfter"],
            "additionalProperties": false,
            "properties": {
              "status": {"enum": ["CREATED", "OK"]}, "serviceToken": {"type": "string"},
              "notBefore": {"type": "integer"}, "notAfter": {"type": "integer"}
            }
          },
          "Link": {
            "type": "object", "required": ["status", "code", "notBefore", "notAfter"], "additionalProperties": false,
            "properties": {
              "status": {"enum": ["CREATED"]}, "code": {"type": "string"},
              "notBefore": {"type": "integer"}, "notAfter": {"type": "integer"}
            }
          },
          "Devices": {
            "type": "object", "required": ["devices"],
            "properties": {
              "devices": {
                "type": "array", "minItems": 1, "maxItems": 256, "items": {"type": "string", "minLength": 1}
              }
            }
          },
          "Unlinked": {
            "type": "object", "required": ["status", "unlinkedDevices"], "additionalProperties": false,
            "properties": {
              "status": {"enum": ["OK"]}, "unlinkedDevices": {"type": "array", "items": {"type": "string"}}
            }
          },
          "LinkedDevices": {
            "type": "object", "required": ["devices"], "additionalProperties": false,
            "properties": {
              "devices": {
                "type": "object",
                "additionalProperties": {
                  "type": "object", "required": ["lastSeen", "type"], "additionalProperties": false,
                  "properties": {
                    "deviceType": {"type": "string"}, "model": {"type": "string"}, "os": {"type": "string"},
                    "osVersion": {"type": "string"}, "lastSeen": {"type": "integer"},
                    "type": {"enum": ["regular", "sso"]}
                  }
                }
              }
            }
          },
          "Error": {
            "type": "object", "required": ["status", "error"], "additionalProperties": false,
            "properties": {
              "status": {"enum": ["BAD_REQUEST", "UNAUTHORIZED", "INTERNAL_SERVER_ERROR"]},
              "error": {
                "type": "object", "required": ["status", "code", "message", "action", "helpUrl", "trace"],
                "additionalProperties": false,
                "properties": {
                  "status": {"type": "integer"}, "code": {"type": "string"}, "message": {"type": "string"},
                  "action": {"enum": ["get_new_token", "check_headers", "check_request_body", "none"]},
                  "helpUrl": {"type": "string"}, "trace": {"type": "string"}
                }
              }
            }
          }
        }
        """#
}
