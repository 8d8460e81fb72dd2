import PassCore
import PassCrypto
import PassHTTP
import PassTestSupport
import PassTokens
import Testing

@testable import PassSimulator

@Suite("The SSO Service", .eachStore)
struct SSOServiceTests {
    private func app(_ site: TestSite, _ device: String) throws -> RESTv2App {
        var app = try RESTv2App(site)
        app.device = device
        return app
    }

    private func token(_ answer: HTTPResponse) throws -> String {
        try #require(answer.json["serviceToken"]?.stringValue, "\(answer.text)")
    }

    private func joined(_ app: RESTv2App, _ id: String = "viewer") throws -> String {
        try token(app.sso(.post, "serviceToken", ["X-SSO-ID": id]))
    }

    private func linked(_ app: RESTv2App, by first: RESTv2App, _ firstToken: String) throws -> String {
        let code = first.sso(.post, "link", ["AD-Service-Token": firstToken]).json["code"]?.stringValue
        return try token(app.sso(.post, "serviceToken", ["X-SSO-LINK": try #require(code)]))
    }

    private func devices(_ app: RESTv2App, _ token: String) throws -> [ExactText: JSONValue] {
        try #require(app.sso(.get, "list", ["AD-Service-Token": token]).json["devices"]?.objectValue)
    }

    private func code(_ answer: HTTPResponse) -> String? { answer.json["error"]?["code"]?.stringValue }

    @Test("A login on one device serves the devices that join by a code, until one logs out")
    func journey() throws {
        let site = try TestSite()
        var (tv, phone) = (try app(site, "tv"), try app(site, "phone"))
        let tvToken = try joined(tv)
        tv.fields = ["AD-Service-Token": tvToken]
        let phoneToken = try linked(phone, by: tv, tvToken)
        phone.fields = ["AD-Service-Token": phoneToken]
        #expect(phone.profile().profiles.isEmpty)
        try tv.login()
        #expect(phone.profile().profiles["Adobe"]?["type"]?.stringValue == "serviceTokenSSO")
        #expect(phone.createSession().json["reasonType"]?.stringValue == "authenticatedSSO")
        #expect(try MediaTokenVerification(site).verify(phone.mediaToken()) == "VALID_TOKEN")
        #expect(phone.logout().status == .ok)
        #expect(phone.profile().profiles.isEmpty)
        // Each device has registered by itself here, so the TV's app is another one, which keeps its own login.
        #expect(tv.profile().profiles["Adobe"]?["type"]?.stringValue == "regular")
    }

    @Test("A logout on one device ends the login of the same app on the device where it began")
    func logoutElsewhere() throws {
        var tv = try app(try TestSite(), "tv")
        tv.fields = ["AD-Service-Token": try joined(tv)]
        try tv.login()
        var phone = tv
        phone.device = "phone"
        #expect(phone.profile().profiles["Adobe"]?["type"]?.stringValue == "serviceTokenSSO")
        #expect(phone.logout().json["logouts"]?["Adobe"]?["actionName"]?.stringValue == "logout")
        #expect(tv.profile().profiles.isEmpty)
        #expect(tv.authorize("news").errorCode == "authenticated_profile_missing")
    }

    @Test("A device that has left is treated as without a token, and can't use the token to return")
    func unlinked() throws {
        let site = try TestSite()
        var (tv, phone) = (try app(site, "tv"), try app(site, "phone"))
        let tvToken = try joined(tv)
        let phoneToken = try linked(phone, by: tv, tvToken)
        tv.fields = ["AD-Service-Token": tvToken]
        phone.fields = ["AD-Service-Token": phoneToken]
        try tv.login()
        let name = Base64.encode(Array("phone".utf8))
        let left = tv.sso(.post, "unlink", body: #"{"devices":["\#(name)","nobody"]}"#)
        #expect(left.text == #"{"status":"OK","unlinkedDevices":["\#(name)"]}"#)
        #expect(phone.profile().profiles.isEmpty && tv.profile().profiles.count == 1)
        #expect(try devices(tv, tvToken).count == 1)
        let again = tv.sso(.post, "unlink", body: #"{"devices":["phone"]}"#)
        #expect(again.json["unlinkedDevices"] == .array([]))
        for answer in [
            phone.sso(.get, "serviceToken"), phone.sso(.get, "list"), phone.sso(.post, "link"),
            phone.sso(.post, "unlink", body: #"{"devices":["tv"]}"#),
        ] {
            #expect(answer.status == .unauthorized)
            #expect(answer.json["error"]?["code"]?.stringValue == "unauthorized", "\(answer.text)")
        }
        #expect(try devices(tv, tvToken).count == 1)
        _ = tv.sso(.post, "unlink", body: #"{"devices":["tv"]}"#)
        #expect(tv.sso(.get, "list").status == .unauthorized)
    }

    @Test("A service token is valid on every device that sends it unchanged, and only as long as it lasts")
    func ownToken() throws {
        let site = try TestSite()
        var (tv, other) = (try app(site, "tv"), try app(site, "other"))
        let token = try joined(tv)
        tv.fields = ["AD-Service-Token": token]
        other.fields = tv.fields
        try tv.login()
        #expect(other.profile().profiles["Adobe"]?["type"]?.stringValue == "serviceTokenSSO")
        other.fields = ["AD-Service-Token": String(token.dropLast(4)) + "AAAA"]
        #expect(other.profile().profiles.isEmpty)
        // A second app of the first device has no login of its own either.
        var second = try RESTv2App(site)
        second.device = "tv"
        second.fields = tv.fields
        #expect(second.profile().profiles["Adobe"]?["type"]?.stringValue == "serviceTokenSSO")
        site.clock?.advance(by: .hours(1))
        #expect(second.profile().profiles.isEmpty)
        let renewed = try self.token(second.sso(.get, "serviceToken"))
        second.fields = ["AD-Service-Token": renewed]
        #expect(second.profile().profiles.count == 1)
    }

    @Test("A link code is valid once and for half an hour")
    func linkCode() throws {
        let site = try TestSite()
        let (tv, phone, tablet) = (try app(site, "tv"), try app(site, "phone"), try app(site, "tablet"))
        let fields: HTTPFields = ["AD-Service-Token": try joined(tv)]
        func link() throws -> HTTPFields {
            let code = try #require(tv.sso(.post, "link", fields).json["code"]?.stringValue)
            #expect(code.utf8.count == 6 && code.utf8.allSatisfy { (0x30...0x39).contains($0) })
            return ["X-SSO-LINK": code]
        }
        let first = try link()
        let second = try link()
        #expect(phone.sso(.post, "serviceToken", first).status == .created)
        #expect(code(tablet.sso(.post, "serviceToken", first)) == "token_invalid")
        site.clock?.advance(by: .minutes(30))
        #expect(code(tablet.sso(.post, "serviceToken", second)) == "token_invalid")
    }

    @Test("A code takes precedence over an identifier, and the user's devices keep the first device's identifier")
    func bothHeaders() throws {
        let site = try TestSite()
        let (tv, phone) = (try app(site, "tv"), try app(site, "phone"))
        let tvToken = try joined(tv, "one")
        let code = tv.sso(.post, "link", ["AD-Service-Token": tvToken]).json["code"]?.stringValue ?? ""
        let both: HTTPFields = ["X-SSO-LINK": code, "X-SSO-ID": "two"]
        let phoneToken = try token(phone.sso(.post, "serviceToken", both))
        #expect(try devices(phone, phoneToken).count == 2)
        let claims = Base64.decode(String(phoneToken.split(separator: ".")[1]), .url).flatMap {
            try? JSONValue.parse($0)
        }
        #expect(claims?["sub"]?.stringValue == "one" && claims?["iss"]?.stringValue == "ssoservicetoken")
        #expect(claims?.objectValue?.count == 5)
    }

    @Test("The number of a user's devices is limited: one more replaces the one seen longest ago")
    func bound() throws {
        let site = try TestSite()
        var token = ""
        var last = try app(site, "device-0")
        for number in 0...64 {
            last.device = "device-\(number)"
            token = try joined(last)
            site.clock?.advance(by: .seconds(1))
        }
        let names = try devices(last, token)
        #expect(names.count == 64 && names[ExactText(Base64.encode(Array("device-0".utf8)))] == nil)
    }

    @Test("Every call refuses another client's access token, and an expired service token")
    func refusals() throws {
        let site = try TestSite()
        var tv = try app(site, "tv")
        let service: HTTPFields = ["AD-Service-Token": try joined(tv)]
        let calls: [(HTTPMethod, String)] = [(.post, "link"), (.post, "unlink"), (.get, "list")]
        site.clock?.advance(by: .hours(1))
        for (method, path) in calls {
            let answer = tv.sso(method, path, service, body: #"{"devices":["a"]}"#)
            #expect(answer.status == .unauthorized && code(answer) == "token_expired", "\(path)")
            let missing = tv.sso(method, path)
            #expect(missing.status == .unauthorized && code(missing) == "header_missing", "\(path)")
            let message = missing.json["error"]?["message"]?.stringValue
            #expect(message == "AD-Service-Token header is required for \(path) requests")
        }
        tv.bearer += "x"
        for (method, path) in calls + [(.post, "serviceToken"), (.get, "serviceToken")] {
            let answer = tv.sso(method, path, service)
            #expect(answer.status == .unauthorized && code(answer) == "unauthorized", "\(path)")
            #expect(answer.json["status"]?.stringValue == "UNAUTHORIZED")
        }
    }

    @Test(
        "A body that names no devices is refused",
        arguments: [
            ("", "request_null"), ("null", "request_null"), ("[]", "request_null"), ("{", "request_null"),
            ("{}", "request_invalid"), (#"{"devices":null}"#, "request_invalid"),
            (#"{"devices":"a"}"#, "request_invalid"), (#"{"devices":[1]}"#, "request_invalid"),
            (#"{"devices":[""]}"#, "request_invalid"), (#"{"devices":["a"],"devices":["b"]}"#, "request_invalid"),
        ])
    func bodies(_ body: String, _ expected: String) throws {
        let tv = try app(try TestSite(), "tv")
        let answer = tv.sso(.post, "unlink", ["AD-Service-Token": try joined(tv)], body: body)
        #expect(answer.status == .badRequest && code(answer) == expected)
    }

    @Test("A common identifier that is too long or duplicate is refused")
    func identifiers() throws {
        let tv = try app(try TestSite(), "tv")
        let long: HTTPFields = ["X-SSO-ID": String(repeating: "a", count: 1025)]
        #expect(code(tv.sso(.post, "serviceToken", long)) == "header_missing")
        var doubled: HTTPFields = ["X-SSO-ID": "a"]
        doubled.append("X-SSO-ID", "b")
        #expect(code(tv.sso(.post, "serviceToken", doubled)) == "header_missing")
    }

    @Test(
        "A header field that isn't UTF-8 is refused, so that no two users share a name",
        arguments: [0xE8, 0xE9] as [UInt8])
    func notText(_ byte: UInt8) throws {
        let site = try TestSite()
        let tv = try app(site, "tv")
        let token = try joined(tv)
        func refusal(_ method: HTTPMethod, _ path: String, _ name: HTTPFieldName, _ value: String) -> String? {
            let request = tv.request(method, "").with(target: "/api/TEST_REQUESTOR/\(path)")
            return code(site.send(request.adding(name, Array(value.utf8) + [byte])))
        }
        #expect(refusal(.post, "serviceToken", "X-SSO-ID", "user") == "header_missing")
        #expect(refusal(.post, "serviceToken", "X-SSO-LINK", "12345") == "header_missing")
        #expect(refusal(.get, "list", "AD-Service-Token", token) == "header_invalid")
        #expect(refusal(.get, "serviceToken", "AD-Service-Token", token) == "header_invalid")
    }

    @Test("An unknown path or method has no body, and the throttle doesn't count the calls")
    func surroundings() throws {
        let site = try TestSite { $0.throttle.requestsPerSecond = 1 }
        let preflight = site.send(site.request(.options, "/api/TEST_REQUESTOR/list", [.origin: "https://a.example"]))
        #expect(preflight.status == .noContent)
        #expect(preflight.fields["Access-Control-Allow-Headers"]?.contains("AD-Service-Token") == true)
        for _ in 0..<20 {
            let answer = site.send(site.request(.delete, "/api/TEST_REQUESTOR/list"))
            #expect(answer.status == .methodNotAllowed && answer.body.isEmpty)
        }
        let tv = try app(site, "tv")
        for _ in 0..<20 { #expect(tv.sso(.get, "list").status == .unauthorized) }
    }

    // The programmer's own tokens.

    private func signed(_ claims: String, by key: RSAPrivateKey) -> String {
        JSONWebToken.sign(Array(claims.utf8), with: key)
    }

    @Test("Where the key of the programmer's identity service is configured, only its tokens name a user")
    func programmersKey() throws {
        let file = "\(Fixture.directory)/Keys/requestor.pem"
        let site = try TestSite { configuration in
            configuration.requestors["TEST_REQUESTOR"]?.serviceTokenKeys = [file]
        }
        var (first, second) = (try app(site, "one"), try app(site, "two"))
        let claims = #"{"iss":"idp","sub":"viewer","aud":"adobe"}"#
        let good = signed(claims, by: try TestWorld.key("requestor"))
        let bad = signed(claims, by: try TestWorld.key("token"))
        for token in [bad, "eyJhbGciOiJub25lIn0.\(Base64.encode(Array(claims.utf8), .url)).c2ln"] {
            first.fields = ["AD-Service-Token": token]
            second.fields = first.fields
            try first.login()
            #expect(second.profile().profiles.isEmpty)
            #expect(first.logout().status == .ok)
        }
        first.fields = ["AD-Service-Token": good]
        second.fields = first.fields
        try first.login()
        #expect(second.profile().profiles["Adobe"]?["type"]?.stringValue == "serviceTokenSSO")
    }
}
