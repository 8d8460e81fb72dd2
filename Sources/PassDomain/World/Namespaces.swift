import Synchronization

/// The Worlds of one server, each made by its first request.
package final class Namespaces: Sendable {
    private let worlds = Mutex<[NamespaceName: World]>([:])
    private let limit: Int
    private let create: @Sendable (NamespaceName) -> World

    /// - Parameters:
    ///   - limit: how many Worlds there may be.
    ///   - create: makes a World in its start-up state; it runs under a lock, so it must be quick.
    package init(limit: Int, create: @escaping @Sendable (NamespaceName) -> World) {
        self.limit = limit
        self.create = create
    }

    /// The World of that name, made now if it is new; `nil` when there are as many as there may be.
    package func world(_ name: NamespaceName) -> World? {
        worlds.withLock { worlds in
            if let known = worlds[name] { return known }
            guard worlds.count < limit else { return nil }
            let world = create(name)
            worlds[name] = world
            return world
        }
    }
}
