import PassCore
import PassDomain
import PassHTTP
import PassInstruments
import Testing

@testable import PassSimulator

@Suite("Requests in the log")
struct LogFlowTests {
    /// A site whose log is kept in memory.
    private struct LoggedSite {
        let site: TestSite
        private let log: RequestLog
        private let kept: Kept

        private final class Kept: Sendable {
            let bytes = Guarded<[UInt8]>([])
        }

        init(_ format: Configuration.LogFormat = .text, _ change: (inout Configuration) -> Void = { _ in }) throws {
            let kept = Kept()
            log = try #require(RequestLog(format) { line in kept.bytes.withLock { $0 += line } })
            self.kept = kept
            // Lines of recorded exchanges end with the exchange's name.
            site = try TestSite(log: log) { configuration in
                configuration.journal.exchanges = 0
                change(&configuration)
            }
        }

        var text: String {
            log.flush()
            return String(decoding: kept.bytes.withLock { $0 }, as: UTF8.self)
        }

        /// What the last line says after the time that the request took: the operation, and its outcome.
        var last: String {
            let line = text.split(separator: "\n").last ?? ""
            return line.firstRange(of: "ms ").map { String(line[$0.upperBound...]) } ?? String(line)
        }
    }

    private static let browser = "open /adobe-services/authenticate/saml, or in REST API v2 the session's url"

    @Test("An authorization is logged with its result, and the reason for a denial")
    func authorization() throws {
        let logged = try LoggedSite()
        let client = NativeClient(site: logged.site)
        let token = try client.login()
        #expect(client.authorize(token, "news").status == .ok)
        #expect(logged.last == "AuthorizeDevice permitted resource=news")
        #expect(client.authorize(token, "deny:news").status == .ok)
        #expect(
            logged.last
                == "AuthorizeDevice denied noAuthZ resource=deny:news: Your package does not include this channel.")
        #expect(client.authorize(token, "<rss>").status == .ok)
        #expect(logged.last == "AuthorizeDevice denied invalid: The resource is not valid.")
        _ = client.preauthorize(token, ["a", "deny:b", "network:c"])
        #expect(logged.last == "Preauthorize preauthorized permitted=1 denied=2")
    }

    @Test("The log names device information and content that a call ignores")
    func ignored() throws {
        let logged = try LoggedSite()
        let app = try RESTv2App(logged.site)
        #expect(app.createSession(["X-Device-Info": "bm8ganNvbg=="]).status == .ok)
        #expect(logged.last == "CreateAuthenticationSession ignored X-Device-Info, which can't be read")
        let path = "\(app.requestor)/sessions"
        let json = app.request(
            .post, path, [.contentType: "application/json"], body: Array(#"{"mvpd": "Adobe"}"#.utf8))
        let answer = logged.site.send(json)
        #expect(answer.json["missingParameters"]?.arrayValue?.contains(.string("mvpd")) == true, "\(answer.text)")
        #expect(
            logged.last
                == "CreateAuthenticationSession ignored the content, which isn't application/x-www-form-urlencoded")
    }

    @Test("A refusal is logged with its reason, although its answer has the status 200")
    func refusals() throws {
        let logged = try LoggedSite()
        let client = NativeClient(site: logged.site)
        #expect(client.authorize("x").text == Documented.pendingLogout)
        #expect(logged.last == "AuthorizeDevice refused token malformed")
        let token = try client.login()
        logged.site.clock?.advance(by: .days(1000))
        #expect(client.authorize(token).text == Documented.pendingLogout)
        #expect(logged.last == "AuthorizeDevice refused token expired")
        _ = logged.site.post("/adobe-services/authorizeDevice", [("resource_id", "a")])
        #expect(logged.last == "AuthorizeDevice invalid requestor_id missing")
        _ = logged.site.get("/adobe-services/config?requestor_id=%zz")
        #expect(logged.last == "RetrieveConfiguration invalid requestor_id has a broken percent escape or isn't UTF-8")
    }

    @Test("A session without a user keeps its answer, and the log says what remains to be done")
    func sessions() throws {
        let logged = try LoggedSite()
        let client = NativeClient(site: logged.site)
        let unknown = client.session([:])
        #expect(unknown.status == .unauthorized && unknown.text == "Data not found")
        #expect(
            logged.last
                == "SessionDevice refused login unknown or expired: no user has logged in with this code or cookie: "
                + Self.browser)
        var browser = TestBrowser(logged.site)
        _ = try browser.openLogin([
            ("requestor_id", client.requestor), ("mso_id", client.mvpd), ("redirect_url", "adobepass://ios.app"),
        ])
        let begun = client.session(browser.cookieField)
        #expect(begun.status == .unauthorized && begun.text == "Data not found")
        #expect(
            logged.last
                == "SessionDevice refused no user: no user has logged in with this code or cookie yet: "
                + "finish the login in the browser, or \(Self.browser)")
    }

    @Test("Wrong credentials and a requestor without the MVPD are logged, too")
    func logins() throws {
        let logged = try LoggedSite { $0.requestors["ALONE"] = .init(mvpds: [:]) }
        var browser = TestBrowser(logged.site)
        let query = [("mso_id", "Adobe"), ("redirect_url", "adobepass://ios.app")]
        let form = try browser.openLogin([("requestor_id", "TEST_REQUESTOR")] + query)
        _ = try browser.signIn(form, user: "user", password: "wrong-password")
        #expect(logged.text.contains("refused credentials not accepted\n"))
        _ = logged.site.get("/adobe-services/authenticate/saml", [("requestor_id", "ALONE")] + query)
        #expect(logged.last == "Authenticate refused no integration of the requestor with the MVPD")
    }

    @Test("Throttled requests, long ones and faults are distinguished from the operation's own answers")
    func stages() throws {
        let logged = try LoggedSite {
            $0.throttle.requestsPerSecond = 1
            $0.throttle.burst = 4
        }
        let client = NativeClient(site: logged.site)
        let rules = try #require(logged.site.backend.worlds.namespaces.findOrCreate(.default)?.rules)
        let match = RuleMatch(operation: .sessionDevice)
        _ = rules.add(Rule(match: match, action: RuleAction(.failure(.named(.unavailable))), times: 1))
        _ = client.session([:])
        #expect(logged.last.hasPrefix("SessionDevice refused store full: "))
        #expect(logged.last.hasSuffix(" (fault)"))
        _ = rules.add(Rule(match: match, action: RuleAction(.status(502)), times: 1))
        _ = client.session([:])
        #expect(logged.last == "SessionDevice (fault)")
        let long = logged.site.request(.post, "/adobe-services/session", body: Array(repeating: 0x61, count: 300_000))
        #expect(logged.site.send(long).status == .contentTooLarge)
        #expect(logged.last == "Session refused content too long")
        for _ in 0..<6 { _ = logged.site.get("/adobe-services/config/REF30") }
        #expect(logged.last == "RetrieveConfiguration refused throttled")
    }

    @Test("A line ends with the exchange's ID in the journal and with the client's trace, if it is well-formed")
    func trace() throws {
        let logged = try LoggedSite { $0.journal.exchanges = 10 }
        let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        let path = "/adobe-services/config/TEST_REQUESTOR"
        func id(_ trace: String) throws -> String {
            let answer = logged.site.get(path, [], ["traceparent": trace])
            return try #require(answer.fields["X-Pass-Simulator-Exchange"])
        }
        let first = try id(trace)
        #expect(logged.last == "RetrieveConfiguration exchange=\(first) traceparent=\(trace)")
        let other = try id("00-0-0-0")
        #expect(logged.last == "RetrieveConfiguration exchange=\(other)")
        #expect(logged.site.get("/_sim/clock", [], ["traceparent": trace]).status == .ok)
        #expect(logged.last == "ReadClock traceparent=\(trace)")
    }

    @Test("An ordinary answer has no outcome")
    func ordinary() throws {
        let logged = try LoggedSite(.json)
        #expect(logged.site.get("/adobe-services/config/TEST_REQUESTOR").status == .ok)
        #expect(logged.last.hasSuffix(#""operation":"RetrieveConfiguration"}"#))
    }

    @Test("No token, code, cookie, device ID, password or client secret is logged", arguments: [true, false])
    func secrets(isJSON: Bool) throws {
        let logged = try LoggedSite(isJSON ? .json : .text)
        let site = logged.site
        let secret = "s3cr3t-"
        let client = NativeClient(site: site, deviceID: secret + "device")
        _ = client.session([.cookie: "JSESSIONID=\(secret)cookie"])
        _ = client.authorize(secret + "authn")
        _ = client.mediaToken(secret + "authz")
        _ = client.preauthorize(secret + "authn", ["a"])
        for path in ["/adobe-services/sessionDevice", "/adobe-services/session", "/adobe-services/checkauthn/x"] {
            _ = site.post(path, [("requestor_id", "R"), ("reg_code", secret + "code"), ("device_id", secret + "d")])
            _ = site.post(path, [("requestor_id", "R")], [.authorization: "Bearer \(secret)bearer"])
            _ = site.get("\(path)?\(secret)a%zz=b&\(secret)%zz")
        }
        _ = site.post("/o/client/register", [("software_statement", secret + "statement")])
        _ = site.post(
            "/o/client/token",
            [
                ("grant_type", "client_credentials"), ("client_id", secret + "id"),
                ("client_secret", secret + "secret"),
            ])
        _ = site.get("/adobe-services/authenticate/saml?mso_id=Adobe&requestor_id=R&redirect_url=\(secret)://x")
        _ = site.get("/adobe-services/oauth2?state=\(secret)s&error=broken&error_description=\(secret)d")
        _ = site.post("/sp/saml/SAMLAssertionConsumer", [("SAMLResponse", secret), ("RelayState", secret)])
        _ = site.post("/_sim/tokens/verify", [("token", secret)])
        _ = site.get("/tvs/v1/sign?mediaToken=\(secret)&resource=\(secret)&url=\(secret)")
        var browser = TestBrowser(site)
        let form = try browser.openLogin([
            ("requestor_id", "TEST_REQUESTOR"), ("mso_id", "Adobe"), ("redirect_url", "adobepass://ios.app"),
        ])
        _ = try browser.signIn(form, user: secret + "user", password: secret + "password")
        let text = logged.text
        #expect(text.split(separator: "\n").count > 15)
        #expect(text.contains("refused"))
        #expect(!text.contains("s3cr3t"), "\(text.split(separator: "\n").filter { $0.contains("s3cr3t") })")
        for line in browser.answers.flatMap({ $0.fields.values(.setCookie) }) {
            let value = line.drop { $0 != "=" }.dropFirst().prefix { $0 != ";" }
            #expect(value.count < 16 || !text.contains(value))
        }
    }
}
