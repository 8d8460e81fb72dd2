import PassCore
import PassDomain
import PassHTTP
import PassInstruments
import Testing

@testable import PassAdmin

@Suite("Secrets in any text")
struct SecretScanTests {
    private static func entry(
        _ target: String = "/x", fields: HTTPFields = [:], body: [UInt8] = [], answer: [UInt8] = [],
        answerFields: HTTPFields = [:]
    ) -> JournalEntry {
        JournalEntry(
            time: Timestamp(seconds: 0), operation: nil,
            request: HTTPRequest(
                method: .post, target: target, authority: "sp.example", fields: fields, body: body),
            response: HTTPResponse(.ok, fields: answerFields, body: answer))
    }

    private static func fields(_ pairs: (name: String, value: String)...) -> HTTPFields {
        pairs.reduce(into: HTTPFields()) { $0.append(HTTPFieldName($1.name), $1.value) }
    }

    /// Returns the texts of an exchange as a masked file has them.
    private static func masked(_ entry: JournalEntry) -> String {
        let secrets = ExchangeSecrets([entry])
        let known = ReadExchange(entry: entry, namespace: .default, facts: ExchangeFacts(entry))
        let mask = secrets.mask(key: [1])
        let line = JSONWriter.object {
            ExchangeLine.write(ExchangeRecord(known, mask: mask), mask: mask, to: &$0)
        }
        return String(decoding: line, as: UTF8.self)
    }

    @Test(
        "A body that is cut anywhere, or has an unknown form, has no secret in a masked file",
        arguments: [
            #"{"a":1,"password":"s3cr3t-value","b":["#, #"{"password":"s3cr3t-value"#, #"{"password" : "s3cr3t-value"#,
            #"{"x":"pass\u0077ord","pass\u0077ord":"s3cr3t-value","#, #"{"token":["a-first","s3cr3t-value"#,
            #"{"deviceId":  's3cr3t-value'"#, #"{"a":"{\"password\":\"s3cr3t-value\"}","#,
            #"{"a":"{\"b\":\"{\\\"token\\\":\\\"s3cr3t-value\\\"}\"","#, #"{"token":"a\"s3cr3t-value","#,
            #"{"a":"{\"token\":\"a\\\"s3cr3t-value\"}","#, #"{"name":"password","value":"s3cr3t-value","#,
            #"{"url":"https://x.example/?access_token=s3cr3t-value&a"#,
            #"{"url":"https:\/\/x.example\/?token\u003ds3cr3t-value\u0026"#,
            "a=b&password=s3cr3t-value", "%70assword=s3cr3t-value&a=%zz", "user[password]=s3cr3t-value&a=%zz",
            "a=%7B%22password%22%3A%22s3cr3t-value%22%7D&a=%zz", "json={\"password\":\"s3cr3t-value\"}",
            "u=http%3A%2F%2Fx%3Ftoken%3Ds3cr3t-value%26a%3D1&a=%zz", "<a><password>s3cr3t-value",
            "<a><x:token>s3cr3t-value</x:token>",
            "<a><password><![CDATA[s3cr3t-value]]></password>", "<a password='s3cr3t-value'/>",
            "<form><input value='s3cr3t-value'\n name='password'>", "<INPUT NAME=password VALUE=s3cr3t-value>",
            "<input name=\"password\" value=\"s3cr3t-value", "<meta name='csrf-token' content='s3cr3t-value'>",
            "<param name='password' value='s3cr3t-value'>", "<input type='password' value='s3cr3t-value'>",
            "<map><string name='auth_token'>s3cr3t-value</string></map>",
            "<textarea name=token>s3cr3t-value</textarea>",
            "<saml:Attribute Name='deviceId'><saml:AttributeValue>s3cr3t-value</saml:AttributeValue>",
            #"[{"Name":"Password","Value":"s3cr3t-value"}]"#,
            "<dict><key>password</key>\n<string>s3cr3t-value</string></dict>",
            "<member><name>password</name><value><string><![CDATA[s3cr3t-value]]></string></value></member>",
            "<p data-x=\"{&quot;token&quot;:&quot;s3cr3t-value&quot;}\">",
            "--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\ns3cr3t-value\r\n--b--",
            "--b\nContent-Disposition: form-data; name=token\n\ns3cr3t-value",
            "--b\r\ncontent-disposition: form-data; filename=\"x\"; name=\"user[password]\"\r\nX: y\r\n\r\ns3cr3t-value",
            "curl -H 'Authorization: Bearer s3cr3t-value' https://user@x/",
            "see https://user:s3cr3t-value@x.example/ for it",
            "a=ewoicGFzc3dvcmQiOiJzM2NyM3QtdmFsdWUifQ&b=%zz", #"{"device":"eyJkZXZpY2VJZCI6InMzY3IzdC12YWx1ZSJ9","#,
            "data:application/json;base64,eyJ0b2tlbiI6InMzY3IzdC12YWx1ZSJ9",
            "x=dG9rZW49czNjcjN0LXZhbHVlJmE9Yg%3D%3D&%zz",
            "<signatureInfo>s3cr3t-value", "%3CsignatureInfo%3Es3cr3t-value%zz", "x=eyJhbGciOiJub25lIn0.s3cr3t-value",
        ])
    func anyBody(_ body: String) {
        let secret = "s3cr3t-value"
        let isPart = ["signatureInfo", "eyJhbGciOiJub25lIn0", #"a\""#, #"a\\\""#].contains { body.contains($0) }
        for bytes in [Array(body.utf8), Array(body.utf8) + [0xC3], [0xFF] + body.utf8] {
            let text = Self.masked(Self.entry(body: bytes))
            #expect(!Self.isIn(secret, text), "\(text)")
            let second = Self.masked(Self.entry(body: bytes, answer: Array(#"{"other":"s3cr3t-value"}"#.utf8)))
            #expect(isPart || !Self.isIn(secret, second), "\(second)")
        }
    }

    @Test(
        "An answer that isn't whole JSON has no secret in a masked file",
        arguments: [
            #"{"a":1,"access_token":"s3cr3t-value","b":["#,
            #"{"code":"S3CR3T7","x":"s3cr3t-value","token":"s3cr3t-value"#,
            "<a href='https://x.example/?token=s3cr3t-value'>", "location='/x?state=s3cr3t-value&a'",
        ])
    func anyAnswer(_ body: String) {
        #expect(!Self.isIn("s3cr3t-value", Self.masked(Self.entry(answer: Array(body.utf8)))))
    }

    /// Whether a line has a text, also in base64 at any place.
    private static func isIn(_ secret: String, _ line: String) -> Bool {
        line.contains(secret)
            || EncodedText.runs(in: Array(line.utf8)).contains {
                isIn(secret, String(decoding: $0.bytes, as: UTF8.self))
            }
    }

    @Test(
        "Fields have no secret in a masked file",
        arguments: [
            ("Cookie", "s3cr3t-value"), ("Cookie", "a=b; s3cr3t-value; c=d"), ("cookie", "=s3cr3t-value"),
            ("Cookie", "a=\"s3cr3t-value\""), ("COOKIE", "x=https%3A%2F%2Fapp%3Ftoken%3Ds3cr3t-value"),
            ("Authorization", "Bearer s3cr3t-value other"), ("AUTHORIZATION", "s3cr3t-value"),
            ("Authorization", "Digest username=\"u\", response=\"s3cr3t-value\", uri=\"/\""),
            ("Authorization", "Basic dXNlcjpzM2NyM3QtdmFsdWU="), ("X-Access-Token", "s3cr3t-value"),
            ("x-api-key", "s3cr3t-value"), ("X-Password", "s3cr3t-value other"), ("Device-ID", "s3cr3t-value"),
            ("Referer", "/x#access_token=s3cr3t-value"),
            ("X-Device-Info", "eyJkZXZpY2VJZCI6InMzY3IzdC12YWx1ZSJ9"), ("X-Log", #"{"token":"s3cr3t-value"}"#),
            ("Link", "<https://x.example/?code=s3cr3t-value>; rel=\"next\""),
            ("X-Odd", "eyJhbGciOiJub25lIn0.s3cr3t-value."),
        ])
    func fields(_ name: String, _ value: String) {
        let field = Self.fields((name, value))
        #expect(!Self.isIn("s3cr3t-value", Self.masked(Self.entry(fields: field))))
        if !value.hasPrefix("Basic") {
            let echo = Array("the text s3cr3t-value is repeated".utf8)
            let isNamed = value.contains("Digest") || value.hasPrefix("eyJhbGciOiJub25lIn0") || value.contains("other")
            #expect(isNamed || !Self.isIn("s3cr3t-value", Self.masked(Self.entry(fields: field, answer: echo))))
        }
    }

    @Test("A cookie without a name is hidden, however short, and in answers too")
    func bareCookies() {
        for cookie in ["abc", "s3cr3t-value"] {
            let text = Self.masked(
                Self.entry(
                    fields: Self.fields(("Cookie", "a=b;  \(cookie)")),
                    answerFields: Self.fields(("Set-Cookie", "\(cookie); Path=/"), ("Set-Cookie", "x=y; HttpOnly"))))
            #expect(!text.contains(cookie) && text.contains("; Path=/") && text.contains("HttpOnly"))
        }
    }

    @Test("The password of HTTP Basic is hidden elsewhere too")
    func basic() {
        let text = Self.masked(
            Self.entry(
                fields: ["Authorization": "Basic \(Base64.encode(Array("client:s3cr3t-va%2Flue".utf8)))"],
                body: Array("x=s3cr3t-va/lue&y=s3cr3t-va%2Flue".utf8)))
        #expect(!text.contains("s3cr3t"))
    }

    @Test("A secret in nested URLs is hidden at any depth", arguments: [1, 3, 4, 5, 6, 9, 20])
    func depth(_ depth: Int) {
        let secret = "s3/cr+3t=value"
        var url = "https://app.example/?token=\(PercentEncoding.encode(secret))&a=b"
        for _ in 0..<depth { url = "https://app.example/?u=\(PercentEncoding.encode(url))&c=d" }
        let text = Self.masked(
            Self.entry("/x?redirect_url=\(PercentEncoding.encode(url))", answer: Array("other: \(secret)".utf8)))
        #expect(!text.contains("cr+3t") && !text.contains("3t%") && !text.contains("3Dvalue"), "\(text)")
        #expect(text.contains("app.example") && text.contains("3Db"))
    }

    @Test("More parameters and cookies than a form may have are searched")
    func many() {
        let pairs = (0..<5_000).map { "a\($0)=b" }.joined(separator: "&") + "&password=s3cr3t-value"
        #expect(!Self.masked(Self.entry(body: Array(pairs.utf8))).contains("s3cr3t-value"))
        let cookies = (0..<400).map { "a\($0)=b" }.joined(separator: "; ") + "; last=s3cr3t-value"
        #expect(!Self.masked(Self.entry(fields: ["Cookie": cookies])).contains("s3cr3t-value"))
    }

    @Test(
        "A short secret is hidden beside its name, however that is written",
        arguments: [
            #"{"password":"abc","#, #"{"password" :"abc","#, #"{"password":"abc"#, #"{"a":"{\"password\":\"abc\"}"}"#,
            "a=%7B%22password%22%3A%22abc%22%7D", "u=http%3A%2F%2Fx%3Fpassword%3Dabc%26a", #"{"password":[ "abc" ]}"#,
            "--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\nabc\r\n--b--", "user[password]=abc&x=%zz",
        ])
    func short(_ body: String) {
        #expect(!Self.masked(Self.entry(body: Array(body.utf8))).contains("abc"))
    }

    @Test("A number is hidden, and the JSON stays valid")
    func numbers() throws {
        let text = Self.masked(Self.entry(body: Array(#"{"deviceId": 12345678, "code": 404, "x": [1]}"#.utf8)))
        let line = try JSONValue.parse(Array(text.utf8))
        let body = try #require(line["request"]?["body"]?["text"]?.stringValue)
        let json = try JSONValue.parse(Array(body.utf8))
        #expect(json["code"] == .integer(404) && json["deviceId"]?.stringValue?.hasPrefix("secret-") == true)
    }

    @Test(
        "Ordinary text stays as it is",
        arguments: [
            #"{"code":"invalid_parameter_value","state":"waiting","login":"pending","status":{"code":404}}"#,
            #"{"auth":"basic","state":"waiting for the user's login","ticket":1234567,"sha1":"abc","mp4":"abcdef"}"#,
            "<script>var token=response.token;code=status;state=waiting</script><state>waiting</state>",
            #"{"message":"Authorization: required parameters are missing","tempPass":"TempPass-one"}"#,
            #"{"errors":{"password":["is incorrect or missing"]},"os":{"vendor":"Samsung Electronics"}}"#,
            "<form><password>Wrong user or password</password><input name='login' type='submit' value='Sign In'/></form>",
            "<p>opened adobepass://ios.app</p>", "<p>The password: it is required. http://localhost:8080/code</p>",
            "AQIDBAUGBwgJCgsMDQ4PEBESExQVFhc=",
            #"{"eyJhbGciOiJub25lIn0":"dGhpcyBpcyBqdXN0IHRleHQ=","keys":"values"}"#,
        ])
    func ordinary(_ body: String) throws {
        let text = Self.masked(Self.entry(answer: Array(body.utf8)))
        #expect(try JSONValue.parse(Array(text.utf8))["response"]?["body"]?["text"] == .string(body))
    }

    @Test(
        "Text at each name of secrets is hidden, even if it has letters only",
        arguments: [
            "pass", "pass1", "pf_pass", "j_pass", "signin-pass", "upass", "userPass", "X-pass", "otp2", "mac",
            "wifiMac",
            "uuid", "advertisingId", "advertising_id", "gaid", "ifa", "tifa", "idfv", "fire_ad_id", "vendorId",
            "installationId", "psid", "tvSerial", "visitorId", "ecid", "marketingCloudVisitorId", "auth", "bearer",
            "pinCode", "PasswordTextBox", "tokens", "deviceUniqueId", "X-User-Session", "d_mid", "accessCode", "esn",
        ])
    func names(_ name: String) {
        let secret = "abcdefghijklmnopqrstuvwxyz"
        for body in [
            "a=b&\(name)=\(secret)", #"{"a":1,"\#(name)":"\#(secret)"}"#,
            "<x><\(name)>\(secret)</\(name)></x>",
        ] {
            let text = Self.masked(Self.entry(body: Array(body.utf8)))
            #expect(!text.contains(secret), "\(body)")
        }
    }

    @Test(
        "A secret that is a word of the protocols is hidden only at its name",
        arguments: ["invalid", "notAuthorized", "client", "device", "TwoPageTV"])
    func words(_ word: String) {
        let text = Self.masked(
            Self.entry(
                "/o/client/x?mso_id=TwoPageTV&password=\(word)",
                answer: Array("<device>invalid_client notAuthorized TwoPageTV</device>".utf8)))
        #expect(!text.contains("password=\(word)"))
        #expect(
            text.contains("/o/client/x") && text.contains("<device>invalid_client notAuthorized TwoPageTV</device>"))
    }

    @Test("A signature is hidden as a whole, also if it has what looks like a word of a path")
    func signatures() {
        let text =
            "Tq7LhQZSFJO1v9FMl/sd/ry2NvL1u8KwQiEOBQwrxcitirzu0awfGQxofZvb11855XN+hcVUpbrDwclWXxEdKbjE7Lbiy03ayqxko2C5"
        var found: [Range<Int>] = []
        OpaqueWords.visit(Array(text.utf8)) { found.append($0) }
        #expect(found == [0..<text.utf8.count])
        OpaqueWords.visit(Array("/adobe-services/api/v2/TEST_REQUESTOR/decisions/authorize/AcmeCable".utf8)) { _ in
            Issue.record("a path is taken for a signature")
        }
        found = []
        OpaqueWords.visit(Array("/_ns/secrets-d950e16a8f4f/adobe-services/oauth2".utf8)) { found.append($0) }
        #expect(found == [5..<25], "more than a hexadecimal name is hidden")
    }

    @Test("Cookies and other fields keep their form")
    func fields() {
        let text = Self.masked(
            Self.entry(
                fields: Self.fields(
                    ("Cookie", "a=b1; theme=a%20b; lang=en"), ("X-Note", "step=1; token=abcdefgh; text=a%20b")),
                answerFields: Self.fields(("Set-Cookie", "redirect_url=adobepass%3A%2F%2Fios.app; Path=/"))))
        #expect(text.contains("redirect_url=adobepass%3A%2F%2Fios.app; Path=/"))
        #expect(text.contains("; text=a%20b") && !text.contains("abcdefgh") && text.contains("; lang="))
    }

    @Test("The secrets in a text in base64 are hidden, and the rest stays")
    func encoded() throws {
        let info = #"{"model":"4800X","deviceId":"a81f7c33e09b4d21","serialNumber":"YN00AB123456"}"#
        let field = Base64.encode(Array(info.utf8))
        let text = Self.masked(
            Self.entry("/x?deviceId=kitchen", fields: Self.fields(("X-Device-Info", field)), body: Array(info.utf8)))
        let line = try JSONValue.parse(Array(text.utf8))
        let shown = try #require(line["request"]?["headers"]?.arrayValue?.first?["value"]?.stringValue)
        let decoded = String(decoding: try #require(Base64.decodeLeniently(shown)), as: UTF8.self)
        #expect(decoded.contains("4800X") && !decoded.contains("a81f7c33e09b4d21") && !decoded.contains("YN00AB123456"))
    }

    @Test("A short secret doesn't hide the beginning of a longer value at its name")
    func prefixes() {
        let text = Self.masked(Self.entry("/x?password=abc", body: Array("password=abcde&x=abc".utf8)))
        #expect(!text.contains("abcde") && !text.contains("de&x") && text.contains("x=abc"))
    }

    @Test("A mask that is extended hides what a new one hides")
    func extended() {
        var secrets = ExchangeSecrets([])
        var mask = secrets.mask(key: [1])
        let text = (0..<200).map { "token=token-number-\($0)&password=p\($0)&z=" }.joined(separator: "\n")
        for number in 0..<200 {
            secrets.add(Self.entry("/x?token=token-number-\(number)&password=p\(number)"))
            mask.extend(secrets, secrets.takeChanges())
        }
        secrets.add(Self.entry("/x?u=%3Ftoken%3Dtoken-number-7"))
        mask.extend(secrets, secrets.takeChanges())
        #expect(mask.text(text) == secrets.mask(key: [1]).text(text))
        #expect(!mask.text(text).contains("number") && !mask.text(text).contains("=p"))
    }
}
