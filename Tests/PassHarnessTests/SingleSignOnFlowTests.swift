import AccessEnabler
import PassSimulator
import Testing

@testable import PassHarness

/// The flows of "SSO on iOS when using the Access Enabler" and the example of "iOS/tvOS SDK overview", as a user goes through
/// them: apps on one simulated device are opened and closed, and every login is one in a browser at the MVPD.
@Suite("Single sign-on, step by step")
struct SingleSignOnFlowTests {
    /// Versions for which the vendor describes the flows S1, S2 and S3: with signed requestor IDs, with client registration, and
    /// with the Keychain.
    static let versions = [SDKVersion(1, 9), SDKVersion(1, 10), SDKVersion(3, 6), SDKVersion(3, 9)]

    @Test("S1: apps of one team and one prefix; one login serves all", arguments: versions)
    func sameTeamSamePrefix(version: SDKVersion) async throws {
        try await play(version) { user in
            let a = try await user.installs("com.x.y.AppA", team: "TEAM1", requestor: "REF")
            try await user.opensUnauthenticated(a)
            try await user.logsIn(a, at: "M1")
            let b = try await user.installs("com.x.y.AppB", team: "TEAM1", requestor: "P2")
            try await user.opensAuthenticated(b, at: "M1")
            #expect(b.browser.visits.isEmpty)
            try await user.opensAuthenticated(a, at: "M1")
        }
    }

    @Test("S2: apps of one team with other prefixes; one login for each, and both stay", arguments: versions)
    func sameTeamOtherPrefix(version: SDKVersion) async throws {
        try await play(version) { user in
            let a = try await user.installs("com.x.y.AppA", team: "TEAM1", requestor: "REF")
            try await user.opensUnauthenticated(a)
            try await user.logsIn(a, at: "M1")
            let b = try await user.installs("com.z.AppB", team: "TEAM1", requestor: "REF")
            try await user.opensUnauthenticated(b)
            // Seen, and not used.
            #expect(b.sharedMedium.text.contains(a.deviceID))
            #expect(b.app.bucket() == nil)
            try await user.logsIn(b, at: "M1")
            try await user.opensAuthenticated(a, at: "M1")
            try await user.opensAuthenticated(b, at: "M1")
        }
    }

    @Test("S2 with 1.8: each app that is opened erases the other's session")
    func sameTeamOtherPrefixErasing() async throws {
        try await play(SDKVersion(1, 8)) { user in
            let a = try await user.installs("com.x.y.AppA", team: "TEAM1", requestor: "REF")
            try await user.opensUnauthenticated(a)
            try await user.logsIn(a, at: "M1")
            #expect(a.sharedMedium.text.contains(a.deviceID))
            let b = try await user.installs("com.z.AppB", team: "TEAM1", requestor: "REF")
            try await user.opensUnauthenticated(b)
            #expect(a.app.store.shared.isEmpty)
            try await user.logsIn(b, at: "M1")
            #expect(b.sharedMedium.text.contains(b.deviceID))
            try await user.opensUnauthenticated(a)
            #expect(b.app.store.shared.isEmpty)
        }
    }

    @Test(
        "S3: apps of other teams; one login for each, and both stay, whatever their prefix", arguments: versions,
        ["com.z.AppB", "com.x.y.AppB"])
    func otherTeam(version: SDKVersion, bundleID: String) async throws {
        try await play(version) { user in
            let a = try await user.installs("com.x.y.AppA", team: "TEAM1", requestor: "REF")
            try await user.opensUnauthenticated(a)
            try await user.logsIn(a, at: "M1")
            let b = try await user.installs(bundleID, team: "TEAM2", requestor: "REF")
            try await user.opensUnauthenticated(b)
            #expect(b.app.store.shared.isEmpty)
            try await user.logsIn(b, at: "M1")
            try await user.opensAuthenticated(a, at: "M1")
            try await user.opensAuthenticated(b, at: "M1")
        }
    }

    /// In its fourth step the page names MVPD2 where only MVPD1 makes sense: in the fifth Programmer2 is integrated with MVPD2.
    @Test(
        "Two programmers, each with its own MVPD: the second login leaves the first alone from 1.7 on",
        arguments: [
            (SDKVersion(1, 6), "6.1", false), (SDKVersion(1, 7), "6.1", true), (SDKVersion(1, 8), "7.0", true),
            (SDKVersion(3, 9), "9.2.1", true),
        ])
    func twoProgrammers(version: SDKVersion, system: String, staysAuthenticated: Bool) async throws {
        let integrations = """
            {
                mvpds: { MVPD1: { style: "samlPost" }, MVPD2: { style: "samlRedirect" } },
                requestors: { Programmer1: { mvpds: { MVPD1: {} } }, Programmer2: { mvpds: { MVPD2: {} } } },
            }
            """
        try await play(version, iOS: system, integrations) { user in
            // 1. Open App1 of Programmer1.
            let one = try await user.installs("com.x.y.AppA", team: "TEAM1", requestor: "Programmer1")
            try await user.opensUnauthenticated(one)
            // 2. Log in at MVPD1, with which Programmer1 is integrated.
            try await user.logsIn(one, at: "MVPD1")
            // 3. Close it, and open App2 of Programmer2.
            one.terminate()
            let two = try await user.installs("com.x.y.AppB", team: "TEAM1", requestor: "Programmer2")
            // 4. Programmer2 isn't integrated with MVPD1, so nobody is logged in there.
            try await user.opensUnauthenticated(two)
            // 5. Log in at MVPD2, with which it is integrated.
            try await user.logsIn(two, at: "MVPD2")
            // 6. Back in App1 the user is still logged in; before 1.7 there was one token.
            if staysAuthenticated {
                try await user.opensAuthenticated(one, at: "MVPD1")
            } else {
                try await user.opensUnauthenticated(one)
            }
            try await user.opensAuthenticated(two, at: "MVPD2")
        }
    }

    /// Gives a user a device of its own, at a simulator in this process.
    private func play(
        _ version: SDKVersion, iOS system: String = "9.2.1", _ json5: String = "{}",
        _ flow: (DeviceUser) async throws -> Void
    ) async throws {
        let simulator = try await Simulator.start(.scenarios())
        try simulator.world.configure(json5)
        let stage = Stage(.embedded(simulator, simulator.world), cast: .embedded)
        let user = DeviceUser(stage: stage, device: stage.device(version: system), version: version)
        let result: Result<Void, any Error>
        do { result = .success(try await flow(user)) } catch { result = .failure(error) }
        stage.takeDown()
        await simulator.stop()
        try result.get()
    }
}

/// Who goes through a flow on one device, whose apps all have one version of the SDK.
private struct DeviceUser {
    let stage: Stage
    let device: SimulatedDevice
    let version: SDKVersion

    struct App {
        let app: SimulatedApp
        let requestor: String

        var browser: HeadlessUserAgent { app.browser }
        var sharedMedium: MemoryStorage { app.sharedMedium }
        var deviceID: String { app.deviceID }

        func terminate() { app.terminate() }
    }

    func installs(_ bundleID: String, team: String, requestor: String) async throws -> App {
        let profile = CompatibilityProfile(version)
        let app = try await stage.app(bundleID, team: team, profile: profile, on: device)
        return App(app: app, requestor: requestor)
    }

    func opensAuthenticated(_ app: App, at provider: String) async throws {
        try await opens(app)
        try app.app.saw(.sas(1))
        try app.app.tracked(.authenticated(provider, cached: true))
        try app.app.sawNoCalls()
    }

    func opensUnauthenticated(_ app: App) async throws {
        try await opens(app)
        try app.app.saw(.sas(0, .una), .st("N000"))
        try app.app.tracked(.notAuthenticated)
        try app.app.sawNoCalls()
    }

    /// A new process, `setRequestor`, `checkAuthentication`.
    private func opens(_ app: App) async throws {
        try await app.app.relaunch()
        await app.app.when("setRequestor(\(app.requestor))") { enabler in
            if hasClientRegistration {
                enabler.setRequestor(app.requestor)
            } else {
                enabler.setRequestor(app.requestor, setSignedRequestorId: "c2lnbmVk")
            }
        }
        try app.app.saw(.src(1))
        await app.app.when("checkAuthentication") { $0.checkAuthentication() }
    }

    /// From the picker through the MVPD's pages to the authN token.
    func logsIn(_ user: App, at provider: String) async throws {
        let app = user.app
        await app.when("getAuthentication") { $0.getAuthentication() }
        try app.saw(.dpd)
        try #require(app.providers?.contains { $0.id == provider } == true)
        await app.when("setSelectedProvider(\(provider))") { $0.setSelectedProvider(provider) }
        try app.saw(.nav)
        try app.tracked(.selected(provider))
        let end = try await app.browse()
        #expect(end.hasPrefix(ADOBEPASS_REDIRECT_URL))
        let posts = app.browser.visits.filter { $0.method == "POST" && $0.url.contains("/_sim/mvpd/\(provider)") }
        #expect(!posts.isEmpty, "the user's name and password went to the MVPD")
        await app.when("the app is back") { enabler in
            if hasClientRegistration { enabler.handleExternalURL(end) } else { enabler.getAuthenticationToken() }
        }
        try app.saw(.sas(1))
        try app.tracked(.authenticated(provider, cached: false))
        try app.called("sessionDevice")
        await app.when("checkAuthentication") { $0.checkAuthentication() }
        try app.saw(.sas(1))
        try app.tracked(.authenticated(provider, cached: true))
    }

    private var hasClientRegistration: Bool { version >= SDKVersion(3, 0) }
}
