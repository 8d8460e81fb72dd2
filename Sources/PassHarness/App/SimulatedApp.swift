public import AccessEnabler
import PassCore

/// An app on a simulated device: its process with an AccessEnabler, and everything that came back from it.
///
/// ```swift
/// await app.when("checkAuthentication") { $0.checkAuthentication() }
/// try app.saw(.sas(0, .una), .st("N000"))
/// ```
public final class SimulatedApp: Sendable {
    /// A line of the SDK's log.
    public struct LogLine: Sendable, Hashable {
        public var category: LogCategory
        public var text: String
    }

    /// How a call of `preauthorize` ended.
    public enum PreauthorizeOutcome: Sendable, Hashable {
        case onResponse(PreauthorizeResponse)
        case onFailure(PreauthorizeResponse)
    }

    struct State: Sendable {
        var setup: AppSetup
        var process: Process?
        /// What came since the last step.
        var events: [AccessEnablerEvent] = []
        var outcomes: [PreauthorizeOutcome] = []
        var presented: [String] = []
        var log: [LogLine] = []
        var step = "launch"
        /// How many exchanges there were before the last step.
        var exchangesBefore = 0
        var reactions: [@Sendable (AccessEnablerEvent, AccessEnabler) -> Void] = []
    }

    /// What ends with the app's process. The SDK holds its delegates weakly, so they are held here.
    struct Process: Sendable {
        var enabler: AccessEnabler
        var delegate: any EntitlementDelegate & EntitlementStatus
    }

    public let identity: AppIdentity
    public let device: SimulatedDevice
    public let network: SimulatedNetwork
    public let cast: Cast
    /// Its web view and the secure browser, which logins go through.
    public let browser: HeadlessUserAgent
    let activity: Activity
    let serviceProvider: String
    let noteStep: @Sendable (String) -> Void
    let state: Guarded<State>

    init(_ identity: AppIdentity, setup: AppSetup, on device: SimulatedDevice, of stage: Stage) throws {
        self.identity = identity
        self.device = device
        network = stage.network
        activity = stage.activity
        serviceProvider = stage.serviceProvider
        cast = stage.cast
        noteStep = { [weak stage] in stage?.note(step: $0) }
        browser = setup.browser ?? HeadlessUserAgent(transport: stage.network, credentials: stage.cast.user)
        state = Guarded(State(setup: setup))
        try device.install(identity, sdk: setup.profile.version)
    }

    // MARK: Process

    /// Starts its process, with a new AccessEnabler; one that runs is ended first.
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
        let delegate: any EntitlementDelegate & EntitlementStatus =
            setup.hasOptionalCallbacks ? FullDelegate(record) : SparseDelegate(record)
        enabler.delegate = delegate
        enabler.statusDelegate = delegate
        state.withLock { $0.process = Process(enabler: enabler, delegate: delegate) }
        await activity.settled()
    }

    /// Ends its process, as the system does at any time; what it stored stays.
    public func terminate() { device.terminate(identity.bundleID) }

    /// Another process of the same app.
    public func relaunch() async throws {
        terminate()
        try await launch()
    }

    /// Installs another version of the SDK with the app, and launches it.
    public func upgradeSDK(to version: SDKVersion) async throws {
        try device.upgradeSDK(of: identity.bundleID, to: version)
        try await launch()
    }

    /// What counts from the next launch on, but for `isOnMain`, which counts at once.
    public var setup: AppSetup {
        get { state.withLock(\.setup) }
        set { state.withLock { $0.setup = newValue } }
    }

    /// The SDK in its process, for calls outside of steps.
    public var enabler: AccessEnabler {
        guard let process = state.withLock(\.process) else {
            preconditionFailure("\(identity.bundleID) isn't running; launch it first")
        }
        return process.enabler
    }

    private func platform(_ setup: AppSetup) -> Platform {
        let view = device.view(of: identity)
        var platform = Platform(
            transport: network.transport(for: identity.bundleID), clock: device.clock, storage: view, device: view,
            app: identity, clientInformation: setup.clientInformation,
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
