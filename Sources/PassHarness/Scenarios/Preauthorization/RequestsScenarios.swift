import AccessEnabler
import PassSimulator

extension ScenarioSuite {
    static let preauthorizeRequests: [Scenario] = [
        Scenario(
            "108", .preauthorization, "A decision for each resource", given: "configured, authenticated",
            when: "preauthorize([r1,denied])", then: "onResponse: one Decision per id; status nil",
            source: "Preauthorize API"
        ) { stage in
            let app = try await stage.loggedInApp()
            let (r1, denied) = (stage.cast.r1, stage.cast.denied)
            await app.preauthorize([r1, denied])
            let response = try app.response()
            try app.expect(
                response.decisions.map { "\($0.id):\($0.authorized)" }, is: ["\(r1):true", "\(denied):false"],
                "decisions")
            try app.expect(response.status == nil, "no status", seen: "\(response)")
            try app.sawNothing()
            try app.called("preauthorize")
            try app.expect(try app.call("preauthorize").values("resource_id"), is: [r1, denied], "resource_id")
        },
        Scenario(
            "109", .preauthorization, "The reason for a denied resource", given: "enhanced errors off, then on",
            when: "preauthorize([r1,denied])",
            then: "Decision.error nil; then filled (403, authorization_denied_by_mvpd), of the denied one alone",
            source: "Preauthorize API", needs: [.policy]
        ) { stage in
            let app = try await stage.loggedInApp()
            await app.preauthorize([stage.cast.r1, stage.cast.denied])
            try app.expect(try app.response().decisions.map { $0.error == nil }, is: [true, true], "no errors:")
            try stage.world.configure("{ requestors: { REF: { enhancedErrors: true } } }")
            await app.preauthorize([stage.cast.r1, stage.cast.denied], without: [.LOCAL_CACHE])
            let response = try app.response()
            try app.expect(response.status == nil, "no status", seen: "\(response)")
            try app.expect(response.decisions.map(\.authorized), is: [true, false], "decisions")
            try app.expect(response.decisions[0].error == nil, "no error of what is permitted", seen: "\(response)")
            let error = try app.require(response.decisions[1].error, "an error")
            try app.expect(error.status, is: 403, "status")
            try app.expect(error.code, is: "authorization_denied_by_mvpd", "code")
            try app.expect(error.details, is: "Your package does not include this channel.", "details")
            try app.expect(error.action, is: "none", "action")
            for text in [error.message, error.helpUrl, error.trace] {
                try app.expect(text?.isEmpty == false, "message, helpUrl and trace", seen: "\(error)")
            }
        },
        Scenario(
            "110", .preauthorization, "The user isn't logged in, or no longer", given: "no token, then an expired one",
            when: "preauthorize([r1])",
            then: "onFailure authentication_session_missing, _expired: status 0, action authentication; Net 0",
            source: "Preauthorize API", needs: [.clock, .policy]
        ) { stage in
            try stage.world.configure("{ ttl: { authenticationSeconds: 60 } }")
            let app = try await stage.configuredApp()
            await app.preauthorize([stage.cast.r1])
            try app.failed("authentication_session_missing", action: "authentication")
            try app.sawNoCalls()
            try await stage.logIn(app)
            try await stage.advance(by: .seconds(61))
            await app.preauthorize([stage.cast.r1])
            try app.failed("authentication_session_expired", action: "authentication")
            try app.sawNoCalls()
        },
        Scenario(
            "111", .preauthorization, "The service refuses the request",
            given: "server 400: no resource at all, and an enhanced error", when: "preauthorize",
            then: "onResponse: decisions empty, status.status 400", source: "Preauthorize API"
        ) { stage in
            let app = try await stage.loggedInApp()
            await app.preauthorize([])
            try app.expect(try app.call("preauthorize").response?.status, is: 400, "status of the answer")
            let plain = try app.response()
            try app.expect(plain.decisions.isEmpty, "no decisions", seen: "\(plain)")
            try app.expect(plain.status?.status, is: 400, "status")
            let body = #"{"status":400,"code":"malformed_authz_request","message":"No.","action":"none"}"#
            stage.network.answer(
                "preauthorize", status: 400, body: body, fields: [.init("Content-Type", "application/json")])
            await app.preauthorize([stage.cast.r1])
            let told = try app.response()
            try app.expect(told.decisions.isEmpty, "no decisions", seen: "\(told)")
            try app.expect(told.status?.status, is: 400, "status")
            try app.expect(told.status?.code, is: "malformed_authz_request", "code")
            try app.expect(told.status?.message, is: "No.", "message")
            // The SDK doesn't cache a refused request.
            stage.network.restore()
            await app.preauthorize([stage.cast.r1])
            try app.expect(try app.response().decisions.map(\.authorized), is: [true], "decisions")
            try app.called("preauthorize")
        },
        Scenario(
            "112", .preauthorization, "The SDK can't ask or can't read the answer",
            given: "body not JSON / no network / client registration broken", when: "preauthorize([r1])",
            then: "onFailure server_response_format_unknown / network_error / access_token_unavailable: status 0",
            source: "Preauthorize API"
        ) { stage in
            let app = try await stage.loggedInApp()
            stage.network.answer("preauthorize", status: 200, body: "<html><body>Hotel Wi-Fi</body></html>")
            await app.preauthorize([stage.cast.r1])
            try app.failed("server_response_format_unknown", action: "none")
            stage.network.restore()
            stage.network.cut()
            await app.preauthorize([stage.cast.r1])
            try app.failed("network_error", action: "none")
            stage.network.restore()
            stage.network.answer("preauthorize", status: 401, body: #"{"error":"access_denied"}"#)
            stage.network.answer("token", status: 500)
            await app.preauthorize([stage.cast.r1])
            try app.failed("access_token_unavailable", action: "none")
            try app.called("preauthorize", "token")
            stage.network.restore()
            await app.preauthorize([stage.cast.r1])
            try app.expect(try app.response().decisions.map(\.authorized), is: [true], "decisions")
            try app.called("token", "preauthorize")
        },
        Scenario(
            "113", .preauthorization, "Caches are switched off by name", given: "authenticated",
            when: "preauthorize twice as usual, without LOCAL_CACHE, without REMOTE_CACHE",
            then: "one call; two calls; no-cache is signalled to the server", source: "Preauthorize API"
        ) { stage in
            let app = try await stage.loggedInApp()
            let resources = [stage.cast.r1, stage.cast.denied]
            await app.preauthorize(resources)
            let first = try app.response()
            try app.called("preauthorize")
            try app.expect(try app.call("preauthorize").field("Cache-Control"), is: nil, "Cache-Control")
            await app.preauthorize(resources)
            try app.expect(try app.response(), is: first, "the remembered answer")
            try app.sawNoCalls()
            for _ in 1...2 {
                await app.preauthorize(resources, without: [.LOCAL_CACHE])
                try app.expect(try app.response(), is: first, "the answer")
                try app.called("preauthorize")
                try app.expect(try app.call("preauthorize").field("Cache-Control"), is: nil, "Cache-Control")
            }
            await app.preauthorize(resources, without: [.LOCAL_CACHE, .REMOTE_CACHE])
            try app.expect(try app.response(), is: first, "the answer")
            try app.expect(try app.call("preauthorize").field("Cache-Control"), is: "no-cache", "Cache-Control")
        },
        Scenario(
            "114", .preauthorization, "A builder can build several times", given: "builder",
            when: "build twice, reuse the request",
            then: "two equal requests, each on its own; setters return the builder; the request is reusable",
            source: "Preauthorize API"
        ) { stage in
            let app = try await stage.loggedInApp()
            let builder = PreauthorizeRequest.Builder()
            var (one, other) = (builder.build(), builder.build())
            try await app.step("build") {
                try app.expect(builder.setResources([stage.cast.r1]) === builder, "the same builder")
                try app.expect(builder.disableFeatures([.LOCAL_CACHE]) === builder, "the same builder")
                (one, other) = (builder.build(), builder.build())
                try app.expect(one, is: other, "two equal requests:")
                builder.setResources([stage.cast.r2])
                try app.expect(one.resources, is: [stage.cast.r1], "what was built before:")
                try app.expect(builder.build().resources, is: [stage.cast.r2], "what is built now:")
            }
            try app.sawNoCalls()
            for request in [one, one, other] {
                await app.when("preauthorize") { $0.preauthorize(request, didCompleteWith: app.recordedCallback) }
                try app.expect(try app.response().decisions.map(\.id), is: [stage.cast.r1], "decisions about")
                try app.called("preauthorize")
            }
        },
    ]
}

extension SimulatedApp {
    /// Calls `preauthorize` as a step, with the given features disabled.
    fileprivate func preauthorize(
        _ resources: [String], without features: Set<PreauthorizeRequest.Feature> = []
    ) async {
        let request = PreauthorizeRequest.Builder().setResources(resources).disableFeatures(features).build()
        let names = features.map(\.rawValue).sorted()
        await when("preauthorize(\(resources.joined(separator: ","))\(names.isEmpty ? "" : " without \(names)"))") {
            $0.preauthorize(request, didCompleteWith: recordedCallback)
        }
    }

    /// Returns the response that `onResponse` received; it must be the only callback.
    fileprivate func response() throws -> PreauthorizeResponse {
        guard outcomes.count == 1, case .onResponse(let response) = outcomes[0] else {
            throw failure("one onResponse", seen: "\(outcomes)")
        }
        return response
    }

    /// Expects a single `onFailure`, with an error that the SDK itself reports (status 0).
    fileprivate func failed(_ code: String, action: String) throws {
        guard outcomes.count == 1, case .onFailure(let response) = outcomes[0] else {
            throw failure("one onFailure", seen: "\(outcomes)")
        }
        try expect(response.decisions.isEmpty, "no decisions", seen: "\(response)")
        try expect(response.status?.code, is: code, "code")
        try expect(response.status?.status, is: 0, "status")
        try expect(response.status?.action, is: action, "action")
    }
}
