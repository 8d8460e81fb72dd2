import AccessEnabler

extension ScenarioSuite {
    /// Forced and repeated logins, logins after a failure, and logins by older apps.
    static let moreAuthentication: [Scenario] = [
        Scenario(
            "49", .authentication, "A forced login", given: "authenticated",
            when: "getAuthentication(force YES, data nil)",
            then: "flow runs (NAV for M1) although authenticated", source: "iOS/tvOS API reference"
        ) { stage in
            let app = try await stage.loggedInApp()
            let old = try app.storedLogin(at: "M1")
            await app.when("getAuthentication(YES, nil)") { $0.getAuthentication(true, withData: nil) }
            try app.saw(.nav)
            try app.tracked()
            try app.called("regcode")
            try app.expect(app.navigation?["mso_id"] == stage.cast.m1, "mso_id of M1", seen: app.seen)
            try await app.finishInBrowser()
            try app.saw(.sas(1))
            try app.tracked(.authenticated("M1", cached: false))
            let new = try app.storedLogin(at: "M1")
            try app.expect(new.guid != old.guid, "a new token in the store", seen: new.guid)
        },
        Scenario(
            "50", .authentication, "The app's data is sent with one login only", given: "configured",
            when: "getAuthentication(NO, {k:v}) then select",
            then: "NAV url carries the data; not carried by the next flow",
            source: "iOS/tvOS API reference; Android AccessEnabler 1.8 (behaviour)"
        ) { stage in
            let app = try await stage.configuredApp()
            await app.when("getAuthentication(NO, {k:v})") { $0.getAuthentication(false, withData: ["k": "v"]) }
            try app.saw(.dpd)
            let url = try await app.select("M1")
            try app.expect(url["generic_data"] == #"{"k":"v"}"#, #"generic_data={"k":"v"}"#, seen: url.text)
            try await app.cancel()
            try await app.showPicker()
            let other = try await app.select("M1")
            try app.expect(other["generic_data"] == nil, "no generic_data after a cancelled flow", seen: other.text)
            try await app.cancel()
            await app.when("getAuthentication(NO, {k:v})") { $0.getAuthentication(false, withData: ["k": "v"]) }
            try await app.select("M1")
            try await app.finishInBrowser()
            try app.saw(.sas(1))
            await app.when("getAuthentication(YES, nil)") { $0.getAuthentication(true, withData: nil) }
            let next = try app.require(app.navigation, "NAV")
            try app.expect(next["generic_data"] == nil, "no generic_data after a finished flow", seen: next.text)
        },
        Scenario(
            "51", .authentication, "A second getAuthentication waits for the first",
            given: "getAuthentication running (picker open)", when: "getAuthentication again",
            then: #"no second DPD until the first ends; then SAS(1,"") if it succeeded"#,
            source: "Android AccessEnabler 1.8 (behaviour)", isOurs: true
        ) { stage in
            let app = try await stage.configuredApp()
            try await app.showPicker()
            await app.when("getAuthentication again") { $0.getAuthentication() }
            try app.sawNothing()
            try app.sawNoCalls()
            // The first call fails, so the second one starts a login of its own.
            await app.when("setSelectedProvider(nil)") { $0.setSelectedProvider(nil) }
            try app.saw(.sas(0, .pns), .dpd, .st("N005"))
            try app.tracked(.notAuthenticated)
            await app.when("getAuthentication again") { $0.getAuthentication() }
            try app.sawNothing()
            try await app.select("M1")
            try app.saw(.nav)
            try await app.finishInBrowser()
            try app.saw(.sas(1), .sas(1))
            try app.tracked(.authenticated("M1", cached: false), .authenticated("M1", cached: true))
            try app.called("sessionDevice")
        },
        Scenario(
            "52", .authentication, "After a failed login the picker is shown", given: "failed login earlier",
            when: "getAuthentication", then: "DPD (not NAV)", source: "iOS/tvOS API reference"
        ) { stage in
            let app = try await stage.loggedInApp()
            await app.when("getAuthentication(YES, nil)") { $0.getAuthentication(true, withData: nil) }
            try app.saw(.nav)
            await app.when("handleExternalURL") { $0.handleExternalURL(ADOBEPASS_REDIRECT_URL) }
            try app.saw(.sas(0, .gan), .st("N130"))
            try await app.expectNotAuthenticated()
            try await app.showPicker()
        },
        Scenario(
            "52a", .authentication, "A selection after a failed login counts", given: "failed login with M1 earlier",
            when: "setSelectedProvider(M1), then getAuthentication", then: "no DPD; NAV for M1",
            source: "iOS/tvOS SDK overview; that a selection wins is our choice", isOurs: true
        ) { stage in
            let app = try await stage.configuredApp()
            try await app.showPicker()
            try await app.select("M1")
            await app.when("handleExternalURL") { $0.handleExternalURL(ADOBEPASS_REDIRECT_URL) }
            try app.saw(.sas(0, .gan), .st("N130"))
            await app.when("setSelectedProvider(M1)") { $0.setSelectedProvider(stage.cast.m1) }
            try app.saw()
            try app.tracked(.selected("M1"))
            try app.sawNoCalls()
            await app.when("getAuthentication") { $0.getAuthentication() }
            try app.saw(.nav)
            try app.expect(app.navigation?["mso_id"] == stage.cast.m1, "mso_id of M1", seen: app.seen)
            try await app.finishInBrowser()
            try app.saw(.sas(1))
        },
        Scenario(
            "53", .authentication, "Another MVPD is selected", given: "authenticated with M1",
            when: "setSelectedProvider(M2)",
            then: "M1 tokens of REF removed; TRK selection(M2); checkAuthentication -> SAS(0,UNA)",
            source: "Android AccessEnabler 1.8 (behaviour)", isOurs: true
        ) { stage in
            let app = try await stage.loggedInApp()
            await app.when("checkAuthorization(r)") { $0.checkAuthorization(stage.cast.r) }
            try app.saw(.tok("r"))
            let token = try app.storedLogin(at: "M1")
            await app.when("setSelectedProvider(M1)") { $0.setSelectedProvider(stage.cast.m1) }
            try app.sawNothing()
            try app.expect(
                app.record()?.providers[stage.cast.m1]?.authorizations.count == 1, "M1's tokens as they were")
            await app.when("setSelectedProvider(M2)") { $0.setSelectedProvider(stage.cast.m2) }
            try app.saw()
            try app.tracked(.selected("M2"))
            try app.sawNoCalls()
            try app.expect(app.record()?.providers[stage.cast.m1] == nil, "no bucket of M1")
            try app.expect(!app.storedText.contains(token.guid), "M1's token nowhere in the store")
            try await app.expectSelected("M2")
            try await app.expectNotAuthenticated()
        },
        Scenario(
            "54", .authentication, "Before 3.0 the web view's cookies name the login", given: "profile 1.x/2.x",
            when: "getAuthenticationToken after signal URL",
            then:
                "as handleExternalURL, but no regcode call; sessionDevice carries the web view's cookies, no reg_code",
            source: "iOS/tvOS API reference; cookies: Android AccessEnabler 1.8 (behaviour)"
        ) { stage in
            for (version, bundleID) in [(SDKVersion(1, 9), "com.one.AppA"), (SDKVersion(2, 5), "com.two.AppB")] {
                let app = try await stage.configuredApp(
                    bundleID, team: bundleID, profile: CompatibilityProfile(version))
                try await app.showPicker()
                let url = try await app.select("M1")
                try app.saw(.nav)
                try app.sawNoCalls()
                try app.expect(url["reg_code"] == nil, "no reg_code in the URL", seen: url.text)
                try app.expect(url["redirect_url"] == ADOBEPASS_REDIRECT_URL, "redirect_url", seen: url.text)
                try await app.finishInBrowser()
                try app.saw(.sas(1))
                try app.tracked(.authenticated("M1", cached: false))
                try app.called("sessionDevice")
                let call = try app.call("sessionDevice")
                let cookies = try app.require(
                    await app.browser.cookies(for: call.request.url), "cookies of the web view")
                try app.expect(
                    call.field("Cookie") == cookies, "Cookie: \(cookies)", seen: call.field("Cookie") ?? "none")
                try app.expect(call["reg_code"] == nil, "no reg_code")
                try app.expect(call.values("device_id"), is: [app.deviceID], "device_id")
                _ = try app.storedLogin(at: "M1")
                await app.when("getAuthenticationToken again") { $0.getAuthenticationToken() }
                try app.sawNothing()
                try app.sawNoCalls()
            }
        },
        Scenario(
            "55", .authentication, "An app hides MVPDs", given: "app filters list", when: "DPD with hidden MVPD",
            then: "setSelectedProvider of a visible id works; SDK does no filtering itself",
            source: "Allow only certain MVPDs in the selection dialog; Prevent MVPDs from appearing in it"
        ) { stage in
            let app = try await stage.configuredApp()
            try await app.showPicker()
            let shown = try app.require(app.providers, "providers").map(\.id)
            try app.expect(shown.contains(stage.cast.x1), "X1, which the app hides, in the list", seen: app.seen)
            try app.expect(shown.contains(stage.cast.m2), "M2, which the app shows, in the list", seen: app.seen)
            let url = try await app.select("M2")
            try app.saw(.nav)
            try app.expect(url["mso_id"] == stage.cast.m2, "mso_id of M2", seen: url.text)
            try await app.finishInBrowser()
            try app.saw(.sas(1))
            try app.tracked(.authenticated("M2", cached: false))
            _ = try app.storedLogin(at: "M2")
        },
    ]
}
