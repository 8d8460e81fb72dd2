import PassHarness
import PassSimulator

/// The clock of a test's backend, which tokens, codes and sessions follow.
///
/// ```swift
/// try await simulation.clock.advance(by: .seconds(3_600))
/// ```
///
/// For a simulator in this process, no call waits. Over the network, the calls throw `ControlError` and
/// `TransportError`.
public struct WorldClock: Sendable {
    let world: TestWorld

    /// The time, in milliseconds since 1970-01-01T00:00:00Z.
    public var nowMillis: Int64 {
        get async throws {
            switch world {
            case .embedded(let world): world.nowMillis
            case .remote(let world): try await world.control.clock().nowMillis
            }
        }
    }

    /// Moves the clock forwards, or backwards by a negative duration; fractions of a millisecond are ignored.
    public func advance(by duration: Duration) async throws {
        switch world {
        case .embedded(let world): world.advance(by: duration)
        case .remote(let world): try await world.turnClock { try await $0.advanceClock(by: duration) }
        }
    }

    /// Sets the clock, which then continues from that time unless it is frozen.
    ///
    /// - Parameter millis: the time in milliseconds since 1970-01-01T00:00:00Z, up to the year 9799.
    public func set(toMillis millis: Int64) async throws {
        switch world {
        case .embedded(let world): world.set(toMillis: millis)
        case .remote(let world): try await world.turnClock { try await $0.setClock(toMillis: millis) }
        }
    }

    /// Stops the clock until `resume()`; while stopped, it can still be set and advanced.
    public func freeze() async throws {
        switch world {
        case .embedded(let world): world.freeze()
        case .remote(let world): try await world.turnClock { try await $0.freezeClock() }
        }
    }

    /// Lets the clock continue from the time that it shows.
    public func resume() async throws {
        switch world {
        case .embedded(let world): world.thaw()
        case .remote(let world): try await world.turnClock { try await $0.resumeClock() }
        }
    }
}
