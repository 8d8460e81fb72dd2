public import AccessEnabler
import AccessEnablerOpenSSL
public import PassHarness

/// An app with an AccessEnabler, on a device of its own, with a user who operates it.
///
/// ```swift
/// let app = try await Simulation.current.app()
/// try await app.logIn(at: "Adobe")
/// let token = try await app.mediaToken(for: "TEST_RESOURCE")
/// ```
///
/// A `TestApp` is for tests of a backend's behaviour, and for first steps. In tests of your own app, pass
/// `Simulation.platform()` or `Simulation.serviceProvider` to that app.
public struct TestApp: Sendable {
    /// The SDK in the app, configured for `requestor`.
    public let accessEnabler: AccessEnabler
    /// The requestor's ID.
    public let requestor: String
    /// The app's web view and the secure browser, in which the user logs in.
    public let browser: HeadlessUserAgent
    /// The name that the user types into login pages.
    let user: String

    /// Logs the user in, unless the user is logged in already.
    ///
    /// - Throws: `LoginFailure` when the MVPD doesn't let the user in, `AccessEnablerError` when the login fails after
    ///   that, and `SimulationError` when the requestor has no such MVPD.
    public func logIn(at mvpd: String = "Adobe") async throws {
        let choice = Choice()
        let attended = AttendedBrowser(browser)
        do {
            try await accessEnabler.authenticate(picker: { choice.take(mvpd, of: $0) }, userAgent: attended)
        } catch {
            if let offered = choice.refused {
                throw SimulationError(
                    "\(requestor) has no MVPD \"\(mvpd)\". It has: \(offered.joined(separator: ", ")).")
            }
            guard let reason = attended.lastFailure else { throw error }
            throw LoginFailure(user: user, mvpd: mvpd, url: browser.visits.last?.url ?? "", reason: reason)
        }
    }

    /// Logs the user out of the app, the service and the MVPD.
    public func logOut() async {
        await accessEnabler.logout(using: AttendedBrowser(browser))
    }

    /// Returns a media token for one stream, without starting a login.
    ///
    /// - Throws: `AccessEnablerError.notAuthenticated` and `.notAuthorized`.
    public func mediaToken(for resource: String) async throws(AccessEnablerError) -> String {
        try await accessEnabler.mediaToken(for: resource)
    }

    /// Whether the user is logged in.
    public var isLoggedIn: Bool {
        get async { await accessEnabler.authenticationStatus() == .authenticated }
    }
}

extension Simulation {
    /// Returns a configured app, by default on a new device, where no user is logged in yet.
    ///
    /// - Parameters:
    ///   - requestor: the ID of the app's requestor.
    ///   - user: the name of the user who logs in; the demo world defines what each of its users may watch.
    ///   - device: the app's device; apps on one device share logins, as they do on iOS.
    ///   - profile: the SDK version to imitate.
    /// - Throws: `AccessEnablerError.configurationFailed`.
    public func app(
        _ requestor: String = "TEST_REQUESTOR", user: String = "user", password: String = "password",
        on device: TestDevice = TestDevice(), profile: CompatibilityProfile = .v3_9
    ) async throws -> TestApp {
        let browser = browser(user: user, password: password)
        let accessEnabler = AccessEnabler(
            Self.softwareStatement, profile: profile,
            settings: AccessEnablerSettings(defaultServiceProvider: serviceProvider, allowsPlainHTTP: true),
            platform: platform(on: device, userAgent: browser))
        try await accessEnabler.configure(requestor: requestor)
        return TestApp(accessEnabler: accessEnabler, requestor: requestor, browser: browser, user: user)
    }

    /// Returns the platform for an AccessEnabler of your own: raw sockets, the simulator's clock, storage in memory.
    ///
    /// ```swift
    /// let settings = AccessEnablerSettings(defaultServiceProvider: simulation.serviceProvider)
    /// let accessEnabler = AccessEnabler(statement, settings: settings, platform: simulation.platform())
    /// ```
    ///
    /// - Parameter userAgent: the browser that the SDK itself may drive, for passive logins.
    public func platform(
        on device: TestDevice = TestDevice(),
        as app: AccessEnabler.AppIdentity = AccessEnabler.AppIdentity(bundleID: "com.example.app", teamID: "T"),
        userAgent: (any AccessEnabler.UserAgent)? = nil
    ) -> AccessEnabler.Platform {
        AccessEnabler.Platform(
            transport: transport, clock: SimulationClock(world: testWorld), storage: device.storage,
            device: device.identity, app: app, hasher: OpenSSLHasher(), xmlReader: ExpatXMLReader(),
            userAgent: userAgent,
            mainExecutor: AnyThread(), callbackExecutor: SerialCallbackExecutor())
    }

    /// The software statement of the demo app (`Fixtures/SoftwareStatements/demo.jwt`); strict simulators trust it too.
    public static let softwareStatement = Cast.demoStatement
}
