import PassCore
import PassDomain
import PassInstruments
import Synchronization

/// One namespace: its World, and the instruments that tests apply to it from outside.
final class Namespace: Sendable {
    let world: World
    let faults: FaultRules
    /// The recorded exchanges; `nil` if nothing is recorded.
    let journal: Journal?
    /// The time of the last request for the namespace, in milliseconds since 1970, exact only to the interval between
    /// two sweeps.
    private let asked: Atomic<Int64>

    init(world: World, faults: FaultRules = FaultRules(), journal: Journal?, asked: Timestamp) {
        self.world = world
        self.faults = faults
        self.journal = journal
        self.asked = Atomic(asked.milliseconds)
    }

    /// Returns this namespace with another World.
    func with(_ world: World) -> Namespace {
        Namespace(world: world, faults: faults, journal: journal, asked: lastAsked)
    }

    var lastAsked: Timestamp { Timestamp(milliseconds: asked.load(ordering: .relaxed)) }

    /// Records that a request for the namespace arrived.
    func recordRequest(at time: Timestamp) {
        asked.store(time.milliseconds, ordering: .relaxed)
    }

    /// Whether the World holds no record.
    var isEmpty: Bool { (try? world.stores.isEmpty) ?? false }

    /// Removes the records that have expired by the World's clock.
    func sweep() {
        try? world.stores.sweep(now: world.clock.now())
    }
}
