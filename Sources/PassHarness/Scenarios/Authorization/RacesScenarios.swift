import AccessEnabler

extension ScenarioSuite {
    /// Authorizations that run at the same time as each other, or as a logout.
    static let authorizationRaces: [Scenario] = [
        Scenario(
            "99a", .authorization, "Two authorizations of one resource at once", given: "authenticated, no authZ token",
            when: "checkAuthorization(r) twice; the same for a resource that is denied",
            then: "one authorizeDevice; two media tokens, TOK(t,r) twice; denied: TRF twice",
            source: "iOS/tvOS SDK overview"
        ) { stage in
            let app = try await stage.loggedInApp()
            stage.network.hold("authorizeDevice")
            await app.when("checkAuthorization(r) twice") {
                $0.checkAuthorization(stage.cast.r)
                $0.checkAuthorization(stage.cast.r)
            }
            try app.sawNothing()
            try app.called("authorizeDevice")
            await app.step("the authZ token comes") { stage.network.release("authorizeDevice") }
            try app.saw(.tok("r"), .tok("r"))
            try app.tracked(.authorized("M1", cached: false), .authorized("M1", cached: false))
            try app.called("deviceShortAuthorize", "deviceShortAuthorize")
            try app.expect(app.tokens.count, is: 2, "media tokens:")

            stage.network.hold("authorizeDevice")
            await app.when("checkAuthorization(denied) twice") {
                $0.checkAuthorization(stage.cast.denied)
                $0.checkAuthorization(stage.cast.denied)
            }
            try app.called("authorizeDevice")
            await app.step("the denial comes") { stage.network.release("authorizeDevice") }
            try app.saw(.trf("denied", .unz, nil), .trf("denied", .unz, nil), .st("Z100"))
            try app.sawNoCalls()
        },
        Scenario(
            "99b", .authorization, "A media token that comes after a logout", given: "deviceShortAuthorize held back",
            when: "checkAuthorization(r), logout, alone or followed by setRequestor; the media token comes",
            then: "TRF(r,UNA,\"\"), ST N000; no TOK", source: "iOS/tvOS SDK overview"
        ) { stage in
            let app = try await stage.configuredApp()
            for isConfiguredAgain in [false, true] {
                try await stage.logIn(app)
                stage.network.hold("deviceShortAuthorize")
                stage.network.answer("deviceShortAuthorize", status: 200, body: "<signatureInfo>s<signatureInfo><t/>")
                await app.when("checkAuthorization(r)") { $0.checkAuthorization(stage.cast.r) }
                try app.sawNothing()
                await app.when("logout") { $0.logout() }
                try await app.finishInBrowser()
                try app.saw(.sas(0, .una))
                if isConfiguredAgain {
                    stage.network.hold("config")
                    await app.when("setRequestor(REF)") { $0.setRequestor(stage.cast.ref) }
                }
                await app.step("the media token comes") { stage.network.release("deviceShortAuthorize") }
                try app.saw(.trf("r", .una), .st("N000"))
                try app.tracked(.notAuthorized(error: .text(USER_NOT_AUTHENTICATED_ERROR)))
                stage.network.restore()
            }
        },
    ]
}
