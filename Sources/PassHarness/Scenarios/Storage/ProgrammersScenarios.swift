import AccessEnabler
import PassSimulator

extension ScenarioSuite {
    static let storageOfProgrammers: [Scenario] = [
        Scenario(
            "146", .storage, "A programmer that isn't integrated with the MVPD of the login",
            given: "App1 of P1 logged in at M1; P2 of App2 isn't integrated with M1", when: "App2 is opened",
            then: "SAS(0,UNA), ST N000; its picker doesn't have M1; App1 is still SAS(1,\"\")",
            source: "iOS/tvOS SDK overview, the example of two programmers", needs: [.policy]
        ) { stage in
            let one = try await stage.open()
            try await stage.logIn(one)
            let two = try await stage.open("com.x.y.AppB", requestor: "REF2")
            try await two.expectNotAuthenticated()
            await two.when("getAuthentication") { $0.getAuthentication() }
            try two.saw(.dpd(["M2"]))
            try await one.expectAuthenticated(at: "M1")
        },
        Scenario(
            "147", .storage, "Another programmer's login at another MVPD doesn't end a login",
            given: "as in scenario 146; then App2 logs in at M2", when: "back to App1",
            then: "from 1.7 on still SAS(1,\"\") for M1; App2 SAS(1,\"\") for M2", source: "iOS/tvOS SDK overview",
            needs: [.policy]
        ) { stage in
            for (version, system) in [(SDKVersion(1, 7), "6.1"), (SDKVersion(3, 9), "9.2.1")] {
                let phone = stage.device(version: system, name: "phone with \(version)")
                let one = try await stage.open(version: version, on: phone)
                try await stage.logIn(one)
                let two = try await stage.open("com.x.y.AppB", requestor: "REF2", version: version, on: phone)
                try await two.expectNotAuthenticated()
                try await stage.logIn(two, "M2")
                try await one.reopen()
                try await one.expectAuthenticated(at: "M1")
                try await one.expectAuthorized(cached: false)
                try await two.reopen("REF2")
                try await two.expectAuthenticated(at: "M2")
            }
        },
        Scenario(
            "148", .storage, "Up to 1.6 another programmer's token replaces the only token",
            given: "as in scenario 147 with profile 1.6; P1 isn't integrated with M2", when: "App1 checkAuthentication",
            then: "SAS(0,UNA), ST N000; App2 is still SAS(1,\"\")", source: "iOS/tvOS SDK overview", needs: [.policy]
        ) { stage in
            try stage.world.configure("{ requestors: { REF: { mvpds: { M2: null } } } }")
            let phone = stage.device(version: "6.1", name: "old phone")
            let one = try await stage.open(version: SDKVersion(1, 6), on: phone)
            try await stage.logIn(one)
            let two = try await stage.open("com.x.y.AppB", requestor: "REF2", version: SDKVersion(1, 6), on: phone)
            try await two.expectNotAuthenticated()
            try await stage.logIn(two, "M2")
            try await one.reopen()
            try await one.expectNotAuthenticated()
            try await two.reopen("REF2")
            try await two.expectAuthenticated(at: "M2")
        },
        Scenario(
            "149", .storage, "One login serves another programmer at the same MVPD",
            given: "App1 of P1 logged in at M1; P2 of App2 is integrated with M1; store and device shared",
            when: "App2 checkAuthentication", then: "SAS(1,\"\"); no NAV, no request for a login",
            source: "iOS/tvOS SDK overview; Android AccessEnabler 1.8 (behaviour)"
        ) { stage in
            let one = try await stage.open()
            try await stage.logIn(one)
            let guid = one.trackingEvents.last?.values[2]
            let before = stage.network.exchanges.count
            let two = try await stage.open("com.x.y.AppB", requestor: "P2")
            try await two.expectAuthenticated(at: "M1")
            try two.expect(two.trackingEvents.last?.values[2], is: guid, "the GUID of the same login:")
            try two.expect(two.bucket(of: "P2")?.authentication, is: one.bucket()?.authentication, "the token of App1:")
            try two.expect(two.bucket(of: "P2")?.canAuthenticate, is: true, "canAuthenticate")
            let asked = stage.network.exchanges.dropFirst(before).map(\.operation)
            try stage.expect(Set(asked), is: ["register", "token", "config"], "requests by any app:")
            await two.when("getSelectedProvider") { $0.getSelectedProvider() }
            try two.saw(.sel("M1"))
        },
        Scenario(
            "150", .storage, "An authorization belongs to a single programmer",
            given: "as in scenario 149; App1 is authorized for r", when: "App2 checkAuthorization(r)",
            then: "one request authorizeDevice for P2 with the token of the login, one for a media token; TOK(t,r)",
            source: "Android AccessEnabler 1.8 (behaviour)", isOurs: true
        ) { stage in
            let one = try await stage.open()
            try await stage.logIn(one)
            try await one.expectAuthorized(cached: false)
            let token = one.calls("authorizeDevice").first?["authentication_token"]
            let two = try await stage.open("com.x.y.AppB", requestor: "P2")
            try await two.expectAuthorized(requestor: "P2", cached: false)
            let call = try two.call("authorizeDevice")
            try two.expect(call["requestor_id"], is: stage.cast.p2, "requestor_id")
            try two.expect(call["authentication_token"], is: token, "the token of App1:")
            try two.expect(call["device_id"], is: one.deviceID, "device_id")
            try await one.expectAuthorized(cached: true)
        },
        Scenario(
            "150a", .storage, "An authorization serves all apps of a programmer",
            given: "two apps of REF, store and device shared; A is authorized for r", when: "B checkAuthorization(r)",
            then: "no request authorizeDevice, one for a media token; TOK(t,r)", source: "iOS/tvOS SDK overview"
        ) { stage in
            let a = try await stage.open()
            try await stage.logIn(a)
            try await a.expectAuthorized(cached: false)
            let b = try await stage.open("com.x.y.AppB")
            try await b.expectAuthorized(cached: true)
        },
        Scenario(
            "151", .storage, "Up to 1.6 all apps share the one token of an MVPD",
            given: "profile 1.6; an MVPD without authentication per requestor", when: "App1 logs in; App2 is opened",
            then: "App2 SAS(1,\"\") from the global pasteboard, whichever app signed it",
            source: "iOS/tvOS SDK overview"
        ) { stage in
            let phone = stage.device(version: "6.1", name: "old phone")
            let version = SDKVersion(1, 6)
            let one = try await stage.open(version: version, on: phone)
            try await stage.logIn(one)
            try one.expect(one.store.shared.single?.provider, is: stage.cast.m1, "the one record's MVPD")
            let two = try await stage.open("com.z.AppB", requestor: "P2", team: "TEAM2", version: version, on: phone)
            try await two.expectAuthenticated(at: "M1")
            try await two.expectAuthorized(requestor: "P2", cached: false)
            try await one.reopen()
            try await one.expectAuthenticated(at: "M1")
        },
        Scenario(
            "152", .storage, "Up to 1.6 the token of an MVPD with authentication per requestor is the app's own",
            given: "profile 1.6; M3", when: "App1 logs in; App2 is opened",
            then: "App2 SAS(0,UNA), it must log in; the global pasteboard holds no token; both SAS(1,\"\") then",
            source: "iOS/tvOS SDK overview"
        ) { stage in
            let phone = stage.device(version: "6.1", name: "old phone")
            let version = SDKVersion(1, 6)
            let one = try await stage.open(version: version, on: phone)
            try await stage.logIn(one, "M3")
            try one.holdsNoToken()
            let two = try await stage.open("com.x.y.AppB", requestor: "P2", version: version, on: phone)
            try await two.expectNotAuthenticated()
            await two.when("getAuthentication") { $0.getAuthentication() }
            try two.saw(.dpd)
            await two.when("setSelectedProvider(M3)") { $0.setSelectedProvider(stage.cast.m3) }
            try two.saw(.nav)
            try await two.finishInBrowser()
            try two.saw(.sas(1))
            try two.tracked(.authenticated("M3", cached: false))
            try two.holdsNoToken()
            try await one.reopen()
            try await one.expectAuthenticated(at: "M3")
            try await two.reopen("P2")
            try await two.expectAuthenticated(at: "M3")
        },
        Scenario(
            "153", .storage, "Single sign-on that is off for a programmer and an MVPD",
            given: "single sign-on off for (P2,M1); else as in scenario 149", when: "App2 checkAuthentication",
            then: "SAS(0,UNA); its own login is not visible to App1", source: "Single Sign-On support",
            needs: [.policy]
        ) { stage in
            try stage.world.configure("{ requestors: { P2: { mvpds: { M1: { singleSignOn: false } } } } }")
            let one = try await stage.open()
            try await stage.logIn(one)
            let two = try await stage.open("com.x.y.AppB", requestor: "P2")
            try await two.expectNotAuthenticated()
            try await stage.logIn(two)
            try await two.expectAuthorized(requestor: "P2", cached: false)
            try await one.expectAuthenticated(at: "M1")

            let other = stage.device(name: "other phone")
            let second = try await stage.open("com.x.y.AppB", requestor: "P2", on: other)
            try await stage.logIn(second)
            let first = try await stage.open(on: other)
            try await first.expectNotAuthenticated()
            try await second.expectAuthenticated(at: "M1")
        },
    ]
}
