import PassAdmin
import PassCore
import PassDomain
import PassInstruments

/// A file that records what happened in a namespace.
package struct Capsule: Sendable {
    let file: CapsuleFile

    /// Reads the file.
    ///
    /// - Throws: `SimulatorError` with the place of the error.
    package init(_ bytes: [UInt8]) throws(SimulatorError) {
        do {
            file = try CapsuleFile(bytes, .standard)
        } catch {
            throw SimulatorError(Self.sentence(error))
        }
    }

    /// The capsule's title, in words for people; `nil` if it has none.
    package var title: String? { file.title }
    /// The path of the namespace; empty for the default one.
    package var path: String { file.namespace.isDefault ? "" : "/_ns/\(file.namespace)" }
    /// The number of exchanges.
    package var count: Int { file.exchanges.count }

    /// Whether the capsule has an exchange with that ID.
    package func has(_ exchange: String) -> Bool { id(exchange) != nil }

    /// Returns the ID that a text spells; `nil` if the capsule has no such exchange.
    func id(_ text: String) -> ExchangeID? {
        ExchangeID(text).flatMap { id in file.exchanges.contains { $0.id == id } ? id : nil }
    }

    fileprivate static func sentence(_ error: any Error) -> String {
        switch error {
        case EntitlementFailure.malformedParameter(let place, let reason): "\(place) \(reason)."
        case EntitlementFailure.missingParameter(let place): "\(place) is missing."
        case let overflow as SnapshotOverflow: "There is no room for \(overflow.place)."
        default: "\(error)"
        }
    }
}

extension Simulator {
    /// Puts a capsule's journal and last state into the namespace that the capsule names, as `PUT /_sim/capsule` does.
    ///
    /// - Throws: `SimulatorError` for a state that can't be restored.
    package func open(_ capsule: Capsule) throws(SimulatorError) { try backend.open(capsule) }

    /// Plays the requests of a capsule again, in the namespace that the capsule names, and compares the answers.
    ///
    /// The namespace begins with the state that it had when the capsule began. Before each request, the clock is set to
    /// the recorded time. The changes by operators and programs are repeated in their places between the requests.
    ///
    /// - Parameter last: the ID of the exchange after which the replay ends; `nil` plays all of them. After this
    ///   exchange, the clock runs again if it was running at that point of the recorded run.
    /// - Throws: `SimulatorError` for a state that can't be restored.
    package func replay(_ capsule: Capsule, through last: String? = nil) throws(SimulatorError) -> CapsuleReplay {
        try backend.replay(capsule, through: last)
    }
}

extension Backend {
    func open(_ capsule: Capsule) throws(SimulatorError) {
        try restore(capsule.file.shownState, of: capsule)
        if let journal = worlds.namespaces.find(capsule.file.namespace)?.journal { capsule.file.record(in: journal) }
    }

    func replay(_ capsule: Capsule, through last: String? = nil) throws(SimulatorError) -> CapsuleReplay {
        try restore(capsule.file.start, of: capsule)
        worlds.namespaces.find(capsule.file.namespace)?.journal?.removeAll(reset: true)
        var player = CapsulePlayer(backend: self, capsule: capsule.file)
        player.play(through: last.flatMap(capsule.id))
        return player.replay
    }

    private func restore(_ state: NamespaceSnapshot, of capsule: Capsule) throws(SimulatorError) {
        do {
            try worlds.restore(state, as: capsule.file.namespace)
        } catch {
            throw SimulatorError(Capsule.sentence(error))
        }
    }
}
