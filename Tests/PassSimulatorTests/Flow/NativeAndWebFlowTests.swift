import PassHTTP
import Testing

/// "iOS/tvOS SDK overview": the native flow is the web flow, with operations of its own and a redirect URL that the app
/// intercepts.
@Suite("The native and the web flow", .eachStore)
struct NativeAndWebFlowTests {
    /// One step of a flow, without what differs by design: names of operations, redirect URL, values.
    private struct Step: Equatable {
        var name: String
        var status: Int
        /// The path that the answer leads the browser to; `the app` at the redirect URL.
        var next: String?
        /// The elements of an XML answer, in order.
        var elements: [String] = []
    }

    private enum Kind: CaseIterable {
        case native
        case web

        var redirectURL: String { self == .native ? "adobepass://ios.app" : "https://site.example/done" }
    }

    @Test("Both flows are the same step by step, at every kind of MVPD", arguments: ["Adobe", "AcmeCable", "OAuthTV"])
    func sameSteps(mvpd: String) throws {
        let native = try steps(.native, mvpd)
        let web = try steps(.web, mvpd)
        #expect(native.map(\.name) == web.map(\.name))
        for (native, web) in zip(native, web) { #expect(native == web) }
        #expect(native.map(\.name).suffix(4) == ["authN token", "authZ token", "media token", "logout"])
        #expect(native.filter { $0.next == "the app" }.count == 2)
    }

    private func steps(_ kind: Kind, _ mvpd: String) throws -> [Step] {
        let site = try TestSite()
        var steps = [step("configuration", site.get("/adobe-services/config/TEST_REQUESTOR"), kind)]
        var browser = TestBrowser(site)
        let page = try browser.begin([
            ("requestor_id", "TEST_REQUESTOR"), ("mso_id", mvpd), ("redirect_url", kind.redirectURL),
            ("domain_name", "adobe.com"), ("noflash", "true"), ("no_iframe", kind == .native ? "true" : "false"),
        ])
        let end = try browser.fill(page, [("username", "user"), ("password", "password")])
        #expect(end.location == kind.redirectURL)
        for (place, answer) in browser.answers.enumerated() { steps.append(step("page \(place)", answer, kind)) }
        let cookies = browser.cookieField
        switch kind {
        case .native:
            let client = NativeClient(site: site, mvpd: mvpd)
            try finish(client.session(cookies), client.authorize, client.mediaToken, kind, &steps)
        case .web:
            let client = WebClient(site: site, mvpd: mvpd)
            try finish(
                client.session(cookies), { client.authorize($0, $1, userMeta: "1") }, { client.mediaToken($0) }, kind,
                &steps)
        }
        let logout = site.get("/adobe-services/logout", [("redirect_url", kind.redirectURL)])
        steps.append(step("logout", logout, kind))
        return steps
    }

    /// Adds the three calls for tokens, which end either flow.
    private func finish(
        _ session: HTTPResponse, _ authorize: (String, String) -> HTTPResponse, _ media: (String) -> HTTPResponse,
        _ kind: Kind, _ steps: inout [Step]
    ) throws {
        steps.append(step("authN token", session, kind))
        let authorization = authorize(try #require(session.element("authnToken")), "TEST_RESOURCE")
        steps.append(step("authZ token", authorization, kind))
        steps.append(step("media token", media(try #require(authorization.element("authzToken"))), kind))
    }

    private func step(_ name: String, _ answer: HTTPResponse, _ kind: Kind) -> Step {
        var step = Step(name: name, status: Int(answer.status.code))
        if let location = answer.location {
            step.next = location == kind.redirectURL ? "the app" : String(location.prefix { $0 != "?" })
        }
        guard answer.fields[.contentType]?.contains("xml") == true else { return step }
        step.elements = answer.text.split(separator: "<").compactMap { part in
            part.hasPrefix("/") || !part.contains(">") ? nil : String(part.prefix { $0 != ">" && $0 != " " })
        }
        return step
    }
}
