import PassDomain
import PassEndpointKit
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("Bad parameters")
struct BadInputTests {
    @Test("A required parameter that is missing or empty is named in the refusal", arguments: SampleCall.all)
    func missing(_ operation: SampleCall) throws {
        let site = try TestSite()
        for (name, _) in operation.parameters {
            operation.expectRefusal(operation.call(site, without: name), naming: name)
            operation.expectRefusal(operation.call(site, without: name, adding: "\(name)="), naming: name)
        }
    }

    @Test("Every operation of the older APIs that takes a form has a sample call")
    func complete() throws {
        let site = try TestSite()
        let router = Router(site.backend.families)
        let sampled = Set(
            SampleCall.all.compactMap { router.match($0.isGet ? .get : .post, $0.path).route?.operation })
        // These take no parameter that can be wrong: `logout` accepts whatever it is given, and a device is JSON.
        let without: Set<Operation> = [.logout, .retrieveConfiguration, .consumeAssertion, .individualizeDevice]
        let routes = site.backend.families.flatMap(\.endpoints).map(\.route)
        let forms = routes.filter {
            $0.audience == .clients && $0.readsParameters && $0.methods.contains(.post)
                && !$0.patterns[0].hasPrefix("/api/v2/")
        }
        let missing = Set(forms.map(\.operation)).subtracting(sampled).subtracting(without)
        #expect(missing.map(\.rawValue).sorted() == [])
    }

    @Test("A complete call is not refused as malformed", arguments: SampleCall.all)
    func complete(_ operation: SampleCall) throws {
        let answer = operation.call(try TestSite())
        #expect(answer.fields["Authzf-Error-Code"] == nil)
        #expect(!answer.text.contains("missing") && !answer.text.contains("invalid_request"))
    }

    @Test("A parameter given twice with two values is refused", arguments: SampleCall.all)
    func twice(_ operation: SampleCall) throws {
        let site = try TestSite()
        for (name, _) in operation.parameters {
            operation.expectRefusal(operation.call(site, adding: "\(name)=other"), naming: name)
        }
    }

    @Test(
        "A broken escape and text that is not UTF-8 are refused under the parameter's name", arguments: SampleCall.all,
        ["%", "%4", "%zz", "%FF", "%C3%28", "%ED%A0%80"])
    func encoding(_ operation: SampleCall, _ value: String) throws {
        let site = try TestSite()
        for (name, _) in operation.parameters {
            operation.expectRefusal(operation.call(site, without: name, adding: "\(name)=\(value)"), naming: name)
        }
    }

    @Test(
        "NUL, line breaks and other controls are refused", arguments: SampleCall.all,
        ["%00", "a%00b", "a%0D%0AX-Evil:%20b", "a%7F"])
    func controls(_ operation: SampleCall, _ value: String) throws {
        let site = try TestSite()
        for (name, _) in operation.parameters where !operation.opaque.contains(name) {
            if operation.folded.contains(name), value.contains("%0D%0A") { continue }
            operation.expectRefusal(operation.call(site, without: name, adding: "\(name)=\(value)"), naming: name)
        }
    }

    @Test("A name with a line break or markup in it can't forge a header or an element", arguments: SampleCall.all)
    func forgedName(_ operation: SampleCall) throws {
        let answer = operation.call(try TestSite(), adding: "a%0D%0AX-Evil:b<details>x</details>=%zz")
        #expect(answer.status.code < 500)
        #expect(answer.fields.pairs.allSatisfy { !$0.value.utf8.contains { $0 < 0x20 } })
        #expect(answer.text.split(separator: "<details>", omittingEmptySubsequences: false).count <= 2)
    }

    @Test("A token with a control character in it is a tampered token, not a malformed parameter")
    func opaqueTokens() throws {
        let site = try TestSite()
        for operation in SampleCall.all where operation.refusal == .denial {
            for name in operation.opaque {
                let answer = operation.call(site, without: name, adding: "\(name)=%3CsignatureInfo%3E%00%0D%0A")
                #expect(answer.status == .ok && answer.text == Documented.pendingLogout, "\(operation.path)")
            }
        }
        let verified = site.post("/_sim/tokens/verify", [("token", "a\u{0}b")])
        #expect(verified.status == .ok && verified.text.contains(#""status":"INVALID_TOKEN_FORMAT""#))
    }

    @Test("Repeated equal values, unknown parameters and a cache-buster are ignored")
    func harmless() throws {
        let site = try TestSite()
        let answer = site.post(
            "/adobe-services/session?_=1735689600000&requestor_id=TEST_REQUESTOR",
            [("requestor_id", "TEST_REQUESTOR"), ("ap_vi", "v"), ("nonsense", "\u{1}")])
        #expect(answer.status == .unauthorized && answer.text == "Data not found")
    }

    @Test("Query and body are treated alike")
    func queryAndBody() throws {
        let site = try TestSite()
        let half = site.post("/adobe-services/sessionDevice?device_id=c0ffee", [("requestor_id", "TEST_REQUESTOR")])
        #expect(half.status == .unauthorized)
        let whole = site.get("/adobe-services/session", [("requestor_id", "TEST_REQUESTOR")])
        #expect(whole.status == .unauthorized && whole.text == "Data not found")
    }

    @Test(
        "A device without a sensible fingerprint is refused",
        arguments: [
            "", "{", "[]", "null", #""x""#, "{}", #"{"fingerprint":""}"#, #"{"fingerprint":1}"#,
            #"{"fingerprint":"a","x":"#, "fingerprint=a", "\u{FEFF}",
        ])
    func individualization(_ body: String) throws {
        let site = try TestSite()
        let answer = site.send(
            site.request(.post, "/indiv/devices", [.contentType: "application/json"], body: Array(body.utf8)))
        #expect(answer.status == .badRequest && answer.text == #"{"error":"invalid_request"}"#)
        let long = #"{"fingerprint":"\#(String(repeating: "a", count: 2000))"}"#
        #expect(site.send(site.request(.post, "/indiv/devices", body: Array(long.utf8))).status == .badRequest)
    }

    @Test("A configuration is refused without a requestor, and with a control character in it")
    func configuration() throws {
        let site = try TestSite()
        for path in [
            "/adobe-services/config", "/adobe-services/1.0/config?requestor_id=", "/adobe-services/config/a%00",
        ] {
            let answer = site.get(path)
            #expect(answer.status == .badRequest && answer.text.contains("HTTP Status 400"), "\(path)")
        }
        let strict = try TestSite { $0.unknownRequestors = .refuse }
        let unknown = strict.get("/adobe-services/config/NOBODY")
        #expect(unknown.status == .badRequest)
        #expect(unknown.text.contains("HTTP Status 400 - Requestor not found for given ID"))
        #expect(strict.get("/adobe-services/config/REF30").status == .ok)
    }

    @Test("An unknown requestor is refused by every operation in its own shape")
    func unknownRequestor() throws {
        let site = try TestSite { $0.unknownRequestors = .refuse }
        for operation in SampleCall.all where operation.parameters.contains(where: { $0.name == "requestor_id" }) {
            let answer = operation.call(site, without: "requestor_id", adding: "requestor_id=NOBODY")
            switch operation.refusal {
            case .denial: operation.expectRefusal(answer, naming: "requestor_id")
            default: #expect(answer.status == .badRequest && answer.location == nil, "\(operation.path)")
            }
        }
    }

    @Test(
        "A logout with a bad parameter is a 400 page that leads nowhere",
        arguments: [
            "redirect_url=a:b&redirect_url=c:d", "redirect_url=%zz", "redirect_url=a:%FF", "redirect_url=a:b%00",
            "redirect_url=a:b&mso_id=%00", "redirect_url=a:b&requestor_id=a%0D%0Ab",
            "redirect_url=a:b&session_index=x&session_index=y&name_id=z",
        ])
    func logout(_ query: String) throws {
        let answer = try TestSite().get("/adobe-services/logout?" + query)
        #expect(answer.status == .badRequest && answer.location == nil && !answer.text.contains("<a "))
        #expect(answer.fields[.contentType]?.hasPrefix("text/html") == true)
    }

    @Test(
        "An identifier of more than 128 bytes is refused before it is used",
        arguments: ["requestor_id", "mso_id"])
    func longIdentifier(_ name: String) throws {
        let site = try TestSite()
        func authenticate(_ length: Int) -> HTTPResponse {
            var query = ["requestor_id": "TEST_REQUESTOR", "mso_id": "Adobe", "redirect_url": "adobepass://ios.app"]
            query[name] = String(repeating: "&", count: length)
            return site.get("/adobe-services/authenticate/saml", query.map { ($0.key, $0.value) })
        }
        #expect(authenticate(128).status == .ok)
        #expect(authenticate(129).status == .badRequest)
        #expect(authenticate(129).text.contains(name))
    }

    @Test("The assertion consumer answers 503 to a GET, and to a POST without a response")
    func assertionConsumer() throws {
        let site = try TestSite()
        let path = "/sp/saml/SAMLAssertionConsumer"
        #expect(site.get(path).status == .serviceUnavailable)
        #expect(site.get(path, [("SAMLResponse", "YWJj"), ("RelayState", "x")]).status == .serviceUnavailable)
        for query in ["%zz", "SAMLResponse=%FF", "a=1&a=2", String(repeating: "a=b&", count: 300)] {
            #expect(site.get(path + "?" + query).status == .serviceUnavailable, "\(query)")
        }
        #expect(site.post(path, []).status == .serviceUnavailable)
        #expect(site.post(path, [("RelayState", "x")]).status == .serviceUnavailable)
        for response in ["x", "YWJj", "PHNhbWxwOlJlc3BvbnNlLz4="] {
            let answer = site.post(path, [("SAMLResponse", response), ("RelayState", "x")])
            #expect(answer.status == .badRequest && answer.location == nil)
        }
    }

    @Test("A plain resource is one line; MRSS may have several")
    func resourceLines() throws {
        let client = NativeClient(site: try TestSite())
        let token = try client.login()
        let plain = client.authorize(token, "TEST\r\nRESOURCE")
        #expect(plain.fields["Authzf-Error-Code"] == "invalid" && plain.element("authzToken") == nil)
        let feed = "<rss version=\"2.0\">\n<channel><title>a</title><item><guid>b</guid></item></channel>\n</rss>"
        #expect(client.authorize(token, feed).element("authzToken") != nil)
        for broken in ["<rss", "<rss><channel></rss>", "<a/>", "<rss version=\"2.0\"><channel/></rss>"] {
            let answer = client.authorize(token, broken)
            #expect(answer.status == .ok && answer.fields["Authzf-Error-Code"] == "invalid", "\(broken)")
        }
    }
}
