import PassSimulator

/// The World behind a test's backend.
enum TestWorld: Sendable {
    /// A World in this process.
    case embedded(SimulatedWorld)
    /// A World in another process.
    case remote(RemoteWorld)

    /// The World in this process; `nil` over the network.
    var embedded: SimulatedWorld? {
        if case .embedded(let world) = self { world } else { nil }
    }

    /// The World's time, in milliseconds since 1970, as far as this process knows it.
    var nowMillis: Int64 {
        switch self {
        case .embedded(let world): world.nowMillis
        case .remote(let world): world.nowMillis
        }
    }

    /// Calls `act` each time that the clock is set, advanced, frozen or resumed; over the network, only for changes by
    /// this process.
    ///
    /// - Returns: a closure that removes this observer.
    func whenTurned(_ act: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        switch self {
        case .embedded(let world): world.whenTurned(act)
        case .remote(let world): world.whenTurned(act)
        }
    }
}
