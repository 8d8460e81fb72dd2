import PassAdmin
import PassCore
import PassDomain
import PassInstruments

/// The facts that a process knows about a namespace that it shares with other nodes.
struct SharedNamespace: Sendable {
    /// A random mark, which changes when the namespace begins again, e.g. by a reset.
    var begun: String
    /// Whether the store has the namespace, so that other nodes find it there.
    var isRegistered = false
}

/// The parts of a World's description that only the nodes of a shared store need.
extension Worlds {
    /// Whether other processes may use the store at the same time.
    var isShared: Bool { engine is any SharedStoreEngine }

    /// Records that a namespace begins again, with a new World.
    func markBegun(_ name: NamespaceName) {
        guard isShared else { return }
        sharing.withLock { $0[name, default: SharedNamespace(begun: "")].begun = Self.newMark() }
    }

    private static func newMark() -> String { Hex.encode(SystemIdentifierSource().bytes(8)) }

    /// Whether the store has a namespace, as far as this process knows.
    func isRegistered(_ name: NamespaceName) -> Bool { sharing.withLock { $0[name]?.isRegistered ?? false } }

    /// Returns what other nodes must know about a namespace in addition to its state.
    func nodeDescription(of namespace: Namespace) -> NodeDescription {
        sharing.withLock { sharing in
            let known = sharing[namespace.world.name] ?? SharedNamespace(begun: Self.newMark())
            sharing[namespace.world.name] = known
            return NodeDescription(begun: known.begun)
        }
    }

    /// Empties the journal of a namespace that another node has begun again, and notes that the store has the
    /// namespace.
    func takeOver(_ node: NodeDescription?, of namespace: Namespace) {
        guard isShared else { return }
        let name = namespace.world.name
        let before = sharing.withLock { sharing -> String? in
            let before = sharing[name]
            var known = before ?? SharedNamespace(begun: "")
            // `node` is `nil` if another node has begun a change and hasn't stored the namespace's description yet.
            known.begun = node?.begun ?? known.begun
            known.isRegistered = true
            sharing[name] = known
            return before?.begun
        }
        if let before, let node, !before.hasSameBytes(as: node.begun) { namespace.journal?.removeAll(reset: true) }
        clockObservers.tell(name)
    }
}
