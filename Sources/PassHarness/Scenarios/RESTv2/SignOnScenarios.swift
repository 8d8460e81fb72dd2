import AccessEnabler
import PassCore
import PassSimulator

extension ScenarioSuite {
    static let restV2SignOn: [Scenario] = [
        Scenario(
            "340", .restV2, "A rule logs every user in", given: "authNAll between REF and M1",
            when: "sessions; profiles/M1; authorize for denied",
            then: "authorize, degraded; a degraded profile; permission with a media token, by degradation",
            source: "REST API V2: Degraded access flows", needs: [.policy]
        ) { stage in
            try stage.degrade("authNAll")
            let client = try await stage.restV2Client()
            let session = try await client.createSession(
                mvpd: stage.cast.m1, domainName: "adobe.com", redirectURL: Stage.landing)
            try stage.expect([session.actionName, session.reasonType], is: ["authorize", "degraded"], "the step")
            try stage.expect(try await client.profile(mvpd: stage.cast.m1)?.type, is: "degraded", "the profile")
            try await stage.expectAuthorized(client, "denied", source: "degradation")
        },
        Scenario(
            "341", .restV2, "A rule permits or denies every resource",
            given: "logged in at M1; authZAll, then authZNone", when: "authorize for denied, then for r",
            then: "permission; authorization_denied_by_degradation_rule; both by degradation",
            source: "REST API V2: Degraded access flows", needs: [.policy]
        ) { stage in
            let client = try await stage.restV2Client()
            try await stage.logIn(client)
            try stage.degrade("authZAll")
            try await stage.expectAuthorized(client, "denied", source: "degradation")
            try stage.degrade("authZNone")
            let decision = try await stage.decision(of: client)
            try stage.expect(!decision.authorized, "a denial")
            try stage.expect(decision.source, is: "degradation", "the source")
            try stage.expect(decision.error?.code, is: "authorization_denied_by_degradation_rule", "the error")
        },
        Scenario(
            "342", .restV2, "A temporary pass needs no login, and expires", given: "T1, which lasts a minute",
            when: "sessions; authorize; +61 s; profiles/T1",
            then: "authorize, temporary; permission by temppass; 403 temporary_access_duration_limit_exceeded",
            source: "REST API V2: Temporary access flows", needs: [.policy, .clock]
        ) { stage in
            try stage.world.configure("{ mvpds: { \(stage.cast.t1): { pass: { seconds: 60 } } } }")
            let client = try await stage.restV2Client()
            let session = try await client.createSession(
                mvpd: stage.cast.t1, domainName: "adobe.com", redirectURL: Stage.landing)
            try stage.expect([session.actionName, session.reasonType], is: ["authorize", "temporary"], "the step")
            try await stage.expectAuthorized(client, at: "T1", source: "temppass")
            let profile = try stage.require(try await client.profile(mvpd: stage.cast.t1), "a profile")
            try stage.expect(profile.type, is: "temporary", "the profile's type")
            try await stage.advance(by: .seconds(61))
            try await stage.expectRefusal("temporary_access_duration_limit_exceeded", status: 403) {
                _ = try await client.profile(mvpd: stage.cast.t1)
            }
        },
        Scenario(
            "343", .restV2, "A promotional pass counts resources for its holder",
            given: "T2 with three resources; AP-TempPass-Identity", when: "authorize for four resources",
            then: "three permissions; temporary_access_resources_limit_exceeded; without identity no pass",
            source: "REST API V2: Temporary access flows"
        ) { stage in
            let identity = Base64.encode(JSONWriter.object { $0.member("email", "\(stage.salt)@site.example") })
            let holder = [TransportField("AP-TempPass-Identity", identity)]
            let client = try await stage.restV2Client(fields: holder)
            for (resource, left) in [("r", Int64(2)), ("r1", 1), ("r2", 0)] {
                try await stage.expectAuthorized(client, resource, at: "T2", source: "temppass")
                guard left > 0 else { continue }
                let profile = try stage.require(try await client.profile(mvpd: stage.cast.t2), "a profile")
                try stage.expect(profile.remainingResources, is: left, "the resources that are left:")
            }
            let last = try await stage.decision(of: client, about: "a fourth", at: "T2")
            try stage.expect(last.error?.code, is: "temporary_access_resources_limit_exceeded", "the error")
            let stranger = try await stage.restV2Client(on: "another TV")
            try await stage.expectRefusal("invalid_header_identity_for_temporary_access", status: 400) {
                _ = try await stranger.profile(mvpd: stage.cast.t2)
            }
        },
        Scenario(
            "344", .restV2, "The programmer's token signs the user on at a second device",
            given: "logged in at M1 with AD-Service-Token", when: "a second device with a token of the same subject",
            then: "sessions: authorize, authenticatedSSO; profile serviceTokenSSO; permission; without a token none",
            source: "REST API V2: Single sign-on using service token flows"
        ) { stage in
            try await stage.expectSingleSignOn(field: "AD-Service-Token", type: "serviceTokenSSO")
        },
        Scenario(
            "345", .restV2, "The platform's token signs the user on at a second app",
            given: "logged in at M1 with Adobe-Subject-Token", when: "a second device with a token of the same subject",
            then: "sessions: authorize, authenticatedSSO; profile platformSSO; permission; without a token none",
            source: "REST API V2: Single sign-on using platform identity flows"
        ) { stage in
            try await stage.expectSingleSignOn(field: "Adobe-Subject-Token", type: "platformSSO")
        },
        Scenario(
            "346", .restV2, "A partner's framework logs its user in",
            given: "access granted, account at PlatformTV", when: "sessions/sso/Apple; profiles/sso/Apple; authorize",
            then: "partner_profile with a SAML request; a profile appleSSO; permission",
            source: "REST API V2: Single sign-on using partner flows", needs: [.policy]
        ) { stage in
            try stage.integratePlatformProviders()
            let client = try await stage.restV2Client(fields: [try stage.framework("granted", "platform-tv")])
            let session = try await client.createPartnerSession(domainName: "adobe.com", redirectURL: Stage.landing)
            try stage.expect(session.actionName, is: "partner_profile", "the action")
            try stage.expect(session.mvpd, is: "PlatformTV", "the MVPD")
            let request = try stage.require(session.samlRequest, "a SAML request")
            let response = try await stage.counted { try await stage.browser.samlResponse(to: request) }
            let profile = try stage.require(
                try await client.createPartnerProfile(samlResponse: response), "a profile")
            try stage.expect([profile.mvpd, profile.type], is: ["PlatformTV", "appleSSO"], "MVPD and type")
            try await stage.expectAuthorized(client, at: "PlatformTV")
        },
        Scenario(
            "347", .restV2, "Without the user's consent the partner's framework is ignored",
            given: "access denied, undetermined, or no status", when: "sessions/sso/Apple; profiles/sso/Apple",
            then: "resume, pfs_fallback, missing mvpd; 400 invalid_header_pfs_permission_access_…",
            source: "REST API V2: Single sign-on using partner flows", needs: [.policy]
        ) { stage in
            try stage.integratePlatformProviders()
            let refusals = [
                "denied": "not_granted", "notDetermined": "not_determined", nil: "not_present",
            ]
            for (access, refusal) in refusals.sorted(by: { $0.value < $1.value }) {
                let fields = try access.map { [try stage.framework($0, nil)] } ?? []
                let client = try await stage.restV2Client(fields: fields)
                let session = try await client.createPartnerSession(
                    domainName: "adobe.com", redirectURL: Stage.landing)
                try stage.expect([session.actionName, session.reasonType], is: ["resume", "pfs_fallback"], "the step")
                try stage.expect(session.missingParameters, is: ["mvpd"], "the missing parameters")
                try await stage.expectRefusal("invalid_header_pfs_permission_access_\(refusal)", status: 400) {
                    _ = try await client.createPartnerProfile(samlResponse: "none")
                }
            }
        },
        Scenario(
            "348", .restV2, "A login serves the browser's other apps", given: "a TV's login at M1 in a browser",
            when: "another TV's session in the same browser", then: "the MVPD asks for no password",
            source: "REST API V2: Basic authentication flow within secondary application", isOurs: true
        ) { stage in
            let browser = stage.browser
            try await stage.logIn(try await stage.restV2Client(), in: browser)
            let posts = browser.visits.count { $0.method == "POST" && $0.url.contains("/_sim/mvpd/") }
            let second = try await stage.restV2Client(on: "another TV")
            let code = try await stage.logIn(second, in: browser)
            try stage.expect(try await second.profile(code: code)?.mvpd, is: stage.cast.m1, "the profile")
            let passwords = browser.visits.count { $0.method == "POST" && $0.url.contains("/_sim/mvpd/") } - posts
            try stage.expect(passwords <= 1, "the SAML request alone", seen: "\(passwords) forms")
        },
    ]
}

extension Stage {
    /// Sets a degradation rule for REF and M1; this needs control over the policy.
    fileprivate func degrade(_ rule: String) throws {
        try world.configure(
            "{ requestors: { \(cast.ref): { mvpds: { \(cast.m1): { degradation: \"\(rule)\" } } } } }")
    }

    /// Returns the header field in which an app states the status of its platform's framework.
    ///
    /// - Parameters:
    ///   - access: `granted`, `denied`, `notDetermined` or `restricted`.
    ///   - provider: the identifier of the user's MVPD at the platform.
    fileprivate func framework(_ access: String, _ provider: String?) throws -> TransportField {
        let end = try world.nowMillis + 86_400_000
        let status = JSONWriter.object { status in
            status.memberObject("frameworkPermissionInfo") { $0.member("accessStatus", access) }
            status.memberObject("frameworkProviderInfo") { info in
                guard let provider else { return }
                info.member("id", provider)
                info.member("expirationDate", "\(end)")
            }
        }
        return TransportField("AP-Partner-Framework-Status", Base64.encode(status))
    }

    /// Logs a user in on one device, and expects the login to serve another device whose token has the same subject.
    ///
    /// - Parameters:
    ///   - field: the header field of the tokens.
    ///   - type: the type of the second device's profile.
    fileprivate func expectSingleSignOn(field: String, type: String) async throws {
        // Two different JWTs with the same subject, one for each device.
        let tokens = (1...2).map { number in
            let claims = JSONWriter.object { claims in
                claims.member("sub", "\(salt) household")
                claims.member("jti", "\(number)")
            }
            return ["{\"alg\":\"none\"}".utf8.map { $0 }, claims, []]
                .map { Base64.encode($0, .url) }.joined(separator: ".")
        }
        let first = try await restV2Client(fields: [TransportField(field, tokens[0])])
        try await logIn(first)
        let second = try await restV2Client(on: "another TV", fields: [TransportField(field, tokens[1])])
        let session = try await second.createSession(
            mvpd: cast.m1, domainName: "adobe.com", redirectURL: Self.landing)
        try expect([session.actionName, session.reasonType], is: ["authorize", "authenticatedSSO"], "the step")
        try expect(try await second.profile(mvpd: cast.m1)?.type, is: type, "the profile")
        try await expectAuthorized(second)
        var stranger = second
        stranger.fields = []
        try expect(try await stranger.profiles(), is: [], "the profiles without a token")
    }
}
