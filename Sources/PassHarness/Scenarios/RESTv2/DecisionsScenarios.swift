import AccessEnabler
import PassCore
import PassSimulator

extension ScenarioSuite {
    static let restV2Decisions: [Scenario] = [
        Scenario(
            "320", .restV2, "A permission has a media token", given: "logged in at M1",
            when: "decisions/authorize for r; the token at the programmer's server",
            then: "authorized by mvpd; VALID_TOKEN",
            source: "REST API V2: Retrieve authorization decisions"
        ) { stage in
            let client = try await stage.restV2Client()
            try await stage.logIn(client)
            try await stage.expectAuthorized(client)
        },
        Scenario(
            "321", .restV2, "A media token is for its resource and for one use", given: "a media token for r",
            when: "presented for r1, for r, and again for r",
            then: "INVALID_RESOURCE_ID, VALID_TOKEN, TOKEN_ALREADY_USED",
            source: "Media Token Verifier; single use is our choice"
        ) { stage in
            let client = try await stage.restV2Client()
            try await stage.logIn(client)
            let decision = try await stage.decision(of: client)
            try await stage.presentThrice(try stage.require(decision.serializedToken, "a media token"))
        },
        Scenario(
            "322", .restV2, "A denial is a decision with an error", given: "logged in at M1",
            when: "decisions/authorize for denied", then: "200; not authorized, authorization_denied_by_mvpd, no token",
            source: "REST API V2: Retrieve authorization decisions"
        ) { stage in
            let client = try await stage.restV2Client()
            try await stage.logIn(client)
            let decision = try await stage.decision(of: client, about: "denied")
            try stage.expect(!decision.authorized, "a denial")
            try stage.expect(decision.error?.code, is: "authorization_denied_by_mvpd", "the error")
            try stage.expect(decision.serializedToken == nil, "no media token")
        },
        Scenario(
            "323", .restV2, "Preauthorization decides about several resources at once", given: "logged in at M1",
            when: "decisions/preauthorize for r, denied, r1",
            then: "permission, denial, permission in this order; no media token",
            source: "REST API V2: Retrieve preauthorization decisions"
        ) { stage in
            let client = try await stage.restV2Client()
            try await stage.logIn(client)
            let resources = ["r", "denied", "r1"].map { stage.cast[$0] }
            let decisions = try await client.preauthorize(resources, at: stage.cast.m1)
            try stage.expect(decisions.map(\.resource), is: resources, "the resources")
            try stage.expect(decisions.map(\.authorized), is: [true, false, true], "the decisions")
            try stage.expect(decisions.allSatisfy { $0.serializedToken == nil }, "no media token")
        },
        Scenario(
            "324", .restV2, "A decision needs a profile", given: "no login", when: "authorize and preauthorize for r",
            then: "403 authenticated_profile_missing", source: "Enhanced Error Codes"
        ) { stage in
            let client = try await stage.restV2Client()
            try await stage.expectRefusal("authenticated_profile_missing", status: 403) {
                _ = try await client.authorize([stage.cast.r], at: stage.cast.m1)
            }
            try await stage.expectRefusal("authenticated_profile_missing", status: 403) {
                _ = try await client.preauthorize([stage.cast.r], at: stage.cast.m1)
            }
        },
        Scenario(
            "325", .restV2, "A logout ends the profile at once and the MVPD's session in the browser",
            given: "logged in at M1 in a browser",
            when: "logout; its address in the browser; login in the same browser",
            then: "logout, interactive; no profile; the MVPD asks for the password again",
            source: "REST API V2: Basic logout flow"
        ) { stage in
            let client = try await stage.restV2Client()
            let browser = stage.browser
            try await stage.logIn(client, in: browser)
            let logout = try await client.logout(mvpd: stage.cast.m1, redirectURL: Stage.landing)
            try stage.expect(logout.actionName, is: "logout", "the action")
            try stage.expect(try await client.profiles(), is: [], "the profiles")
            try await stage.expectRefusal("authenticated_profile_missing", status: 403) {
                _ = try await client.authorize([stage.cast.r], at: stage.cast.m1)
            }
            try await stage.browse(to: try stage.require(logout.url, "an address for the browser"), in: browser)
            let posts = browser.visits.count { $0.method == "POST" }
            try await stage.logIn(client, in: browser)
            let asked = browser.visits.count { $0.method == "POST" } - posts
            try stage.expect(asked >= 2, "the password and the response", seen: "\(asked) forms")
        },
        Scenario(
            "326", .restV2, "A logout without a profile leaves nothing to do", given: "no login", when: "logout",
            then: "invalid or complete, without an address", source: "REST API V2: Initiate logout"
        ) { stage in
            let client = try await stage.restV2Client()
            let logout = try await client.logout(mvpd: stage.cast.m1, redirectURL: Stage.landing)
            try stage.expect(["invalid", "complete"].contains(logout.actionName), "invalid", seen: logout.actionName)
            try stage.expect(logout.url == nil, "no address", seen: logout.url ?? "")
        },
        Scenario(
            "327", .restV2, "An error's code and action reach the app", given: "each kind of enhanced error at M1",
            when: "authorize", then: "the code and its action come through", source: "Enhanced Error Codes",
            needs: [.faults]
        ) { stage in
            let client = try await stage.restV2Client()
            try await stage.logIn(client)
            let actions = [
                "authenticated_profile_invalidated": "authentication",
                "invalid_configuration_platform": "configuration",
                "internal_server_error": "none",
                "too_many_resources": "configuration",
            ]
            for (code, action) in actions.sorted(by: { $0.key < $1.key }) {
                try stage.fail(.retrieveAuthorizationDecisions, with: .failure(.enhancedError(code)), times: 1)
                do {
                    _ = try await client.authorize([stage.cast.r], at: stage.cast.m1)
                    throw stage.fail("a refusal with \(code)", seen: "none")
                } catch let refusal as RESTv2Error {
                    try stage.expect([refusal.code, refusal.action], is: [code, action], "code and action")
                }
            }
            try await stage.expectAuthorized(client)
        },
    ]
}

extension Stage {
    /// Presents a media token three times: for another resource, for its own, and for its own again.
    fileprivate func presentThrice(_ serialized: String) async throws {
        let token = String(decoding: Base64.decode(serialized) ?? [], as: UTF8.self)
        try await present(token, for: cast.r1, is: "INVALID_RESOURCE_ID")
        try await present(token, for: cast.r, is: "VALID_TOKEN")
        try await present(token, for: cast.r, is: "TOKEN_ALREADY_USED")
    }
}
