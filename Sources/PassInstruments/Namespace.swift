import PassCore
package import PassDomain
import Synchronization

/// One namespace: its World, and the instruments that are applied to it from outside.
package final class Namespace: Sendable {
    package let world: World
    package let faults: FaultRules
    /// `nil` where nothing is recorded.
    package let journal: Journal?
    /// The last request for it, in milliseconds since 1970, to within the time between two sweeps.
    private let asked: Atomic<Int64>

    init(world: World, faults: FaultRules = FaultRules(), journal: Journal?, asked: Timestamp) {
        self.world = world
        self.faults = faults
        self.journal = journal
        self.asked = Atomic(asked.milliseconds)
    }

    /// This namespace with another World.
    func with(_ world: World) -> Namespace {
        Namespace(world: world, faults: faults, journal: journal, asked: lastAsked)
    }

    var lastAsked: Timestamp { Timestamp(milliseconds: asked.load(ordering: .relaxed)) }

    func ask(at time: Timestamp) {
        asked.store(time.milliseconds, ordering: .relaxed)
    }

    /// Whether its World holds no record.
    var isEmpty: Bool { (try? world.stores.isEmpty) ?? false }

    /// Forgets what has expired by its World's clock.
    func sweep() {
        try? world.stores.sweep(now: world.clock.now())
    }
}
