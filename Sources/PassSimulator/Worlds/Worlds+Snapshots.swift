import PassAdmin
import PassCore
import PassCrypto
import PassDomain
import PassInstruments

/// The parts of `NamespaceControl` that snapshots need.
extension Worlds {
    func keyFingerprints(of name: NamespaceName) -> [ExactText: String] {
        let keys = ownKeys(of: name) ?? keys.signing
        var fingerprints: [ExactText: String] = [:]
        for key in keys.published { fingerprints[ExactText(key.name)] = Hex.encode(key.fingerprint) }
        // The sealing key has no public half. Knowing this digest is not enough to open or seal anything.
        fingerprints["sealing"] = Hex.encode(Digest.sha256(keys.sealer.seal([], context: "fingerprint")))
        return fingerprints
    }

    func settingsText(of name: NamespaceName) -> [UInt8] { Self.text(of: configuration(of: name)) }

    private static func text(of configuration: Configuration) -> [UInt8] {
        Array(ConfigurationSchema.worldForm.write(configuration).jsonText.utf8)
    }

    func start(of name: NamespaceName) -> NamespaceStart {
        let configuration = starts.withLock { $0[name] } ?? startUp
        let rules = Rules()
        rules.configure(configuration.rules.map(\.rule))
        return NamespaceStart(
            settings: Self.text(of: configuration), rules: rules.snapshots, identifiers: configuration.seed)
    }

    /// Records, in a namespace's journal, a change that a program made to the namespace.
    func recordStep(of name: NamespaceName, _ change: () -> JournalStep.Change) {
        guard let namespace = namespaces.find(name) else { return }
        namespace.journal?.recordStep(change(), at: namespace.world.clock.now())
    }

    func restore(_ snapshot: NamespaceSnapshot, as name: NamespaceName) throws {
        try Self.using(settings: "configuration") { try begin(name, from: snapshot) }
    }
}

extension JSON5Node.Value {
    /// The value as JSON text, with the members of objects in their order.
    var jsonText: String {
        switch self {
        case .list(let nodes): "[" + nodes.map(\.value.jsonText).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { JSON5Text.quoted($0.name) + ":" + $0.node.value.jsonText }.joined(separator: ",") + "}"
        case .null, .flag, .integer, .number, .text: JSON5Text.line(self)
        }
    }
}
