import PassCore
package import PassDomain

/// One namespace: its World, and the instruments that are applied to it from outside.
package final class Namespace: Sendable {
    package let world: World
    package let faults: FaultRules
    /// `nil` where nothing is recorded.
    package let journal: Journal?

    init(world: World, faults: FaultRules = FaultRules(), journal: Journal?) {
        self.world = world
        self.faults = faults
        self.journal = journal
    }
}

/// The namespaces of one server, each made by its first request.
package final class Namespaces: Sendable {
    private struct Known {
        /// The one of nearly all requests, outside the table.
        var standard: Namespace?
        var others: [NamespaceName: Namespace] = [:]

        subscript(name: NamespaceName) -> Namespace? {
            get { name.isDefault ? standard : others[name] }
            set { if name.isDefault { standard = newValue } else { others[name] = newValue } }
        }
    }

    private let namespaces = Guarded(Known())
    private let limit: Int
    private let journalCapacity: Int
    private let create: @Sendable (NamespaceName) -> World

    /// - Parameters:
    ///   - limit: how many there may be beside the default one.
    ///   - journalCapacity: how many exchanges each remembers; 0 records nothing.
    ///   - create: makes a World in its start-up state; it runs under a lock, so it must be quick.
    package init(limit: Int, journalCapacity: Int = 0, create: @escaping @Sendable (NamespaceName) -> World) {
        self.limit = limit
        self.journalCapacity = journalCapacity
        self.create = create
    }

    /// The namespace of that name, made now if it is new; `nil` when there are as many as there may be.
    package func find(_ name: NamespaceName) -> Namespace? {
        namespaces.withLock { namespaces in
            if let known = namespaces[name] { return known }
            guard namespaces.others.count < limit || name.isDefault else { return nil }
            let new = Namespace(world: create(name), journal: Journal(capacity: journalCapacity))
            namespaces[name] = new
            return new
        }
    }

    /// The World of that name, made now if it is new; `nil` when there are as many as there may be.
    package func world(_ name: NamespaceName) -> World? {
        find(name)?.world
    }

    /// Puts a World in the place of a namespace's; requests that were taken up before end in the old one.
    ///
    /// - Parameter change: gives the new World for the old; it runs under a lock, so it must be quick. Of a namespace that
    ///   isn't there nothing is changed.
    package func replace(_ name: NamespaceName, _ change: (World) -> World) {
        withoutActuallyEscaping(change) { change in
            namespaces.withLock { namespaces in
                guard let old = namespaces[name] else { return }
                namespaces[name] = Namespace(world: change(old.world), faults: old.faults, journal: old.journal)
            }
        }
    }
}
