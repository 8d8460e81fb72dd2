import PassCore
import PassDomain
import PassInstruments
import Synchronization

/// A namespace: its World, its rules and its journal.
final class Namespace: Sendable {
    let world: World
    let rules: Rules
    /// The recorded exchanges; `nil` if nothing is recorded.
    let journal: Journal?
    /// The time without requests after which the namespace is removed, whatever it holds; `nil` if it is removed only
    /// while it is empty.
    let idle: TimeToLive?
    /// The time of the last request for the namespace, in milliseconds since 1970, exact only to the interval between
    /// two sweeps.
    private let asked: Atomic<Int64>

    init(
        world: World, rules: Rules = Rules(), journal: Journal?, idle: TimeToLive? = nil, asked: Timestamp
    ) {
        self.world = world
        self.idle = idle
        self.rules = rules
        self.journal = journal
        self.asked = Atomic(asked.milliseconds)
        rules.count(in: world.stores.nodes?.ruleCounts)
    }

    /// Returns this namespace with another World.
    func with(_ world: World) -> Namespace {
        Namespace(world: world, rules: rules, journal: journal, idle: idle, asked: lastAsked)
    }

    /// Returns this namespace with another value of `idle`.
    func with(idle: TimeToLive?) -> Namespace {
        Namespace(world: world, rules: rules, journal: journal, idle: idle, asked: lastAsked)
    }

    var instruments: Instruments { Instruments(rules: rules, journal: journal) }

    var lastAsked: Timestamp { Timestamp(milliseconds: asked.load(ordering: .relaxed)) }

    /// Records that a request for the namespace arrived.
    func recordRequest(at time: Timestamp) {
        asked.store(time.milliseconds, ordering: .relaxed)
    }

    /// Whether a client follows the namespace's exchanges or waits for one.
    var isFollowed: Bool { (journal?.feed.count ?? 0) > 0 }

    /// Whether the World holds no record, and no rule was added to those of the configuration.
    var isEmpty: Bool { ((try? world.stores.isEmpty) ?? false) && !rules.hasAdded }

    /// Removes the records that have expired by the World's clock.
    func sweep() {
        try? world.stores.sweep(now: world.clock.now())
    }
}
