import AccessEnabler
import AccessEnablerOpenSSL
import PassSimulator

extension ScenarioSuite {
    static let platformSignOn: [Scenario] = [
        Scenario(
            "195", .passive, "Without a platform the filter has no effect", given: "no platform provider injected",
            when: "getAuthentication(filter)", then: "classic flow: DPD with all providers",
            source: "iOS/tvOS API reference", needs: [.policy]
        ) { stage in
            try stage.integratePlatformProviders()
            let app = try await stage.configuredApp()
            await app.when("getAuthentication") { $0.getAuthentication() }
            let all = try app.require(app.providers, "DPD").map(\.id)
            try app.expect(all.contains("PlatformTV") && all.contains(stage.cast.m1), "all providers", seen: app.seen)
            await app.when("setSelectedProvider(nil)") { $0.setSelectedProvider(nil) }
            await app.when("getAuthentication(filter)") { $0.getAuthentication([TV_PROVIDERS: ["PlatformTV"]]) }
            try app.saw(.dpd(all))
        },
        Scenario(
            "196", .passive, "The platform's picker instead of the app's",
            given: "provider injected, at least one MVPD with SSO", when: "getAuthentication",
            then: "presentTvProviderDialog, no DPD", source: "iOS/tvOS API reference", needs: [.policy]
        ) { stage in
            let (app, platform) = try await stage.platformApp()
            await app.when("getAuthentication") { $0.getAuthentication() }
            try app.saw(.presentDialog)
            try app.tracked()
            try app.sawNoCalls()
            let shown = ScriptedPlatformSSO.Picker(providers: ["picker-tv", "platform-tv"], featured: [])
            try app.expect(platform.pickers.map { Set($0.providers) }, is: [Set(shown.providers)], "the picker")
        },
        Scenario(
            "197", .passive, "Nothing found in the platform's picker",
            given: "the user picks Other, an unsupported provider, or cancels", when: "the platform's picker",
            then: "dismissTvProviderDialog; ST N003, N004, N005; DPD", source: "Error Reporting; Apple SSO cookbook",
            needs: [.policy]
        ) { stage in
            let (app, platform) = try await stage.platformApp()
            let ends: [(PlatformChoice, String)] = [
                (.other, "N003"), (.unsupported, "N004"),
                (.signedIn(PlatformAccount(providerID: "stranger-tv")), "N004"),
                (.cancelled, "N005"),
            ]
            for (choice, status) in ends {
                await app.when("getAuthentication") { $0.getAuthentication() }
                try app.saw(.presentDialog)
                await app.step("the user's choice: \(choice)") { platform.choose(choice) }
                try app.saw(.dismissDialog, .dpd, .st(status, .info))
                try app.tracked()
                await app.when("setSelectedProvider(nil)") { $0.setSelectedProvider(nil) }
                try app.saw(.sas(0, .pns), .st("N005"))
            }
            // The classic flow still works after that.
            await app.when("getAuthentication") { $0.getAuthentication() }
            await app.step("the user's choice: Other") { platform.choose(.other) }
            await app.when("setSelectedProvider(M1)") { $0.setSelectedProvider(stage.cast.m1) }
            try await app.finishInBrowser()
            try app.saw(.sas(1))
        },
        Scenario(
            "198", .passive, "A provider that the platform only lists", given: "the user picks a PICKER-status MVPD",
            when: "the platform's picker", then: "iOS: NAV without status; tvOS: REGCODE", source: "Apple SSO cookbook",
            needs: [.policy, .clock]
        ) { stage in
            let (app, platform) = try await stage.platformApp()
            await app.when("getAuthentication") { $0.getAuthentication() }
            await app.step("the user picks PickerTV") { platform.choose(.listed("picker-tv")) }
            try app.saw(.dismissDialog, .nav)
            try app.tracked(.selected("PickerTV"))
            try app.expect(app.navigation?["mso_id"], is: "PickerTV", "mso_id")
            try await app.finishInBrowser()
            try app.saw(.sas(1))
            try app.tracked(.authenticated("PickerTV", cached: false))

            let tv = stage.device(.tvOS, version: "13.0", name: "tv")
            let (other, screen) = try await stage.platformApp("com.x.y.AppB", on: tv)
            await other.when("getAuthentication") { $0.getAuthentication() }
            // The platform may hand out an account for PickerTV, but PickerTV still doesn't support the platform's
            // sign-on.
            await other.step("the user picks PickerTV") {
                screen.choose(.signedIn(PlatformAccount(providerID: "picker-tv")))
            }
            try other.saw(.dismissDialog, .st("REGCODE", .success))
            let code = try other.require(other.registrationCode, "a code")
            try await stage.logInOnSecondScreen(other, code: code, "PickerTV")
            try await stage.advance(by: .seconds(10))
            try other.saw(.sas(1))
            try other.tracked(.authenticated("PickerTV", cached: false))
        },
        Scenario(
            "199", .passive, "Full sign-on by the platform", given: "full Apple SSO",
            when: "the user picks a provider",
            then: "SAS(1,\"\"); tokenSource = \"Apple\"", source: "Apple SSO cookbook", needs: [.policy]
        ) { stage in
            let (app, platform) = try await stage.platformApp()
            await app.when("getAuthentication") { $0.getAuthentication() }
            try app.saw(.presentDialog)
            await app.step("the user signs in at PlatformTV") {
                platform.choose(.signedIn(PlatformAccount(providerID: "platform-tv")))
            }
            try app.saw(.dismissDialog, .sas(1))
            try app.tracked(.selected("PlatformTV"), .authenticated("PlatformTV", cached: false))
            try app.called("verificationCode", "tokens", "sessionDevice")
            let asked: [String: EntitlementValue] = [METADATA_OPCODE_KEY: 3, METADATA_USER_META_KEY: "tokenSource"]
            await app.when("getMetadata(3,tokenSource)") { $0.getMetadata(asked) }
            try app.saw(.meta("Apple", METADATA_USER_META, arguments: asked))
            await app.when("checkAuthorization(r)") { $0.checkAuthorization(stage.cast.r) }
            try app.saw(.tok("r"))
            try app.tracked(.authorized("PlatformTV", cached: false))
            let token = try app.require(app.tokens.first, "a media token").token
            try app.expect(MediaToken(token)?["mvpdId"], is: "PlatformTV", "mvpdId")

            let classic = try await stage.loggedInApp("com.x.y.AppB", on: stage.device(name: "other"))
            await classic.when("getMetadata(3,tokenSource)") { $0.getMetadata(asked) }
            try classic.saw(.meta(nil, METADATA_USER_META, arguments: asked))
        },
        Scenario(
            "200", .passive, "No permission for the platform's account",
            given: "permission denied, undetermined, error",
            when: "setRequestor", then: "ST VSA403, VSA404, AAPL; SRC(1)", source: "Apple SSO cookbook",
            needs: [.policy]
        ) { stage in
            let (app, platform) = try await stage.platformApp()
            let permissions: [(PlatformPermission, EventPattern)] = [
                (.denied, .st("VSA403", .info)), (.undetermined, .st("VSA404", .info)),
                (.failed("out of order"), .st("AAPL", .error)),
            ]
            for (permission, status) in permissions {
                platform.script.permission = permission
                try await app.configure()
                try app.saw(status, .src(1))
                try app.tracked()
                try app.called("config")
            }
            try app.expect(app.statuses.map { $0.extra["details"] }, is: ["out of order"], "the original error")
            await app.when("checkAuthentication") { $0.checkAuthentication() }
            try app.saw(.sas(0, .una), .st("AAPL_ERROR", .error))
        },
        Scenario(
            "201", .passive, "A silent login", given: "permission granted, signed in at system level",
            when: "setRequestor, checkAuthentication", then: "only SRC(1); SAS(1)", source: "Apple SSO cookbook",
            needs: [.policy]
        ) { stage in
            try stage.integratePlatformProviders()
            let platform = stage.platform(.init(account: PlatformAccount(providerID: "platform-tv")))
            let app = try await stage.app { $0.platformSSO = platform }
            try await app.configure()
            try app.saw(.src(1))
            try app.expect(app.events, is: [.setRequestorComplete(1)], "callbacks")
            try app.called("register", "token", "config", "verificationCode", "tokens", "sessionDevice")
            await app.when("checkAuthentication") { $0.checkAuthentication() }
            try app.saw(.sas(1))
            try app.tracked(.authenticated("PlatformTV", cached: true))
            try app.sawNoCalls()
            try await app.relaunch()
            try await app.configure()
            try app.called("config")
            try app.expect(platform.samlRequests.count, is: 1, "exchanges:")

            platform.script.givesAnswers = false
            let other = try await stage.app("com.z.AppB", on: stage.device(name: "other")) { $0.platformSSO = platform }
            try await other.configure()
            try other.saw(.src(1))
            await other.when("checkAuthentication") { $0.checkAuthentication() }
            try other.saw(.sas(0, .una), .st("N000"))
        },
        Scenario(
            "202", .passive, "The platform's account can't be read", given: "metadata request fails",
            when: "getAuthentication", then: "ST VSA503 with the reason; DPD", source: "Apple SSO cookbook",
            needs: [.policy]
        ) { stage in
            let (app, platform) = try await stage.platformApp()
            platform.script.accountFailure = "no metadata"
            await app.when("getAuthentication") { $0.getAuthentication() }
            try app.saw(.dpd, .st("VSA503", .info, message: "no metadata"))
            await app.when("setSelectedProvider(nil)") { $0.setSelectedProvider(nil) }
            platform.script.accountFailure = nil
            await app.when("getAuthentication") { $0.getAuthentication() }
            await app.step("the chosen account can't be read") { platform.choose(.metadataFailed("gone")) }
            try app.saw(.dismissDialog, .dpd, .st("VSA503", .info, message: "gone"))
        },
        Scenario(
            "203", .passive, "The filter of the platform's picker",
            given: "{TV_PROVIDERS:[a,b], FEATURED_TV_PROVIDERS:[b]}, a without SSO", when: "getAuthentication(filter)",
            then: "the provider gets [b], featured [b]", source: "iOS/tvOS API reference", needs: [.policy]
        ) { stage in
            let (app, platform) = try await stage.platformApp()
            let filter = [TV_PROVIDERS: [stage.cast.m1, "PlatformTV"], FEATURED_TV_PROVIDERS: ["PlatformTV"]]
            await app.when("getAuthentication(filter)") { $0.getAuthentication(filter) }
            try app.saw(.presentDialog)
            try app.expect(
                platform.pickers, is: [.init(providers: ["platform-tv"], featured: ["platform-tv"])], "pickers")
        },
        Scenario(
            "204", .passive, "Status events come in any order", given: "several status events in one flow",
            when: "a TempPass for two resources", then: "compared as a set, not a sequence", source: "Error Reporting"
        ) { stage in
            let app = try await stage.configuredApp()
            let resources = [stage.cast.r, stage.cast.r2]
            await app.when("getAuthorization(r), getAuthorization(r2)") { enabler in
                for resource in resources { enabler.getAuthorization(resource) }
            }
            try app.saw(.dpd)
            await app.when("setSelectedProvider(T1)") { $0.setSelectedProvider(stage.cast.t1) }
            try app.sawInAnyOrder(.sas(1), .tok("r"), .tok("r2"), .st("Z011"), .st("N011"))
            try app.sawInAnyOrder(.st("N011"), .tok("r2"), .st("Z011"), .tok("r"), .sas(1))
            let told = app.statuses.filter { $0.id == "Z011" }.compactMap { $0.extra["resource"] }
            try app.expect(told.sorted(), is: resources.sorted(), "resources of Z011")
        },
    ]
}

extension Stage {
    /// Gives REF two MVPDs that the platform knows: PlatformTV supports the platform's sign-on, and PickerTV is only
    /// listed.
    func integratePlatformProviders() throws {
        try world.configure(
            """
            {
                mvpds: { PickerTV: { name: "Picker TV", platform: { boardingStatus: "PICKER", mappingID: "picker-tv" } } },
                requestors: { REF: { mvpds: { PlatformTV: {}, PickerTV: {} } } },
            }
            """)
    }

    /// Returns REF's app and its platform. The app may use the platform's account, but no account is signed in.
    ///
    /// The platform's picker waits for the user's choice.
    fileprivate func platformApp(
        _ bundleID: String = "com.x.y.AppA", on device: SimulatedDevice? = nil
    ) async throws -> (SimulatedApp, ScriptedPlatformSSO) {
        try integratePlatformProviders()
        let platform = platform()
        let app = try await configuredApp(bundleID, on: device) { $0.platformSSO = platform }
        try app.saw(.src(1))
        return (app, platform)
    }
}
