import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassRESTv1
import PassTestSupport
import PassTokens
import Testing

@Suite("Registration Code Request")
struct RequestRegistrationCodeTests {
    private let path = "/reggie/v1/SIMREQ/regcode"

    private func expectError(
        _ status: HTTPStatus, _ message: String, details: String? = nil, _ request: HTTPRequest,
        in world: TestWorld? = nil
    ) throws {
        let response = try (world ?? TestWorld(RESTv1Family())).answer(request)
        let details = details.map { "\"\($0)\"" } ?? "null"
        #expect(response.text == #"{"status":\#(status.code),"message":"\#(message)","details":\#(details)}"#)
        #expect(response.status == status)
        #expect(response.fields["Adobe-Request-Id"]?.utf8.count == 36)
        #expect(response.fields[.cacheControl] == "no-store")
    }

    private func record(_ request: HTTPRequest, in world: TestWorld? = nil) throws -> JSONValue {
        let response = try (world ?? TestWorld(RESTv1Family())).answer(request)
        #expect(response.status == .created, "\(response.text)")
        return try JSONValue.parse(response.body)
    }

    @Test(
        "The device is read from the query, the form, or both with the same result",
        arguments: [
            HTTPRequest.form("/reggie/v1/SIMREQ/regcode.json?deviceId=sim-tv-0042", "{}"),
            .form("/reggie/v1/SIMREQ/regcode.json?deviceId=sim-tv-0042", ""),
            .form("/reggie/v1/SIMREQ/regcode.json", "deviceId=sim-tv-0042"),
            .form("/reggie/v1/SIMREQ/regcode.json?deviceId=sim-tv-0042", "deviceId=sim-tv-0042"),
            .form("//reggie/v1/SIMREQ/regcode.json/?deviceId=sim-tv-0042&_=1", ""),
        ])
    func places(_ request: HTTPRequest) throws {
        let record = try record(request)
        #expect(record["info"]?["deviceId"] == .string("c2ltLXR2LTAwNDI="))
        #expect(record["requestor"] == .string("SIMREQ"))
    }

    @Test(
        "The answer has the format that suffix, parameter and Accept request, in that order",
        arguments: [
            (".json", "", "application/xml", "application/json"), (".xml", "?format=json", "*/*", "application/xml"),
            ("", "?format=JSON", "text/html,application/xml", "application/json"),
            ("", "", "application/json, text/plain, */*", "application/json"), ("", "", "*/*", "application/xml"),
            ("", "", "", "application/xml"),
        ])
    func formats(_ suffix: String, _ query: String, _ accept: String, _ type: String) throws {
        let world = try TestWorld(RESTv1Family())
        let good = try world.answer(.form(path + suffix + query, "deviceId=a", [.accept: accept]))
        #expect(good.status == .created)
        #expect(good.fields[.contentType] == type + ";charset=UTF-8")
        let bad = try world.answer(.form(path + suffix + query, "", [.accept: accept]))
        #expect(bad.status == .badRequest)
        #expect(bad.fields[.contentType] == type + ";charset=UTF-8")
    }

    @Test(
        "A parameter that is missing or not valid is named in a 400",
        arguments: [
            ("", "Required String parameter 'deviceId' is not present", nil),
            ("deviceId=", "Required String parameter 'deviceId' is not present", nil),
            ("deviceId=a&deviceId=b", "Bad Request", "Parameter 'deviceId' is given twice"),
            ("deviceId=a%00", "Bad Request", "Parameter 'deviceId' contains a control character"),
            ("deviceId=a&ttl=0", "Bad Request", "Parameter 'ttl' must be 1 to 36000 seconds"),
            ("deviceId=a&ttl=36001", "Bad Request", "Parameter 'ttl' must be 1 to 36000 seconds"),
            ("deviceId=a&ttl=9223372036854775807", "Bad Request", "Parameter 'ttl' must be 1 to 36000 seconds"),
            ("deviceId=a&ttl=9223372036854775808", "Bad Request", "Parameter 'ttl' must be a number of seconds"),
            ("deviceId=a&ttl=-1", "Bad Request", "Parameter 'ttl' must be a number of seconds"),
            ("deviceId=a&ttl=%2B1", "Bad Request", "Parameter 'ttl' must be a number of seconds"),
            ("deviceId=a&ttl=1.5", "Bad Request", "Parameter 'ttl' must be a number of seconds"),
            ("deviceId=a&ttl=x", "Bad Request", "Parameter 'ttl' must be a number of seconds"),
            ("deviceId=a&mvpd=a&mvpd=b", "Bad Request", "Parameter 'mvpd' is given twice"),
            ("deviceId=a&appId=%1F", "Bad Request", "Parameter 'appId' contains a control character"),
        ] as [(String, String, String?)])
    func badParameters(_ body: String, _ message: String, _ details: String?) throws {
        try expectError(.badRequest, message, details: details, .form(path + ".json", body))
    }

    @Test("A broken escape is a 400")
    func brokenEscape() throws {
        let response = try TestWorld(RESTv1Family()).answer(.form(path + ".json", "deviceId=%zz"))
        #expect(response.status == .badRequest)
        #expect(response.text.hasPrefix(#"{"status":400,"message":"Bad Request","details":"Parameter 'deviceId' "#))
    }

    @Test("A device identifier may have 1,024 bytes")
    func longDevice() throws {
        let longest = String(repeating: "a", count: 1024)
        #expect(try record(.form(path + ".json", "deviceId=" + longest))["code"] != nil)
        try expectError(
            .badRequest, "Bad Request", details: "Parameter 'deviceId' is longer than 1024 bytes",
            .form(path + ".json", "deviceId=a" + longest))
    }

    @Test("A code lasts as long as requested, at most ten hours", arguments: [1, 1800, 36_000])
    func timeToLive(_ seconds: Int64) throws {
        let record = try record(.form(path + ".json", "deviceId=a&ttl=\(seconds)"))
        #expect(record["generated"] == .integer(1_767_225_600_000))
        #expect(record["expires"] == .integer(1_767_225_600_000 + seconds * 1000))
    }

    @Test("Codes are seven upper-case letters and digits, all different")
    func codes() throws {
        let world = try TestWorld(RESTv1Family())
        var codes: Set<String> = []
        for _ in 0..<20 {
            let code = try #require(record(.form(path + ".json", "deviceId=a"), in: world)["code"]?.stringValue)
            #expect(code.utf8.count == 7)
            #expect(code.utf8.allSatisfy { (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) })
            codes.insert(code)
        }
        #expect(codes.count == 20)
    }

    @Test("An unknown requestor is refused where the World refuses them")
    func unknownRequestor() throws {
        let world = try TestWorld(RESTv1Family()) { $0.unknownRequestors = .refuse }
        try expectError(
            .badRequest, "Requestor not found for given ID", .form(path + ".json", "deviceId=a"), in: world)
    }

    @Test("A full World is reported as such")
    func full() throws {
        let world = try TestWorld(RESTv1Family(), capacity: 1)
        _ = try record(.form(path + ".json", "deviceId=a"), in: world)
        try expectError(
            .serviceUnavailable, "Back-end server is at capacity", .form(path + ".json", "deviceId=a"), in: world)
    }

    @Test("The access token may be a parameter instead, and selects the current shape")
    func tokenParameter() throws {
        let token = try Fixture.line("AccessTokens/recorded.jwt")
        for request in [
            HTTPRequest.form(path + ".json?deviceId=a", "access_token=" + token),
            .form(path + ".json", "deviceId=a&registrationURL=https://a.example", [.authorization: "bearer " + token]),
        ] {
            let record = try record(request)
            #expect(record["info"]?["authorizationType"] == .string("OAUTH2"))
            let source = record["info"]?["sourceApplicationInformation"]
            #expect(source?["name"] == .string("Unnamed application"))
            #expect(source?["version"] == .string("1.0.0"))
            #expect(record.objectValue?.keys.contains("mvpd") == false)
            #expect(record["info"]?.objectValue?.keys.contains("deviceInfo") == false)
            #expect(record["info"]?.objectValue?.keys.contains("userAgent") == false)
        }
    }

    @Test("A login page finds the registration URL in the current shape as well")
    func registrationURL() throws {
        let token = try Fixture.line("AccessTokens/recorded.jwt")
        let record = try record(
            .form(path + ".json", "deviceId=a&registrationURL=https://a.example&access_token=" + token))
        #expect(record["info"]?["registrationURL"] == .string("https://a.example"))
    }

    @Test(
        "An invalid bearer is refused in OAuth's format, whatever the requested one",
        arguments: ["Bearer", "Bearer x", "Bearer a.b.c", "bearer eyJhbGciOiJub25lIn0.e30."])
    func badBearer(_ authorization: String) throws {
        for suffix in [".json", ".xml"] {
            let response = try TestWorld(RESTv1Family()).answer(
                .form(path + suffix, "deviceId=a", [.authorization: authorization]))
            #expect(response.status == .unauthorized)
            #expect(response.text == #"{"error":"access_denied"}"#)
            #expect(response.fields[.contentType] == "application/json;charset=UTF-8")
            #expect(response.fields[.cacheControl] == "no-store")
            #expect(response.fields[.pragma] == "no-cache")
        }
    }

    @Test("An expired bearer is refused")
    func expiredBearer() throws {
        let world = try TestWorld(RESTv1Family())
        let token = try Fixture.line("AccessTokens/recorded.jwt")
        let request = HTTPRequest.form(path, "deviceId=a", [.authorization: "Bearer " + token])
        world.clock.advance(by: .seconds(21_599))
        #expect(try world.answer(request).status == .created)
        world.clock.advance(by: .seconds(1))
        #expect(try world.answer(request).text == #"{"error":"access_denied"}"#)
    }

    @Test("A client that is no longer allowed is told to register again")
    func forgottenClient() throws {
        let world = try TestWorld(RESTv1Family()) { $0.unknownClients = .refuse }
        let token = try Fixture.line("AccessTokens/recorded.jwt")
        let response = try world.answer(.form(path, "deviceId=a", [.authorization: "Bearer " + token]))
        #expect(response.status == .forbidden)
        #expect(response.text == #"{"error":"invalid_client"}"#)
    }

    @Test("Every call of the family runs on a worker and carries secrets")
    func routes() {
        let routes = RESTv1Family().endpoints.map(\.route)
        #expect(
            routes.map(\.operation) == [
                .requestRegistrationCode, .returnRegistrationRecord, .deleteRegistrationRecord,
            ])
        for route in routes {
            #expect(route.place == .worker)
            #expect(route.carriesSecrets)
        }
    }

    @Test("A long User-Agent is cut to whole characters of at most 512 bytes")
    func longUserAgent() throws {
        let agent = String(repeating: "a", count: 511) + "\u{E9}\u{E9}"
        let world = try TestWorld(RESTv1Family())
        let request = HTTPRequest(method: .post, target: path + ".json?deviceId=a", fields: ["User-Agent": agent])
        let code = try #require(try record(request, in: world)["code"]?.stringValue)
        let kept = try world.world.stores.registrationCodes.find(ExactText(code), now: world.clock.now())
        #expect(kept?.details[.userAgent] == String(repeating: "a", count: 511))
    }
}
