import AccessEnabler
import PassSimulator

extension ScenarioSuite {
    static let preauthorization = preauthorizedLists + preauthorizeRequests

    private static let preauthorizedLists: [Scenario] = [
        Scenario(
            "100", .preauthorization, "The SDK returns the resources that the user may watch",
            given: "authenticated, r1 allowed, another one denied", when: "checkPreauthorizedResources([r1,denied])",
            then: "PRE([r1]); one call; no media token issued",
            source: "iOS/tvOS API reference"
        ) { stage in
            let app = try await stage.loggedInApp()
            let login = try app.require(app.bucket()?.authentication?.text, "a stored authN token")
            let asked = [stage.cast.r1, stage.cast.denied]
            await app.when("checkPreauthorizedResources([r1,denied])") { $0.checkPreauthorizedResources(asked) }
            try app.saw(.pre(["r1"]))
            try app.tracked()
            try app.called("preauthorize")
            let call = try app.call("preauthorize")
            try app.expect(call.values("resource_id"), is: asked, "resource_id")
            try app.expect(call["requestor_id"], is: stage.cast.ref, "requestor_id")
            try app.expect(call["authentication_token"], is: login, "authentication_token")
            try app.expect(app.bucket()?.authorizations.isEmpty, is: true, "a bucket without authZ tokens:")
        },
        Scenario(
            "101", .preauthorization, "The last answer is reused", given: "the same set asked before",
            when: "the same set in another order", then: "PRE([r1]); Net 0", source: "iOS/tvOS API reference"
        ) { stage in
            let app = try await stage.loggedInApp()
            let asked = [stage.cast.r1, stage.cast.denied]
            await app.when("checkPreauthorizedResources([r1,denied])") { $0.checkPreauthorizedResources(asked) }
            try app.saw(.pre(["r1"]))
            await app.when("checkPreauthorizedResources([denied,r1])") {
                $0.checkPreauthorizedResources(asked.reversed())
            }
            try app.saw(.pre(["r1"]))
            try app.sawNoCalls()
            await app.when("checkPreauthorizedResources(cache:YES)") {
                $0.checkPreauthorizedResources(asked, cache: true)
            }
            try app.saw(.pre(["r1"]))
            try app.sawNoCalls()
        },
        Scenario(
            "102", .preauthorization, "Without the cache every call sends a request",
            given: "the same set asked before",
            when: "cache:NO, twice", then: "one call each time", source: "iOS/tvOS API reference"
        ) { stage in
            let app = try await stage.loggedInApp()
            let asked = [stage.cast.r1, stage.cast.denied]
            await app.when("checkPreauthorizedResources([r1,denied])") { $0.checkPreauthorizedResources(asked) }
            try app.saw(.pre(["r1"]))
            for _ in 1...2 {
                await app.when("checkPreauthorizedResources(cache:NO)") {
                    $0.checkPreauthorizedResources(asked, cache: false)
                }
                try app.saw(.pre(["r1"]))
                try app.called("preauthorize")
            }
        },
        Scenario(
            "103", .preauthorization, "Another set of resources needs a new request", given: "[r1,denied] asked before",
            when: "checkPreauthorizedResources of a larger set, of a part of it, and of the first",
            then: "a new call for each", source: "our choice", isOurs: true
        ) { stage in
            let app = try await stage.loggedInApp()
            let (r1, r2, denied) = (stage.cast.r1, stage.cast.r2, stage.cast.denied)
            await app.when("checkPreauthorizedResources([r1,denied])") { $0.checkPreauthorizedResources([r1, denied]) }
            try app.saw(.pre(["r1"]))
            await app.when("checkPreauthorizedResources([r2,r1,denied])") {
                $0.checkPreauthorizedResources([r2, r1, denied])
            }
            try app.saw(.pre(["r2", "r1"]))
            try app.called("preauthorize")
            await app.when("checkPreauthorizedResources([denied])") { $0.checkPreauthorizedResources([denied]) }
            try app.saw(.pre([]))
            try app.called("preauthorize")
            await app.when("checkPreauthorizedResources([r1,denied])") { $0.checkPreauthorizedResources([r1, denied]) }
            try app.saw(.pre(["r1"]))
            try app.called("preauthorize")
        },
        Scenario(
            "104", .preauthorization, "No user is logged in", given: "not authenticated",
            when: "checkPreauthorizedResources([r1]), and without a list", then: "PRE([]); Net 0",
            source: "our choice", isOurs: true
        ) { stage in
            let app = try await stage.configuredApp()
            await app.when("checkPreauthorizedResources([r1])") { $0.checkPreauthorizedResources([stage.cast.r1]) }
            try app.saw(.pre([]))
            try app.tracked()
            try app.sawNoCalls()
            try await stage.logIn(app)
            await app.when("checkPreauthorizedResources(nil)") { $0.checkPreauthorizedResources(nil) }
            try app.saw(.pre([]))
            try app.sawNoCalls()
        },
        Scenario(
            "105", .preauthorization, "Too many resources in one call", given: "6 ids, limit 5",
            when: "checkPreauthorizedResources", then: "PRE([]), ST P100; five are answered",
            source: "Preflight; Error Reporting"
        ) { stage in
            let app = try await stage.loggedInApp()
            let six = ["a", "b", "c", "d", "e", "f"]
            await app.when("checkPreauthorizedResources of six") { $0.checkPreauthorizedResources(six) }
            try app.saw(.pre([]), .st("P100", .error))
            try app.called("preauthorize")
            await app.when("checkPreauthorizedResources of five") {
                $0.checkPreauthorizedResources(Array(six.dropLast()))
            }
            try app.saw(.pre(["a", "b", "c", "d", "e"]))
            try app.called("preauthorize")
        },
        Scenario(
            "106", .preauthorization, "The channel line-up decides without a request",
            given: "authN token has line-up TNT, TBS",
            when: "checkPreauthorizedResources([tnt,x])", then: "PRE([tnt]) in the caller's spelling; Net 0",
            source: "Preflight", needs: [.policy]
        ) { stage in
            try stage.world.configure(
                """
                {
                    mvpds: { M1: { listsResources: true } },
                    subscribers: { user: { metadata: { channelID: ["TNT", "TBS"] } } },
                }
                """)
            let app = try await stage.loggedInApp()
            try app.expect(try app.authenticationToken().authorizedResources, is: ["TNT", "TBS"], "the line-up")
            await app.when("checkPreauthorizedResources([tnt,x])") { $0.checkPreauthorizedResources(["tnt", "x"]) }
            try app.saw(.pre(["tnt"]))
            try app.sawNoCalls()
            await app.when("checkPreauthorizedResources(cache:NO)") {
                $0.checkPreauthorizedResources(["x", "TBS"], cache: false)
            }
            try app.saw(.pre(["TBS"]))
            try app.sawNoCalls()
        },
        Scenario(
            "107", .preauthorization, "Under a TempPass everything may be watched", given: "T1 session",
            when: "checkPreauthorizedResources([a,b,c])", then: "PRE([a,b,c]), in that order", source: "TempPass"
        ) { stage in
            let app = try await stage.configuredApp()
            await app.when("setSelectedProvider(T1)") { $0.setSelectedProvider(stage.cast.t1) }
            try app.saw(.sas(1), .st("N011", .info))
            await app.when("checkPreauthorizedResources([a,b,c])") { $0.checkPreauthorizedResources(["a", "b", "c"]) }
            try app.saw(.pre(["a", "b", "c"]))
            await app.when("checkPreauthorizedResources([denied,a])") {
                $0.checkPreauthorizedResources([stage.cast.denied, "a"])
            }
            try app.saw(.pre(["denied", "a"]))
        },
    ]
}
