package import PassCore
package import PassDomain
import PassStore

/// The engine of a store in memory that several backends of one process share, as nodes share one outside it.
package final class SharedMemoryEngine: SharedStoreEngine {
    private struct State: Sendable {
        var revision: UInt64 = 0
        var current: [NamespaceName: Generation] = [:]
        var descriptions: [NamespaceName: WorldDescription] = [:]
        var revisions: [NamespaceName: UInt64] = [:]
        var nodes: [StoreNode] = []
        /// The number of times that the revisions of all namespaces were asked for.
        var looks = 0
    }

    private let state = Guarded(State())
    private let turn = Guarded(())
    private let fault = StoreFault()

    package init() {}

    package var mayWait: Bool { true }
    package var outlivesProcess: Bool { true }

    /// Makes each access to the store fail from now on; `nil` makes it succeed again.
    package func fail(with error: StoreError?) { fault.set(error) }

    package func join(_ fingerprint: String) {}

    /// The number of times that nodes have asked for the revisions of all namespaces.
    package var looks: Int { state.withLock(\.looks) }

    /// Runs a closure while a node that isn't in the test has the turn to make changes.
    package func whileOtherHasTurn<Result>(_ body: () throws -> Result) rethrows -> Result {
        try turn.withLock { _ in try body() }
    }

    package func shelf(for name: NamespaceName, isFinished: Bool) -> any StoreShelf {
        Shelf(engine: self, name: name, generation: Generation(), isFinished: isFinished)
    }

    package func keptNamespaces() throws -> [KeptNamespace] {
        try revisions().keys.compactMap { try kept($0) }
    }

    package func close() {}

    package func revision() throws -> UInt64 { try read(\.revision) }

    package func revisions() throws -> [NamespaceName: UInt64] {
        try change { state in
            state.looks += 1
            return state.revisions.filter { state.current[$0.key] != nil }
        }
    }

    package func kept(_ name: NamespaceName) throws -> KeptNamespace? {
        try read { state in
            state.current[name].map { generation in
                KeptNamespace(
                    name: name, shelf: Shelf(engine: self, name: name, generation: generation, isFinished: true),
                    description: state.descriptions[name])
            }
        }
    }

    package func locked<Result>(_ body: () throws -> Result) throws -> Result {
        _ = try revision()
        var result: Result?
        try turn.withLock { _ in result = try body() }
        guard let result else { preconditionFailure("The body has a result or throws.") }
        return result
    }

    package func announce(_ node: StoreNode, for life: TimeToLive) throws {
        try change { state in
            state.nodes.removeAll { $0.name == node.name }
            state.nodes.append(node)
        }
    }

    package func withdraw(_ node: StoreNode) throws {
        try change { $0.nodes.removeAll { $0.name == node.name } }
    }

    package func nodes() throws -> [StoreNode] { try read { $0.nodes.sorted { $0.name < $1.name } } }

    private func read<Result: Sendable>(_ body: (State) throws -> Result) throws -> Result {
        try change { try body($0) }
    }

    private func change<Result: Sendable>(_ body: (inout State) throws -> Result) throws -> Result {
        try fault.check()
        return try withoutActuallyEscaping(body) { body in try state.withLock { try body(&$0) } }
    }

    /// The stores of one World, by their kinds.
    private final class Generation: Sendable {
        let stores = Guarded<[String: any Sendable]>([:])
    }

    private struct Shelf: StoreShelf {
        let engine: SharedMemoryEngine
        let name: NamespaceName
        let generation: Generation
        let isFinished: Bool

        func store<Record: StoredRecord>(
            of kind: Record.Type, capacity: Int, leeway: Int
        ) -> any RecordStore<Record> {
            let store = generation.stores.withLock { stores in
                if let known = stores[Record.kind] as? MemoryStore<Record> { return known }
                let new = MemoryStore<Record>(capacity: capacity, leeway: leeway)
                stores[Record.kind] = new
                return new
            }
            return FailingStore(store, engine.fault)
        }

        func publish() throws {
            try engine.change { state in
                state.current[name] = generation
                state.descriptions[name] = nil
                state.revision += 1
                state.revisions[name] = state.revision
            }
        }

        func keep(_ description: WorldDescription) throws {
            try engine.change { state in
                if state.current[name] == nil, isFinished { state.current[name] = generation }
                guard state.current[name] === generation, state.descriptions[name] != description else { return }
                state.descriptions[name] = description
                state.revision += 1
                state.revisions[name] = state.revision
            }
        }

        func discard() throws {
            try engine.change { state in
                guard state.current[name] === generation else { return }
                state.current[name] = nil
                state.descriptions[name] = nil
                state.revision += 1
                state.revisions[name] = state.revision
            }
        }
    }
}
