public import AccessEnabler
import PassCore

extension Stage {
    /// Another device, at the backend's time.
    ///
    /// - Parameters:
    ///   - version: e.g. `9.2.1`.
    ///   - name: tells devices of one scenario apart; what they identify themselves by follows from it.
    public func device(
        _ name: OperatingSystem.Name = .iOS, version: String = "9.2.1", name deviceName: String = "device"
    ) -> SimulatedDevice {
        let device = SimulatedDevice(
            OperatingSystem(name, version: version), name: "\(salt) \(deviceName)", clock: makeClock())
        state.withLock { $0.devices.append(device) }
        return device
    }

    /// The device that is there from the beginning: an iPhone with iOS 9.2.1.
    public var phone: SimulatedDevice {
        if let phone = state.withLock(\.phone) { return phone }
        let phone = device(name: "phone")
        state.withLock { $0.phone = phone }
        return phone
    }

    /// An app, installed and launched, not configured.
    ///
    /// - Parameters:
    ///   - bundleID: its last component is its scheme too: `adbe.AppA://adobe.com`.
    ///   - team: who signed it.
    ///   - profile: the SDK in it.
    ///   - device: `nil` is `phone`.
    public func app(
        _ bundleID: String = "com.x.y.AppA", team: String = "TEAM1", profile: CompatibilityProfile = .v3_9,
        on device: SimulatedDevice? = nil, _ change: (inout AppSetup) -> Void = { _ in }
    ) async throws -> SimulatedApp {
        var setup = AppSetup(profile: profile, softwareStatement: cast.softwareStatement)
        change(&setup)
        let name = bundleID.split(separator: ".").last ?? "app"
        let identity = AppIdentity(
            bundleID: bundleID, teamID: team, redirectURL: "\(CUSTOM_SCHEME_PREFIX)\(name)://adobe.com")
        let app = try SimulatedApp(identity, setup: setup, on: device ?? phone, of: self)
        state.withLock { $0.apps.append(app) }
        try await app.launch()
        return app
    }

    /// The same, configured for a requestor.
    ///
    /// - Parameter requestor: a role.
    public func configuredApp(
        _ bundleID: String = "com.x.y.AppA", requestor: String = "REF", team: String = "TEAM1",
        profile: CompatibilityProfile = .v3_9, on device: SimulatedDevice? = nil,
        _ change: (inout AppSetup) -> Void = { _ in }
    ) async throws -> SimulatedApp {
        let app = try await app(bundleID, team: team, profile: profile, on: device, change)
        try await app.configure(requestor)
        return app
    }

    /// The same, logged in.
    ///
    /// - Parameter provider: a role.
    public func loggedInApp(
        _ bundleID: String = "com.x.y.AppA", requestor: String = "REF", provider: String = "M1",
        team: String = "TEAM1", profile: CompatibilityProfile = .v3_9, on device: SimulatedDevice? = nil,
        _ change: (inout AppSetup) -> Void = { _ in }
    ) async throws -> SimulatedApp {
        let app = try await configuredApp(
            bundleID, requestor: requestor, team: team, profile: profile, on: device, change)
        try await logIn(app, provider)
        return app
    }

    /// Logs in from the picker to the end, in the app's browser or on a second screen.
    ///
    /// - Parameters:
    ///   - provider: a role.
    ///   - user: `nil` is the app's own.
    /// - Throws: `ScenarioFailure` unless it ends with SAS(1,"").
    public func logIn(
        _ app: SimulatedApp, _ provider: String = "M1", as user: HeadlessUserAgent.Credentials? = nil
    ) async throws {
        await app.when("getAuthentication") { $0.getAuthentication() }
        if app.providers != nil {
            await app.when("setSelectedProvider(\(provider))") { $0.setSelectedProvider(self.cast[provider]) }
        }
        if let code = app.registrationCode {
            try await logInOnSecondScreen(app, code: code, provider, as: user ?? cast.user)
            try await advance(by: .seconds(10))
        } else if app.navigation != nil {
            try await app.finishInBrowser(as: user)
        }
        let succeeded = app.events.contains(.setAuthenticationStatus(1, errorCode: ""))
        try app.expect(succeeded, "SAS(1,\"\")", seen: app.seen)
    }

    /// Enters the code on another device, and logs in there.
    public func logInOnSecondScreen(
        _ app: SimulatedApp, code: String, _ provider: String = "M1", requestor: String? = nil,
        as user: HeadlessUserAgent.Credentials? = nil
    ) async throws {
        let screen = SecondScreen(transport: network, serviceProvider: serviceProvider)
        try await app.step("login on the second screen") {
            let requestor = requestor.map { cast[$0] } ?? app.requestor ?? cast.ref
            try await counted {
                try await screen.logIn(code: code, mvpd: cast[provider], requestor: requestor, as: user ?? cast.user)
            }
        }
    }
}
