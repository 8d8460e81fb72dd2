public import AccessEnabler
import PassCore

extension Stage {
    /// Adds a device whose clock shows the backend's time.
    ///
    /// - Parameters:
    ///   - version: e.g. `9.2.1`.
    ///   - name: distinguishes the devices of one scenario; their identifiers are derived from it.
    public func device(
        _ name: AccessEnabler.OperatingSystem.Name = .iOS, version: String = "9.2.1", name deviceName: String = "device"
    ) -> SimulatedDevice {
        let device = SimulatedDevice(
            AccessEnabler.OperatingSystem(name, version: version), name: "\(salt) \(deviceName)", clock: makeClock())
        state.withLock { $0.devices.append(device) }
        return device
    }

    /// The default device, an iPhone with iOS 9.2.1, made when it is first used.
    public var phone: SimulatedDevice {
        if let phone = state.withLock(\.phone) { return phone }
        let phone = device(name: "phone")
        state.withLock { $0.phone = phone }
        return phone
    }

    /// Installs and launches an app, without configuring it.
    ///
    /// - Parameters:
    ///   - bundleID: the bundle ID; its last component is also the URL scheme, as in `adbe.AppA://adobe.com`.
    ///   - team: the ID of the team that signed the app.
    ///   - profile: the kind and version of the app's SDK.
    ///   - device: `nil` means `phone`.
    ///   - installation: the way in which the app is installed.
    ///   - provisioningProfile: the provisioning profile that the app is signed with.
    ///   - change: adjusts the app's setup before the launch.
    public func app(
        _ bundleID: String = "com.x.y.AppA", team: String = "TEAM1", profile: CompatibilityProfile = .v3_9,
        on device: SimulatedDevice? = nil, installation: AccessEnabler.AppIdentity.Installation = .appStore,
        provisioningProfile: String? = nil, _ change: (inout AppSetup) -> Void = { _ in }
    ) async throws -> SimulatedApp {
        var setup = AppSetup(profile: profile, softwareStatement: cast.softwareStatement)
        change(&setup)
        let name = bundleID.split(separator: ".").last ?? "app"
        let identity = AccessEnabler.AppIdentity(
            bundleID: bundleID, teamID: team, redirectURL: "\(CUSTOM_SCHEME_PREFIX)\(name)://adobe.com",
            installation: installation, provisioningProfile: provisioningProfile)
        let app = try SimulatedApp(identity, setup: setup, on: device ?? phone, of: self)
        state.withLock { $0.apps.append(app) }
        try await app.launch()
        return app
    }

    /// Installs and launches an app, and configures it for a requestor.
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

    /// Installs and launches an app, configures it, and logs its user in.
    ///
    /// - Parameter provider: the MVPD, a role.
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

    /// Logs a user in, from the picker to the end, in the app's browser or on a second screen.
    ///
    /// - Parameters:
    ///   - provider: the MVPD, a role.
    ///   - user: the user who logs in; `nil` is the user of the app's browser or, on a second screen, the cast's.
    /// - Throws: `ScenarioFailure` unless the login ends with SAS(1,"").
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

    /// Enters the registration code on another device, and logs in there.
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

    /// Returns a platform whose user has an account at the MVPDs, with the cast's name and password.
    ///
    /// - Parameter script: by default the app has permission, and the user isn't signed in.
    public func platform(_ script: ScriptedPlatformSSO.Script = .init()) -> ScriptedPlatformSSO {
        ScriptedPlatformSSO(
            script, browser: HeadlessUserAgent(transport: network, credentials: cast.user), activity: activity)
    }
}

extension SimulatedApp {
    /// Installs an app on a device of a stage.
    convenience init(
        _ identity: AccessEnabler.AppIdentity, setup: AppSetup, on device: SimulatedDevice, of stage: Stage
    ) throws {
        try self.init(
            identity, setup: setup, on: device, in: stage.network, cast: stage.cast,
            serviceProvider: stage.serviceProvider, activity: stage.activity,
            recordStep: { [weak stage] in stage?.record(step: $0) })
    }
}
