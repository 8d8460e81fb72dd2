import Testing

@testable import AccessEnabler

@Suite("The secure browser")
struct SecureBrowserTests {
    private typealias Bench = MachineBench

    private func select(
        _ provider: String, handleSVC: Bool?, version: SDKVersion = SDKVersion(3, 9), hasPresenter: Bool = false
    ) throws -> MachineBench {
        let bench = MachineBench(version: version) { $0.hasPresenter = hasPresenter }
        var configured = try Bench.configured(providers: Bench.providers, bench: bench)
        if let handleSVC { configured.call(.setOptions([OPTION_HANDLE_SVC: .bool(handleSVC)])) }
        _ = configured.getAuthentication()
        try configured.select(provider)
        return configured
    }

    @Test("An app that handles the secure browser gets the URL for MVPDs that require it, with the app's scheme")
    func byApp() throws {
        var bench = try select("M4", handleSVC: true, hasPresenter: true)
        let url = try #require(bench.shownURL)
        #expect(bench.events == [.navigateToUrlUseSVC(url, useSVC: true)])
        #expect(Bench.query("redirect_url", of: url) == "adbe.abc://adobe.com")
        bench.call(.handleExternalURL("adbe.abc://adobe.com"))
        #expect(try bench.answer("sessionDevice", Bench.session(provider: "M4")) == [Bench.authenticated()])
    }

    @Test("A scheme that can't be recognized as a signal isn't sent: the login ends at the constant")
    func unknownScheme() throws {
        let bench = MachineBench { $0.app.redirectURL = "myapp://adobe.com" }
        var configured = try Bench.configured(providers: Bench.providers, bench: bench)
        _ = configured.getAuthentication()
        try configured.select("M4")
        #expect(Bench.query("redirect_url", of: configured.shownURL) == "adobepass://ios.app")
    }

    @Test("Other MVPDs get the web view, and so do all before 3.1")
    func webView() throws {
        for bench in [
            try select("M1", handleSVC: true), try select("M4", handleSVC: true, version: SDKVersion(3, 0)),
        ] {
            let url = try #require(bench.shownURL)
            #expect(bench.events == [.navigateToUrl(url)])
            #expect(Bench.query("redirect_url", of: url) == "adobepass://ios.app")
        }
    }

    @Test("The SDK shows the secure browser where the app doesn't", arguments: [nil, false])
    func bySDK(handleSVC: Bool?) throws {
        let bench = try select("M4", handleSVC: handleSVC, hasPresenter: true)
        #expect(bench.events.isEmpty)
        #expect(Bench.query("redirect_url", of: bench.shownURL) == "adbe.abc://adobe.com")
    }

    @Test("The app gets the URL where no browser can show it")
    func withoutPresenter() throws {
        let bench = try select("M4", handleSVC: nil)
        #expect(bench.events == [.navigateToUrlUseSVC(try #require(bench.shownURL), useSVC: true)])
    }

    @Test("Closing the secure browser cancels the login")
    func done() throws {
        var bench = try select("M4", handleSVC: true)
        #expect(
            bench.call(.setSelectedProvider(nil)) == [
                Bench.notAuthenticated(PROVIDER_NOT_SELECTED_ERROR), Bench.status("N005", .info),
            ])
    }

    @Test("A logout uses the same browser as the login")
    func logout() throws {
        var bench = try select("M4", handleSVC: true)
        bench.call(.handleExternalURL("adbe.abc://adobe.com"))
        try bench.answer("sessionDevice", Bench.session(provider: "M4"))
        let events = bench.call(.logout)
        let url = try #require(bench.shownURL)
        #expect(events == [.navigateToUrlUseSVC(url, useSVC: true)])
        #expect(Bench.query("redirect_url", of: url) == "adbe.abc://adobe.com")
    }
}
