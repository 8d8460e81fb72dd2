public import AccessEnabler
import PassCore
public import PassSimulator

/// What a scenario gets: a backend, a cast, a network, devices and time.
///
/// Everything in it belongs to one scenario. The clocks stand still until `advance(by:)`.
public final class Stage: Sendable {
    struct State: Sendable {
        var devices: [SimulatedDevice] = []
        /// One of them, made when it is first asked for.
        var phone: SimulatedDevice?
        var apps: [SimulatedApp] = []
        var otherWorlds: [SimulatedWorld] = []
        var step = ""
    }

    public let cast: Cast
    public let backend: StageBackend
    /// What every device of this scenario is connected to.
    public let network: SimulatedNetwork
    let activity = Activity()
    let state = Guarded(State())
    /// Goes into the names of devices, so that a backend doesn't know them from another scenario.
    let salt: String
    private let startMillis: Int64?

    /// - Parameters:
    ///   - backend: an embedded World is frozen here, at a whole second.
    ///   - salt: tells the devices of this scenario from those of others at the same backend.
    ///   - between: puts something between the devices and the backend, such as a proxy that tampers.
    public init(
        _ backend: StageBackend, cast: Cast, salt: String = "",
        between: (any HTTPTransport) -> any HTTPTransport = { $0 }
    ) {
        self.backend = backend
        self.salt = salt
        self.cast = cast
        let transport = between(SocketTransport(certificateAuthority: backend.certificateAuthority))
        switch backend {
        case .embedded(_, let world):
            // Dates in tokens have whole seconds: a scenario that begins between two would see lives that are shorter by a part.
            world.freeze(atMillis: world.nowMillis / 1_000 * 1_000)
            startMillis = world.nowMillis
            network = SimulatedNetwork(over: transport, activity: activity) { world.nowMillis }
        case .foreign:
            startMillis = nil
            let clock = DeviceClock(running: ())
            network = SimulatedNetwork(over: transport, activity: activity) { clock.nowMillis }
        }
    }

    /// Where SDKs are pointed unless a scenario says otherwise.
    public var serviceProvider: String { backend.serviceProvider }

    // MARK: Powers

    /// The World behind the service provider, with all its powers.
    ///
    /// - Throws: `ScenarioSkip` against a backend that isn't embedded.
    public var world: SimulatedWorld {
        get throws {
            guard case .embedded(_, let world) = backend else {
                throw ScenarioSkip("needs the embedded simulator")
            }
            return world
        }
    }

    /// A second backend, in its start-up state; its `serviceProvider` is for `setRequestor(_:serviceProviders:)`.
    ///
    /// - Throws: `ScenarioSkip` against a backend that isn't embedded.
    public func otherWorld(_ name: String) throws -> SimulatedWorld {
        let world = try world
        guard case .embedded(let simulator, _) = backend else { throw ScenarioSkip("needs the embedded simulator") }
        let other = try simulator.world(named: "\(world.name)-\(name)")
        other.freeze(atMillis: world.nowMillis)
        state.withLock { $0.otherWorlds.append(other) }
        return other
    }

    /// Skips the scenario where the backend doesn't give these powers.
    public func needs(_ needs: Set<Scenario.Need>) throws {
        if case .embedded = backend { return }
        let wanted = Scenario.Need.allCases.filter(needs.contains).map(\.rawValue)
        guard wanted.isEmpty else {
            throw ScenarioSkip("needs power over the backend's \(wanted.joined(separator: ", "))")
        }
    }

    public func needs(_ needs: Scenario.Need...) throws { try self.needs(Set(needs)) }

    // MARK: Time

    /// Lets time pass for the backends and all devices together; what it brings about is over, or held back, when this returns.
    ///
    /// It is a step of every app: what came before is forgotten. Alarms ring at their time, so the backend shows that time
    /// when a poll reaches it.
    ///
    /// - Throws: `ScenarioSkip` against a backend that isn't embedded.
    public func advance(by duration: Duration) async throws {
        let world = try world
        let (seconds, attoseconds) = duration.components
        var remaining = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
        let (devices, apps, worlds) = state.withLock { ($0.devices, $0.apps, [world] + $0.otherWorlds) }
        for app in apps { app.beginStep("+\(duration)") }
        repeat {
            let next = devices.compactMap(\.clock.nextAlarmMillis).min() ?? remaining
            let part = min(next, remaining)
            for world in worlds { world.advance(by: .milliseconds(part)) }
            for device in devices { device.clock.advance(byMillis: part) }
            await activity.settled()
            remaining -= part
        } while remaining > 0
    }

    // MARK: What scenarios say of themselves

    /// Where a failure of something that is no app's happened.
    public func fail(_ expected: String, seen: String) -> ScenarioFailure {
        ScenarioFailure(step: step, expected: expected, seen: seen, exchange: network.exchanges.last)
    }

    public func expect(_ condition: Bool, _ expected: String, seen: @autoclosure () -> String = "it is not so") throws {
        guard condition else { throw fail(expected, seen: seen()) }
    }

    public func expect<Value: Equatable>(_ seen: Value, is expected: Value, _ what: String) throws {
        guard seen == expected else { throw fail("\(what) \(expected)", seen: "\(seen)") }
    }

    public func require<Value>(_ value: Value?, _ what: String) throws -> Value {
        guard let value else { throw fail(what, seen: "none") }
        return value
    }

    /// The last step of any app, for reports.
    var step: String { state.withLock(\.step) }

    func note(step: String) { state.withLock { $0.step = step } }

    /// Ends everything: processes, and requests that are still held back.
    func strike() {
        for app in state.withLock(\.apps) { app.terminate() }
        network.restore()
    }

    /// Does something that sends through `network` and that no SDK has begun, so that its requests can be held back.
    func counted<Result>(_ work: () async throws -> Result) async rethrows -> Result {
        activity.begin()
        defer { activity.end() }
        return try await work()
    }

    /// A device's clock, started with the backend's time.
    func makeClock() -> DeviceClock {
        guard let startMillis else { return DeviceClock(running: ()) }
        let now = (try? world.nowMillis) ?? startMillis
        return DeviceClock(atMillis: now)
    }
}
