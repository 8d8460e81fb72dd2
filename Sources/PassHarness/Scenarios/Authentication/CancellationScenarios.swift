import AccessEnabler

extension ScenarioSuite {
    static let cancellation: [Scenario] = [
        Scenario(
            "63", .cancellation, "The user leaves the picker", given: "DPD shown", when: "setSelectedProvider(nil)",
            then: "SAS(0,PNS), ST N005; state reset; getAuthentication works again -> DPD",
            source: "iOS/tvOS SDK overview; iOS/tvOS API reference; Error Reporting"
        ) { stage in
            let app = try await stage.configuredApp()
            try await app.showPicker()
            await app.when("setSelectedProvider(nil)") { $0.setSelectedProvider(nil) }
            try app.saw(.sas(0, .pns), .st("N005", .info))
            try app.tracked(.notAuthenticated)
            try app.sawNoCalls()
            try await app.expectSelected(nil)
            try await app.expectNotAuthenticated()
            try await app.showPicker()
            try await app.select("M1")
            try await app.finishInBrowser()
            try app.saw(.sas(1))
        },
        Scenario(
            "64", .cancellation, "The user leaves the web view", given: "NAV shown", when: "setSelectedProvider(nil)",
            then: "SAS(0,PNS); later handleExternalURL ignored",
            source: "iOS/tvOS SDK overview; that a late call is ignored is our choice"
        ) { stage in
            let app = try await stage.configuredApp()
            try await app.showPicker()
            try await app.select("M1")
            try app.saw(.nav)
            let end = try await app.browse()
            try await app.cancel()
            await app.when("handleExternalURL") { $0.handleExternalURL(end) }
            try app.sawNothing()
            try app.sawNoCalls()
            try app.expect(app.record() == nil, "nothing of REF in the store")
            try await app.expectSelected(nil)
            try await app.expectNotAuthenticated()
            try await app.showPicker()
        },
        Scenario(
            "65", .cancellation, "Another programmer's login stays",
            given: "P1 logged in with M1 in shared store; P2 app, NAV for M2", when: "setSelectedProvider(nil) in P2",
            then: "P1/M1 token still valid in P1's app; P2's current MVPD gone", source: "iOS/tvOS SDK overview"
        ) { stage in
            let first = try await stage.loggedInApp("com.x.y.AppA")
            let second = try await stage.configuredApp("com.x.y.AppB", requestor: "P2")
            let before = first.record()
            await second.when("setSelectedProvider(M2)") { $0.setSelectedProvider(stage.cast.m2) }
            try await second.expectSelected("M2")
            await second.when("getAuthentication") { $0.getAuthentication() }
            try second.saw(.nav)
            try second.expect(second.navigation?["mso_id"] == stage.cast.m2, "mso_id of M2", seen: second.seen)
            try second.expect(second.record(of: "P2")?.currentProvider == stage.cast.m2, "M2 current in the store")
            try await second.cancel()
            try second.expect(second.record(of: "P2") == nil, "nothing of P2 in the store")
            try await second.expectSelected(nil)
            try first.expect(first.record() == before, "the record of P1 as it was")
            try await first.expectAuthenticated(at: "M1")
            await first.when("checkAuthorization(r)") { $0.checkAuthorization(stage.cast.r) }
            try first.saw(.tok("r"))
        },
        Scenario(
            "66", .cancellation, "A temporary pass is deselected", given: "no flow, TempPass session",
            when: "setSelectedProvider(nil)", then: "SAS(0,PNS); then getAuthentication -> DPD",
            source: "Promotional TempPass"
        ) { stage in
            let app = try await stage.configuredApp()
            await app.when("setSelectedProvider(T1)") { $0.setSelectedProvider(stage.cast.t1) }
            try app.saw(.sas(1), .st("N011"))
            _ = try app.storedLogin(at: "T1")
            try await app.cancel()
            try app.expect(app.record() == nil, "nothing of REF in the store")
            try await app.expectSelected(nil)
            try await app.expectNotAuthenticated()
            try await app.showPicker()
            try await app.cancel()
            // An MVPD that was only selected is forgotten in the same way.
            await app.when("setSelectedProvider(M1)") { $0.setSelectedProvider(stage.cast.m1) }
            try await app.cancel()
            try await app.expectSelected(nil)
            try await app.showPicker()
        },
        Scenario(
            "66a", .cancellation, "A forced login is cancelled", given: "authenticated with M1",
            when: "getAuthentication(force YES), then setSelectedProvider(nil)",
            then: """
                SAS(0,PNS); the user stays logged in with the same token; every other bucket unchanged byte for byte; the next \
                forced login shows the picker
                """,
            source: "iOS/tvOS SDK overview"
        ) { stage in
            // Two other apps share the store: one of another programmer, and one of this programmer under another
            // device ID.
            let second = try await stage.configuredApp("com.x.y.AppB", requestor: "P2")
            await second.when("setSelectedProvider(M2)") { $0.setSelectedProvider(stage.cast.m2) }
            try await stage.logIn(second, "M2")
            let third = try await stage.loggedInApp("com.z.AppC")
            try third.expect(third.deviceID != second.deviceID, "another device ID")
            let others = second.store.shared

            let app = try await stage.configuredApp()
            await app.when("setSelectedProvider(M1)") { $0.setSelectedProvider(stage.cast.m1) }
            try await stage.logIn(app)
            _ = try app.storedLogin(at: "M1")
            let token = app.bucket()?.authentication
            try app.expect(app.store.shared != others, "a store shared by all three apps")
            await app.when("getAuthentication(YES, nil)") { $0.getAuthentication(true, withData: nil) }
            try app.saw(.nav)
            let end = try await app.browse()
            try await app.cancel()
            await app.when("handleExternalURL, late") { $0.handleExternalURL(end) }
            try app.sawNothing()
            try app.expect(app.bucket()?.authentication, is: token, "the token of the login before:")
            try app.expect(app.bucket()?.canAuthenticate, is: false, "canAuthenticate")
            var store = app.store.shared
            store.partitions[app.deviceID]?.requestors[stage.cast.ref] = nil
            try app.expect(
                store.partitions == others.partitions, "the other buckets as they were", seen: app.storedText)
            try await app.expectAuthenticated(at: "M1")
            try await app.expectAuthorized(cached: false)
            try await app.expectSelected("M1")
            await app.when("getAuthentication(YES, nil)") { $0.getAuthentication(true, withData: nil) }
            try app.saw(.dpd)
            try await second.expectAuthenticated(at: "M2")
            try await third.expectAuthenticated(at: "M1")
        },
        Scenario(
            "66b", .cancellation, "A cancellation without a running flow", given: "authenticated with M1, no flow",
            when: "setSelectedProvider(nil)",
            then: "SAS(0,PNS), ST N005; the store unchanged byte for byte; checkAuthentication SAS(1,\"\")",
            source: "iOS/tvOS SDK overview"
        ) { stage in
            let app = try await stage.loggedInApp()
            let stored = app.storedText
            try await app.cancel()
            try app.expect(app.storedText, is: stored, "the store as it was:")
            try await app.expectAuthenticated(at: "M1")
            try await app.expectAuthorized(cached: false)
            await app.when("getAuthentication") { $0.getAuthentication() }
            try app.saw(.sas(1))
            // An unknown MVPD cancels in the same way.
            await app.when("setSelectedProvider(nope)") { $0.setSelectedProvider("nope") }
            try app.saw(.sas(0, .pns), .st("N005"))
            try await app.expectAuthenticated(at: "M1")
        },
    ]
}
