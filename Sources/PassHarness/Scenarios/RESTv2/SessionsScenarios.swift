import AccessEnabler
import PassSimulator

extension ScenarioSuite {
    static let restV2Sessions: [Scenario] = [
        Scenario(
            "301", .restV2, "A client registers and lists the MVPDs", given: "a software statement",
            when: "register, token, configuration", then: "201, 201, 200 with M1 and M2",
            source: "Dynamic Client Registration Flow; REST API V2: Retrieve the configuration"
        ) { stage in
            let ids = try await stage.restV2Client().configuration().map(\.id)
            try stage.expect(ids.contains(stage.cast.m1) && ids.contains(stage.cast.m2), "M1 and M2", seen: "\(ids)")
        },
        Scenario(
            "302", .restV2, "A login on the primary device", given: "no profile",
            when: "sessions; login in the browser; profiles/code",
            then: "authenticate with a code; none before the login, a regular profile after it, by code, MVPD and list",
            source: "REST API V2: Basic authentication flow within primary application"
        ) { stage in
            let client = try await stage.restV2Client()
            let session = try await client.createSession(
                mvpd: stage.cast.m1, domainName: "adobe.com", redirectURL: Stage.landing)
            try stage.expect(session.actionName, is: "authenticate", "the action")
            try stage.expect(session.reasonType, is: "none", "the reason")
            let code = try stage.require(session.code, "a code")
            try stage.expect(try await client.profile(code: code) == nil, "no profile before the login")
            try await stage.complete(session, for: client)
            let profile = try stage.require(try await client.profile(code: code), "a profile by code")
            try stage.expect([profile.mvpd, profile.type], is: [stage.cast.m1, "regular"], "MVPD and type")
            try stage.expect(profile.userID != nil, "the user's identifier")
            try stage.expect(try await client.profile(mvpd: stage.cast.m1), is: profile, "the profile by MVPD")
            try stage.expect(try await client.profiles(), is: [profile], "all profiles")
        },
        Scenario(
            "303", .restV2, "A session names its missing parameters", given: "sessions without parameters",
            when: "sessions; sessions/code by GET", then: "resume, missing mvpd, domainName, redirectUrl",
            source: "REST API V2: Create authentication session"
        ) { stage in
            let client = try await stage.restV2Client()
            let session = try await client.createSession()
            try stage.expect(session.actionName, is: "resume", "the action")
            let missing: Set = ["mvpd", "domainName", "redirectUrl"]
            try stage.expect(Set(session.missingParameters), is: missing, "the missing parameters")
            let status = try await client.session(try stage.require(session.code, "a code"))
            try stage.expect(Set(status.missingParameters), is: missing, "the session's missing parameters")
            try stage.expect(status.existingParameters["serviceProvider"], is: stage.cast.ref, "the service provider")
        },
        Scenario(
            "304", .restV2, "The MVPD is chosen on the phone", given: "the TV's session without MVPD",
            when: "the phone's app resumes the session and opens its address; the TV polls",
            then: "the profile is the TV's; the phone has none",
            source: "REST API V2: Basic authentication flow within secondary application without pre-selected MVPD"
        ) { stage in
            let tv = try await stage.restV2Client()
            let phone = try await stage.restV2Client(on: "phone")
            let code = try stage.require(try await tv.createSession().code, "a code")
            let resumed = try await phone.resumeSession(
                code, mvpd: stage.cast.m1, domainName: "adobe.com", redirectURL: Stage.landing)
            try stage.expect(resumed.actionName, is: "authenticate", "the action")
            try stage.expect(resumed.code, is: code, "the code")
            try await stage.complete(resumed, for: phone)
            try stage.expect(try await tv.profile(code: code)?.mvpd, is: stage.cast.m1, "the TV's profile by code")
            try stage.expect(try await tv.profiles().map(\.mvpd), is: [stage.cast.m1], "the TV's profiles")
            try stage.expect(try await phone.profiles(), is: [], "the phone's profiles")
        },
        Scenario(
            "305", .restV2, "A user who has a profile need not log in again", given: "a profile at M1",
            when: "sessions with M1", then: "authorize, authenticated",
            source: "REST API V2: Create authentication session"
        ) { stage in
            let client = try await stage.restV2Client()
            try await stage.logIn(client)
            let session = try await client.createSession(
                mvpd: stage.cast.m1, domainName: "adobe.com", redirectURL: Stage.landing)
            try stage.expect([session.actionName, session.reasonType], is: ["authorize", "authenticated"], "the step")
            try stage.expect(client.loginURL(of: session) == nil, "no address for a browser")
        },
        Scenario(
            "306", .restV2, "A profile belongs to one device and one service provider", given: "a profile of the TV",
            when: "profiles on another device, and for another service provider", then: "none",
            source: "REST API V2: Retrieve profiles"
        ) { stage in
            try await stage.logIn(try await stage.restV2Client())
            let strangers = [
                try await stage.restV2Client(on: "another TV"), try await stage.restV2Client("P2"),
            ]
            for client in strangers {
                try stage.expect(try await client.profiles(), is: [], "the profiles")
                let profile = try await client.profile(mvpd: stage.cast.m1)
                try stage.expect(profile == nil, "no profile at M1", seen: "\(String(describing: profile))")
            }
        },
        Scenario(
            "307", .restV2, "Profiles of two MVPDs side by side", given: "logins at M1 and M2",
            when: "profiles; logout at M1; profiles", then: "both; M2 alone", source: "REST API V2: Retrieve profiles"
        ) { stage in
            let client = try await stage.restV2Client()
            try await stage.logIn(client)
            try await stage.logIn(client, at: "M2")
            let both = Set([stage.cast.m1, stage.cast.m2])
            try stage.expect(Set(try await client.profiles().map(\.mvpd)), is: both, "the profiles")
            _ = try await client.logout(mvpd: stage.cast.m1, redirectURL: Stage.landing)
            try stage.expect(try await client.profiles().map(\.mvpd), is: [stage.cast.m2], "the profiles")
        },
        Scenario(
            "308", .restV2, "A code that no session has", given: "no session",
            when: "profiles/code, sessions/code", then: "400 invalid_authentication_session",
            source: "Enhanced Error Codes"
        ) { stage in
            let client = try await stage.restV2Client()
            try await stage.expectRefusal("invalid_authentication_session", status: 400) {
                _ = try await client.profile(code: "NEVER99")
            }
            try await stage.expectRefusal("invalid_authentication_session", status: 400) {
                _ = try await client.session("NEVER99")
            }
        },
        Scenario(
            "309", .restV2, "A code expires", given: "a session that nobody completed", when: "+31 min; profiles/code",
            then: "400 invalid_authentication_session", source: "REST API V2: Create authentication session",
            needs: [.clock]
        ) { stage in
            let client = try await stage.restV2Client()
            let session = try await client.createSession(
                mvpd: stage.cast.m1, domainName: "adobe.com", redirectURL: Stage.landing)
            let code = try stage.require(session.code, "a code")
            try stage.expect(try await client.profile(code: code) == nil, "no profile")
            try await stage.advance(by: .seconds(31 * 60))
            try await stage.expectRefusal("invalid_authentication_session", status: 400) {
                _ = try await client.profile(code: code)
            }
        },
        Scenario(
            "310", .restV2, "A profile expires", given: "logged in at M1, whose logins last a minute",
            when: "+61 s; profiles, authorize", then: "none; 403 authenticated_profile_expired",
            source: "REST API V2: Retrieve profiles; Enhanced Error Codes", needs: [.clock, .policy]
        ) { stage in
            try stage.world.configure(
                "{ requestors: { \(stage.cast.ref): { mvpds: { \(stage.cast.m1): { authenticationSeconds: 60 } } } } }")
            let client = try await stage.restV2Client()
            try await stage.logIn(client)
            let profile = try stage.require(try await client.profile(mvpd: stage.cast.m1), "a profile")
            try stage.expect(profile.notAfter - profile.notBefore, is: 60_000, "the profile's milliseconds")
            try await stage.advance(by: .seconds(61))
            try stage.expect(try await client.profiles(), is: [], "the profiles")
            try await stage.expectRefusal("authenticated_profile_expired", status: 403) {
                _ = try await client.authorize([stage.cast.r], at: stage.cast.m1)
            }
        },
        Scenario(
            "311", .restV2, "An access token expires, but the profile stays", given: "logged in at M1",
            when: "+6 h; profiles; a new access token; profiles",
            then: "401; the profile of before", source: "Dynamic Client Registration Flow", needs: [.clock]
        ) { stage in
            var client = try await stage.restV2Client()
            try await stage.logIn(client)
            try await stage.advance(by: .seconds(6 * 3_600 + 1))
            do {
                _ = try await client.profiles()
                throw stage.fail("a refusal with 401", seen: "none")
            } catch let refusal as RESTv2Error {
                try stage.expect(refusal.status, is: 401, "the status")
            }
            try await client.renewAccessToken()
            try stage.expect(try await client.profiles().map(\.mvpd), is: [stage.cast.m1], "the profiles")
        },
    ]
}
