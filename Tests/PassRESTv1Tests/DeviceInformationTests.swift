import PassCore
import PassHTTP
import PassRESTv1
import PassTestSupport
import Testing

@Suite("Device information")
struct DeviceInformationTests {
    /// What a record says of a device that sent `fields` and `body`: JSON, or `nil` when it says nothing.
    private func information(_ fields: HTTPFields, _ body: String = "") throws -> String? {
        let token = try Fixture.line("AccessTokens/recorded.jwt")
        let request = HTTPRequest.form(
            "/reggie/v1/SIMREQ/regcode.json?deviceId=a&access_token=" + token, body, fields)
        let response = try TestWorld(RESTv1Family()).answer(request)
        #expect(response.status == .created, "\(response.text)")
        let text = try JSONValue.parse(response.body)["info"]?["deviceInfo"]?.stringValue
        return try text.map { String(decoding: try #require(Base64.decode($0)), as: UTF8.self) }
    }

    private func normalized(_ json: String) throws -> String? {
        try information(["X-Device-Info": Base64.encode(Array(json.utf8))])
    }

    @Test("Everything that a device says is grouped as the service does")
    func complete() throws {
        let sent = """
            {"primaryHardwareType":"TV","model":"M1","version":"2","manufacturer":"Sim","vendor":"SimCo",\
            "osName":"Android","osFamily":"Android","osVendor":"Google","osVersion":"10.3.1-beta",\
            "browserName":"Chrome","browserVendor":"Google","browserVersion":"99.0.4844.51","userAgent":"UA/1",\
            "displayWidth":1920,"displayHeight":"1080","displayPpi":40,"diagonalScreenSize":55.5,\
            "applicationId":"app","connectionIp":"192.0.2.1","connectionPort":"4711","connectionSecure":true,\
            "connectionType":"WiFi","other":1}
            """
        let expected = """
            {"type":"TV","model":"M1","version":{"major":2,"minor":0,"patch":0,"profile":""},\
            "hardware":{"name":"M1","vendor":"SimCo","version":{"major":2,"minor":0,"patch":0,"profile":""},\
            "manufacturer":"Sim"},\
            "operatingSystem":{"name":"Android","family":"Android","vendor":"Google",\
            "version":{"major":10,"minor":3,"patch":1,"profile":"beta"}},\
            "browser":{"name":"Chrome","vendor":"Google","version":{"major":99,"minor":0,"patch":4844,"profile":"51"},\
            "userAgent":"UA/1","originalUserAgent":"UA/1"},\
            "display":{"width":1920,"height":1080,"ppi":40,"diagonalSize":55.5},\
            "applicationId":"app",\
            "connection":{"ipAddress":"192.0.2.1","port":4711,"secure":true,"type":"WiFi"}}
            """
        #expect(try normalized(sent) == expected)
    }

    @Test("Missing facts are left out, but a missing vendor is Unknown")
    func sparse() throws {
        #expect(try normalized("{}") == "{}")
        #expect(try normalized(#"{"type":"Roku","model":null,"version":""}"#) == #"{"type":"Roku"}"#)
        #expect(
            try normalized(#"{"osName":"Roku"}"#) == #"{"operatingSystem":{"name":"Roku","vendor":"Unknown"}}"#)
        #expect(
            try normalized(#"{"manufacturer":"Sim"}"#) == #"{"hardware":{"vendor":"Unknown","manufacturer":"Sim"}}"#)
    }

    @Test(
        "A version is three numbers and a rest",
        arguments: [
            ("2.1", 2, 1, 0, ""), ("7", 7, 0, 0, ""), ("1.2.3.4.5", 1, 2, 3, "4.5"), ("Tiramisu", 0, 0, 0, "Tiramisu"),
            ("4.x", 4, 0, 0, "x"), ("99999999999.1", 0, 0, 0, "99999999999.1"), ("1_2", 1, 0, 0, "2"),
        ])
    func versions(_ text: String, _ major: Int, _ minor: Int, _ patch: Int, _ profile: String) throws {
        let expected =
            #"{"version":{"major":\#(major),"minor":\#(minor),"patch":\#(patch),"profile":"\#(profile)"}}"#
        #expect(try normalized(#"{"version":"\#(text)"}"#) == expected)
    }

    @Test(
        "Device information is read from the field or the parameter, in any spelling of base64",
        arguments: [
            // {"model":"~~>"} in base64, unpadded, url-safe, percent-encoded, and wrapped.
            (["X-Device-Info": "eyJtb2RlbCI6In5+PiJ9"], ""), (["x-device-info": "eyJtb2RlbCI6In5-PiJ9"], ""),
            (["X-Device-info": "eyJtb2RlbCI6In5%2BPiJ9"], ""), ([:], "device_info=eyJtb2RlbCI6In5%2BPiJ9"),
            ([:], "device_info=eyJtb2RlbCI6In5%252BPiJ9"), ([:], "device_info=eyJtb2RlbCI6In5+PiJ9"),
            ([:], "device_info=eyJtb2RlbCI6%0D%0AIn5%2BPiJ9%0A"),
            (["X-Device-Info": "eyJtb2RlbCI6In5+PiJ9"], "device_info=eyJtb2RlbCI6ImIifQ"),
        ] as [(HTTPFields, String)])
    func spellings(_ fields: HTTPFields, _ body: String) throws {
        #expect(try information(fields, body) == #"{"model":"~~>"}"#)
    }

    @Test(
        "Text that can't be read is ignored",
        arguments: [
            "%%%", "not base64", "e30x", "W10=", "eyJhIjo=", "%FF", "eyJ",
        ])
    func unreadable(_ text: String) throws {
        #expect(try information(["X-Device-Info": text]) == nil)
    }

    @Test("More than 4,096 bytes of base64 are ignored")
    func length() throws {
        func json(_ count: Int) -> String { #"{"model":"\#(String(repeating: "m", count: count - 12))"}"# }
        #expect(try normalized(json(4_096 / 4 * 3)) == json(4_096 / 4 * 3))
        #expect(try normalized(json(4_096 / 4 * 3 + 1)) == nil)
    }
}
