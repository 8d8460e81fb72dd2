import PassHTTP
import Testing

@testable import PassSimulator

/// What holds for every answer of the service (legacy protocol, "Transport" and "CORS, throttling, cookies").
@Suite("Rules of transport")
struct TransportRuleTests {
    private static let allowed =
        "ap_11,ap_42,ap_z,ap_19,ap_21,ap_23,authorization,content-type,pass_sfp,AP-Session-Identifier,"
        + "AP-Device-Identifier,AP-SDK-Identifier,X-Device-Info"
    private static let login =
        "/adobe-services/authenticate/saml?requestor_id=TEST_REQUESTOR&mso_id=Adobe&redirect_url=adobepass://ios.app"

    /// Answers of every class: what is asked, and the status.
    private static let answers: [(HTTPMethod, String, Int)] = [
        (.get, "/adobe-services/config/TEST_REQUESTOR", 200), (.get, "/adobe-services/config", 400),
        (.get, "/adobe-services/config/a%00", 400), (.get, "/adobe-services/config/a?%zz", 400),
        (.get, "/adobe-services/config/a", 410), (.post, "/adobe-services/session?requestor_id=a", 401),
        (.post, "/adobe-services/sessionDevice?requestor_id=a&device_id=b", 401),
        (.post, "/adobe-services/authorize", 200), (.post, "/adobe-services/shortAuthorize", 200),
        (.get, login, 200), (.get, login + "&redirect_url=x", 400), (.get, "/adobe-services/nothing", 404),
        (.delete, "/adobe-services/session", 405), (.options, "/adobe-services/session", 200),
        (.options, "/adobe-services/nothing", 404), (.get, "/sp/saml/SAMLAssertionConsumer", 503),
        (.post, "/adobe-services/errors", 200), (.post, "/adobe-services/tokens", 400),
        (.post, "/o/client/register", 400), (.post, "/reggie/v1/REF30/regcode", 400),
        (.get, "/entitlement/v4/AccessEnabler.js", 200), (.get, "/adobe-services/cookieDomains", 200),
    ]

    @Test("Every answer can be read by a page of another origin, whatever its status", arguments: answers)
    func crossOrigin(_ method: HTTPMethod, _ path: String, _ status: Int) throws {
        let site = try TestSite { $0.oldestClient = "2" }
        var fields: HTTPFields = [.origin: "https://site.example"]
        if status == 410 { fields.append(.userAgent, "AdobePassNativeClient/1.0") }
        let answer = site.send(site.request(method, path, fields))
        #expect(answer.status.code == status)
        let expected = [
            ("access-control-allow-credentials", "true"), ("access-control-allow-methods", "POST,GET,OPTIONS,DELETE"),
            ("access-control-allow-headers", Self.allowed),
            ("access-control-expose-headers", "pass_sfp,Authzf-Error-Code,Authzf-Sub-Error-Code,Authzf-Error-Details"),
            ("p3p", #"CP="NOI DSP COR CURa ADMa DEVa OUR BUS IND UNI COM NAV STA""#),
            ("access-control-allow-origin", "https://site.example"), ("vary", "Origin"),
        ]
        for (name, value) in expected { #expect(answer.fields.values(HTTPFieldName(name)) == [value], "\(name)") }
        fields.remove(.origin)
        #expect(!site.send(site.request(method, path, fields)).fields.contains("Access-Control-Allow-Origin"))
    }

    @Test("No answer is compressed, whatever the client accepts", arguments: answers)
    func encoding(_ method: HTTPMethod, _ path: String, _ status: Int) throws {
        let site = try TestSite()
        let answer = site.send(site.request(method, path, ["Accept-Encoding": "gzip, deflate, br, zstd, *;q=0.1"]))
        #expect(!answer.fields.contains("Content-Encoding"))
    }

    @Test("XML, text and JSON have the media types that clients expect")
    func types() throws {
        let site = try TestSite()
        let web = WebClient(site: site)
        let login = try web.login()
        let decision = web.authorize(login.token)
        let json = "application/json;charset=UTF-8"
        for (answer, type) in [
            (site.get("/adobe-services/config/REF30"), "application/xml;charset=UTF-8"),
            (site.get("/adobe-services/config/REF30.json"), "application/xml;charset=UTF-8"),
            (web.session(login.cookies), "application/xml;charset=UTF-8"),
            (decision, "application/xml;charset=UTF-8"),
            (web.mediaToken(try #require(decision.element("authzToken"))), "text/plain;charset=UTF-8"),
            (site.get("/adobe-services/cookieDomains"), json),
            (site.post("/indiv/devices", []), json),
        ] {
            #expect(answer.fields[.contentType] == type)
        }
    }

    @Test("The cookies are those that clients need, for the whole host; only the balancer's has an expiry")
    func cookies() throws {
        let answer = try TestSite().get(Self.login + "&client_type=iOS&client_version=3.6%201")
        var names: [String] = []
        for line in answer.fields.values(.setCookie) {
            let name = String(line.prefix { $0 != "=" })
            names.append(name)
            let attributes = line.split(separator: "; ").dropFirst()
            #expect(attributes.contains("Path=/"), "\(line)")
            #expect(!attributes.contains { $0.hasPrefix("Domain=") }, "\(line)")
            let expires = attributes.contains { $0.hasPrefix("Expires=") }
            #expect(expires == (name == "BIGipServerAdobe_Pass_Prod"), "\(line)")
            #expect(attributes.contains("HttpOnly") == (name == "JSESSIONID"), "\(line)")
        }
        #expect(
            names.sorted() == [
                "BIGipServerAdobe_Pass_Prod", "JSESSIONID", "client_type", "client_version", "redirect_url",
            ])
        let lines = answer.fields.values(.setCookie)
        #expect(lines.contains { $0.hasPrefix("client_version=3.6%201;") })
        #expect(lines.contains { $0.hasPrefix("redirect_url=adobepass%3A%2F%2Fios.app;") })
    }

    @Test("A cache-buster and a visitor's identifier change nothing", arguments: answers.filter { $0.2 == 200 })
    func unknownParameters(_ method: HTTPMethod, _ path: String, _ status: Int) throws {
        let mark = path.contains("?") ? "&" : "?"
        let site = try TestSite()
        let answer = site.send(site.request(method, path + mark + "_=1735689600000&ap_vi=visitor&noflash=true"))
        #expect(answer.status.code == status)
    }
}
