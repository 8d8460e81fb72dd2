import AccessEnabler
import PassSimulator

extension ScenarioSuite {
    static let logout = logoutCalls + logoutGenerations

    private static let logoutCalls: [Scenario] = [
        Scenario(
            "134", .logout, "A logout empties the store and opens the service's page",
            given: "iOS, authenticated at M1",
            when: "logout",
            then: """
                store empty already; NAV(url): path logout, mso_id, requestor_id, redirect_url=ADOBEPASS_REDIRECT_URL, where \
                the chain ends
                """,
            source: "iOS/tvOS cookbook; Android AccessEnabler 1.8 (behaviour)"
        ) { stage in
            let app = try await stage.loggedInApp()
            let token = try app.require(app.authentication("REF", "M1"), "a token").text
            await app.when("logout") { $0.logout() }
            try app.saw(.nav)
            try app.tracked()
            try app.sawNoCalls()
            try app.expect(app.store.shared.isEmpty, "an empty store", seen: app.storedText)
            try app.expect(!app.storedText.contains("simpleAuthenticationToken"), "no token anywhere in the store")
            let url = try app.require(app.navigation, "NAV")
            try app.expect(url.address, is: "\(stage.serviceProvider)/logout", "the page")
            try app.expect(url["mso_id"], is: stage.cast.m1, "mso_id")
            try app.expect(url["requestor_id"], is: stage.cast.ref, "requestor_id")
            try app.expect(url["authentication_token"], is: token, "authentication_token")
            try app.expect(url["redirect_url"], is: ADOBEPASS_REDIRECT_URL, "redirect_url")
            try app.expect(try await app.browse(), is: ADOBEPASS_REDIRECT_URL, "where the chain ends")
            try app.saw(.nav)
        },
        Scenario(
            "135", .logout, "The signal ends a logout", given: "after logout, the hidden web view hits the signal URL",
            when: "handleExternalURL", then: "SAS(0,UNA); a copy of the token is no longer valid",
            source: "iOS/tvOS SDK overview; the error code is our choice"
        ) { stage in
            let app = try await stage.loggedInApp()
            let kept = app.sharedMedium.bytes
            await app.when("logout") { $0.logout() }
            try app.saw(.nav)
            let end = try await app.browse()
            await app.when("handleExternalURL") { $0.handleExternalURL(end) }
            try app.saw(.sas(0, .una))
            try app.tracked(.notAuthenticated)
            try app.sawNoCalls()
            await app.when("handleExternalURL, again") { $0.handleExternalURL(end) }
            try app.sawNothing()

            app.sharedMedium.bytes = kept
            await app.when("checkAuthorization(r) with the old store") { $0.checkAuthorization(stage.cast.r) }
            try app.saw(.trf("r", .gaz), .st("Z500"))
            try app.called("authorizeDevice")
        },
        Scenario(
            "136", .logout, "An interrupted logout still takes effect",
            given: "process killed after logout, before its browser ran",
            when: "restart, checkAuthentication", then: "SAS(0,UNA)", source: "iOS/tvOS cookbook"
        ) { stage in
            let app = try await stage.loggedInApp()
            await app.when("logout") { $0.logout() }
            try app.saw(.nav)
            try await app.relaunch()
            try await app.configure()
            try app.saw(.src(1))
            await app.when("checkAuthentication") { $0.checkAuthentication() }
            try app.saw(.sas(0, .una), .st("N000"))
        },
        Scenario(
            "137", .logout, "A logout is for all programmers and MVPDs",
            given: "buckets REF/M1 and P2/M2 in a shared store",
            when: "logout in the app of REF", then: "the app of P2: SAS(0,UNA)", source: "iOS/tvOS SDK overview"
        ) { stage in
            let app = try await stage.loggedInApp()
            let other = try await stage.configuredApp("com.x.y.AppB", requestor: "P2")
            await other.when("setSelectedProvider(M2)") { $0.setSelectedProvider(stage.cast.m2) }
            try await stage.logIn(other, "M2")
            try stage.expect(
                app.authentication("REF", "M1") != nil && app.authentication("P2", "M2") != nil, "two buckets",
                seen: app.storedText)
            await app.when("logout") { $0.logout() }
            try app.saw(.nav)
            try app.expect(app.store.shared.isEmpty, "an empty store", seen: app.storedText)
            try await app.finishInBrowser()
            try app.saw(.sas(0, .una))
            await other.when("checkAuthentication") { $0.checkAuthentication() }
            try other.saw(.sas(0, .una), .st("N000"))
            await other.when("getSelectedProvider") { $0.getSelectedProvider() }
            try other.saw(.sel(nil))
        },
        Scenario(
            "138", .logout, "On tvOS the SDK logs out by itself", given: "tvOS, authenticated", when: "logout",
            then: "neither NAV nor NAVSVC; the SDK calls the service; SAS(0,UNA)", source: "iOS/tvOS SDK overview",
            needs: [.clock]
        ) { stage in
            let tv = stage.device(.tvOS, version: "13.0", name: "tv")
            let app = try await stage.loggedInApp(on: tv)
            let token = try app.require(app.authentication("REF", "M1"), "a token").text
            await app.when("logout") { $0.logout() }
            try app.saw(.sas(0, .una))
            try app.tracked(.notAuthenticated)
            try app.called("logout")
            let call = try app.call("logout")
            try app.expect(call["mso_id"], is: stage.cast.m1, "mso_id")
            try app.expect(call["requestor_id"], is: stage.cast.ref, "requestor_id")
            try app.expect(call["authentication_token"], is: token, "authentication_token")
            try app.expect(app.store.shared.isEmpty, "an empty store", seen: app.storedText)
            await app.when("checkAuthentication") { $0.checkAuthentication() }
            try app.saw(.sas(0, .una), .st("N000"))
        },
        Scenario(
            "139", .logout, "A logout without a login", given: "not authenticated", when: "logout, handleExternalURL",
            then: "NAV(ADOBEPASS_REDIRECT_URL); SAS(0,UNA); Net 0", source: "Android AccessEnabler 1.8 (behaviour)",
            isOurs: true
        ) { stage in
            let app = try await stage.configuredApp()
            await app.when("logout") { $0.logout() }
            try app.saw(.nav(ADOBEPASS_REDIRECT_URL))
            try app.sawNoCalls()
            await app.when("handleExternalURL") { $0.handleExternalURL(ADOBEPASS_REDIRECT_URL) }
            try app.saw(.sas(0, .una))
            try app.tracked(.notAuthenticated)
            try app.sawNoCalls()
        },
        Scenario(
            "140", .logout, "After a logout the user chooses again", given: "after logout", when: "getAuthentication",
            then: "DPD with all providers, no NAV", source: "iOS/tvOS API reference"
        ) { stage in
            let app = try await stage.configuredApp()
            await app.when("getAuthentication") { $0.getAuthentication() }
            let all = try app.require(app.providers, "DPD").map(\.id)
            await app.when("setSelectedProvider(M1)") { $0.setSelectedProvider(stage.cast.m1) }
            try await app.finishInBrowser()
            try app.saw(.sas(1))
            await app.when("logout") { $0.logout() }
            try await app.finishInBrowser()
            try app.saw(.sas(0, .una))
            await app.when("getAuthentication") { $0.getAuthentication() }
            try app.saw(.dpd(all))
            try app.sawNoCalls()
        },
        Scenario(
            "141", .logout, "A platform login is restored after a logout", given: "Apple SSO session",
            when: "logout; setRequestor again, with and without the system account",
            then: "ST VSA203 and SAS(0); the silent exchange logs in again if the system account remains",
            source: "iOS/tvOS API reference; Apple SSO cookbook", needs: [.policy]
        ) { stage in
            try stage.integratePlatformProviders()
            let platform = stage.platform(.init(account: PlatformAccount(providerID: "platform-tv")))
            let app = try await stage.configuredApp { $0.platformSSO = platform }
            try app.saw(.src(1))
            for remains in [true, false] {
                await app.when("checkAuthentication") { $0.checkAuthentication() }
                try app.saw(.sas(1))
                try app.tracked(.authenticated("PlatformTV", cached: true))
                await app.when("logout") { $0.logout() }
                try app.saw(.nav)
                try app.expect(app.store.shared.isEmpty, "an empty store", seen: app.storedText)
                try await app.finishInBrowser()
                try app.saw(.sas(0, .una), .st("VSA203", .info))
                if !remains { platform.script.account = nil }
                try await app.configure()
                try app.saw(.src(1))
                try app.tracked()
                if remains {
                    try app.called("config", "verificationCode", "tokens", "sessionDevice")
                } else {
                    try app.called("config")
                }
            }
            await app.when("checkAuthentication") { $0.checkAuthentication() }
            try app.saw(.sas(0, .una), .st("N000"))
            try app.expect(platform.samlRequests.count, is: 2, "exchanges:")
            try app.expect(platform.pickers.isEmpty, "no picker")
        },
        Scenario(
            "142", .logout, "A logout needs no user action", given: "logout requires no UI",
            when: "drive the NAV URL with an unattended browser",
            then: "the flow completes without any form post; the MVPD's own session has ended",
            source: "iOS/tvOS SDK overview"
        ) { stage in
            let app = try await stage.loggedInApp()
            await app.when("getAuthentication(YES)") { $0.getAuthentication(true, withData: nil) }
            let before = app.browser.visits.count
            try await app.finishInBrowser()
            try app.saw(.sas(1))
            let isKnown = app.browser.visits.dropFirst(before).allSatisfy { !$0.url.contains("login") }
            try app.expect(isKnown, "a second login in which the MVPD asks nothing")

            await app.when("logout") { $0.logout() }
            let url = try app.require(app.navigation, "NAV").text
            let visited = app.browser.visits.count
            let end = await app.browser.follow(url, until: ADOBEPASS_REDIRECT_URL, isVisible: false)
            try app.expect(end, is: ADOBEPASS_REDIRECT_URL, "where the chain ends")
            let visits = app.browser.visits.dropFirst(visited)
            try app.expect(visits.allSatisfy { $0.method == "GET" }, "no form post", seen: "\(visits)")
            try app.expect(visits.count > 1, "a chain through the MVPD", seen: "\(visits)")
            await app.when("handleExternalURL") { $0.handleExternalURL(end) }
            try app.saw(.sas(0, .una))

            await app.when("getAuthentication") { $0.getAuthentication() }
            await app.when("setSelectedProvider(M1)") { $0.setSelectedProvider(stage.cast.m1) }
            let login = try app.require(app.navigation, "NAV").text
            let silent = await app.browser.follow(login, until: ADOBEPASS_REDIRECT_URL, isVisible: false)
            try app.expect(silent, is: nil, "the end of an unattended login:")
        },
    ]
}
