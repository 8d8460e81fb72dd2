import AccessEnabler
import PassCore
import PassHTTP
import PassSimulator
import Testing

@testable import PassHarness

@Suite("The headless browser at a simulator")
struct HeadlessUserAgentTests {
    private func login(_ simulator: Simulator, _ mvpd: String, user: String) async throws -> (String, HeadlessUserAgent)
    {
        let browser = HeadlessUserAgent(
            transport: SocketTransport(), credentials: HeadlessUserAgent.Credentials(user, "password"))
        let query = FormFields.encode([
            ("requestor_id", "TEST_REQUESTOR"), ("mso_id", mvpd), ("domain_name", "adobe.com"), ("noflash", "true"),
            ("no_iframe", "true"), ("redirect_url", "adobepass://ios.app"),
        ])
        let end = try await browser.run(
            "\(simulator.url)/adobe-services/authenticate/saml?\(query)", until: ["adobepass://"])
        return (end, browser)
    }

    /// Its clock stands still: on a busy machine a login may take longer than an assertion is valid.
    private func started() async throws -> Simulator {
        let simulator = try await Simulator.start()
        simulator.world.freeze()
        return simulator
    }

    @Test(
        "The browser logs in whatever the MVPD's pages look like",
        arguments: [
            "Adobe", "AcmeCable", "MetaCable", "OAuthTV", "TwoPageTV", "RefreshTV", "ScriptTV", "BookendTV",
            "ConsentTV",
            "TownCable",
        ])
    func everyStyle(mvpd: String) async throws {
        let simulator = try await started()
        let (end, browser) = try await login(simulator, mvpd, user: "user")
        #expect(end == "adobepass://ios.app")
        #expect(browser.visits.count >= 3)
        #expect(await browser.cookies(for: "\(simulator.url)/adobe-services/sessionDevice")?.isEmpty == false)
        await simulator.stop()
    }

    @Test("A wrong name ends on the page that refuses it")
    func refused() async throws {
        let simulator = try await started()
        await #expect(throws: UserAgentError.self) { try await login(simulator, "Adobe", user: "nobody") }
        await simulator.stop()
    }

    @Test("A form follows redirects that keep the method, and no others", arguments: [(302, 0), (307, 1), (308, 1)])
    func redirectedForm(status: Int, repetitions: Int) async throws {
        let transport = RedirectedForm(status)
        let browser = HeadlessUserAgent(transport: transport, credentials: .init("user", "password"))
        #expect(try await browser.run("http://mvpd.example/login", until: ["adobepass://"]) == "adobepass://ios.app")
        #expect(transport.posted == Array(repeating: "username=user&password=password", count: 1 + repetitions))
    }

    @Test("Without a user, the browser stops at a page that asks for input")
    func nobody() async throws {
        let simulator = try await started()
        let browser = HeadlessUserAgent(transport: SocketTransport(), credentials: nil)
        let url =
            "\(simulator.url)/adobe-services/authenticate/saml?requestor_id=TEST_REQUESTOR&mso_id=Adobe"
            + "&redirect_url=adobepass%3A%2F%2Fios.app"
        await #expect(throws: UserAgentError.self) { try await browser.run(url, until: ["adobepass://"]) }
        #expect(await browser.follow(url, until: "adobepass://", isVisible: false) == nil)
        await simulator.stop()
    }

    /// What the service asks of PlatformTV for an app on a device.
    private func platformRequest(_ simulator: Simulator) async throws -> String {
        var request = TransportRequest(method: "POST", url: "\(simulator.url)/adobe-services/tokens/verificationCode")
        request.fields = [TransportField("Content-Type", "application/x-www-form-urlencoded")]
        request.body = Array("requestor=TEST_REQUESTOR&mvpd=PlatformTV&deviceId=c0ffee".utf8)
        let answer = try JSONValue.parse(try await SocketTransport().send(request).body)
        return try #require(answer["SAMLRequest"]?.stringValue)
    }

    @Test("The browser takes a platform's request to its provider, and delivers the answer to no page")
    func platform() async throws {
        let simulator = try await started()
        let browser = HeadlessUserAgent(transport: SocketTransport(), credentials: .init("user", "password"))
        let answer = try #require(
            Base64.decode(try await browser.samlResponse(to: try await platformRequest(simulator))))
        #expect(String(decoding: answer, as: UTF8.self).contains("<saml:NameID"))
        #expect(browser.visits.allSatisfy { $0.url.contains("/_sim/mvpd/PlatformTV/") && $0.kind == .secureBrowser })
        await simulator.stop()
    }

    @Test("A platform user unknown to the provider gets no SAML response, and neither does a text that isn't a request")
    func noAnswer() async throws {
        let simulator = try await started()
        let request = try await platformRequest(simulator)
        let browser = HeadlessUserAgent(transport: SocketTransport(), credentials: .init("nobody", "password"))
        await #expect(throws: UserAgentError.self) { try await browser.samlResponse(to: request) }
        for text in ["", "!", Base64.encode(Array("<a/>".utf8))] {
            await #expect(throws: UserAgentError.noSAML) { try await browser.samlResponse(to: text) }
        }
        await simulator.stop()
    }

    @Test("An endless redirect loop is stopped")
    func circle() async throws {
        struct Circle: HTTPTransport {
            func send(_ request: TransportRequest) async throws(AccessEnabler.TransportError) -> TransportResponse {
                TransportResponse(status: 302, fields: [TransportField("Location", "/again")])
            }
        }
        let browser = HeadlessUserAgent(transport: Circle(), credentials: nil)
        await #expect(throws: UserAgentError.tooManySteps("http://h.example/")) {
            try await browser.run("http://h.example/", until: ["adobepass://"])
        }
    }
}

/// An MVPD that redirects its login form with the given status to the page that leads back to the app.
private final class RedirectedForm: HTTPTransport {
    private let status: Int
    private let bodies = Guarded<[String]>([])

    init(_ status: Int) {
        self.status = status
    }

    var posted: [String] { bodies.withLock(\.self) }

    func send(_ request: TransportRequest) async throws(AccessEnabler.TransportError) -> TransportResponse {
        if request.method == "POST" { bodies.withLock { $0.append(String(decoding: request.body, as: UTF8.self)) } }
        switch (request.method, request.url) {
        case (_, "http://mvpd.example/moved"): return redirect(302, to: "adobepass://ios.app")
        case ("POST", _): return redirect(status, to: "/moved")
        default:
            let form = #"<form method="post"><input name="username"><input name="password" type="password"></form>"#
            return TransportResponse(status: 200, body: Array(form.utf8))
        }
    }

    private func redirect(_ status: Int, to location: String) -> TransportResponse {
        var response = TransportResponse(status: status, body: [])
        response.fields = [TransportField("Location", location)]
        return response
    }
}
