public import AccessEnabler
import AccessEnablerOpenSSL
import PassCore

/// An app on a simulated device: its process with an AccessEnabler, and a record of everything that the SDK did.
///
/// ```swift
/// await app.when("checkAuthentication") { $0.checkAuthentication() }
/// try app.saw(.sas(0, .una), .st("N000"))
/// ```
public final class SimulatedApp: Sendable {
    /// A line of the SDK's log.
    public struct LogLine: Sendable, Hashable {
        /// The category that the SDK gave the line.
        public var category: AccessEnabler.LogCategory
        /// The line itself.
        public var text: String
    }

    /// The callback with which a call of `preauthorize` ended.
    public enum PreauthorizeOutcome: Sendable, Hashable {
        case onResponse(PreauthorizeResponse)
        case onFailure(PreauthorizeResponse)
    }

    struct State: Sendable {
        var setup: AppSetup
        var process: Process?
        /// The callbacks since the last step began.
        var events: [AccessEnablerEvent] = []
        var outcomes: [PreauthorizeOutcome] = []
        var presented: [String] = []
        var log: [LogLine] = []
        var step = "launch"
        /// The number of exchanges before the last step began.
        var exchangesBefore = 0
        var reactions: [@Sendable (AccessEnablerEvent, AccessEnabler) -> Void] = []
    }

    /// The objects that end with the app's process.
    ///
    /// The SDK holds its delegates weakly, so the process holds them.
    struct Process: Sendable {
        var enabler: AccessEnabler
        var delegate: any EntitlementDelegate & EntitlementStatus & Sendable
    }

    /// The app's bundle ID, team and redirect URL.
    public let identity: AccessEnabler.AppIdentity
    /// The device that the app is installed on.
    public let device: SimulatedDevice
    /// The network that the app's requests go through.
    public let network: SimulatedNetwork
    /// The IDs that play the scenario's roles.
    public let cast: Cast
    /// The app's web view and the secure browser, in which the user logs in.
    public let browser: HeadlessUserAgent
    let activity: Activity
    let serviceProvider: String
    let recordStep: @Sendable (String) -> Void
    let state: Guarded<State>

    init(
        _ identity: AccessEnabler.AppIdentity, setup: AppSetup, on device: SimulatedDevice,
        in network: SimulatedNetwork, cast: Cast,
        serviceProvider: String, activity: Activity, recordStep: @escaping @Sendable (String) -> Void
    ) throws {
        self.identity = identity
        self.device = device
        self.network = network
        self.activity = activity
        self.serviceProvider = serviceProvider
        self.cast = cast
        self.recordStep = recordStep
        browser = setup.browser ?? HeadlessUserAgent(transport: network, credentials: cast.user)
        state = Guarded(State(setup: setup))
        try device.install(identity, sdk: setup.profile.version)
    }

    // MARK: Process

    /// Starts the app's process with a new AccessEnabler, and first ends a process that is running.
    public func launch() async throws {
        try device.launch(identity.bundleID) { [weak self] in self?.state.withLock { $0.process = nil } }
        beginStep("launch")
        var setup = state.withLock(\.setup)
        if let version = device.sdkVersion(of: identity.bundleID), version != setup.profile.version {
            setup.profile.version = version
            state.withLock { $0.setup.profile.version = version }
        }
        let statement = setup.profile.version >= SDKVersion(3, 0) ? setup.softwareStatement : nil
        let enabler = AccessEnabler(
            statement, storageCheck: setup.storageCheck, profile: setup.profile,
            settings: AccessEnablerSettings(defaultServiceProvider: serviceProvider, allowsPlainHTTP: true),
            platform: platform(setup))
        let record: @Sendable (AccessEnablerEvent) -> Void = { [weak self, weak enabler] event in
            if let self, let enabler { self.record(event, from: enabler) }
        }
        let delegate: any EntitlementDelegate & EntitlementStatus & Sendable =
            setup.hasOptionalCallbacks ? FullDelegate(record) : SparseDelegate(record)
        enabler.delegate = delegate
        enabler.statusDelegate = delegate
        state.withLock { $0.process = Process(enabler: enabler, delegate: delegate) }
        await activity.settled()
    }

    /// Ends the app's process, as the system can at any time; stored data stays.
    public func terminate() { device.terminate(identity.bundleID) }

    /// Ends the app's process and starts another one.
    public func relaunch() async throws {
        terminate()
        try await launch()
    }

    /// Replaces the app with one that contains another version of the SDK, and launches it.
    public func upgradeSDK(to version: SDKVersion) async throws {
        try device.upgradeSDK(of: identity.bundleID, to: version)
        try await launch()
    }

    /// The app's setup.
    ///
    /// Changes take effect at the next launch, except for `isOnMain`, which takes effect at once.
    public var setup: AppSetup {
        get { state.withLock(\.setup) }
        set { state.withLock { $0.setup = newValue } }
    }

    /// The AccessEnabler in the app's process, for calls outside of steps.
    ///
    /// The app must be running.
    public var enabler: AccessEnabler {
        guard let process = state.withLock(\.process) else {
            preconditionFailure("\(identity.bundleID) isn't running; launch it first")
        }
        return process.enabler
    }

    private func platform(_ setup: AppSetup) -> AccessEnabler.Platform {
        let view = device.view(of: identity)
        var platform = AccessEnabler.Platform(
            transport: network.transport(for: identity.bundleID), clock: device.clock, storage: view, device: view,
            app: identity, clientInformation: setup.clientInformation, hasher: OpenSSLHasher(),
            xmlReader: ExpatXMLReader(),
            mainExecutor: ClaimedMainExecutor { [weak self] in self?.setup.isOnMain ?? true },
            callbackExecutor: CountedCallbackExecutor(activity: activity),
            logger: ClosureLogger { [weak self] category, line in
                self?.state.withLock { $0.log.append(LogLine(category: category, text: line)) }
            })
        if setup.sharesBrowser { platform.userAgent = browser }
        if setup.hasPresenter {
            platform.presenter = RecordingPresenter { [weak self] url in
                self?.state.withLock { $0.presented.append(url) }
            }
        }
        platform.platformSSO = setup.platformSSO
        platform.activity = activity
        return platform
    }

    private func record(_ event: AccessEnablerEvent, from enabler: AccessEnabler) {
        let reactions = state.withLock { state in
            state.events.append(event)
            return state.reactions
        }
        for reaction in reactions { reaction(event, enabler) }
    }
}
