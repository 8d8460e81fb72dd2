import PassCore
import PassHTTP
import Testing

@testable import PassSimulator

extension TestSite {
    /// Sends a control request with JSON content.
    func control(_ method: HTTPMethod, _ path: String, _ content: String = "") -> HTTPResponse {
        let fields: HTTPFields = content.isEmpty ? [:] : [.contentType: "application/json"]
        return send(request(method, "\(prefix)/_sim/\(path)", fields, body: Array(content.utf8)))
    }

    /// Signs a user in without a browser, and returns the answer, which must be good.
    @discardableResult
    func signIn(_ content: String) throws -> JSONValue {
        let answer = control(.post, "login", content)
        try #require(answer.status == .ok, "\(answer.text)")
        return answer.json
    }

    /// Returns the entries of a kind of state.
    func state(_ kind: String, _ query: String = "") throws -> [JSONValue] {
        let answer = control(.get, "state/\(kind)\(query)")
        return try #require(answer.json[kind]?.arrayValue, "\(answer.text)")
    }

    /// Returns the identifier of the only entry of a kind.
    func onlyID(_ kind: String) throws -> String {
        let entries = try state(kind)
        try #require(entries.count == 1, "\(entries)")
        return try #require(entries[0]["id"]?.stringValue)
    }

    /// Asks for a registration code for a device.
    func registrationCode(_ requestor: String = "TEST_REQUESTOR", device: String = "c0ffee") throws -> String {
        let answer = post(
            "/reggie/v1/\(requestor)/regcode", [("deviceId", device), ("format", "json")],
            ["Accept": "application/json"])
        return try #require(answer.json["code"]?.stringValue, "\(answer.text)")
    }
}

extension NativeClient {
    /// Asks for the authN token with a registration code, as a TV polls.
    func poll(_ code: String) -> HTTPResponse {
        site.post(
            "/adobe-services/1.0/sessionDevice",
            [("requestor_id", requestor), ("device_id", deviceID), ("reg_code", code)])
    }

    /// Whether a media token for a resource can be had with that authN token, and is good.
    func canWatch(_ token: String, _ resource: String = "TEST_RESOURCE") throws -> Bool {
        guard let decision = authorize(token, resource).element("authzToken") else { return false }
        let content = JSONWriter.object { content in
            content.member("token", mediaToken(decision).text)
            content.member("resource", resource)
        }
        let verdict = site.control(.post, "tokens/verify", String(decoding: content, as: UTF8.self))
        return verdict.json["valid"] == .bool(true)
    }
}
