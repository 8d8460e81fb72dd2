public import AccessEnabler
import PassCore
public import PassSimulator

/// The surroundings of one scenario: a backend, a cast, a network, devices and time.
///
/// Everything on a stage belongs to one scenario. The embedded backend's clock and those of the devices stand still
/// until `advance(by:)`; against a foreign backend they run.
public final class Stage: Sendable {
    struct State: Sendable {
        var devices: [SimulatedDevice] = []
        /// The default device, one of `devices`, made when it is first used.
        var phone: SimulatedDevice?
        var apps: [SimulatedApp] = []
        var otherWorlds: [SimulatedWorld] = []
        var step = ""
    }

    /// The IDs that play the scenario's roles.
    public let cast: Cast
    /// The backend under test.
    public let backend: StageBackend
    /// The network that every device of this scenario is connected to.
    public let network: SimulatedNetwork
    let activity = Activity()
    let state = Guarded(State())
    /// A text in the devices' names by which a backend tells the devices of this scenario from those of others.
    let salt: String
    private let startMillis: Int64?

    /// Creates a stage without devices.
    ///
    /// - Parameters:
    ///   - backend: the backend; an embedded World is frozen here, at a whole second.
    ///   - salt: distinguishes the devices of this scenario from those of others at the same backend.
    ///   - between: wraps the transport between the devices and the backend, e.g. in a proxy that tampers with
    ///     messages.
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
            // Dates in tokens have whole seconds. If a scenario began between two seconds, lifetimes would seem a
            // fraction shorter.
            world.freeze(atMillis: world.nowMillis / 1_000 * 1_000)
            startMillis = world.nowMillis
            network = SimulatedNetwork(over: transport, activity: activity) { world.nowMillis }
        case .foreign:
            startMillis = nil
            let clock = DeviceClock(running: ())
            network = SimulatedNetwork(over: transport, activity: activity) { clock.nowMillis }
        }
    }

    /// The service provider URL that SDKs use unless a scenario sets another one.
    public var serviceProvider: String { backend.serviceProvider }

    // MARK: Powers

    /// The World behind the service provider, which lets a scenario control time, configuration and faults.
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

    /// Returns a second backend in its start-up state.
    ///
    /// Pass its `serviceProvider` to `setRequestor(_:serviceProviders:)`.
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

    // MARK: Time

    /// Lets time pass for the backends and all devices together, and returns when its effects are over or held back.
    ///
    /// The call begins a new step of every app, so expectations no longer see what came before. Each alarm rings at its
    /// own time, so the backend's clock shows that time when e.g. a poll arrives.
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

    // MARK: Expectations

    /// Returns a failure that belongs to no particular app, with the last step and exchange.
    public func fail(_ expected: String, seen: String) -> ScenarioFailure {
        ScenarioFailure(step: step, expected: expected, seen: seen, exchange: network.exchanges.last)
    }

    /// Throws a failure unless the condition is true.
    ///
    /// - Parameters:
    ///   - expected: the expectation, in words.
    ///   - seen: what was found instead.
    public func expect(
        _ condition: Bool, _ expected: String, seen: @autoclosure () -> String = "the condition is false"
    ) throws {
        guard condition else { throw fail(expected, seen: seen()) }
    }

    /// Throws a failure unless both values are equal.
    ///
    /// - Parameter what: the value's name, in words.
    public func expect<Value: Equatable>(_ seen: Value, is expected: Value, _ what: String) throws {
        guard seen == expected else { throw fail("\(what) \(expected)", seen: "\(seen)") }
    }

    /// Returns the value, or throws a failure if it is `nil`.
    ///
    /// - Parameter what: the value's name, in words.
    public func require<Value>(_ value: Value?, _ what: String) throws -> Value {
        guard let value else { throw fail(what, seen: "none") }
        return value
    }

    /// The last step of any app, for reports.
    var step: String { state.withLock(\.step) }

    func record(step: String) { state.withLock { $0.step = step } }

    /// Ends the apps' processes, and releases the requests that are held back.
    func takeDown() {
        for app in state.withLock(\.apps) { app.terminate() }
        network.restore()
    }

    /// Runs work that sends through `network` but that no SDK began, and counts it as activity.
    ///
    /// A request outside counted work mustn't be held back, because the network stops counting a request that it holds.
    func counted<Result>(_ work: () async throws -> Result) async rethrows -> Result {
        activity.begin()
        defer { activity.end() }
        return try await work()
    }

    /// Returns a clock for a new device.
    ///
    /// The clock stands still at the embedded backend's time; against a foreign backend it runs with the machine's
    /// time.
    func makeClock() -> DeviceClock {
        guard let startMillis else { return DeviceClock(running: ()) }
        let now = (try? world.nowMillis) ?? startMillis
        return DeviceClock(atMillis: now)
    }
}
