import AccessEnabler

extension ScenarioSuite {
    static let secureBrowser: [Scenario] = [
        Scenario(
            "56", .secureBrowser, "An app that shows the secure browser itself", given: "handleSVC true, M4",
            when: "select M4", then: "NAVSVC(url,YES), not NAV; redirect is the app's adbe. scheme",
            source: "SFSafariViewController on iOS (3.2); iOS/tvOS SDK overview"
        ) { stage in
            let app = try await stage.appThatHandlesSVC()
            try await app.showPicker()
            let url = try await app.select("M4")
            try app.saw(.navsvc)
            try app.tracked(.selected("M4"))
            try app.called("regcode")
            try app.expect(app.presented.isEmpty, "nothing shown by the SDK", seen: app.presented.joined())
            try app.expectLogin(at: url, of: "M4", redirect: app.identity.redirectURL)
        },
        Scenario(
            "57", .secureBrowser, "Other MVPDs stay in the web view", given: "handleSVC true, M1", when: "select M1",
            then: "NAV", source: "iOS/tvOS API reference"
        ) { stage in
            let app = try await stage.appThatHandlesSVC()
            try await app.showPicker()
            let url = try await app.select("M1")
            try app.saw(.nav)
            try app.expect(app.presented.isEmpty, "nothing shown by the SDK", seen: app.presented.joined())
            try app.expectLogin(at: url, of: "M1", redirect: ADOBEPASS_REDIRECT_URL)
        },
        Scenario(
            "58", .secureBrowser, "The SDK shows the secure browser", given: "handleSVC absent, M4, presenter injected",
            when: "select M4", then: "neither NAV nor NAVSVC; presenter receives url",
            source: "iOS/tvOS API reference"
        ) { stage in
            let app = try await stage.configuredApp { $0.hasPresenter = true }
            for options in [nil, [OPTION_HANDLE_SVC: false]] {
                if let options { app.enabler.setOptions(options) }
                try await app.showPicker()
                let url = try await app.select("M4")
                try app.saw()
                try app.tracked(.selected("M4"))
                try app.expect(app.presented.count, is: 1, "URLs that the SDK shows:")
                try app.expectLogin(at: url, of: "M4", redirect: app.identity.redirectURL)
                if options == nil { try await app.cancel() }
            }
            await app.when("setSelectedProvider(nil)") { $0.setSelectedProvider(nil) }
            try await app.showPicker()
            try await app.select("M4")
            let end = try await app.finishInBrowser()
            try app.expect(end, is: "adbe.AppA://adobe.com", "the browser's last address:")
            try app.saw(.sas(1))
            _ = try app.storedLogin(at: "M4")
        },
        Scenario(
            "59", .secureBrowser, "A login in the secure browser", given: "NAVSVC shown, then adbe.X://adobe.com",
            when: "handleExternalURL", then: #"SAS(1,"")"#, source: "iOS/tvOS SDK overview"
        ) { stage in
            let app = try await stage.appThatHandlesSVC()
            try await app.showPicker()
            try await app.select("M4")
            let end = try await app.finishInBrowser()
            try app.expect(end, is: "adbe.AppA://adobe.com", "the browser's way ends at")
            try app.saw(.sas(1))
            try app.tracked(.authenticated("M4", cached: false))
            try app.called("sessionDevice")
            _ = try app.storedLogin(at: "M4")
            try await app.expectAuthenticated(at: "M4")
        },
        Scenario(
            "59a", .secureBrowser, "The registration code replaces shared cookies",
            given: "M4, user agent that shares no cookies with the SDK; log in, signal URL", when: "handleExternalURL",
            then: """
                SAS(1,""): sessionDevice carries the url's reg_code and no cookie; without reg_code (profile 2.x, same agent): \
                SAS(0,GAN), ST N130
                """,
            source: "our choice", isOurs: true
        ) { stage in
            let app = try await stage.appThatHandlesSVC()
            try await app.showPicker()
            let code = try app.require(try await app.select("M4")["reg_code"], "reg_code in the URL")
            try await app.finishInBrowser()
            try app.saw(.sas(1))
            try app.called("sessionDevice")
            let call = try app.call("sessionDevice")
            try app.expect(call.values("reg_code"), is: [code], "reg_code")
            try app.expect(call.field("Cookie") == nil, "no cookie", seen: call.field("Cookie") ?? "")
            _ = try app.storedLogin(at: "M4")

            let old = try await stage.configuredApp(
                "com.other.AppB", team: "TEAM2", profile: CompatibilityProfile(SDKVersion(2, 5)))
            try await old.showPicker()
            let url = try await old.select("M4")
            try old.saw(.nav)
            // The login itself succeeds, but in a browser that doesn't share its cookies with the app.
            let end = try await old.browser.run(url.text, until: [ADOBEPASS_REDIRECT_URL], in: .secureBrowser)
            try old.expect(end, is: ADOBEPASS_REDIRECT_URL, "the browser's way ends at")
            await old.when("getAuthenticationToken") { $0.getAuthenticationToken() }
            try old.saw(.sas(0, .gan), .st("N130"))
            try old.tracked(.notAuthenticated)
            try old.called("sessionDevice")
            let bare = try old.call("sessionDevice")
            try old.expect(bare["reg_code"] == nil, "no reg_code")
            try old.expect(bare.field("Cookie") == nil, "no cookie", seen: bare.field("Cookie") ?? "")
            try await old.expectSelected(nil)
        },
        Scenario(
            "60", .secureBrowser, "The user presses Done", given: "NAVSVC shown, user presses Done",
            when: "setSelectedProvider(nil)", then: "SAS(0,PNS)", source: "SFSafariViewController on iOS (3.2)"
        ) { stage in
            let app = try await stage.appThatHandlesSVC()
            try await app.showPicker()
            try await app.select("M4")
            try app.saw(.navsvc)
            try await app.cancel()
            try await app.expectSelected(nil)
            try await app.showPicker()
        },
        Scenario(
            "61", .secureBrowser, "A logout in the secure browser", given: "logged in with M4, handleSVC true",
            when: "logout",
            then: "NAVSVC(logout url,YES); its redirect_url is the app's adbe. scheme, where the chain ends",
            source: "iOS/tvOS SDK overview"
        ) { stage in
            let app = try await stage.appThatHandlesSVC()
            try await stage.logIn(app, "M4")
            await app.when("logout") { $0.logout() }
            try app.saw(.navsvc)
            try app.sawNoCalls()
            let url = try app.require(app.navigation, "NAVSVC")
            try app.expect(
                url.address.hasPrefix(stage.serviceProvider) && url.address.hasSuffix("/logout"), "a URL of logout",
                seen: url.address)
            try app.expect(url["mso_id"] == stage.cast.m4, "mso_id of M4", seen: url.text)
            try app.expect(url["redirect_url"] == app.identity.redirectURL, "redirect_url of the app", seen: url.text)
            let end = try await app.finishInBrowser()
            try app.expect(end, is: "adbe.AppA://adobe.com", "the browser's way ends at")
            try app.saw(.sas(0, .una))
            try app.tracked(.notAuthenticated)
            try await app.expectNotAuthenticated()
        },
        Scenario(
            "62", .secureBrowser, "The value at the time of selection counts",
            given: "handleSVC set after getAuthentication began", when: "select M4",
            then: "not guaranteed; the value at select time is used",
            source: "SFSafariViewController on iOS (3.2); the outcome is our choice", isOurs: true
        ) { stage in
            let app = try await stage.configuredApp { $0.hasPresenter = true }
            try await app.showPicker()
            app.enabler.setOptions([OPTION_HANDLE_SVC: true])
            try await app.select("M4")
            try app.saw(.navsvc)
            try app.expect(app.presented.isEmpty, "nothing shown by the SDK", seen: app.presented.joined())
            try await app.cancel()
            try await app.showPicker()
            app.enabler.setOptions([:])
            try await app.select("M4")
            try app.saw()
            try app.expect(app.presented.count, is: 1, "URLs that the SDK shows:")
        },
        Scenario(
            "62a", .secureBrowser, "An app that knows only the web view", given: "M4, no callback useSVC, no presenter",
            when: "select M4, log in, logout",
            then: "NAV with redirect_url=ADOBEPASS_REDIRECT_URL, where the chain ends; SAS(1,\"\"), SAS(0,UNA)",
            source: "SFSafariViewController on iOS (3.2); iOS/tvOS SDK overview"
        ) { stage in
            for version in [SDKVersion(3, 1), SDKVersion(3, 9)] {
                let app = try await stage.configuredApp(
                    profile: CompatibilityProfile(version), on: stage.device(name: "phone with \(version)")
                ) { $0.hasOptionalCallbacks = false }
                try await app.showPicker()
                let url = try await app.select("M4")
                try app.saw(.nav)
                try app.expectLogin(at: url, of: "M4", redirect: ADOBEPASS_REDIRECT_URL)
                try app.expect(try await app.finishInBrowser(), is: ADOBEPASS_REDIRECT_URL, "the browser's way ends at")
                try app.saw(.sas(1))
                await app.when("logout") { $0.logout() }
                try app.saw(.nav)
                try app.expect(app.navigation?["redirect_url"], is: ADOBEPASS_REDIRECT_URL, "redirect_url")
                try app.expect(try await app.finishInBrowser(), is: ADOBEPASS_REDIRECT_URL, "the browser's way ends at")
                try app.saw(.sas(0, .una))
            }
        },
    ]
}

extension Stage {
    /// Returns a configured app with `handleSVC`, whose SDK could also show the secure browser itself.
    fileprivate func appThatHandlesSVC() async throws -> SimulatedApp {
        let app = try await configuredApp { $0.hasPresenter = true }
        await app.when("setOptions(handleSVC)") { $0.setOptions([OPTION_HANDLE_SVC: true]) }
        try app.sawNothing()
        try app.sawNoCalls()
        return app
    }
}

extension SimulatedApp {
    /// Expects that a login's URL names the service, the MVPD, the requestor and the redirect URL.
    ///
    /// - Parameter provider: the MVPD, a role.
    fileprivate func expectLogin(at url: NavigationURL, of provider: String, redirect: String?) throws {
        try expect(
            url.address.hasPrefix("\(serviceProvider)/authenticate"), "a URL of authenticate", seen: url.address)
        try expect(url["mso_id"] == cast[provider], "mso_id of \(provider)", seen: url.text)
        try expect(url["requestor_id"] == cast.ref, "requestor_id of REF", seen: url.text)
        try expect(url["redirect_url"] == redirect, "redirect_url=\(redirect ?? "")", seen: url.text)
        try expect(url["reg_code"]?.isEmpty == false, "reg_code", seen: url.text)
    }
}
