import AccessEnabler
import PassCore

extension ScenarioSuite {
    /// Tokens of other shapes. The shape is up to the service and may change, because apps don't read tokens.
    static let tokenShapes: [Scenario] = [
        Scenario(
            "159a", .storage, "Tokens of a shape that the SDK doesn't know",
            given: "authN and authZ tokens with another root, unknown elements and another order",
            when: "login, checkAuthentication, checkAuthorization(r) twice, new process",
            then: "SAS(1,\"\"), TOK; the authZ token is used again; nothing is lost", source: "iOS/tvOS SDK overview"
        ) { stage in
            let app = try await stage.open()
            stage.network.mutate("sessionDevice") { _, response in
                response.reshaped(root: "simpleAuthenticationToken", moving: "simpleTokenAuthenticationGuid")
            }
            try await stage.logIn(app)
            let stored = try app.require(app.bucket()?.authentication?.text, "the authN token in the store")
            try app.expect(stored.contains("<newToken "), "a token of another shape", seen: stored)
            try await app.expectAuthenticated(at: "M1")
            // The service doesn't accept a token that was changed, so the stage answers in its place.
            let real = try await stage.open("com.other.AppB", team: "TEAM2", on: stage.device(name: "second phone"))
            stage.network.restore()
            try await stage.logIn(real)
            try await real.expectAuthorized(cached: false)
            let answer = try real.require(real.call("authorizeDevice").response, "an authZ token")
                .reshaped(root: "simpleAuthorizationToken", moving: "simpleTokenTTL")
            stage.network.mutate("authorizeDevice") { _, _ in answer }
            stage.network.answer("deviceShortAuthorize", status: 200, body: "<signatureInfo>s<signatureInfo><short/>")
            for isCached in [false, true] {
                await app.when("checkAuthorization(r)") { $0.checkAuthorization(stage.cast.r) }
                try app.saw(.tok("r"))
                try app.tracked(.authorized("M1", cached: isCached))
                try await app.reopen()
                try await app.expectAuthenticated(at: "M1")
            }
        },
        Scenario(
            "159b", .storage, "An app sees no authN or authZ token",
            given: "login, authorization, preauthorization, metadata, a denial, a service failure, logout",
            when: "search every callback and every line of the log for the tokens' bytes",
            then: "none there; the logout URL alone carries the authN token", source: "iOS/tvOS SDK overview"
        ) { stage in
            let seen = Guarded<[String]>([])
            let app = try await stage.open()
            app.whenever { event, _ in seen.withLock { $0.append("\(event)") } }
            try await stage.logIn(app)
            seen.withLock { $0 += app.log.map(\.text) }
            let calls: [(String, (AccessEnabler) -> Void)] = [
                ("checkAuthentication", { $0.checkAuthentication() }),
                ("checkAuthorization(r)", { $0.checkAuthorization(stage.cast.r) }),
                ("checkAuthorization(denied)", { $0.checkAuthorization(stage.cast.denied) }),
                ("checkPreauthorizedResources", { $0.checkPreauthorizedResources([stage.cast.r]) }),
                ("getMetadata(0)", { $0.getMetadata([METADATA_OPCODE_KEY: METADATA_AUTHENTICATION]) }),
                (
                    "getMetadata(1)",
                    {
                        $0.getMetadata([
                            METADATA_OPCODE_KEY: METADATA_AUTHORIZATION, METADATA_RESOURCE_ID_KEY: stage.cast.r,
                        ])
                    }
                ),
                ("getSelectedProvider", { $0.getSelectedProvider() }),
                ("handleExternalURL", { $0.handleExternalURL(ADOBEPASS_REDIRECT_URL) }),
            ]
            for (name, call) in calls {
                await app.when(name, call)
                seen.withLock { $0 += app.log.map(\.text) }
            }
            let bucket = try app.require(app.bucket(), "a bucket")
            let tokens = [bucket.authentication?.text, bucket.authorizations[stage.cast.r]?.text].compactMap { $0 }
            try app.expect(tokens.count, is: 2, "tokens in the store:")
            stage.network.answer("authorizeDevice", status: 500, body: tokens[1])
            await app.when("checkAuthorization(r1), a service failure") { $0.checkAuthorization(stage.cast.r1) }
            seen.withLock { $0 += app.log.map(\.text) }
            let parts = tokens.flatMap { [$0] + ($0.part(of: "simpleTokenFingerprint").map { [$0] } ?? []) }
            for text in seen.withLock({ $0 }) {
                let isSilent = !(parts + ["simpleAuth", "simpleToken"]).contains { text.contains($0) }
                try app.expect(isSilent, "no token in a callback or the log", seen: text)
            }
            await app.when("logout") { $0.logout() }
            let url = try app.require(app.navigation, "NAV")
            try app.expect(url["authentication_token"], is: tokens[0], "authentication_token")
        },
    ]
}

extension TransportResponse {
    /// Returns an answer whose token has another root, elements that no SDK knows, and one element at another place.
    fileprivate func reshaped(root: String, moving element: String) -> TransportResponse {
        var text = String(decoding: body, as: UTF8.self)
        guard let start = text.firstRange(of: "&lt;\(element)&gt;"),
            let end = text[start.upperBound...].firstRange(of: "&lt;/\(element)&gt;")
        else { return self }
        let moved = String(text[start.lowerBound..<end.upperBound])
        text.removeSubrange(start.lowerBound..<end.upperBound)
        let unknown = "&lt;unknown&gt;&lt;deep a=\"1\"/&gt;text&lt;/unknown&gt;"
        text = text.replacing("&lt;\(root)&gt;", with: "&lt;newToken version=\"9\"&gt;\(unknown)")
        text = text.replacing("&lt;/\(root)&gt;", with: "&lt;inner&gt;\(moved)&lt;/inner&gt;&lt;/newToken&gt;")
        var response = self
        response.body = Array(text.utf8)
        return response
    }
}
