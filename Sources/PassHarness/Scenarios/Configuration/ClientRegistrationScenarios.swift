import AccessEnabler
import PassCore
import PassSimulator

extension ScenarioSuite {
    static let clientRegistration: [Scenario] = [
        Scenario(
            "24", .clientRegistration, "An app registers, gets a token and is configured",
            given: "valid statement, empty store", when: "setRequestor",
            then: "register, token, config in that order; bearer on config", source: "Application registration"
        ) { stage in
            let app = try await stage.app()
            await app.when("setRequestor(REF)") { $0.setRequestor(stage.cast.ref) }
            try app.saw(.src(1))
            try app.called("register", "token", "config")
            let (register, token, config) = (try app.call("register"), try app.call("token"), try app.call("config"))
            try app.expect(
                register.sent("software_statement"), is: stage.cast.softwareStatement, "software_statement")
            try app.expect(token["grant_type"], is: "client_credentials", "grant_type")
            for name in ["client_id", "client_secret"] {
                let given = try app.require(register.given(name), "\(name) in the answer")
                try app.expect(token[name], is: given, name)
            }
            let bearer = try app.require(token.given("access_token"), "access_token in the answer")
            try app.expect(config.field("Authorization"), is: "Bearer \(bearer)", "Authorization of config:")
            await app.when("setRequestor(REF) again") { $0.setRequestor(stage.cast.ref) }
            try app.saw(.src(1))
            try app.called("config")
            let again = try app.call("config").field("Authorization")
            try app.expect(again, is: "Bearer \(bearer)", "Authorization of the second config:")
        },
        Scenario(
            "25", .clientRegistration, "An app registers once", given: "credentials stored",
            when: "new process, setRequestor", then: "no second register", source: "Dynamic Client Registration"
        ) { stage in
            let app = try await stage.app()
            await app.when("setRequestor(REF)") { $0.setRequestor(stage.cast.ref) }
            let client = try app.require(try app.call("register").given("client_id"), "client_id in the answer")
            try await app.relaunch()
            try app.sawNoCalls()
            await app.when("setRequestor(REF) in a new process") { $0.setRequestor(stage.cast.ref) }
            try app.saw(.src(1))
            try app.expect(app.calls("register").isEmpty, "no request register")
            let clients = app.calls("token").map { $0["client_id"] }
            try app.expect(clients.allSatisfy { $0 == client }, "the first process's client", seen: "\(clients)")
            try app.expect(
                try app.call("config").field("Authorization")?.hasPrefix("Bearer ") == true, "a bearer on config")
        },
        Scenario(
            "26", .clientRegistration, "A revoked software statement", given: "revoked statement", when: "setRequestor",
            then: "ST R400, SRC(0)", source: "Error Reporting", needs: [.policy, .faults]
        ) { stage in
            for failure in [Fault.Failure.unapprovedSoftwareStatement, .invalidSoftwareStatement] {
                let app = try await stage.app(on: stage.device(name: "\(failure)"))
                try stage.fail(.retrieveClientCredentials, with: .failure(failure), times: 1)
                await app.when("setRequestor(REF), checkAuthentication") {
                    $0.setRequestor(stage.cast.ref)
                    $0.checkAuthentication()
                }
                try app.saw(.src(0), .st("R400", .error))
                try app.called("register")
            }
            // This statement's signature isn't that of a trusted key.
            try stage.world.configure(#"{ softwareStatements: { accept: "trusted" } }"#)
            let signed = stage.cast.softwareStatement.split(separator: ".").dropLast().joined(separator: ".")
            let forged = try await stage.app(on: stage.device(name: "forged")) {
                $0.softwareStatement = signed + "." + Base64.encode([UInt8](repeating: 1, count: 256), .url)
            }
            await forged.when("setRequestor(REF), forged") { $0.setRequestor(stage.cast.ref) }
            try forged.saw(.src(0), .st("R400", .error))
            try forged.called("register")
            // The trusted statement is still accepted.
            _ = try await stage.configuredApp(on: stage.device(name: "trusted"))
        },
        Scenario(
            "27", .clientRegistration, "The app gets no access token", given: "token endpoint fails",
            when: "setRequestor", then: "ST R401, SRC(0)", source: "Error Reporting", needs: [.faults]
        ) { stage in
            let faults: [(String, Fault)] = [
                ("503", .status(503)), ("no token", .answer(contentType: "application/json", "{}")),
                ("no JSON", .answer("<html/>")),
            ]
            for (name, fault) in faults {
                let app = try await stage.app(on: stage.device(name: name))
                try stage.fail(.retrieveAccessToken, with: fault, times: 1)
                await app.when("setRequestor(REF), \(name)") { $0.setRequestor(stage.cast.ref) }
                try app.saw(.src(0), .st("R401", .error))
                try app.called("register", "token")
                await app.when("setRequestor(REF) when it works again") { $0.setRequestor(stage.cast.ref) }
                try app.saw(.src(1))
                try app.called("token", "config")
            }
        },
        Scenario(
            "28", .clientRegistration, "An access token that has expired is renewed", given: "access token expired",
            when: "checkAuthorization", then: "token renewed with stored credentials, call repeated once, TOK",
            source: "Application registration; Android DCR", needs: [.clock, .policy, .faults]
        ) { stage in
            // The SDK is told too long a lifetime, so that it learns from the service that the token has expired.
            stage.network.mutate("token") { _, response in
                var response = response
                let text = String(decoding: response.body, as: UTF8.self).replacing("21600", with: "99999999")
                response.body = Array(text.utf8)
                return response
            }
            try stage.world.configure(#"{ requestorProof: "strict" }"#)
            let app = try await stage.app()
            await app.when("setRequestor(REF)") { $0.setRequestor(stage.cast.ref) }
            let client = try app.require(try app.call("register").given("client_id"), "client_id in the answer")
            let first = try app.require(try app.call("token").given("access_token"), "access_token in the answer")
            try await stage.logIn(app)
            try await stage.advance(by: .seconds(21_601))
            await app.when("checkAuthorization(r)") { $0.checkAuthorization(stage.cast.r) }
            try app.saw(.tok("r"))
            try app.called("authorizeDevice", "token", "authorizeDevice", "deviceShortAuthorize")
            let renewed = try app.call("token")
            try app.expect(renewed["client_id"], is: client, "client_id")
            let second = try app.require(renewed.given("access_token"), "access_token in the answer")
            try app.expect(first != second, "another access token", seen: second)
            try app.expect(
                app.calls.filter { $0.operation != "token" }.map { $0.field("Authorization") },
                is: ["Bearer \(first)", "Bearer \(second)", "Bearer \(second)"], "Authorization of the calls:")
            // If the service refuses the new token too, the SDK doesn't call it a third time.
            try stage.fail(.authorizeDevice, with: .failure(.accessDenied))
            await app.when("checkAuthorization(r1)") { $0.checkAuthorization(stage.cast.r1) }
            try app.saw(.trf("r1", .gaz), .st("R401", .error))
            try app.called("authorizeDevice", "token", "authorizeDevice")
        },
        Scenario(
            "29", .clientRegistration, "A client that isn't allowed any more registers again",
            given: "client id no longer allowed", when: "any call", then: "register again, then token, then call",
            source: "Android DCR", needs: [.clock, .faults]
        ) { stage in
            let app = try await stage.loggedInApp()
            let (r, r1) = (stage.cast.r, stage.cast.r1)
            let calls: [(Operation, path: String, EventPattern, (AccessEnabler) -> Void)] = [
                (.retrieveConfiguration, "config", .src(1), { $0.setRequestor(stage.cast.ref) }),
                (.authorizeDevice, "authorizeDevice", .tok("r"), { $0.checkAuthorization(r) }),
                (.preauthorize, "preauthorize", .pre(["r1"]), { $0.checkPreauthorizedResources([r1], cache: false) }),
            ]
            for (operation, path, end, call) in calls {
                try stage.fail(operation, with: .failure(.invalidClient), times: 1)
                await app.when(path, call)
                try app.saw(end)
                try app.expect(
                    Array(app.calls.map(\.operation).prefix(4)), is: [path, "register", "token", path],
                    "requests:")
                try app.sawNewClient()
            }
            // The service may also refuse the client when an expired token is renewed.
            try await stage.advance(by: .seconds(21_601))
            try stage.fail(.retrieveAccessToken, with: .failure(.invalidClient), times: 1)
            await app.when("checkAuthorization(r1)") { $0.checkAuthorization(r1) }
            try app.saw(.tok("r1"))
            try app.called("token", "register", "token", "authorizeDevice", "deviceShortAuthorize")
            try app.sawNewClient()
        },
    ]
}

extension SimulatedApp {
    /// Expects that the SDK uses the client and the access token that it just received.
    fileprivate func sawNewClient() throws {
        let token = try require(calls("token").last, "a request token")
        let client = try require(try call("register").given("client_id"), "client_id in the answer")
        try expect(token["client_id"], is: client, "client_id")
        let bearer = try require(token.given("access_token"), "access_token in the answer")
        try expect(calls.last?.field("Authorization"), is: "Bearer \(bearer)", "Authorization of the call:")
    }
}

extension Exchange {
    /// Returns a text member of the JSON answer.
    fileprivate func given(_ name: String) -> String? {
        (try? JSONValue.parse(response?.body ?? []))?[name]?.stringValue
    }

    /// Returns a text member of the JSON that was sent.
    fileprivate func sent(_ name: String) -> String? { (try? JSONValue.parse(request.body))?[name]?.stringValue }
}
