import PassCore
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("Devices in REST API v2", .eachStore)
struct RESTv2DeviceTests {
    private static let phone =
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Safari/604.1"

    private static func information(_ json: String) -> HTTPFields {
        ["X-Device-Info": Base64.encode(Array(json.utf8))]
    }

    private func device(_ app: RESTv2App, _ fields: HTTPFields) throws -> JSONValue {
        let code = try #require(app.createSession(fields).json["code"]?.stringValue)
        return try #require(app.get("sessions/\(code)").json["device"])
    }

    @Test("A device that states nothing about itself is recognized by its User-Agent")
    func userAgent() throws {
        let device = try device(RESTv2App(TestSite()), ["User-Agent": Self.phone])
        #expect(device["operatingSystem"]?["name"]?.stringValue == "iOS")
        #expect(device["browser"]?["name"]?.stringValue == "Safari" && device["type"]?.stringValue == "MobilePhone")
        let version = device["browser"]?["version"]
        #expect(version?["major"] == .integer(17) && version?["minor"] == .integer(0))
    }

    @Test("The picker's settings for a platform's sign-on are sent to an iPhone recognized only by its User-Agent")
    func platform() throws {
        let site = try TestSite()
        let app = try RESTv2App(site)
        func told(_ userAgent: String) -> Bool {
            app.get("configuration", ["User-Agent": userAgent]).text.contains("boardingStatus")
        }
        #expect(told(Self.phone) && told("App/1 CFNetwork/1410 Darwin/22") && !told("curl/8.5.0"))
    }

    @Test("The connection's address is the peer's, or the one from a trusted proxy, and never from another peer")
    func address() throws {
        let fields: HTTPFields = ["X-Forwarded-For": "203.0.113.9, 10.0.0.1"]
        let open = try device(RESTv2App(TestSite()), fields)
        #expect(open["connection"]?["ipAddress"]?.stringValue == "127.0.0.1")
        let range = try #require(Configuration.AddressRange("127.0.0.1"))
        let behind = try device(RESTv2App(TestSite { $0.trustedProxies = [range] }), fields)
        #expect(behind["connection"]?["ipAddress"]?.stringValue == "203.0.113.9")
        #expect(behind["connection"]?["port"] == .null)
    }

    @Test("The connection's port is the peer's, unless the device names an address")
    func port() throws {
        let site = try TestSite()
        let app = try RESTv2App(site)
        let connection = HTTPConnectionInfo(peerAddress: "192.0.2.7", peerPort: 50_123)
        func port(_ fields: HTTPFields) throws -> JSONValue? {
            var all = fields
            all.append(.authorization, "Bearer \(app.bearer)")
            all.append("AP-Device-Identifier", "fingerprint YzBmZmVl")
            let request = HTTPRequest(
                method: .post, target: "/api/v2/TEST_REQUESTOR/sessions", authority: "127.0.0.1:8080", fields: all,
                connection: connection)
            let code = try #require(site.send(request).json["code"]?.stringValue)
            return app.get("sessions/\(code)").json["device"]?["connection"]?["port"]
        }
        #expect(try port([:]) == .string("50123"))
        #expect(try port(Self.information(#"{"connectionIp":"203.0.113.9"}"#)) == .null)
        #expect(try port(Self.information(#"{"connectionPort":1234}"#)) == .string("1234"))
    }

    @Test("Codes have no characters that look alike")
    func codes() throws {
        let app = try RESTv2App(TestSite())
        let codes = try (0..<40).map { _ in try app.code() }.joined()
        #expect(!codes.contains { "01IO".contains($0) })
    }

    @Test("A call for a profile without a code has a malformed one", arguments: ["profiles/code", "profiles/code/"])
    func emptyCode(_ path: String) throws {
        let answer = try RESTv2App(TestSite()).get(path)
        #expect(answer.status == .badRequest && answer.errorCode == "invalid_parameter_code")
    }

    // A strict simulator.

    private static let complete =
        #"{"model":"Box","version":"4.1","osName":"Linux","osVersion":"6.1","connectionType":"LAN"}"#

    @Test(
        "A strict simulator refuses device information that is missing, duplicate, unreadable or incomplete",
        arguments: ["sessions", "profiles", "profiles/Adobe", "decisions/authorize/Adobe", "logout/Adobe"])
    func strict(_ path: String) throws {
        let app = try RESTv2App(TestSite { $0.restV2.deviceInformation = .strict })
        func code(_ fields: HTTPFields) -> String? {
            let answer =
                path == "sessions" || path.hasPrefix("decisions") ? app.post(path, [], fields) : app.get(path, fields)
            return answer.errorCode
        }
        var doubled = Self.information(Self.complete)
        doubled.append("X-Device-Info", Base64.encode(Array(Self.complete.utf8)))
        let refused: [HTTPFields] = [
            [:], ["X-Device-Info": ""], ["X-Device-Info": "%%%"], ["X-Device-Info": "bm8ganNvbg=="], doubled,
            Self.information("{}"), Self.information(#"{"model":"Box"}"#), ["User-Agent": "curl/8.5.0"],
        ]
        for fields in refused {
            #expect(code(fields) == "invalid_header_device_info", "\(fields.pairs)")
        }
        for fields in [Self.information(Self.complete), ["User-Agent": Self.phone]] {
            #expect(code(fields) != "invalid_header_device_info", "\(fields.pairs)")
        }
        // The calls that need no device need no information about it.
        #expect(app.get("configuration").status == .ok)
        #expect(app.get("profiles/code/AAAAAAA").errorCode == "invalid_authentication_session")
    }

    @Test("The explanation of a strict refusal names all values that the device information lacks")
    func missingValues() throws {
        let app = try RESTv2App(TestSite { $0.restV2.deviceInformation = .strict })
        let answer = app.get("profiles", Self.information(#"{"model":"Box","osName":""}"#))
        let id = try #require(answer.fields["X-Pass-Simulator-Exchange"])
        let explanation = app.site.get("/_sim/exchanges/\(id)/explanation").text
        #expect(
            explanation.contains("X-Device-Info has no version, osName, osVersion, connectionType"), "\(explanation)")
    }

    @Test("The device identifier is checked before the device information")
    func order() throws {
        var app = try RESTv2App(TestSite { $0.restV2.deviceInformation = .strict })
        app.device = nil
        #expect(app.get("profiles").errorCode == "invalid_header_device_identifier")
    }
}
