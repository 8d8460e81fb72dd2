import AccessEnabler
import PassSimulator

extension ScenarioSuite {
    /// The MVPDs that the SDK remembers, and the cases in which it shows the picker.
    static let rememberedAuthentication: [Scenario] = [
        Scenario(
            "42", .authentication, "With a remembered MVPD the picker is skipped",
            given: "token M1 expired, canAuthenticate true",
            when: "getAuthentication", then: "NO DPD; NAV for M1 at once", source: "iOS/tvOS SDK overview",
            needs: [.clock, .policy]
        ) { stage in
            let app = try await stage.appWithExpiredLogin()
            let old = try app.storedLogin(at: "M1")
            await app.when("getAuthentication") { $0.getAuthentication() }
            try app.saw(.nav)
            try app.tracked()
            try app.called("regcode")
            try app.expect(app.navigation?["mso_id"] == stage.cast.m1, "mso_id of M1", seen: app.seen)
            try await app.finishInBrowser()
            try app.saw(.sas(1))
            try app.tracked(.authenticated("M1", cached: false))
            let new = try app.storedLogin(at: "M1")
            try app.expect(new.expires > old.expires, "a later expiry than \(old.expiresText)", seen: new.expiresText)
        },
        Scenario(
            "43", .authentication, "Remembering can be switched off",
            given: "token M1 expired, canAuthenticate true; rememberedProviderSkipsPicker off",
            when: "getAuthentication", then: "DPD", source: "iOS/tvOS API reference", needs: [.clock, .policy]
        ) { stage in
            var profile = CompatibilityProfile.v3_9
            profile.rememberedProviderSkipsPicker = false
            let app = try await stage.appWithExpiredLogin(profile: profile)
            _ = try app.storedLogin(at: "M1")
            try await app.showPicker()
        },
        Scenario(
            "44", .authentication, "An MVPD whose last login failed isn't used without the picker",
            given: "M1 stored with canAuthenticate false", when: "getAuthentication", then: "DPD",
            source: "iOS/tvOS SDK overview", needs: [.clock, .policy]
        ) { stage in
            let app = try await stage.appWithExpiredLogin()
            app.sharedMedium.replace(#""canAuthenticate":true"#, with: #""canAuthenticate":false"#)
            let bucket = try app.require(app.record()?.providers[stage.cast.m1], "a bucket of M1 in the store")
            try app.expect(!bucket.canAuthenticate && bucket.authentication != nil, "a token without canAuthenticate")
            try await app.expectSelected("M1")
            try await app.showPicker()
            // An MVPD that the user selected without logging in stays selected when the app starts again.
            try await app.select("M2")
            try await app.relaunch()
            try await app.configure()
            try await app.expectSelected("M2")
            try await app.showPicker()
        },
        Scenario(
            "45", .authentication, "A remembered MVPD that has left the list is ignored",
            given: "token M1 expired, canAuthenticate true, M1 no longer in list", when: "getAuthentication",
            then: "DPD", source: "Android AccessEnabler 1.8 (behaviour)", isOurs: true, needs: [.clock, .policy]
        ) { stage in
            let app = try await stage.appWithExpiredLogin()
            try stage.withdrawM1()
            try await app.configure()
            await app.when("getAuthentication") { $0.getAuthentication() }
            try app.saw(.dpd(["M2", "M3", "M4", "X1", "T1", "T2"]))
            try app.sawNoCalls()
        },
        Scenario(
            "46", .authentication, "After an earlier selection the picker is skipped", given: "empty store",
            when: "setSelectedProvider(M1), then getAuthentication",
            then: "first call no NAV; second: no DPD, NAV for M1", source: "iOS/tvOS SDK overview"
        ) { stage in
            let app = try await stage.configuredApp()
            await app.when("setSelectedProvider(M1)") { $0.setSelectedProvider(stage.cast.m1) }
            try app.saw()
            try app.tracked(.selected("M1"))
            try app.sawNoCalls()
            await app.when("getAuthentication") { $0.getAuthentication() }
            try app.saw(.nav)
            try app.tracked()
            try app.called("regcode")
            try app.expect(app.navigation?["mso_id"] == stage.cast.m1, "mso_id of M1", seen: app.seen)
        },
        Scenario(
            "47", .authentication, "An MVPD that isn't in the list", given: "DPD shown",
            when: "setSelectedProvider(\"nope\")", then: "SAS(0,PNS)",
            source: "Android AccessEnabler 1.8 (behaviour)", isOurs: true
        ) { stage in
            let app = try await stage.configuredApp()
            try await app.showPicker()
            await app.when("setSelectedProvider(nope)") { $0.setSelectedProvider("nope") }
            try app.saw(.sas(0, .pns), .st("N005"))
            try app.tracked(.notAuthenticated)
            try app.sawNoCalls()
            try await app.expectSelected(nil)
            try await app.showPicker()
        },
        Scenario(
            "48", .authentication, "A requestor without MVPDs", given: "requestor with no MVPDs",
            when: "getAuthentication", then: "SAS(0,GAN); no DPD", source: "Android AccessEnabler 1.8 (behaviour)",
            isOurs: true, needs: [.policy]
        ) { stage in
            try stage.world.configure("{ requestors: { \(stage.cast.ref2): { mvpds: { \(stage.cast.m2): null } } } }")
            let app = try await stage.configuredApp(requestor: "REF2")
            await app.when("getAuthentication") { $0.getAuthentication() }
            try app.saw(.sas(0, .gan), .st("N500"))
            try app.tracked(.notAuthenticated)
            try app.sawNoCalls()
        },
    ]
}
