import AccessEnabler
import PassCore
import PassSimulator

extension ScenarioSuite {
    static let authorization =
        authorizationCalls + authorizationFailures + authorizationRules + mediaTokens
        + authorizationRaces

    private static let authorizationCalls: [Scenario] = [
        Scenario(
            "76", .authorization, "No user is logged in, and checkAuthorization starts no login",
            given: "not authenticated",
            when: "checkAuthorization(r)", then: "TRF(r,UNA,\"\"), ST N000; no DPD/NAV; Net 0",
            source: "iOS/tvOS API reference; JavaScript SDK API reference"
        ) { stage in
            let app = try await stage.configuredApp()
            await app.when("checkAuthorization(r)") { $0.checkAuthorization(stage.cast.r) }
            try app.saw(.trf("r", .una), .st("N000", .info))
            try app.tracked(
                .notAuthorized(error: .text(USER_NOT_AUTHENTICATED_ERROR), details: "", provider: .none, guid: .none))
            try app.sawNoCalls()
        },
        Scenario(
            "77", .authorization, "getAuthorization for a resource starts a login", given: "not authenticated",
            when: "getAuthorization(r), select M1, login, handleExternalURL", then: "DPD, NAV, SAS(1,\"\"), TOK(t,r)",
            source: "iOS/tvOS API reference"
        ) { stage in
            let app = try await stage.configuredApp()
            await app.when("getAuthorization(r)") { $0.getAuthorization(stage.cast.r) }
            try app.saw(.dpd)
            try app.sawNoCalls()
            await app.when("setSelectedProvider(M1)") { $0.setSelectedProvider(stage.cast.m1) }
            try app.saw(.nav)
            try await app.finishInBrowser()
            try app.saw(.sas(1), .tok("r"))
            try app.tracked(.authenticated("M1", cached: false), .authorized("M1", cached: false))
            try app.called("sessionDevice", "authorizeDevice", "deviceShortAuthorize")
        },
        Scenario(
            "78", .authorization, "A cancelled login drops the resource that waits",
            given: "not authenticated; getAuthorization(r), picker shown", when: "setSelectedProvider(nil)",
            then: "SAS(0,PNS); no TRF, no TOK, not after a later login either", source: "our choice", isOurs: true
        ) { stage in
            let app = try await stage.configuredApp()
            await app.when("getAuthorization(r)") { $0.getAuthorization(stage.cast.r) }
            try app.saw(.dpd)
            await app.when("setSelectedProvider(nil)") { $0.setSelectedProvider(nil) }
            try app.saw(.sas(0, .pns), .st("N005"))
            try app.tracked(.notAuthenticated)
            try await stage.logIn(app)
            try app.saw(.sas(1))
            try app.tracked(.authenticated("M1", cached: false))
            try app.called("sessionDevice")
        },
        Scenario(
            "79", .authorization, "Several resources wait for one login", given: "not authenticated",
            when: "getAuthorization(r1), getAuthorization(r2), r1 once more, then login",
            then: "one DPD; after SAS(1): TOK for r1 and r2, once each", source: "our choice", isOurs: true
        ) { stage in
            let app = try await stage.configuredApp()
            await app.when("getAuthorization(r1), getAuthorization(r2), getAuthorization(r1)") {
                $0.getAuthorization(stage.cast.r1)
                $0.getAuthorization(stage.cast.r2)
                $0.getAuthorization(stage.cast.r1)
            }
            try app.saw(.dpd)
            await app.when("setSelectedProvider(M1)") { $0.setSelectedProvider(stage.cast.m1) }
            try app.saw(.nav)
            try await app.finishInBrowser()
            try app.sawInAnyOrder(.sas(1), .tok("r1"), .tok("r2"))
            try app.expect(
                app.events.first == .setAuthenticationStatus(1, errorCode: ""), "SAS(1,\"\") first", seen: app.seen)
            try app.expect(app.calls("authorizeDevice").count, is: 2, "requests for authZ tokens:")
            try app.expect(app.calls("deviceShortAuthorize").count, is: 2, "requests for media tokens:")
        },
        Scenario(
            "80", .authorization, "A resource is authorized", given: "authenticated, no authZ",
            when: "checkAuthorization(r)",
            then: "authorize call, media call, TOK(t,r), TRK authZ cached \"NO\"; the authZ token is stored",
            source: "iOS/tvOS API reference"
        ) { stage in
            let app = try await stage.loggedInApp()
            let login = try app.require(app.bucket()?.authentication?.text, "a stored authN token")
            let guid = try app.authenticationToken().guid
            await app.when("checkAuthorization(r)") { $0.checkAuthorization(stage.cast.r) }
            try app.saw(.tok("r"))
            try app.tracked(.authorized("M1", cached: false))
            try app.called("authorizeDevice", "deviceShortAuthorize")
            let (text, token) = try app.authorizationToken(for: "r")
            try app.expect(token.provider, is: stage.cast.m1, "the authZ token's MVPD")
            try app.expect(token.requestor, is: stage.cast.ref, "the authZ token's requestor")
            try app.expect(token.resource, is: stage.cast.r, "the authZ token's resource")
            let wanted = [
                "authorizeDevice": [
                    "resource_id": stage.cast.r, "authentication_token": login, "userMeta": "1",
                ],
                "deviceShortAuthorize": ["authz_token": text, "session_guid": guid, "hashed_guid": "false"],
            ]
            for (operation, parameters) in wanted {
                let common = [
                    "requestor_id": stage.cast.ref, "mso_id": stage.cast.m1, "device_id": app.deviceID,
                ]
                let call = try app.call(operation)
                for (name, value) in parameters.merging(common, uniquingKeysWith: { one, _ in one }) {
                    try app.expect(call[name], is: value, "\(name) of \(operation):")
                }
            }
            let media = try app.require(app.tokens.first?.token, "TOK")
            try app.expect(!app.storedText.contains(media), "a media token that isn't stored")
        },
        Scenario(
            "81", .authorization, "A stored authZ token is reused", given: "valid authZ cached",
            when: "checkAuthorization(r)", then: "no authorize call, one media call, TOK(t,r), TRK cached \"YES\"",
            source: "iOS/tvOS SDK overview"
        ) { stage in
            let app = try await stage.loggedInApp()
            await app.when("checkAuthorization(r)") { $0.checkAuthorization(stage.cast.r) }
            try app.saw(.tok("r"))
            let before = try app.authorizationToken(for: "r").text
            await app.when("checkAuthorization(r) again") { $0.checkAuthorization(stage.cast.r) }
            try app.saw(.tok("r"))
            try app.tracked(.authorized("M1", cached: true))
            try app.called("deviceShortAuthorize")
            try app.expect(try app.call("deviceShortAuthorize")["authz_token"], is: before, "authz_token")
            try app.expect(try app.authorizationToken(for: "r").text, is: before, "the stored authZ token")
        },
        Scenario(
            "82", .authorization, "Every call has a media token of its own", given: "valid authZ cached",
            when: "checkAuthorization(r), a second later again, then twice at once",
            then: "two different media tokens, each good at the backend; a media call for each call",
            source: "iOS/tvOS SDK overview", needs: [.clock]
        ) { stage in
            let app = try await stage.loggedInApp()
            await app.when("checkAuthorization(r)") { $0.checkAuthorization(stage.cast.r) }
            try app.saw(.tok("r"))
            var tokens: [String] = []
            for _ in 1...2 {
                try await stage.advance(by: .seconds(1))
                await app.when("checkAuthorization(r)") { $0.checkAuthorization(stage.cast.r) }
                try app.saw(.tok("r"))
                try app.called("deviceShortAuthorize")
                tokens += app.tokens.map(\.token)
            }
            try app.expect(tokens[0] != tokens[1], "two different media tokens", seen: "the same one twice")
            for token in tokens {
                try await stage.present(token, for: stage.cast.r, is: "VALID_TOKEN")
            }
            await app.when("checkAuthorization(r) twice at once") {
                $0.checkAuthorization(stage.cast.r)
                $0.checkAuthorization(stage.cast.r)
            }
            try app.saw(.tok("r"), .tok("r"))
            try app.called("deviceShortAuthorize", "deviceShortAuthorize")
        },
        Scenario(
            "83", .authorization, "An authZ token that ran out is replaced", given: "authZ for r expired",
            when: "checkAuthorization(r)", then: "a new authorize call; the stored token is replaced; TOK(t,r)",
            source: "iOS/tvOS SDK overview", needs: [.clock, .policy]
        ) { stage in
            try stage.world.configure("{ ttl: { authorizationSeconds: 60 } }")
            let app = try await stage.loggedInApp()
            await app.when("checkAuthorization(r)") { $0.checkAuthorization(stage.cast.r) }
            let old = try app.authorizationToken(for: "r")
            try await stage.advance(by: .seconds(59))
            await app.when("checkAuthorization(r) after 59 s") { $0.checkAuthorization(stage.cast.r) }
            try app.saw(.tok("r"))
            try app.called("deviceShortAuthorize")
            try await stage.advance(by: .seconds(2))
            await app.when("checkAuthorization(r) after 61 s") { $0.checkAuthorization(stage.cast.r) }
            try app.saw(.tok("r"))
            try app.tracked(.authorized("M1", cached: false))
            try app.called("authorizeDevice", "deviceShortAuthorize")
            let new = try app.authorizationToken(for: "r")
            try app.expect(new.text != old.text, "another authZ token", seen: "the same one")
            let gained = new.token.expires.milliseconds - old.token.expires.milliseconds
            try app.expect(gained, is: 61_000, "difference of the expiries in milliseconds:")
            try app.expect(!app.storedText.contains(old.text), "the old authZ token isn't stored any more")
        },
        Scenario(
            "84", .authorization, "Resources have authZ tokens of their own", given: "authZ for r1 and r2",
            when: "new authZ for r1", then: "r2's token unchanged; only one token for r1",
            source: "iOS/tvOS SDK overview", needs: [.clock, .policy]
        ) { stage in
            try stage.world.configure("{ ttl: { authorizationSeconds: 60 } }")
            let app = try await stage.loggedInApp()
            await app.when("checkAuthorization(r1)") { $0.checkAuthorization(stage.cast.r1) }
            try await stage.advance(by: .seconds(30))
            await app.when("checkAuthorization(r2)") { $0.checkAuthorization(stage.cast.r2) }
            let first = try app.authorizationToken(for: "r1").text
            let second = try app.authorizationToken(for: "r2").text
            try await stage.advance(by: .seconds(31))
            await app.when("checkAuthorization(r1) after 61 s") { $0.checkAuthorization(stage.cast.r1) }
            try app.saw(.tok("r1"))
            try app.called("authorizeDevice", "deviceShortAuthorize")
            try app.expect(try app.authorizationToken(for: "r1").text != first, "another authZ token for r1")
            try app.expect(try app.authorizationToken(for: "r2").text, is: second, "the authZ token for r2")
            try app.expect(app.bucket()?.authorizations.count, is: 2, "authZ tokens:")
            await app.when("checkAuthorization(r2)") { $0.checkAuthorization(stage.cast.r2) }
            try app.saw(.tok("r2"))
            try app.tracked(.authorized("M1", cached: true))
            try app.called("deviceShortAuthorize")
        },
    ]
}
